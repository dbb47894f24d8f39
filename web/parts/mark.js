import { drawing } from "../app/element.js";

// A side is told by its shape as well as by its colour.
const SHAPES = [
  () => drawing("circle", { cx: 6, cy: 6, r: 5 }),
  () => drawing("rect", { x: 1.5, y: 1.5, width: 9, height: 9 }),
  () => drawing("path", { d: "M6 0.8 11.5 10.800H0.500z" }),
];

/** The shape of a side on 12 by 12. @param {number} side from 0 @returns {SVGElement} */
export function markShape(side) {
  return SHAPES[side]();
}

/** The mark of a side, without a name. @param {number} side from 0 @returns {SVGElement} */
export function mark(side) {
  return drawing("svg", { class: `mark side-${side}`, viewBox: "0 0 12 12", "aria-hidden": "true" }, markShape(side));
}
