import { newId } from "../app/ids.js";
import { all, change, hear, tell } from "../app/store.js";

/**
 * The taps that the service has not answered, in order, as they lie on the phone's disk.
 * An entry is `{seq, key, line, game, kind, subject, number, method, path, body, at, refused}`: `line` is the match, whose
 * entries are sent one after the other; `refused` is null, or the service's problem, kept until it is dismissed.
 */
class Outbox extends EventTarget {
  #entries = [];

  /** Reads what lies on the disk. */
  async load() {
    const stored = await all("outbox");
    const known = new Set(stored.map(({ key }) => key));
    this.#entries = [...stored, ...this.#entries.filter(({ seq, key }) => !seq && !known.has(key))];
    this.#changed();
  }

  /** Puts a tap in: shown at once, `seq` once it is on the disk. @param {object} tap an entry without `seq`, `key` and `refused` */
  async add(tap) {
    const entry = { ...tap, key: newId(), refused: null };
    this.#entries.push(entry);
    this.#changed();
    try {
      const put = ([stored], done) => {
        stored.add(entry).onsuccess = ({ target }) => done(target.result);
      };
      entry.seq = await change(["outbox"], put, "strict");
      tell("outbox");
    } catch (error) {
      entry.refused = { type: "/problems/not-stored", detail: error.message };
    }
    this.#changed();
  }

  /** The entries of a game. @param {string} game its id @returns {{waiting: object[], refused: object[]}} */
  of(game) {
    const own = this.#entries.filter((entry) => entry.game === game);
    return { waiting: own.filter(({ refused }) => !refused), refused: own.filter(({ refused }) => refused) };
  }

  /** The next to send, of a match that is not held up. @param {Set<string>} held lines that wait @returns {object|undefined} */
  next(held) {
    return this.#entries.find(({ seq, refused, line }) => seq && !refused && !held.has(line));
  }

  /** The rematch of a game that the service has not heard of. @param {string} game its id @returns {string|null} the rematch's id */
  rematchOf(game) {
    const begun = this.#entries.find(
      ({ kind, body, refused }) => kind === "rematch" && !refused && body.rematch_of === game,
    );
    return begun?.game ?? null;
  }

  /** The service has it. @param {object} entry */
  async settle(entry) {
    this.#entries = this.#entries.filter(({ key }) => key !== entry.key);
    // What could not be stored has nothing on the disk to delete.
    if (entry.seq) await change(["outbox"], ([outbox]) => outbox.delete(entry.seq));
    tell("outbox");
    this.#changed();
  }

  /** The service will not have it. @param {object} entry @param {object} problem why */
  async refuse(entry, problem) {
    entry.refused = problem;
    await change(["outbox"], ([outbox]) => outbox.put(entry));
    tell("outbox");
    this.#changed();
  }

  /** Forgets all of a game. @param {string} game its id */
  async drop(game) {
    const { waiting, refused } = this.of(game);
    for (const entry of [...waiting, ...refused]) await this.settle(entry);
  }

  /** Somebody has read why it was refused. @param {object} entry */
  dismiss(entry) {
    return this.settle(entry);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

export const outbox = new Outbox();
hear("outbox", () => outbox.load());
