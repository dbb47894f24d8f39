/** @import { NamedSide } from "../game/rules.js" */
/** @import { TileName } from "./tiles.js" */
import { sideNames, sideWord } from "../game/side-names.js";
import { ownName } from "../lib/root.js";

// Letters of a name above the keys, and in a question.
const LONGEST_CAPTION = 13;

/** Returns the names for captions and questions: the page's own words where a name is long. @param {{sides: NamedSide[]}} game @param {number|null|undefined} own this phone's side @returns {string[]} by side */
export function captions({ sides }, own) {
  return sideNames(sides, own).map((name, side) =>
    name.length > LONGEST_CAPTION ? sideWord(side, own, sides.length, "subject") : name,
  );
}

/** Returns the names for the tiles. @param {{sides: NamedSide[]}} game @param {number|null|undefined} own this phone's side @returns {TileName[]} by side */
export function tileNames({ sides }, own) {
  return sideNames(sides, own).map((whole, side) => {
    const { players } = sides[side];
    const isJoined = players.length > 1 && whole === players.join(" + ");
    const names = isJoined ? players : [whole];
    const shorter = [whole, names.map(shortened).join(" + "), names.map(initials).join(" + ")];
    const lines = names.map((name, at) => (at < names.length - 1 ? `${name} +` : name));
    return { whole, lines, shorter };
  });
}

// “Jean-François” is “Jean-F.”, and “Marie-Ève Roy” is “Marie-È.”.
/** @param {string} name */
function shortened(name) {
  const [first] = name.split(" ");
  const [given, ...others] = first.split("-");
  return [given, ...others.map(initial)].join("-");
}

/** @param {string} name */
function initials(name) {
  const [first] = name.split(" ");
  return first.split("-").map(initial).join("-");
}

/** @param {string} name */
function initial(name) {
  return `${[...name][0]}.`;
}

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
    // It then stays on the left.
  }
}

/** Returns the sides from left to right: this phone's own first, then clockwise. @param {number} count @param {number|null|undefined} own @returns {number[]} */
export function sideOrder(count, own) {
  const order = Array.from({ length: count }, (_, at) => ((own ?? 0) + at) % count);
  return ownPlace() === "right" && own !== null && own !== undefined ? [...order.slice(1), order[0]] : order;
}
