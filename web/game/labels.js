import { phoneName } from "../lib/device.js";
import { has, list, t } from "../lib/i18n.js";
import { seatNames } from "./rules.js";

/** What a peg was: “Us 8, hand”. @param {{side: number, points: number, for: string}} peg @param {{sides: {name: string}[]}} game @returns {string} */
export function pegText(peg, { sides }) {
  const words = { side: sides[peg.side].name, n: peg.points };
  return peg.for === "other"
    ? t("tap.peg", words)
    : t("tap.peg.for", { ...words, kind: t(`for.${peg.for}`).toLowerCase() });
}

/** What was tapped, of an entry of the outbox. @param {{kind: string, body?: object, number?: number}} entry @param {object} game @returns {string} */
export function tapText({ kind, body, number }, game) {
  if (kind === "peg") return pegText(body, game);
  return t(`tap.${kind}`, { n: number });
}

/** What Undo takes back. @param {object} table @returns {string} */
export function undoText({ newest: { peg, deal, result }, game }) {
  if (result) return t("tap.result");
  return peg ? pegText(peg, game) : t("tap.deal", { n: deal });
}

/** What happened last at a table; to begin with, how to peg. @param {object} table @returns {string} */
export function newestText({ game, takenBack, newest, keeps }) {
  if (takenBack) {
    const what = undoText({ newest: takenBack, game });
    return t("table.taken_back", { what, by: byText(takenBack.by) });
  }
  const { peg, deal, result } = newest ?? {};
  if (result) return t("history.result_entered");
  if (deal) return t("table.dealt", { n: deal, side: game.sides[game.crib].name });
  if (!peg) return keeps ? t("table.help") : "";
  return t("table.newest", { what: pegText(peg, game), by: byText(peg.by) });
}

/** Who did it: this phone, or another by its name. @param {string|null} by @returns {string} */
function byText(by) {
  if (by === phoneName()) return t("table.by.this");
  return by ?? t("table.by.other");
}

/** Where the pegs stand, for whoever does not see the board. @param {object} game @returns {string} */
export function boardText({ sides }) {
  const pegs = sides.map(({ name, score, previous }) =>
    t("table.board.side", { side: name, n: score, before: previous }),
  );
  return t("table.board", { pegs: pegs.join("; ") });
}

/** The deal, and whose crib it is: two lines, always, so that nothing below them moves. @param {object} game @returns {string[]} */
export function dealText({ deal, dealer, crib, sides }) {
  const names = seatNames(sides);
  const { name } = sides[crib];
  const dealing = t(names[dealer] === name ? "table.dealing.one" : "table.dealing", { n: deal, dealer: names[dealer] });
  return [dealing, t("table.crib", { side: name })];
}

/**
 * Why the service would not have a tap, in the page's words where it has them.
 * @param {{type: string, detail?: string}} problem the service's
 * @returns {string} a sentence
 */
export function refusalText(problem) {
  const key = `refused.${problem.type.split("/").pop()}`;
  return has(key) ? t(key) : (problem.detail ?? problem.title);
}

/** The reason that a peg is not taken. @param {string} objection as a Table's @param {number} points @param {string} kind @returns {string} a sentence */
export function rejectionText(objection, points, kind) {
  return t(`table.no.${objection}`, { n: points, kind: t(`for.${kind}`).toLowerCase() });
}

/** A preset's name. @param {string} preset @returns {string} */
export function presetName(preset) {
  return has(`rules.${preset}`) ? t(`rules.${preset}`) : preset.replaceAll("_", " ");
}

/** The rules that a table feels. @param {object} rules @returns {string} a sentence */
export function rulesText(rules) {
  const { target, skunk_below: skunk, double_skunk_below: double, game_values: worth, muggins } = rules;
  const lines = [t("rules.words.target", { n: target })];
  if (skunk) lines.push(t("rules.words.skunk", { n: skunk, worth: worth[1] }));
  if (double) lines.push(t("rules.words.double", { n: double, worth: worth[2] }));
  if (muggins) lines.push(t("rules.words.muggins"));
  if (!rules.last_card_point) lines.push(t("rules.words.last"));
  return `${list(lines)}.`;
}
