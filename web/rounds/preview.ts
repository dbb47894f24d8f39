import type { NightCard, NightStandings, StandingsRow, TableView } from "pegout-api";
import { session } from "../access/session.ts";
import { commands } from "../club/commands.ts";
import type { NightPage } from "../coordinator/night-page.ts";
import { atLeast, type Refusal } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { amount, lineText } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { cardOf, linesOf, totalText } from "../lib/standings.ts";
import { seenOf, wholeRows } from "../night/night-store.ts";
import { isRotation } from "../night/seats.ts";
import { field } from "../ui/form.ts";

const REASON_LENGTH = 1000;
// A card without a line, a total or a place.
const NONE = "–";

/** A required field for a reason, which says who can read it. */
export class Reason {
  // The pattern refuses spaces alone.
  #input = element("input", {
    maxlength: REASON_LENGTH,
    required: true,
    pattern: ".*\\S.*",
    autocomplete: "off",
  });
  declare node;

  /** @param record the history that keeps it @param usual the reason that it begins with */
  constructor(record: "game" | "night", usual: string = "") {
    this.#input.value = usual;
    this.node = field(t("running.reason"), this.#input, t(`running.reason.${record}`));
  }

  /** The reason. */
  get given(): string {
    return this.#input.value.trim();
  }
}

/** A request, with its path. */
type Asked = { method: string; path: string; body?: object };

/**
 * The effects of a step before it is done, as the service tells them. Without an answer it says so, and the step can be
 * taken all the same.
 */
export class Preview<Answer> {
  #page;
  #onAnswer;
  #request;
  #asked: Asked[] = [];
  #isAsked = false;
  #again = () => this.#send();

  #sentences = element("ul", { class: "preview" });

  /** Its sentences. */
  node = element("div", { role: "status" }, this.#sentences);

  /**
   * @param textsOf `other` is there where two were asked for
   * @param onAnswer called with each answer, and with null when it is refused
   */
  constructor(
    page: NightPage,
    textsOf: (answer: Answer, other: Answer) => string[],
    onAnswer: (answer: Answer | null) => void = () => {},
  ) {
    this.#page = page;
    this.#onAnswer = onAnswer;
    this.#request = new LatestRequest(
      (asked: Asked[], signal) =>
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

  /** Asks what a request would change. @param path below the night's, or whole */
  ask(method: string, path: string, body?: object) {
    this.#ask([{ method, path, body }]);
  }

  /** Asks for two states, to show the differences. @param path below the night's @param other as that */
  compare(path: string, other: string) {
    const { value } = seenOf(this.#page.id);
    this.#ask([path, other].map((one) => ({ method: "GET", path: atLeast(one, value) })));
  }

  #ask(asked: Asked[]) {
    const whole = (path: string) => (path.startsWith("/api/") ? path : `/api/v1/nights/${this.#page.id}${path}`);
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

  #refused(refusal: Refusal) {
    this.#show([this.#page.refusalText(refusal)]);
    this.#onAnswer(null);
  }

  #show(texts: string[]) {
    this.#sentences.replaceChildren(...texts.map((text) => element("li", {}, text)));
    this.node.hidden = texts.length === 0;
  }
}

/**
 * Asks what another result of a table would change on the cards, for prizes and for the seats.
 * @param round its number @param scores the other result
 * @returns `close` ends it, when its sheet goes
 */
export function previewResult(
  page: NightPage,
  table: TableView,
  round: number,
  scores: number[],
): { nodes: HTMLElement[]; close: () => void } {
  const standings = new Preview(page, (now, then) =>
    effectsText(wholeRows(now), wholeRows(then)),
  ) as Preview<NightStandings>;
  standings.compare("/standings", `/standings?with=${table.game_id}:${scores.join()}`);
  const hasOther = winnerOf(scores) !== winnerOf(table.sides.map(({ score }) => score));
  const { status, rounds, games_per_night: games } = page.night;
  const isDrawnNext = status === "playing" && round === rounds.length && round < games && !isRotation(page.night);
  const seats = t(isDrawnNext ? "effects.seats.next" : "effects.seats.none");
  return {
    nodes: [...(hasOther ? [element("p", {}, seats)] : []), standings.node],
    close: () => standings.close(),
  };
}

/** Returns the side that won with these scores of a league game. @returns from 0 */
export function winnerOf(scores: number[]): number {
  return scores.indexOf(Math.max(...scores));
}

/**
 * The effects of a change on cards, prizes and places.
 * @param before the standings before it @param after those after it
 * @returns a sentence for each player or pair whose card or prize changes, and one for the players whose place alone changes;
 *   never empty
 */
export function effectsText(before: StandingsRow[], after: StandingsRow[]): string[] {
  const old = new Map(before.map((row) => [row.player_id, row]));
  const changes = linesOf(after).map((row) => changesOf(old.get(row.player_id) ?? null, row));
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

/** @param before null for a player who had no card */
function changesOf(before: StandingsRow | null, after: StandingsRow) {
  const { name, card_lines: lines, place, prize } = after;
  const card = cardOf(after);
  const parts = lines.flatMap((line, at) => {
    const old = before?.card_lines[at] ?? null;
    const values = { n: at + 1, before: lineOrNone(old, card), after: lineOrNone(line, card) };
    return line === old ? [] : [t("effects.line", values)];
  });
  const [oldTotal, total] = [before ? totalText(before) : "", totalText(after)];
  // The lines of points short add up to the total; game points are not in the lines.
  if (card !== "points_short" && oldTotal !== total)
    parts.push(t("standings.changed", { before: oldTotal || NONE, after: total || NONE }));
  // Helpers for results do not see prizes.
  if (prize !== null && prize !== (before?.prize ?? 0))
    parts.push(t("effects.prize", { before: amount(before?.prize ?? 0), after: amount(prize) }));
  const oldPlace = before?.place ?? null;
  const places = { before: String(oldPlace ?? NONE), after: String(place ?? NONE) };
  return { name, parts, place: place === oldPlace ? null : places };
}

function lineOrNone(line: number | null, card: NightCard) {
  return line === null ? NONE : lineText(line, card);
}
