/** @import { PegFor, Problem } from "pegout-api" */
/** @import { GameStore, Undoable } from "./game-store.js" */
/** @import { Tap } from "./outbox.js" */
/** @import { LocalGame, LocalPeg, Objection } from "./rules.js" */
import { phoneName } from "../lib/device.js";
import { has, isolated, t } from "../lib/i18n.js";
import { crashText, trackTexts } from "./directions.js";
import { dealingSide, nothingScores, seatNames } from "./rules.js";

// The fewest points of a hand that a table talks about.
const GREAT = 24;

/** A peg in words: the side and its points, and what it is for. @typedef {{bold: string, rest: string}} PegWords */
/** The last thing that happened at a table: who did it, or a remark, is its `detail`; a `crash` is read aloud too. @typedef {PegWords & {detail: string, crash?: string}} Said */

/** @param {{side: number, points: number, for: PegFor}} peg @param {string[]} names of the sides @returns {PegWords} */
function pegWords(peg, names) {
  const bold = t("tap.peg", { side: names[peg.side], n: peg.points });
  return { bold, rest: peg.for === "other" ? "" : t(`for.${peg.for}`).toLowerCase() };
}

/** Returns a peg in words: “Us +8, hand”. @param {{side: number, points: number, for: PegFor}} peg @param {string[]} names of the sides @returns {string} */
export function pegText(peg, names) {
  const { bold, rest } = pegWords(peg, names);
  return rest ? `${bold}, ${rest}` : bold;
}

/** Returns the tap behind an entry of the outbox in words. @param {Tap} entry @param {string[]} names of the sides @returns {string} */
export function tapText({ kind, body, peg, number }, names) {
  if (kind === "peg" || kind === "amend") return pegText(peg ?? body, names);
  return t(`tap.${kind}`, { n: number });
}

/** Returns the thing that Undo takes back in words. @param {Undoable} undoable @param {string[]} names of the sides @returns {string} */
export function undoText({ peg, deal, result }, names) {
  if (result) return t("tap.result");
  return peg ? pegText(peg, names) : t("tap.deal", { n: deal });
}

/** Returns the last thing that happened at a table in words; before the first peg, how to peg. @param {GameStore} store @param {string[]} names of the sides @returns {Said} */
export function lastSaid({ game, takenBack: { last: takenBack }, newest, canScore }, names) {
  if (game.status === "void") return { bold: t("table.no.void"), rest: "", detail: "" };
  if (takenBack) {
    const crash = takenBack.peg?.crashes?.length ? t("crash.undone") : "";
    const detail = crash || byText(takenBack.by);
    return { bold: t("table.taken_back"), rest: undoText(takenBack, names), detail, crash };
  }
  const { peg, deal, result } = newest ?? {};
  if (result) return { bold: t("history.result_entered"), rest: "", detail: byText(game.result?.by ?? null) };
  if (deal) {
    const key = game.rules.no_discard ? "table.deals.side" : "table.crib";
    return { bold: t("table.dealt", { n: deal }), rest: "", detail: t(key, { side: names[dealingSide(game)] }) };
  }
  if (!peg) {
    const help = t(game.rules.muggins ? "table.help.muggins" : "table.help");
    return { bold: dealerText(game, names), rest: "", detail: canScore ? help : "" };
  }
  const crash = crashText(peg.crashes, names);
  return { ...pegWords(peg, names), detail: crash || (remark(game, peg) ?? byText(peg.by)), crash };
}

/** Returns the deal and who deals in words: the player, where partners take turns. @param {LocalGame} game @param {string[]} names of the sides @returns {string} */
export function dealerText({ deal, dealer, first_dealer_known: isKnown, sides }, names) {
  if (isKnown === false) return t("table.dealing.cut", { n: deal });
  return t("table.dealing", { n: deal, dealer: seatNames(sides, names)[dealer] });
}

// Nineteen is what players call a hand of nothing; by the rule of that name it is worth so much.
/** @param {LocalGame} game @param {LocalPeg} peg the newest @returns {string|null} */
function remark({ sides, rules, hints }, { id, side, points, for: kind }) {
  if (points === 0) return t(nothingScores(rules, "hand") > 0 ? "table.nothing.scored" : "table.nineteen");
  if (points === 19 && nothingScores(rules, kind) > 0) return t("table.nineteen.scored");
  if (hints?.some(({ kind, pegs }) => kind === "stink_hole" && pegs.includes(id))) return t("table.stink_hole");
  const { score, previous } = sides[side];
  const line = rules.skunk_below ?? 0;
  if (previous < line && score >= line) return t("table.skunk_line");
  if (!isGreat({ points, for: kind }, rules)) return null;
  return t(points === 29 ? "table.perfect" : "table.great");
}

/** Returns true for a hand or a crib that a table talks about. In lowball nobody wants one. @param {Pick<LocalPeg, "points"|"for">} peg @param {{lowball: boolean}} rules */
export function isGreat({ points, for: kind }, { lowball }) {
  return points >= GREAT && !lowball && ["hand", "crib"].includes(kind);
}

/** @param {string|null} by the name of a phone */
function byText(by) {
  if (by === phoneName()) return t("table.by.this");
  return by ?? t("table.by.other");
}

/** Returns the places of the pegs in words, for those who do not see the board. @param {LocalGame} game @param {string[]} names of the sides @returns {string} */
export function boardText(game, names) {
  const { sides, rules } = game;
  const scores = sides.map(({ score }, side) => `${isolated(names[side])} ${score}`).join(", ");
  const line = rules.skunk_below ?? 0;
  const short = sides.flatMap(({ score }, side) =>
    score < line ? [t("table.board.skunk", { side: names[side], n: line - score })] : [],
  );
  return [t("table.board", { scores }), ...trackTexts(game, names), ...short].join(" ");
}

/** Returns the scores in words, to be read aloud after a peg. @param {LocalGame} game @param {string[]} names of the sides @returns {string} */
export function scoresText({ sides }, names) {
  return sides.map(({ score }, side) => `${isolated(names[side])} ${score}`).join(", ");
}

/**
 * Returns the reason that the service refused a tap, in the page's words where it has them.
 * @param {Partial<Problem>} problem the service's
 * @returns {string} a sentence
 */
export function refusalText({ type, title = "", detail = title }) {
  const key = `refused.${type?.split("/").pop()}`;
  return has(key) ? t(key) : detail;
}

/** Returns the reason that a peg is not taken. @param {Objection} objection @param {number} points @param {PegFor} kind @returns {string} a sentence */
export function rejectionText(objection, points, kind) {
  return t(`table.no.${objection}`, { n: points, kind: t(`for.${kind}`).toLowerCase() });
}
