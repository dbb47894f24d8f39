import { t } from "../lib/i18n.js";

/** A side of the service. `named` is false if nobody gave the side a name; without `named` it has a name. @typedef {{name: string, named?: boolean, players?: string[]}} ToldSide */
/**
 * The forms of a side's name. `lines` has a line for each player, `shorter` begins with the longest form. Keys and the line of the last
 * peg show `brief`.
 * @typedef {{whole: string, lines: string[], shorter: string[], brief: string}} SideName
 */

// Letters of a brief name.
const LONGEST_BRIEF = 13;

/**
 * Returns the names of the sides for the user of this phone. Sides without a name are “Us” and “Them”. Three sides are “Us”, “Left”
 * and “Right”, as they sit clockwise. A phone without a side names the colours.
 * @param {ToldSide[]} sides @param {number|null|undefined} own this phone's side; null if nobody has said it
 * @returns {string[]} by side
 */
export function sideNames(sides, own) {
  return sides.map(({ name, named }, side) => (named === false ? sideWord(side, own, sides.length) : name));
}

/** Returns the names of the sides on all that leaves the phone: a side without a name is called by its colour. @param {ToldSide[]} sides @returns {string[]} by side */
export function publicNames(sides) {
  return sideNames(sides, null);
}

/** Returns the forms of the names of the sides, as {@link sideNames}. @param {ToldSide[]} sides @param {number|null|undefined} own @returns {SideName[]} by side */
export function nameForms(sides, own) {
  const forms = sideNames(sides, own).map((whole, side) => formsOf(whole, sides[side].players ?? []));
  // Two sides are never called the same.
  const isSame = new Set(forms.map(({ brief }) => brief)).size < forms.length;
  return isSame ? forms.map((form) => ({ ...form, brief: form.whole })) : forms;
}

/** Returns the sides of a table with their brief names, from this phone's side. @param {{game: {sides: ToldSide[]}, saved: {side?: number|null}}} table @returns {{side: number, name: string}[]} */
export function keySides({ game: { sides }, saved: { side: own } }) {
  return nameForms(sides, own).map(({ brief }, side) => ({ side, name: brief }));
}

/** Returns the number of people in a side's name, for the form of a verb. A word, or the name of a team, counts as a single person. @param {ToldSide} side @returns {number} */
export function peopleNamed({ name, players = [] }) {
  return isJoined(name, players) ? players.length : 1;
}

/** @param {number} side @param {number|null|undefined} own @param {number} count how many sides play */
function sideWord(side, own, count) {
  if (own === null || own === undefined) return t(`side.colour.${side}`);
  if (side === own) return t("side.us");
  if (count === 2) return t("side.them");
  return t((side - own + count) % count === 1 ? "side.left" : "side.right");
}

/** @param {string} name @param {string[]} players */
function isJoined(name, players) {
  return players.length > 1 && name === players.join(" + ");
}

/** @param {string} whole @param {string[]} players @returns {SideName} */
function formsOf(whole, players) {
  const names = isJoined(whole, players) ? players : [whole];
  const lines = names.map((name, at) => (at < names.length - 1 ? `${name} +` : name));
  // The name of a team has no given name: it loses words at its end.
  const isTeam = names.length === 1 && players.length > 1;
  const shorter = isTeam
    ? [whole, clipped(whole)]
    : [whole, names.map(shortened).join(" + "), names.map(initials).join(" + ")];
  // The initial of one player would say too little.
  const brief = (names.length > 1 ? shorter : shorter.slice(0, 2)).find((form) => form.length <= LONGEST_BRIEF);
  return { whole, lines, shorter, brief: brief ?? shorter[names.length > 1 ? shorter.length - 1 : 1] };
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

// “Les Flâneurs du samedi” is “Les Flâneurs…”.
/** @param {string} name */
function clipped(name) {
  const words = name.split(" ");
  const kept = words.findLastIndex((_, at) => words.slice(0, at + 1).join(" ").length < LONGEST_BRIEF);
  return kept < 0 || kept === words.length - 1 ? name : `${words.slice(0, kept + 1).join(" ")}…`;
}
