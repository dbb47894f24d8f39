import { broadcast, onBroadcast, readAll, transact } from "../lib/store.js";
import { outbox } from "./outbox.js";

/**
 * The tables that this phone keeps or looks at.
 * A table is `{id, line, token, game, deals, opened}`: `line` is the match's first game, `token` null for one who only
 * looks, `game` the newest Game that the service told, `deals` the newest peg when each deal began, by its number.
 */
class SavedGames extends EventTarget {
  #known = new Map();

  /** Reads what the phone keeps. */
  async load() {
    const before = new Set(this.#known.keys());
    const stored = await readAll("tables");
    // What was put or dropped meanwhile is newer than what was read.
    const dropped = ({ id }) => before.has(id) && !this.#known.has(id);
    const put = [...this.#known.values()].filter(({ id }) => !before.has(id));
    const savedGames = [...stored.filter((table) => !dropped(table)).map((table) => this.#newer(table)), ...put];
    this.#known = new Map(savedGames.map((table) => [table.id, table]));
    this.dispatchEvent(new Event("change"));
  }

  // What was heard a moment ago may not be written yet.
  #newer(stored) {
    const known = this.#known.get(stored.id);
    return known && known.game.version > stored.game.version ? known : stored;
  }

  /** A table, if the phone knows it. @param {string} id the game's */
  get(id) {
    return this.#known.get(id);
  }

  /** All, the one opened last first. @returns {object[]} */
  list() {
    return [...this.#known.values()].sort((one, other) => other.opened.localeCompare(one.opened));
  }

  /** Keeps a table, or what changed of it. @param {{id: string}} table whole, or the fields that changed @param {"strict"|"relaxed"} [durability] as the store's */
  async save(table, durability) {
    const kept = { ...this.#known.get(table.id), ...table };
    this.#known.set(table.id, kept);
    this.dispatchEvent(new Event("change"));
    await transact(["tables"], ([savedGames]) => savedGames.save(kept), durability);
    broadcast("tables");
  }

  /** Forgets a table, with what its outbox was refused; not while the service has yet to answer a tap. @param {string} id */
  async forget(id) {
    if (outbox.of(id).waiting.length > 0) return;
    this.#known.delete(id);
    await Promise.all([transact(["tables"], ([savedGames]) => savedGames.delete(id)), outbox.drop(id)]);
    broadcast("tables");
  }

  /**
   * Takes in a Game that the service told, unless a newer one is known.
   * @param {object} game the Game @param {boolean} [anew] whether it holds even if it is older @returns {Promise<boolean>} whether it was news
   */
  async receive(game, anew = false) {
    const table = this.#known.get(game.id);
    if (!table || (table.game.version > game.version && !anew)) return false;
    await this.save({ ...table, game, deals: dealsOf(table, game) });
    return true;
  }
}

// What was the newest peg when a deal began is asked for to know whether Undo takes back a peg or the deal. After a gap
// in what was heard nobody knows, and the history is asked.
function dealsOf({ deals, game: before }, game) {
  if (game.deal === before.deal) return deals;
  const others = { ...deals };
  delete others[game.deal];
  const next = game.version === before.version + 1 && game.deal === before.deal + 1;
  if (next) return { ...others, [game.deal]: game.pegs[0]?.id ?? null };
  return game.deal < before.deal ? deals : others;
}

export const savedGames = new SavedGames();
onBroadcast("tables", () => savedGames.load());
