import { element } from "../lib/dom.js";
import { isStill } from "../ui/motion.js";

const RISE = { duration: 240, easing: "ease-out" };
// The time in milliseconds that the pill is shown. A tap adds to a peg for the same time.
const SHOWN = 2000;
const SINK = { duration: 160, easing: "ease-in" };

/** The “+8” that rises from a key to the tile of its side, stays while taps add to it, and sinks into the score. */
export class Pill {
  /** @type {HTMLElement|null} */
  #node = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #sinking;

  /** Lets it rise, and sink a while later. @param {string} text @param {Element} tile @param {Element|null} [from] the key, or the line that names another phone */
  rise(text, tile, from = null) {
    this.#node?.remove();
    const node = element("span", { class: "pill", "aria-hidden": "true", "data-points": text });
    tile.append(node);
    this.#node = node;
    const start = from?.getBoundingClientRect();
    const end = node.getBoundingClientRect();
    const flies = start && !isStill();
    const x = flies ? start.left + start.width / 2 - end.left - end.width / 2 : 0;
    const y = flies ? start.top - end.top : 0;
    node.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      RISE,
    );
    this.#stay();
  }

  /** Changes its text, or lets another rise if it was on another tile. @param {string} text @param {Element} tile */
  change(text, tile) {
    if (this.#node?.parentNode !== tile) return this.rise(text, tile);
    this.#node.dataset.points = text;
    this.#stay();
  }

  #stay() {
    clearTimeout(this.#sinking);
    this.#sinking = setTimeout(() => this.sink(), SHOWN);
  }

  /** Lets it sink, if it is there. */
  async sink() {
    const node = this.#node;
    this.#node = null;
    if (!node) return;
    await node.animate([{ opacity: 1 }, { opacity: 0, transform: "translate(-16px, 20px)" }], SINK).finished;
    node.remove();
  }
}
