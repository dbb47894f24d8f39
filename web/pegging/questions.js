/** @import { LocalPeg } from "../game/rules.js" */
/** @import { PegChange, Uncounted } from "../game/peg-changes.js" */
/** @import { Answer } from "./question.js" */
import { t } from "../lib/i18n.js";

/** A question with its answers, the likelier answer first. @typedef {{text: string, answers: Answer[]}} Asked */

/**
 * Returns the question about a change that would end the game too early.
 * @param {PegChange} change @param {Uncounted|null} uncounted the side that counts before it, null if it has counted
 * @param {string[]} names of the sides
 * @param {{make: () => void, withdraw: () => void, toPlay: () => void, makePlay: (() => void)|null}} acts `toPlay` makes the counted hand
 *   the play and withdraws the change; `makePlay` makes both the play, null if the change cannot be
 * @returns {Asked}
 */
export function orderQuestion({ peg: { side, points: n } }, uncounted, names, { make, withdraw, toPlay, makePlay }) {
  const values = { n, side: names[side], likely: names[uncounted?.side ?? side] };
  const give = { label: t("ask.give", { likely: names[side], n }), onTap: make };
  if (uncounted === null)
    return { text: t("ask.first.now", values), answers: [{ label: t("ask.no"), onTap: withdraw }, give] };
  if (uncounted.show === null) {
    const first = { label: t("ask.first.wait", values), onTap: withdraw, side: uncounted.side };
    return { text: t("ask.first", values), answers: [first, give] };
  }
  const { hand } = uncounted.show;
  const read = (/** @type {"hand"|"play"} */ kind, /** @type {string} */ what) =>
    t("ask.read", { kind: t(`table.kind.${kind}`), what });
  const answers = [
    { label: read("hand", give.label), onTap: make },
    ...(makePlay ? [{ label: read("play", give.label), onTap: makePlay }] : []),
    { label: read("play", t("ask.first.wait", values)), onTap: toPlay },
  ];
  return { text: `${showText(hand, names)} ${t("ask.order")}`, answers };
}

/** @param {LocalPeg} hand @param {string[]} names */
function showText({ side, points }, names) {
  return t("ask.show", { side: names[side], n: points });
}

/**
 * Returns the question about a hand that nobody chose, after a tap that speaks for the play.
 * @param {LocalPeg} hand @param {string[]} names of the sides @param {{toPlay: () => void, toHand: () => void}} acts
 * @returns {Asked}
 */
export function showQuestion(hand, names, { toPlay, toHand }) {
  const answers = [
    { label: t("table.kind.play"), onTap: toPlay },
    { label: t("table.kind.hand"), onTap: toHand },
  ];
  return { text: showText(hand, names), answers };
}
