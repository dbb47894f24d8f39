/** @import { EntryView, NightRecorded, Recorded, StandingsRow, TableView } from "pegout-api" */
/** @import { LocalGame } from "../game/rules.js" */
import { ResultForm } from "../end/result-form.js";
import { withResult } from "../game/fold.js";
import { element, focusView } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { amount, clock } from "../lib/text.js";
import { minus, sideText } from "../night/seats.js";
import { contestTexts } from "../rounds/contest.js";
import { Reason, sheet } from "../ui/form.js";

/** The effects of a correction, as they are shown above the tables. */
export class CorrectionEffects {
  node = element("section", { class: "effects", "aria-labelledby": "effects-title", hidden: true });

  /** Shows them. @param {string} title the correction @param {string[]} sentences from {@link effectsText} @param {() => void} onUndo reverts the correction */
  show(title, sentences, onUndo) {
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", class: "quiet", onclick }, text);
    const heading = element("h2", { id: "effects-title", tabindex: "-1" }, title);
    const lines = sentences.length > 0 ? sentences : [t("tables.changed.nothing")];
    this.node.replaceChildren(
      heading,
      element(
        "div",
        { class: "keys-row" },
        button(t("tables.changed.undo"), onUndo),
        button(t("tables.changed.close"), () => this.hide()),
      ),
      element(
        "ul",
        {},
        lines.map((text) => element("li", {}, text)),
      ),
    );
    this.node.hidden = false;
    heading.focus();
  }

  /** Hides them. */
  hide() {
    if (this.node.contains(document.activeElement)) focusView();
    this.node.hidden = true;
  }
}

/**
 * Asks for the result of a table: a number, then who won; for a game that is over also the reason of the correction.
 * @param {TableView} table @param {number} round its number @param {LocalGame} game one of the night, for its rules
 * @param {HTMLElement|null} record the results so far, from {@link resultRecord}
 * @returns {Promise<{scores: number[], reason?: string}|null>} null when nothing is to be entered
 */
export async function askResult(table, round, game, record) {
  const isOver = table.status !== "playing";
  const blank = blankGame(game, table);
  /** @type {number[]|null} */
  let scores = null;
  const form = new ResultForm(blank, table.sides.map(sideText), {
    isLeague: true,
    onEnter: (result) => {
      scores = withResult(blank, result).sides.map(({ score }) => score);
      form.node.closest("dialog")?.close("yes");
    },
  });
  form.node.classList.add("desk-result");
  const hasScores = isOver || table.sides.some(({ score }) => score > 0);
  const before = hasScores ? element("p", {}, t(`tables.before.${table.status}`, { scores: scoreText(table) })) : null;
  const contests = contestTexts(table).map((text) => element("p", { class: "contest" }, text));
  const title = t(isOver ? "tables.correct.title" : "tables.enter.title", { n: table.number, round });
  // What it was is said with the reason: here the keys need the room.
  const isEntered = await sheet(title, [isOver ? null : before, ...contests, form.node], null);
  form.close();
  if (!isEntered || !scores) return null;
  return isOver ? askReason(table, title, scores, [before, ...contests, record]) : { scores };
}

/** @param {TableView} table @param {string} title @param {number[]} scores @param {(HTMLElement|null)[]} parts */
async function askReason(table, title, scores, parts) {
  const sides = table.sides.map((side, at) => ({ ...side, score: scores[at] }));
  const reason = new Reason();
  const now = element("p", { class: "ask" }, t("tables.correct.now", { scores: scoreText({ sides }) }));
  if (!(await sheet(title, [...parts, now, reason.node], t("tables.correct.save")))) return null;
  return { scores, reason: reason.given };
}

// Games of a night have the same rules; their sides differ.
/** @param {LocalGame} game @param {TableView} table @returns {LocalGame} */
function blankGame(game, { game_id: id, sides }) {
  return {
    ...game,
    ...{ id, status: "playing", deal: 1, dealer: 0, pegs: [], winner: null, value: null },
    match: sides.map(() => 0),
    sides: sides.map((side) => ({
      ...game.sides[0],
      ...{ players: side.players.map(({ name }) => name), score: 0, previous: 0 },
    })),
  };
}

/** The sides and their scores: “Ann and Bob 121, Cy and Di 97”. @param {Pick<TableView, "sides">} table @returns {string} */
export function scoreText({ sides }) {
  return sides.map((side) => `${sideText(side)} ${side.score}`).join(", ");
}

/** The results of a game on record: who entered which, when and why. @param {Recorded[]} events of the game's history @returns {HTMLElement|null} null when there is none */
export function resultRecord(events) {
  const lines = events.flatMap((event) => {
    if (event.kind === "result_entered")
      return recordLine(event, "tables.record.entered", { scores: event.scores.join("\u2060–\u2060") });
    return event.kind === "result_taken_back" ? recordLine(event, "tables.record.taken_back", { scores: "" }) : [];
  });
  return record(lines);
}

/** The voided draws of the 50/50 on record: who had won, who voided it, when and why. @param {NightRecorded[]} events of the night's history @param {EntryView[]} entries of the night @returns {HTMLElement|null} null when there is none */
export function drawRecord(events, entries) {
  const nameOf = (/** @type {string} */ id) => entries.find(({ player_id }) => player_id === id)?.name ?? "–";
  const drawn = events.filter((event) => event.kind === "fifty_fifty_drawn");
  const voided = events.filter((event) => event.kind === "fifty_fifty_voided");
  const lines = voided.map((event, nth) => {
    const { player, amount: cents } = drawn[nth];
    return recordLine(event, "money.record.voided", { name: nameOf(player), amount: amount(cents) });
  });
  return record(lines);
}

/**
 * The effects of a correction on cards, prizes and places.
 * @param {StandingsRow[]} before the standings before it @param {StandingsRow[]} after those after it
 * @returns {string[]} a sentence for each player whose card or prize has changed, and one for those whose place has
 */
export function effectsText(before, after) {
  const old = new Map(before.map((row) => [row.player_id, row]));
  const changes = after.map((row) => changesOf(old.get(row.player_id) ?? { lines: [], place: null, prize: 0 }, row));
  const changed = changes.filter(({ parts }) => parts.length > 0);
  const moved = changes.flatMap(({ name, parts, place }) =>
    parts.length === 0 && place ? t("tables.changed.from_to", { name, ...place }) : [],
  );
  return [
    ...changed.map(({ name, parts, place }) => {
      const all = place ? [...parts, t("tables.changed.place", place)] : parts;
      return t("tables.changed.player", { name, changes: all.join(", ") });
    }),
    ...(moved.length > 0 ? [t("tables.changed.places", { names: list(moved) })] : []),
  ];
}

/**
 * @param {{at: string, by: string|null, reason?: string|null}} event @param {string} key @param {Record<string, string>} values
 * @returns {HTMLElement}
 */
function recordLine({ at, by, reason }, key, values) {
  const text = t(key, { time: clock(new Date(at)), by: by ?? t("tables.record.nobody"), ...values });
  return element("li", {}, reason ? `${text} “${reason}”` : text);
}

/** @param {HTMLElement[]} lines */
function record(lines) {
  return lines.length > 0 ? element("ul", { class: "record help" }, lines) : null;
}

/** @param {Pick<StandingsRow, "lines"|"place"|"prize">} before @param {StandingsRow} after */
function changesOf(before, { name, lines, place, prize }) {
  const parts = lines.flatMap((line, at) => {
    const old = before.lines[at] ?? null;
    const values = { n: at + 1, before: pointsText(old), after: pointsText(line) };
    return line === old ? [] : [t("tables.changed.line", values)];
  });
  // Helpers for results do not see prizes.
  if (prize !== null && prize !== before.prize)
    parts.push(t("tables.changed.prize", { before: amount(before.prize ?? 0), after: amount(prize) }));
  const places = { before: pointsText(before.place), after: pointsText(place) };
  return { name, parts, place: place === before.place ? null : places };
}

// A line of a card or a place, as it is written there: a dash where there is none.
/** @param {number|null} points */
function pointsText(points) {
  return points === null ? "–" : minus(points);
}
