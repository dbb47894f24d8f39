import { drawing } from "../app/element.js";
import { markShape } from "./mark.js";

const LEAP = 620;
const FRAMES = 16;
const HEIGHT = 13;
// The heads of level pegs lean apart, a side each way, so that none hides another.
const LEAN = 5;

/** A peg of a side, that stands in a hole and can leap to another. */
export class Peg {
  #track;
  #side;
  #hole;
  #body;

  /** @param {import("./board-track.js").BoardTrack} track @param {number} side from 0, its lane @param {number} hole where it stands */
  constructor(track, side, hole) {
    this.#track = track;
    this.#side = side;
    // Seen a little from the front: the shaft comes out of its hole, and the head has the shape of its side.
    const lean = (side - (track.lanes - 1) / 2) * LEAN * 2;
    const at = `translate(${lean - 7.8} -18.5) scale(1.3)`;
    const head = drawing("g", { class: "head", transform: at }, markShape(side));
    this.#body = drawing(
      "g",
      {},
      drawing("path", { class: "shaft", d: `M-2.200 .5L${lean - 3}-11h6L2.200.5a2.200 1.200 0 0 1-4.400 0z` }),
      head,
    );
    const shadow = drawing("ellipse", { class: "shadow", cx: 4.5, cy: 2, rx: 6.5, ry: 2.4 });
    this.node = drawing("g", { class: `peg side-${side}` }, shadow, this.#body);
    this.stand(hole);
  }

  /** The hole where it stands. */
  get hole() {
    return this.#hole;
  }

  /** Puts it into a hole. @param {number} hole */
  stand(hole) {
    this.#hole = hole;
    const { x, y } = this.#track.place(hole, this.#side);
    this.node.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Lets it leap, along the track, so that the eye can follow. @param {number} hole where to */
  leap(hole) {
    const from = this.#hole;
    this.stand(hole);
    // The end of a group of nodes is drawn over the others.
    this.node.parentNode.append(this.node);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const to = this.#track.place(hole, this.#side);
    const steps = Array.from({ length: FRAMES + 1 }, (_, at) => at / FRAMES);
    const way = steps.map((part) => {
      const exact = from + (hole - from) * part;
      const before = this.#track.place(Math.floor(exact), this.#side);
      const after = this.#track.place(Math.ceil(exact), this.#side);
      const rest = exact - Math.floor(exact);
      return { x: before.x + (after.x - before.x) * rest - to.x, y: before.y + (after.y - before.y) * rest - to.y };
    });
    const glide = way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const hop = steps.map((part) => ({ transform: `translateY(${-HEIGHT * Math.sin(Math.PI * part)}px)` }));
    const timing = { duration: LEAP, easing: "ease-in-out" };
    this.#body.animate(hop, timing);
    for (const child of this.node.children) child.animate(glide, { ...timing, composite: "add" });
  }
}
