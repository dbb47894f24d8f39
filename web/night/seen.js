/** @import { Game, Night, NightAnswer, TableView } from "pegout-api" */
import { atLeast, send } from "../lib/api.js";

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
export function withNewerGames(night, shown) {
  const newer = new Map(shown ? tablesOf(shown).map((table) => [table.game_id, table]) : []);
  return withTables(night, (table) => {
    const other = newer.get(table.game_id);
    return other && other.version > table.version ? withScores(table, other) : table;
  });
}

/** Returns a state with the score of a game. @param {Night} night @param {Game} game @returns {Night} */
export function withGame(night, game) {
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
