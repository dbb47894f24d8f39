import type { EntryView, History, NightRecorded, NightStandings, Recorded, TableView } from "pegout-api";
import { session } from "../access/session.ts";
import { scoresOf } from "../game/changes.ts";
import type { LocalGame } from "../game/local-game.ts";
import { Refusal, Unreachable, atLeast, send } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element, focusView } from "../lib/dom.ts";
import { amount, clock } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { seenOf, wholeRows } from "../night/night-store.ts";
import { sideText } from "../night/seats.ts";
import { ResultForm } from "../result/result-form.ts";
import { contestTexts } from "../rounds/contest.ts";
import { Reason, effectsText, previewResult } from "../rounds/preview.ts";
import { sheet } from "../ui/form.ts";
import type { CommandDetails, NightPage } from "./night-page.ts";

/** The effects of a correction, as they are shown above the tables. */
class CorrectionEffects {
  node = element("section", { class: "effects", "aria-labelledby": "effects-title", hidden: true });

  /**
   * Shows them.
   * @param title the correction @param sentences from `effectsText` @param onUndo reverts the correction
   */
  show(title: string, sentences: string[], onUndo: () => void) {
    const button = (text: string, onclick: () => void) =>
      element("button", { type: "button", class: "quiet", onclick }, text);
    const heading = element("h2", { id: "effects-title", tabindex: "-1" }, title);
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
        sentences.map((text) => element("li", {}, text)),
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
 * @param round its number
 * @param game one of the night, for its rules
 * @param record the results so far, from {@link resultRecord}
 * @returns null when nothing is to be entered
 */
async function askResult(
  page: NightPage,
  table: TableView,
  round: number,
  game: LocalGame,
  record: HTMLElement | null,
): Promise<{ scores: number[]; reason?: string } | null> {
  const isOver = table.status !== "playing";
  const blank = blankGame(game, table);
  let scores: number[] | null = null;
  const form = new ResultForm(blank, table.sides.map(sideText), {
    isLeague: true,
    card: page.night.card,
    onEnter: (result) => {
      scores = scoresOf(blank, result);
      form.node.closest("dialog")?.close("yes");
    },
  });
  form.node.classList.add("desk-result");
  const hasScores = isOver || table.sides.some(({ score }) => score > 0);
  const before = hasScores ? element("p", {}, t(`tables.before.${table.status}`, { scores: scoreText(table) })) : null;
  const contests = contestTexts(table).map((text) => element("p", { class: "contest" }, text));
  const title = t(isOver ? "tables.correct.title" : "tables.enter.title", { n: table.number, round });
  // The next sheet shows the former result with the reason: here the buttons need the room.
  const isEntered = await sheet(title, [isOver ? null : before, ...contests, form.node], null);
  form.close();
  if (!isEntered || !scores) return null;
  if (!isOver) return { scores };
  const effects = previewResult(page, table, round, scores);
  const answer = await askReason(table, title, scores, [before, ...contests, record], effects.nodes);
  effects.close();
  return answer;
}

async function askReason(
  table: TableView,
  title: string,
  scores: number[],
  parts: (HTMLElement | null)[],
  effects: HTMLElement[],
) {
  const sides = table.sides.map((side, at) => ({ ...side, score: scores[at] }));
  const reason = new Reason("game");
  const now = element("p", { class: "ask" }, t("tables.correct.now", { scores: scoreText({ sides }) }));
  if (!(await sheet(title, [...parts, now, ...effects, reason.node], t("tables.correct.save")))) return null;
  return { scores, reason: reason.given };
}

// Games of a night have the same rules; their sides differ.
function blankGame(game: LocalGame, { game_id: id, sides }: TableView): LocalGame {
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

/** The sides and their scores: “Ann and Bob 121, Cy and Di 97”. */
export function scoreText({ sides }: Pick<TableView, "sides">): string {
  return sides.map((side) => `${sideText(side)} ${side.score}`).join(", ");
}

/**
 * The record of a game's results: the author, time and reason of each result.
 * @param events of the game's history @returns null when there is none
 */
function resultRecord(events: Recorded[]): HTMLElement | null {
  const lines = events.flatMap((event) => {
    if (event.kind === "result_entered")
      return recordLine(event, "tables.record.entered", { scores: event.scores.join("\u2060–\u2060") });
    return event.kind === "result_taken_back" ? recordLine(event, "tables.record.taken_back", { scores: "" }) : [];
  });
  return record(lines);
}

/**
 * The record of the voided draws of the 50/50: the former winner, and the author, time and reason of each void.
 * @param events of the night's history @param entries of the night @returns null when there is none
 */
export function drawRecord(events: NightRecorded[], entries: EntryView[]): HTMLElement | null {
  const nameOf = (id: string) => entries.find(({ player_id }) => player_id === id)?.name ?? "–";
  const drawn = events.filter((event) => event.kind === "fifty_fifty_drawn");
  const voided = events.filter((event) => event.kind === "fifty_fifty_voided");
  const lines = voided.map((event, nth) => {
    const { player, amount: cents } = drawn[nth];
    return recordLine(event, "money.record.voided", { name: nameOf(player), amount: amount(cents) });
  });
  return record(lines);
}

function recordLine(
  { at, by, reason }: { at: string; by: string | null; reason?: string | null },
  key: string,
  values: Record<string, string>,
): HTMLElement {
  const text = t(key, { time: clock(new Date(at)), by: by ?? t("tables.record.nobody"), ...values });
  return element("li", {}, reason ? `${text} “${reason}”` : text);
}

function record(lines: HTMLElement[]) {
  return lines.length > 0 ? element("ul", { class: "record help" }, lines) : null;
}

/** The results that are entered and corrected at the desk. */
export class ResultEntry {
  #page;
  #game: LocalGame | null = null;
  #gameRequest: Promise<LocalGame> | null = null;
  #isAsking = false;

  /** The effects of the last correction. */
  effects = new CorrectionEffects();

  constructor(page: NightPage) {
    this.#page = page;
  }

  /** Asks for the result of a table, and sends it; of a correction it shows the effects. @param round its number */
  async enter(table: TableView, round: number) {
    const result = await this.#askOnce(table, round);
    if (!result) return;
    const isCorrection = table.status !== "playing";
    // Without a network the correction is sent anyway, and its effects are not shown.
    const before = isCorrection && this.#page.isOnline ? await this.#fetchStandings() : null;
    const path = `/api/v1/games/${table.game_id}/result`;
    const details = { game: table.game_id, about: t("tables.table", { n: table.number }) };
    const body = { ...result, id: newId(), based_on: table.version };
    const game = await this.#page.change("PUT", path, body, { ...details, scores: result.scores });
    if (!game) return;
    const { statusBar } = this.#page;
    const undo = async () => {
      const former = { scores: table.sides.map(({ score }) => score), reason: t("tables.undo.reason"), id: newId() };
      const undone = { ...former, based_on: game.version };
      // A game that was not won goes back to its pegs.
      const undoing =
        table.status === "finished"
          ? this.#page.change("PUT", path, undone, details)
          : this.#takeBack(path, game.result?.id ?? null, details);
      if (!(await undoing)) return;
      this.effects.hide();
      statusBar.show(t("tables.undone", { n: table.number }));
    };
    if (!isCorrection) {
      const sides = table.sides.map((side, at) => ({ ...side, score: result.scores[at] }));
      return statusBar.show(t("tables.entered", { n: table.number, scores: scoreText({ sides }) }), undo);
    }
    const corrected = t("tables.corrected", { n: table.number, round });
    const after = before && (await this.#fetchStandings());
    if (after) this.effects.show(corrected, effectsText(before, after), undo);
    else statusBar.show(corrected, undo);
  }

  // Without the id of its result, it would take a later one back if it were sent later.
  /** @param id of the result */
  #takeBack(path: string, id: string | null, details: CommandDetails) {
    return this.#page.change("DELETE", `${path}${id ? `?id=${id}` : ""}`, undefined, details, { isVolatile: !id });
  }

  // A second tap, while the game hole is fetched, opens no second sheet.
  async #askOnce(table: TableView, round: number) {
    if (this.#isAsking) return null;
    this.#isAsking = true;
    try {
      await this.prepare(table);
      if (!this.#game) {
        this.#page.statusBar.showError(t("running.no_answer"));
        return null;
      }
      const past: History | null =
        table.status === "playing" ? null : await fetchIfOnline(`/api/v1/games/${table.game_id}/history`);
      return await askResult(this.#page, table, round, this.#game, past && resultRecord(past.events));
    } finally {
      this.#isAsking = false;
    }
  }

  // One game is fetched before anybody taps, so that a result can be entered without a network. The rules are the same
  // in all games of a night.
  /** Fetches a game of the night, for its rules. @param table one of its tables */
  async prepare(table: TableView | undefined) {
    if (!table || this.#game) return;
    this.#gameRequest ??= send("GET", `/api/v1/games/${table.game_id}`);
    try {
      this.#game = await this.#gameRequest;
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    } finally {
      this.#gameRequest = null;
    }
  }

  async #fetchStandings() {
    const { id } = this.#page;
    const standings: NightStandings | null = await fetchIfOnline(
      atLeast(`/api/v1/nights/${id}/standings`, seenOf(id).value),
    );
    return standings && wholeRows(standings);
  }
}

/** @returns null without a network */
async function fetchIfOnline(path: string): Promise<any> {
  try {
    return await session.ask("GET", path);
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}
