/** @import { NightStandings, StandingsRow, TableView } from "pegout-api" */
/** @import { NightPage } from "../coordinator/night-page.js" */
/** @import { Refusal } from "../lib/api.js" */
import { session } from "../access/session.js";
import { commands } from "../club/commands.js";
import { atLeast } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { amount } from "../lib/format.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { seenOf } from "../night/night-store.js";
import { minus } from "../night/seats.js";
import { field } from "../ui/form.js";

const REASON_LENGTH = 1000;

/** A required field for a reason, which says who can read it. */
export class Reason {
  // The pattern refuses spaces alone.
  #input = element("input", {
    maxlength: REASON_LENGTH,
    required: true,
    pattern: ".*\\S.*",
    autocomplete: "off",
  });

  /** @param {"game"|"night"} record the history that keeps it @param {string} [usual] the reason that it begins with */
  constructor(record, usual = "") {
    this.#input.value = usual;
    this.node = field(t("running.reason"), this.#input, t(`running.reason.${record}`));
  }

  /** The reason. @returns {string} */
  get given() {
    return this.#input.value.trim();
  }
}

/** A request, with its path. @typedef {{method: string, path: string, body?: object}} Asked */

/**
 * The effects of a step before it is done, as the service tells them. Without an answer it says so, and the step can be
 * taken all the same.
 * @template Answer
 */
export class Preview {
  #page;
  #onAnswer;
  #request;
  /** @type {Asked[]} */
  #asked = [];
  #isAsked = false;
  #again = () => this.#send();

  #sentences = element("ul", { class: "preview" });

  /** Its sentences. */
  node = element("div", { role: "status" }, this.#sentences);

  /**
   * @param {NightPage} page @param {(answer: Answer, other: Answer) => string[]} textsOf `other` is there where two were asked for
   * @param {(answer: Answer|null) => void} [onAnswer] called with each answer, and with null when it is refused
   */
  constructor(page, textsOf, onAnswer = () => {}) {
    this.#page = page;
    this.#onAnswer = onAnswer;
    this.#request = new LatestRequest(
      (/** @type {Asked[]} */ asked, signal) =>
        Promise.all(asked.map(({ method, path, body }) => session.ask(method, path, { body, signal }))),
      {
        onAnswer: ([answer, other]) => {
          this.#show(textsOf(answer, other));
          onAnswer(answer);
        },
        onRefusal: (refusal) => this.#refused(refusal),
        onOffline: () => this.#show([t("preview.unknown")]),
      },
    );
    commands.addEventListener("change", this.#again);
  }

  /** Asks what a request would change. @param {string} method @param {string} path below the night's, or whole @param {object} [body] */
  ask(method, path, body) {
    this.#ask([{ method, path, body }]);
  }

  /** Asks for two states, to tell how they differ. @param {string} path below the night's @param {string} other as that */
  compare(path, other) {
    const { value } = seenOf(this.#page.id);
    this.#ask([path, other].map((one) => ({ method: "GET", path: atLeast(one, value) })));
  }

  /** @param {Asked[]} asked */
  #ask(asked) {
    const whole = (/** @type {string} */ path) =>
      path.startsWith("/api/") ? path : `/api/v1/nights/${this.#page.id}${path}`;
    this.#asked = asked.map(({ path, ...rest }) => ({ ...rest, path: whole(path) }));
    this.#isAsked = false;
    this.#show([t("preview.asking")]);
    this.#send();
  }

  /** Says nothing. */
  clear() {
    this.#asked = [];
    this.#request.cancel();
    this.#show([]);
  }

  /** Ends it, when its sheet goes. */
  close() {
    commands.removeEventListener("change", this.#again);
    this.#request.close();
  }

  // An answer that does not know what waits here would be another one.
  #send() {
    if (this.#asked.length === 0 || this.#isAsked) return;
    if (this.#page.pending.length > 0) return this.#show([t("preview.unknown")]);
    this.#isAsked = true;
    this.#request.request(this.#asked);
  }

  /** @param {Refusal} refusal */
  #refused(refusal) {
    this.#show([this.#page.refusalText(refusal)]);
    this.#onAnswer(null);
  }

  /** @param {string[]} texts */
  #show(texts) {
    this.#sentences.replaceChildren(...texts.map((text) => element("li", {}, text)));
    this.node.hidden = texts.length === 0;
  }
}

/**
 * Asks what another result of a table would change on the cards, for prizes and for the seats.
 * @param {NightPage} page @param {TableView} table @param {number} round its number @param {number[]} scores the other result
 * @returns {{nodes: HTMLElement[], close: () => void}} `close` ends it, when its sheet goes
 */
export function previewResult(page, table, round, scores) {
  const standings = /** @type {Preview<NightStandings>} */ (
    new Preview(page, (now, then) => effectsText(now.rows, then.rows))
  );
  standings.compare("/standings", `/standings?with=${table.game_id}:${scores.join()}`);
  const hasOther = winnerOf(scores) !== winnerOf(table.sides.map(({ score }) => score));
  const { status, rounds, games_per_night: games } = page.night;
  const isDrawnNext = status === "playing" && round === rounds.length && round < games;
  const seats = t(isDrawnNext ? "effects.seats.next" : "effects.seats.none");
  return {
    nodes: [...(hasOther ? [element("p", {}, seats)] : []), standings.node],
    close: () => standings.close(),
  };
}

/** Returns the side that won with these scores of a league game. @param {number[]} scores @returns {number} from 0 */
export function winnerOf(scores) {
  return scores.indexOf(Math.max(...scores));
}

/**
 * The effects of a change on cards, prizes and places.
 * @param {StandingsRow[]} before the standings before it @param {StandingsRow[]} after those after it
 * @returns {string[]} a sentence for each player whose card or prize changes, and one for the players whose place alone changes; never empty
 */
export function effectsText(before, after) {
  const old = new Map(before.map((row) => [row.player_id, row]));
  const changes = after.map((row) => changesOf(old.get(row.player_id) ?? { lines: [], place: null, prize: 0 }, row));
  const changed = changes.filter(({ parts }) => parts.length > 0);
  const moved = changes.flatMap(({ name, parts, place }) =>
    parts.length === 0 && place ? t("effects.from_to", { name, ...place }) : [],
  );
  if (changed.length + moved.length === 0) return [t("effects.nothing")];
  return [
    ...changed.map(({ name, parts, place }) => {
      const all = place ? [...parts, t("effects.place", place)] : parts;
      return t("effects.player", { name, changes: all.join(", ") });
    }),
    ...(moved.length > 0 ? [t("effects.places", { names: list(moved) })] : []),
  ];
}

/** @param {Pick<StandingsRow, "lines"|"place"|"prize">} before @param {StandingsRow} after */
function changesOf(before, { name, lines, place, prize }) {
  const parts = lines.flatMap((line, at) => {
    const old = before.lines[at] ?? null;
    const values = { n: at + 1, before: pointsText(old), after: pointsText(line) };
    return line === old ? [] : [t("effects.line", values)];
  });
  // Helpers for results do not see prizes.
  if (prize !== null && prize !== before.prize)
    parts.push(t("effects.prize", { before: amount(before.prize ?? 0), after: amount(prize) }));
  const places = { before: pointsText(before.place), after: pointsText(place) };
  return { name, parts, place: place === before.place ? null : places };
}

// A line of a card or a place. A dash says that there is none.
/** @param {number|null} points */
function pointsText(points) {
  return points === null ? "–" : minus(points);
}
