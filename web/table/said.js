/** @import { GameStore } from "../game/game-store.js" */
/** @import { PegChange } from "../game/peg-changes.js" */
/** @import { LocalGame } from "../game/rules.js" */
/** @import { Pegging } from "../pegging/pegging.js" */
/** @import { Said } from "./bar.js" */
/** @import { Connection } from "./table-state.js" */
import { lastSaid, scoresText } from "../game/labels.js";
import { t } from "../lib/i18n.js";

/**
 * Returns the text of the bar: the last thing that happened, or the change that was withdrawn. Its second line is for players, for
 * example about the connection.
 * @param {GameStore} store @param {Pegging} pegging @param {Connection} connection @param {string[]} names of the sides
 * @returns {Said}
 */
export function saidNow(store, { early, isOpen }, { dot, short }, names) {
  const { dropped } = early;
  if (dropped) return { bold: droppedText(dropped), rest: "", detail: t(`table.dropped.${dropped.kind}.undo`) };
  const said = lastSaid(store, names);
  if (dot === "away") return { ...said, detail: short, isAway: true };
  return isOpen ? { ...said, detail: t("table.add") } : said;
}

/** Returns the text about a change that was withdrawn: a peg, or an addition to a peg that stays. @param {PegChange} change @returns {string} */
export function droppedText({ kind, peg }) {
  return t(`table.dropped.${kind}`, { n: peg.points });
}

/** Returns what is read aloud of it: the bar's words, a crash, and the scores. @param {Said} said @param {LocalGame} game @param {string[]} names of the sides @returns {string} */
export function spokenText({ bold, rest, crash }, game, names) {
  return [`${bold} ${rest}`.trim(), crash, scoresText(game, names)].filter(Boolean).join(". ");
}
