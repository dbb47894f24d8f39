/** @import { EntryView, NightRecorded, Recorded, StandingsRow, TableView } from "pegout-api" */
import { element, focusView } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { amount, clock } from "../lib/text.js";
import { minus, sideText } from "../night/seats.js";
import { choice } from "../ui/controls.js";
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
 * Asks for the result of a table: who won, and each loser's final score; for a game that is over also the reason of the
 * correction.
 * @param {TableView} table @param {number} round its number @param {number} target the game hole
 * @param {HTMLElement|null} record the results so far, from {@link resultRecord}
 * @returns {Promise<{scores: number[], reason?: string}|null>} null when nothing is to be entered
 */
export async function askResult(table, round, target, record) {
  const isOver = table.status !== "playing";
  const names = table.sides.map(sideText);
  const before = table.sides.map(({ score }) => score);
  let winner = before.indexOf(target);
  const inputs = names.map((name, side) =>
    scoreInput(`score-${side}`, target, isOver && before[side] < target ? before[side] : ""),
  );
  const fields = names.map((name, side) =>
    element(
      "div",
      { class: "field" },
      element("label", { for: `score-${side}` }, t("tables.score", { name, n: target })),
      inputs[side],
    ),
  );
  const show = () => {
    for (const [side, field] of fields.entries()) {
      field.hidden = winner < 0 || side === winner;
      inputs[side].disabled = field.hidden;
    }
  };
  const sides = names.map((label, side) => ({ value: String(side), label }));
  const winners = choice(t("tables.winner"), sides, String(winner), (side) => {
    winner = Number(side);
    show();
  });
  for (const radio of winners.querySelectorAll("input")) radio.required = true;
  const reason = new Reason();
  show();
  const parts = [
    isOver || before.some((score) => score > 0)
      ? t(`tables.before.${table.status}`, { scores: scoreText(table) })
      : null,
    record,
    element("p", { class: "ask" }, t("tables.winner")),
    winners,
    ...fields,
    isOver ? reason.node : null,
  ];
  const title = t(isOver ? "tables.correct.title" : "tables.enter.title", { n: table.number, round });
  const entered = await sheet(title, parts, t(isOver ? "tables.correct.save" : "tables.enter.save"));
  if (!entered) return null;
  const scores = inputs.map((input, side) => (side === winner ? target : Number(input.value)));
  return isOver ? { scores, reason: reason.given } : { scores };
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

/** @param {string} id @param {number} target @param {number|string} value */
function scoreInput(id, target, value) {
  return element("input", {
    id,
    type: "number",
    inputmode: "numeric",
    min: 0,
    max: target - 1,
    step: 1,
    required: true,
    value,
  });
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
  const prizes = { before: amount(before.prize), after: amount(prize) };
  if (prize !== before.prize) parts.push(t("tables.changed.prize", prizes));
  const places = { before: pointsText(before.place), after: pointsText(place) };
  return { name, parts, place: place === before.place ? null : places };
}

// A line of a card or a place, as it is written there: a dash where there is none.
/** @param {number|null} points */
function pointsText(points) {
  return points === null ? "–" : minus(points);
}
