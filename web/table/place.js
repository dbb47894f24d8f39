import { ownName } from "../lib/root.js";

const PLACE = ownName("pegout.place");

/** Returns the place of this phone's own side on the screen. @returns {"left"|"right"} */
export function ownPlace() {
  try {
    return localStorage.getItem(PLACE) === "right" ? "right" : "left";
  } catch {
    return "left";
  }
}

/** Remembers the place of this phone's own side, where that is allowed. @param {"left"|"right"} place */
export function setOwnPlace(place) {
  try {
    localStorage.setItem(PLACE, place);
  } catch {
    // The own side stays on the left.
  }
}

/** Returns the sides from left to right: this phone's own first, then clockwise. @param {number} count @param {number|null|undefined} own @returns {number[]} */
export function sideOrder(count, own) {
  const order = Array.from({ length: count }, (_, at) => ((own ?? 0) + at) % count);
  return ownPlace() === "right" && own !== null && own !== undefined ? [...order.slice(1), order[0]] : order;
}
