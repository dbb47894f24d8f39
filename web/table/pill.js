import { element } from "../lib/dom.js";

const RISE = { duration: 240, easing: "ease-out" };
// Milliseconds that the peg of another phone is shown beside its score.
const SHOWN = 2000;
const SINK = { duration: 160, easing: "ease-in" };

/** The “+8” that rises from a key to the tile of its side, stays while the peg is open, and sinks into the score. */
export class Pill {
  /** @type {HTMLElement|null} */
  #node = null;

  /** Lets it rise. @param {string} text @param {Element} tile @param {Element|null} [from] the key, or the line that names another phone */
  rise(text, tile, from = null) {
    this.#node?.remove();
    const node = element("span", { class: "pill", "aria-hidden": "true", "data-points": text });
    tile.append(node);
    this.#node = node;
    const start = from?.getBoundingClientRect();
    const end = node.getBoundingClientRect();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const x = start && !isStill ? start.left + start.width / 2 - end.left - end.width / 2 : 0;
    const y = start && !isStill ? start.top - end.top : 0;
    node.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      RISE,
    );
  }

  /** Lets it rise, and sink a while later. @param {string} text @param {Element} tile @param {Element} from */
  pass(text, tile, from) {
    this.rise(text, tile, from);
    const shown = this.#node;
    setTimeout(() => this.#node === shown && this.sink(), SHOWN);
  }

  /** Changes its text. @param {string} text */
  change(text) {
    if (this.#node) this.#node.dataset.points = text;
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
