/** @import { History, NightStandings, TableView } from "pegout-api" */
/** @import { LocalGame } from "../game/rules.js" */
/** @import { CommandDetails, NightPage } from "./night-page.js" */
import { session } from "../club/session.js";
import { Refusal, Unreachable, atLeast, send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { t } from "../lib/i18n.js";
import { seenOf } from "../night/seen.js";
import { effectsText } from "../rounds/preview.js";
import { CorrectionEffects, askResult, resultRecord, scoreText } from "./result-sheet.js";

/** The results that are entered and corrected at the desk. */
export class ResultEntry {
  #page;
  /** @type {LocalGame|null} */
  #game = null;
  /** @type {Promise<LocalGame>|null} */
  #gameRequest = null;
  #isAsking = false;

  /** The effects of the last correction. */
  effects = new CorrectionEffects();

  /** @param {NightPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Asks for the result of a table, and sends it; of a correction it shows the effects. @param {TableView} table @param {number} round its number */
  async enter(table, round) {
    const result = await this.#askOnce(table, round);
    if (!result) return;
    const isCorrection = table.status !== "playing";
    // Without a network the correction is sent all the same, and its effects are not shown.
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
  /** @param {string} path @param {string|null} id of the result @param {CommandDetails} details */
  #takeBack(path, id, details) {
    return this.#page.change("DELETE", `${path}${id ? `?id=${id}` : ""}`, undefined, details, { isVolatile: !id });
  }

  // A second tap, while the game hole is fetched, opens no second sheet.
  /** @param {TableView} table @param {number} round */
  async #askOnce(table, round) {
    if (this.#isAsking) return null;
    this.#isAsking = true;
    try {
      await this.prepare(table);
      if (!this.#game) {
        this.#page.statusBar.showError(t("running.no_answer"));
        return null;
      }
      /** @type {History|null} */
      const past = table.status === "playing" ? null : await fetchIfOnline(`/api/v1/games/${table.game_id}/history`);
      return await askResult(this.#page, table, round, this.#game, past && resultRecord(past.events));
    } finally {
      this.#isAsking = false;
    }
  }

  // One game is fetched before anybody taps, so that a result can be entered without a network. The rules are the same in
  // all games of a night.
  /** Fetches a game of the night, for its rules. @param {TableView|undefined} table one of its tables */
  async prepare(table) {
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
    /** @type {NightStandings|null} */
    const standings = await fetchIfOnline(atLeast(`/api/v1/nights/${id}/standings`, seenOf(id).value));
    return standings?.rows ?? null;
  }
}

/** @param {string} path @returns {Promise<any>} null without a network */
async function fetchIfOnline(path) {
  try {
    return await session.ask("GET", path);
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}
