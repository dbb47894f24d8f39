/** @import { PegFor, Problem, Rules } from "pegout-api" */
/** @import { GameStore, Undoable } from "./game-store.js" */
/** @import { Tap } from "./outbox.js" */
/** @import { LocalGame, NamedSide, Objection } from "./rules.js" */
import { phoneName } from "../lib/device.js";
import { has, list, t } from "../lib/i18n.js";
import { seatNames } from "./rules.js";

/** Returns a peg in words: “Us 8, hand”. @param {{side: number, points: number, for: PegFor}} peg @param {Pick<LocalGame, "sides">} game @returns {string} */
export function pegText(peg, { sides }) {
  const values = { side: sides[peg.side].name, n: peg.points };
  return peg.for === "other"
    ? t("tap.peg", values)
    : t("tap.peg.for", { ...values, kind: t(`for.${peg.for}`).toLowerCase() });
}

/** Returns the tap behind an entry of the outbox in words. @param {Tap} entry @param {LocalGame} game @returns {string} */
export function tapText({ kind, body, number }, game) {
  if (kind === "peg") return pegText(body, game);
  return t(`tap.${kind}`, { n: number });
}

/** Returns the thing that Undo takes back in words. @param {Undoable} undoable @param {LocalGame} game @returns {string} */
export function undoText({ peg, deal, result }, game) {
  if (result) return t("tap.result");
  return peg ? pegText(peg, game) : t("tap.deal", { n: deal });
}

/** Returns the last thing that happened at a table in words; before the first peg, how to peg. @param {GameStore} store @returns {string} */
export function newestText({ game, takenBack, newest, canScore }) {
  if (takenBack) return t("table.taken_back", { what: undoText(takenBack, game), by: byText(takenBack.by) });
  const { peg, deal, result } = newest ?? {};
  if (result) return t("history.result_entered");
  if (deal) return t("table.dealt", { n: deal, side: game.sides[game.crib].name });
  if (!peg) return canScore ? t("table.help") : "";
  return t("table.newest", { what: pegText(peg, game), by: byText(peg.by) });
}

/** @param {string|null} by the name of a phone */
function byText(by) {
  if (by === phoneName()) return t("table.by.this");
  return by ?? t("table.by.other");
}

/** Returns the places of the pegs in words, for those who do not see the board. @param {LocalGame} game @returns {string} */
export function boardText({ sides }) {
  const pegs = sides.map(({ name, score, previous }) =>
    t("table.board.side", { side: name, n: score, before: previous }),
  );
  return t("table.board", { pegs: pegs.join("; ") });
}

/** Returns the deal, and whose crib it is: always two lines, so that nothing below them moves. @param {Pick<LocalGame, "deal"|"dealer"|"crib"> & {sides: NamedSide[]}} game @returns {string[]} */
export function dealText({ deal, dealer, crib, sides }) {
  const names = seatNames(sides);
  const { name } = sides[crib];
  const dealing = t(names[dealer] === name ? "table.dealing.one" : "table.dealing", { n: deal, dealer: names[dealer] });
  return [dealing, t("table.crib", { side: name })];
}

/**
 * Returns the reason that the service refused a tap, in the page's words where it has them.
 * @param {Partial<Problem>} problem the service's
 * @returns {string} a sentence
 */
export function refusalText({ type = "", title = "", detail = title }) {
  const key = `refused.${type.split("/").pop()}`;
  return has(key) ? t(key) : detail;
}

/** Returns the reason that a peg is not taken. @param {Objection} objection @param {number} points @param {PegFor} kind @returns {string} a sentence */
export function rejectionText(objection, points, kind) {
  return t(`table.no.${objection}`, { n: points, kind: t(`for.${kind}`).toLowerCase() });
}

/** Returns the name of a preset of the rules. @param {string} preset @returns {string} */
export function presetName(preset) {
  return has(`rules.${preset}`) ? t(`rules.${preset}`) : preset.replaceAll("_", " ");
}

/** Returns the rules that players notice at the table. @param {Rules} rules @returns {string} a sentence */
export function rulesText(rules) {
  const { target, skunk_below: skunk, double_skunk_below: double, game_values: worth = [], muggins } = rules;
  const lines = [t("rules.words.target", { n: target })];
  if (skunk) lines.push(t("rules.words.skunk", { n: skunk, worth: worth[1] }));
  if (double) lines.push(t("rules.words.double", { n: double, worth: worth[2] }));
  if (muggins) lines.push(t("rules.words.muggins"));
  if (!rules.last_card_point) lines.push(t("rules.words.last"));
  return `${list(lines)}.`;
}
