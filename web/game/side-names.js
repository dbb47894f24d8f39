import { t } from "../lib/i18n.js";

/** A side as the service tells it: `named` is false where nobody gave it a name; missing, it has one. @typedef {{name: string, named?: boolean}} ToldSide */

/**
 * Returns the names of the sides for whoever looks at this phone: a side without a name is called from this phone's side,
 * “Us” and “Them”, and where three play “Left” and “Right”, as they sit clockwise.
 * @param {ToldSide[]} sides @param {number|null|undefined} own this phone's side; null where nobody has said it
 * @returns {string[]} by side
 */
export function sideNames(sides, own) {
  return sides.map(({ name, named }, side) => (named === false ? sideWord(side, own, sides.length) : name));
}

/**
 * Returns the page's own word for a side, from this phone's side.
 * @param {number} side @param {number|null|undefined} own this phone's side @param {number} count how many sides play
 * @param {"name"|"subject"} [form] the name, or the word that begins a sentence
 * @returns {string}
 */
export function sideWord(side, own, count, form = "name") {
  if (own === null || own === undefined) return t("side.numbered", { n: side + 1 });
  if (side === own) return t(form === "name" ? "side.us" : "side.we");
  if (count === 2) return t(form === "name" ? "side.them" : "side.they");
  return t((side - own + count) % count === 1 ? "side.left" : "side.right");
}
