import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { minus, sideText } from "../night/seats.js";
import { choice } from "../ui/controls.js";
import { Reason, sheet } from "../ui/form.js";
import { amount, clock } from "../lib/text.js";

/** What is on record of a game's results: who entered which, when and why. @param {object[]} events of the game's history @returns {HTMLElement|null} null where none was entered */
export function resultRecord(events) {
  const lines = { result_entered: "tables.record.entered", result_taken_back: "tables.record.taken_back" };
  return record(
    events.filter(({ kind }) => kind in lines).map((event) => [event, lines[event.kind], { scores: scores(event) }]),
  );
}

/** What is on record of draws of the 50/50 that do not stand: who had won, who voided it, when and why. @param {object[]} events of the night's history @param {object[]} entries of the Night @returns {HTMLElement|null} null where none was voided */
export function drawRecord(events, entries) {
  const nameOf = (id) => entries.find(({ player_id: player }) => player === id)?.name ?? "–";
  const drawn = events.filter(({ kind }) => kind === "fifty_fifty_drawn");
  const voided = events.filter(({ kind }) => kind === "fifty_fifty_voided");
  return record(
    voided.map((event, nth) => {
      const won = { name: nameOf(drawn[nth].player), amount: amount(drawn[nth].amount) };
      return [event, "money.record.voided", won];
    }),
  );
}

function scores({ scores: told = [] }) {
  return told.join("\u2060–\u2060");
}

function record(lines) {
  if (lines.length === 0) return null;
  const words = ([{ at, by, reason }, key, more]) => {
    const said = t(key, { time: clock(new Date(at)), by: by ?? t("tables.record.nobody"), ...more });
    return element("li", {}, reason ? `${said} “${reason}”` : said);
  };
  return element("ul", { class: "record help" }, lines.map(words));
}

/**
 * Asks for the result of a table: who won, and each loser's final score; for a game that is over also why it is another.
 * @param {object} table of a round @param {number} round its number @param {number} target the game hole @param {HTMLElement|null} record of its results so far
 * @returns {Promise<{scores: number[], reason?: string}|null>} null when nothing is to be entered
 */
export async function askResult(table, round, target, record) {
  const over = table.status !== "playing";
  const names = table.sides.map(sideText);
  const before = table.sides.map(({ score }) => score);
  let winner = before.indexOf(target);
  const inputs = names.map((name, side) =>
    scoreInput(`score-${side}`, target, over && before[side] < target ? before[side] : ""),
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
  const who = choice(t("tables.winner"), sides, String(winner), (side) => {
    winner = Number(side);
    show();
  });
  for (const radio of who.querySelectorAll("input")) radio.required = true;
  const reason = new Reason();
  show();
  const words = [
    over || before.some((score) => score > 0) ? t(`tables.before.${table.status}`, { scores: scoreText(table) }) : null,
    record,
    element("p", { class: "ask" }, t("tables.winner")),
    who,
    ...fields,
    over ? reason.node : null,
  ];
  const title = t(over ? "tables.correct.title" : "tables.enter.title", { n: table.number, round });
  const entered = await sheet(title, words, t(over ? "tables.correct.save" : "tables.enter.save"));
  if (!entered) return null;
  const scores = inputs.map((input, side) => (side === winner ? target : Number(input.value)));
  return over ? { scores, reason: reason.given } : { scores };
}

/** The sides and their scores: “Ann and Bob 121, Cy and Di 97”. @param {object} table @returns {string} */
export function scoreText({ sides }) {
  return sides.map((side) => `${sideText(side)} ${side.score}`).join(", ");
}

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
 * What a correction changed.
 * @param {object[]} before the rows of the standings before it @param {object[]} after those after it
 * @returns {string[]} a sentence for each player whose card or prize is another, and one for those whose place is
 */
export function effects(before, after) {
  const old = new Map(before.map((row) => [row.player_id, row]));
  const changes = after.map((row) => changesOf(old.get(row.player_id) ?? { lines: [], place: null, prize: 0 }, row));
  const told = changes.filter(({ parts }) => parts.length > 0);
  const moved = changes.filter(({ parts, place }) => parts.length === 0 && place);
  const places = moved.map(({ name, place }) => t("tables.changed.from_to", { name, ...place }));
  return [
    ...told.map(({ name, parts, place }) => {
      const all = place ? [...parts, t("tables.changed.place", place)] : parts;
      return t("tables.changed.player", { name, changes: all.join(", ") });
    }),
    ...(places.length > 0 ? [t("tables.changed.places", { names: list(places) })] : []),
  ];
}

function changesOf(was, { name, lines, place, prize }) {
  const others = lines.flatMap((line, at) => {
    const then = was.lines[at] ?? null;
    const words = { n: at + 1, before: written(then), after: written(line) };
    return line === then ? [] : [t("tables.changed.line", words)];
  });
  const won = { before: amount(was.prize), after: amount(prize) };
  return {
    name,
    parts: prize === was.prize ? others : [...others, t("tables.changed.prize", won)],
    place: place === was.place ? null : { before: written(was.place), after: written(place) },
  };
}

// A line of a card or a place, as it is written there: a dash where there is none.
function written(points) {
  return points === null ? "–" : minus(points);
}

/** What a correction changed, as it is shown over the tables. */
export class CorrectionEffects {
  node = element("section", { class: "effects", "aria-labelledby": "effects-title", hidden: true });

  /** Shows it. @param {string} title what was corrected @param {string[]} sentences from {@link effects} @param {() => void} undo takes the correction back */
  show(title, sentences, undo) {
    const key = (words, tapped) => element("button", { type: "button", class: "quiet", onclick: tapped }, words);
    const heading = element("h2", { id: "effects-title", tabindex: "-1" }, title);
    const lines = sentences.length > 0 ? sentences : [t("tables.changed.nothing")];
    this.node.replaceChildren(
      heading,
      element(
        "div",
        { class: "keys-row" },
        key(t("tables.changed.undo"), undo),
        key(t("tables.changed.close"), () => this.hide()),
      ),
      element(
        "ul",
        {},
        lines.map((words) => element("li", {}, words)),
      ),
    );
    this.node.hidden = false;
    heading.focus();
  }

  /** Puts it away. */
  hide() {
    if (this.node.contains(document.activeElement))
      document.querySelector("[data-skip]")?.focus({ preventScroll: true });
    this.node.hidden = true;
  }
}
