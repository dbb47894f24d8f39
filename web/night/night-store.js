/** @import { Game, Night, NightAnswer, NightStandings, StandingsRow, TableView } from "pegout-api" */
/** @import { Send } from "./seen.js" */
import { atLeast, send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { Live } from "../lib/live.js";
import { LatestRequest } from "../lib/retry.js";
import { readNight, seenOf, withGame, withNewerGames } from "./seen.js";

/**
 * A night as all its views see it: loaded once, then kept up to date by the service's event stream. Fires `change` when a
 * member has changed.
 */
export class NightStore extends EventTarget {
  #id;
  #path;
  #request;
  #standingsRequest;
  #hasStandings;
  #token;
  /** @type {Live<Night>|null} */
  #live = null;
  #seen;
  /** The versions that the stream was opened with. @type {string|null} */
  #named = null;
  #standingsKey = "";

  /** The newest state; null before the first answer. `join_code` is there for those who may show it. @type {NightAnswer|null} */
  night = null;

  /** The rows of the standings; null before they are loaded. @type {StandingsRow[]|null} */
  standings = null;

  /** The time since which the night is not up to date; null while it is. @type {Date|null} */
  since = null;

  /** True if the service knows no night of this id, or shows it no more to whoever asks. */
  isMissing = false;

  /**
   * @param {string|null} id the night's
   * @param {{request?: Send, standings?: boolean, token?: () => string|null}} [options] `request` sends the requests;
   *   `standings` loads these too, again after each result; `token` returns the one that the stream is opened with
   */
  constructor(id, { request = send, standings = false, token } = {}) {
    super();
    this.#token = token;
    this.#path = `/api/v1/nights/${id}`;
    this.#seen = seenOf(id ?? "");
    this.#hasStandings = standings;
    this.#request = new LatestRequest((/** @type {string} */ wanted, signal) => readNight(wanted, request, signal), {
      onAnswer: ({ night, isWhole }) => this.#open(night, isWhole),
      onRefusal: () => this.#setMissing(),
      onOffline: (since) => this.#setSince(since),
    });
    this.#standingsRequest = new LatestRequest(
      (/** @type {string} */ path, signal) => request("GET", path, { signal }),
      {
        onAnswer: (/** @type {NightStandings} */ { rows }) => {
          this.standings = rows;
          this.#notify();
        },
      },
    );
    this.#id = id ?? "";
    if (isId(id)) this.reload();
    else queueMicrotask(() => this.#setMissing());
  }

  /** Takes a state that answered a change, unless a newer one is there. @param {NightAnswer} night */
  receive(night) {
    this.#note(night);
    // Of one version, the stream's state has the newer scores.
    if (this.night && night.version <= this.night.version) return this.#notify();
    this.#show(withNewerGames(night, this.night));
  }

  /** Takes a game that answered a change: the stream sends its score a moment later. @param {Game} game */
  receiveGame(game) {
    if (!this.night) return;
    this.#seen.noteGame(game.id, game.version);
    this.#show(withGame(this.night, game));
  }

  /** Asks for the newest state. */
  reload() {
    this.#request.request(this.#id);
  }

  /** Tries at once what has no answer, and to open a broken stream. */
  retry() {
    this.#request.retry();
    this.#standingsRequest.retry();
    this.#live?.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#standingsRequest.close();
    this.#live?.close();
  }

  /** @param {NightAnswer} night @param {boolean} isWhole */
  #open(night, isWhole) {
    this.since = null;
    this.isMissing = false;
    this.#live ??= new Live(
      `${this.#path}/live`,
      (state, isFirst) => this.#take(state, this.#note(state, isFirst ? this.#named : undefined)),
      (isOpen) => this.#setSince(isOpen ? null : (this.since ?? new Date())),
      // A read tells what is left to see: as a stranger, after another sign-in, or nothing.
      { token: this.#token, seen: () => (this.#named = this.#seen.value), onDenied: () => this.reload() },
    );
    this.#take(night, isWhole);
  }

  /** @param {NightAnswer} night @param {string|null} [named] the value that it was asked with; undefined where none was */
  #note(night, named) {
    const isWhole = this.#seen.note(night, named);
    if (this.#seen.isShort) this.reload();
    return isWhole;
  }

  /** @param {NightAnswer} night @param {boolean} isWhole of one that stands, also when it is older: a backup was restored */
  #take(night, isWhole) {
    if (isWhole || !this.night) return this.#show(night);
    // An answer to a change is newer than what the service sent before it, and another server may lag.
    if (night.version < this.night.version) return this.#notify();
    this.#show(withNewerGames(night, this.night));
  }

  /** @param {NightAnswer} night */
  #show(night) {
    const { join_code, join_secret } = this.night ?? {};
    this.night = { join_code, join_secret, ...night };
    if (this.#hasStandings) this.#requestStandings(night);
    this.#notify();
  }

  // What is shown stays until the answer, however late.
  /** @param {Night} night */
  #requestStandings({ status, games_per_night: games, entries, rounds }) {
    const tables = rounds.map((round) => round.tables.map(outcomeOf));
    const key = JSON.stringify([status, games, entries, tables]);
    if (key === this.#standingsKey) return;
    this.#standingsKey = key;
    this.#standingsRequest.request(atLeast(`${this.#path}/standings`, this.#seen.value));
  }

  /** @param {Date|null} since */
  #setSince(since) {
    this.since = since;
    this.#notify();
  }

  #setMissing() {
    this.isMissing = true;
    this.#live?.close();
    this.#live = null;
    this.#setSince(new Date());
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

// The players of a table may be put right after its game; the score of an unfinished one is in nobody's standings yet.
/** @param {TableView} table */
function outcomeOf({ game_id: game, status, sides }) {
  return [game, status, sides.map(({ players, score }) => [players, status === "finished" && score])];
}
