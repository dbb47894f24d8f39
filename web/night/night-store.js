/** @import { Game, Night, NightAnswer, NightStandings, StandingsRow, TableView } from "pegout-api" */
import { atLeast, send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { Live } from "../lib/live.js";
import { LatestRequest } from "../lib/retry.js";

/** Sends a request, as {@link send}, with the token of whoever looks. @typedef {(method: string, path: string, options: {signal?: AbortSignal, onSeen?: (seen: string) => void}) => Promise<any>} Send */

/** The versions of a night and its games that this page has seen, as its requests name them: the service answers less only after a restore from a backup. */
class NightSeen {
  #version = 0;
  /** The versions of the games, those of draws that were taken back since too. @type {Map<string, number>} */
  #games = new Map();
  /** The sum of the versions of the games that no state has shown. */
  #hidden = 0;

  /** True while a game that was seen stands at no table any more: the service alone knows its version since, and a read of the night tells it. */
  isShort = false;

  /** The versions as `X-Seen` tells them; null before anything was seen. @returns {string|null} */
  get value() {
    const games = [...this.#games.values()].reduce((sum, version) => sum + version, this.#hidden);
    return this.#version > 0 ? `${this.#version}.${games}` : null;
  }

  /**
   * Notes a state that the service sent.
   * @param {Night} night @param {string|null} [named] the value that it was asked with; undefined where none was
   * @param {string} [told] the `X-Seen` of the answer
   * @returns {boolean} true if the service knew all that was seen: its state stands, also when it is older
   */
  note(night, named, told = "") {
    const isWhole = named === this.value;
    if (isWhole && night.version < this.#version) this.#forget();
    this.#version = isWhole ? night.version : Math.max(this.#version, night.version);
    for (const { game_id: id, version } of tablesOf(night)) this.noteGame(id, version, isWhole);
    if (isWhole && told) this.#settle(night, Number(told.split(".")[1]));
    const stands = new Set(tablesOf(night).map(({ game_id: id }) => id));
    // A state from before the newest draw lacks its games for another reason.
    if (night.version === this.#version) this.isShort = [...this.#games.keys()].some((id) => !stands.has(id));
    return isWhole;
  }

  /** Notes a game's version. @param {string} id @param {number} version @param {boolean} [isLess] of one that may be less than what was seen */
  noteGame(id, version, isLess = false) {
    this.#games.set(id, isLess ? version : Math.max(version, this.#games.get(id) ?? 0));
  }

  // The service alone knows the games of draws that were taken back before this page was opened.
  /** @param {Night} night @param {number} games the sum of the versions of all games */
  #settle(night, games) {
    this.#games = new Map(tablesOf(night).map(({ game_id: id, version }) => [id, version]));
    this.#hidden = [...this.#games.values()].reduce((rest, version) => rest - version, games);
  }

  #forget() {
    this.#games.clear();
    this.#hidden = 0;
  }
}

/** @type {Map<string, NightSeen>} */
const nights = new Map();

/** Returns what this page has seen of a night, in whatever view. @param {string} id the night's @returns {NightSeen} */
export function seenOf(id) {
  const seen = nights.get(id) ?? new NightSeen();
  nights.set(id, seen);
  return seen;
}

/**
 * Reads a night, no older than what was seen of it.
 * @param {string} id the night's @param {Send} [request] sends the request @param {AbortSignal} [signal] gives it up
 * @returns {Promise<{night: NightAnswer, isWhole: boolean}>} `isWhole` as {@link NightSeen.note} returns it; rejects as
 *   {@link send}
 */
export async function readNight(id, request = send, signal) {
  const seen = seenOf(id);
  const named = seen.value;
  let told = "";
  const onSeen = (/** @type {string} */ value) => {
    told = value;
  };
  const night = await request("GET", atLeast(`/api/v1/nights/${id}`, named), { signal, onSeen });
  return { night, isWhole: seen.note(night, named, told) };
}

/** Returns a state with the scores of those games that were shown newer. @param {Night} night @param {Night|null} shown @returns {Night} */
function withNewerGames(night, shown) {
  const newer = new Map(shown ? tablesOf(shown).map((table) => [table.game_id, table]) : []);
  return withTables(night, (table) => {
    const other = newer.get(table.game_id);
    return other && other.version > table.version ? withScores(table, other) : table;
  });
}

/** Returns a state with the score of a game. @param {Night} night @param {Game} game @returns {Night} */
function withGame(night, game) {
  return withTables(night, (table) =>
    table.game_id === game.id && table.version <= game.version ? withScores(table, game) : table,
  );
}

/** @param {Night} night @param {(table: TableView) => TableView} change */
function withTables(night, change) {
  return { ...night, rounds: night.rounds.map((round) => ({ ...round, tables: round.tables.map(change) })) };
}

/** @param {TableView} table @param {Pick<Game, "version"|"status"|"result"|"void"> & {sides: {score: number}[]}} game */
function withScores(table, { version, status, sides, result, void: called }) {
  const scored = table.sides.map((side, at) => ({ ...side, score: sides[at]?.score ?? side.score }));
  return { ...table, version, status, sides: scored, result, void: called };
}

/** @param {Night} night */
function tablesOf({ rounds }) {
  return rounds.flatMap(({ tables }) => tables);
}

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
