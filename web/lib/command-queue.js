/** @import { Command, Journal } from "./journal.js" */
import { Refusal, Unreachable } from "./api.js";
import { newId } from "./device.js";
import { Retry } from "./retry.js";
import { broadcast, onBroadcast } from "./store.js";

/** A command before it is in a queue. @typedef {Omit<Command, "key"|"seq"|"refused">} NewCommand */

/**
 * Commands that this phone has made and the service has not answered, kept on the disk and sent in order until it does.
 * Those of one lane are sent one after the other. Fires `change`.
 */
export class CommandQueue extends EventTarget {
  #journal;
  #send;
  #lane;
  #isReady;
  #isDone;
  #onAnswer;
  #onRefusal;
  /** @type {Command[]} */
  #commands = [];
  #mustStore;
  /** @type {Set<string>} */
  #storing = new Set();
  /** @type {Set<string>} */
  #volatile = new Set();
  // Those that had to wait: for an answer, or on the disk until this page was opened.
  /** @type {Set<string>} */
  #late = new Set();
  // Those that this page has removed: the disk may have been read before.
  /** @type {Set<string>} */
  #removed = new Set();
  /** @type {Promise<void>} */
  #written = Promise.resolve();
  /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: unknown) => void}>} */
  #promises = new Map();
  #retry = new Retry(() => this.#sendAll(), { onOffline: () => this.#changed() });

  /**
   * @param {object} options
   * @param {Journal} options.journal where the commands are kept
   * @param {(command: Command) => Promise<any>} options.send sends one
   * @param {(command: Command) => string} [options.lane] the lane of one
   * @param {(command: Command) => boolean} [options.isReady] returns false for one that cannot be sent now
   * @param {(answer: any, command: Command) => boolean} [options.isDone] returns false for an answer that says nothing of it
   * @param {(answer: any, command: Command) => Promise<unknown>} [options.onAnswer] uses the answer before the command is removed
   * @param {(refusal: Refusal, command: Command, isLate: boolean) => boolean} [options.onRefusal] returns true to remove a
   *   refused command, else it is kept until it is dismissed; `isLate` of one that was not answered at once
   * @param {boolean} [options.mustStore] refuses a command that cannot be written to the disk; else it is sent all the same
   */
  constructor({ journal, send, lane, isReady, isDone, onAnswer, onRefusal, mustStore = true }) {
    super();
    this.#mustStore = mustStore;
    this.#journal = journal;
    this.#send = send;
    this.#lane = lane ?? (() => "");
    this.#isReady = isReady ?? (() => true);
    this.#isDone = isDone ?? (() => true);
    this.#onAnswer = onAnswer ?? (async () => {});
    this.#onRefusal = onRefusal ?? (() => false);
    onBroadcast(journal.store, () => this.load());
  }

  /** The time when the first try without an answer failed; null while the service answers. @returns {Date|null} */
  get since() {
    return this.#retry.since;
  }

  /** Reads the commands from the disk and begins to send them. */
  async load() {
    const stored = await this.#journal.load();
    const keys = new Set(stored.map(({ key }) => key));
    const others = this.#commands.filter(({ key }) => !keys.has(key));
    const read = stored.filter(({ key }) => !this.#removed.has(key)).map((command) => this.#merged(command));
    this.#commands = [...read, ...others.filter(({ seq }) => !seq)];
    // Another tab has sent them.
    for (const { seq, key } of others) if (seq) this.#settle(key, ({ resolve }) => resolve(null));
    this.#changed();
    this.#retry.start();
  }

  // A command keeps its object, which may be on its way.
  /** @param {Command} stored @returns {Command} */
  #merged(stored) {
    const known = this.#commands.find(({ key }) => key === stored.key);
    if (!known) this.#late.add(stored.key);
    return known ? Object.assign(known, { seq: stored.seq, refused: known.refused ?? stored.refused }) : stored;
  }

  /**
   * Adds a command: it is pending at once, and sent as soon as it is on the disk.
   * @param {NewCommand} made @returns {Promise<void>} resolves when it is on the disk, or refused because it could not be
   */
  async add(made) {
    await this.#store(this.#create(made));
  }

  /**
   * Adds a command, and returns its answer.
   * @param {NewCommand} made @param {{isVolatile?: boolean}} [options] `isVolatile` of one that must not be sent later: it is
   *   never on the disk, and given up when there is no answer
   * @returns {Promise<any>} the answer, or null if another tab got it; rejects with a {@link Refusal}, with a `DOMException`
   *   if it could not be written, and a volatile one with {@link Unreachable}
   */
  enqueue(made, { isVolatile = false } = {}) {
    const command = this.#create(made);
    const answer = new Promise((resolve, reject) => this.#promises.set(command.key, { resolve, reject }));
    if (isVolatile) this.#sendUnwritten(command);
    else this.#store(command);
    return answer;
  }

  /** @param {NewCommand} made @returns {Command} */
  #create(made) {
    const command = /** @type {Command} */ ({ ...made, key: newId(), refused: null });
    this.#commands.push(command);
    this.#storing.add(command.key);
    this.#changed();
    return command;
  }

  /** Returns the commands without an answer. @param {(command: Command) => boolean} [match] of these only @returns {Command[]} */
  pending(match = () => true) {
    return this.#commands.filter((command) => !command.refused && match(command));
  }

  /** Returns the commands that were refused. @param {(command: Command) => boolean} [match] of these only @returns {Command[]} */
  rejected(match = () => true) {
    return this.#commands.filter((command) => command.refused && match(command));
  }

  /** Removes a command that was refused. @param {Command} command */
  async dismiss(command) {
    await this.#remove(command);
  }

  /** Tries at once. */
  retry() {
    this.#retry.wake();
    this.#retry.start();
  }

  // After those made before it, which are still on their way to the disk.
  /** @param {Command} command */
  async #sendUnwritten({ key }) {
    await this.#written;
    this.#storing.delete(key);
    this.#volatile.add(key);
    this.#retry.start();
  }

  /** @param {Command} command */
  #store(command) {
    this.#written = this.#write(command);
    return this.#written;
  }

  /** @param {Command} command */
  async #write(command) {
    try {
      command.seq = await this.#journal.add(command);
      broadcast(this.#journal.store);
    } catch (error) {
      if (this.#mustStore) {
        command.refused = { type: "/problems/not-stored", detail: String(error) };
        this.#settle(command.key, ({ reject }) => reject(error));
      }
    }
    this.#storing.delete(command.key);
    this.#changed();
    if (!this.since) this.#retry.start();
  }

  /** @param {Set<string>} held lanes that wait @returns {Command|undefined} */
  #next(held) {
    return this.#commands.find(
      (command) =>
        !command.refused && !this.#storing.has(command.key) && !held.has(this.#lane(command)) && this.#isReady(command),
    );
  }

  // Milliseconds until another try where another tab sends; rejects when a command has no answer.
  async #sendAll() {
    /** @type {Set<string>} */
    const held = new Set();
    let wait = 0;
    try {
      for (let command = this.#next(held); command; command = this.#next(held)) {
        const busy = await this.#takeLease();
        if (busy > 0) return busy;
        const asked = await this.#deliver(command);
        if (asked === null) continue;
        held.add(this.#lane(command));
        wait = Math.max(wait, asked);
      }
      this.#giveUp();
      await this.#leaveLease();
      // Another tab may have sent what this one could not.
      if (held.size === 0 && this.since) {
        this.#retry.reset();
        this.#changed();
      }
    } catch (error) {
      // An error that nobody foresaw must not stop the sending for good.
      reportError(error);
      throw new Unreachable();
    }
    if (held.size > 0) throw new Unreachable("There was no answer.", wait);
    return 0;
  }

  // Where nothing can be written there is one tab's memory, and no lease.
  async #takeLease() {
    try {
      return await this.#journal.takeLease();
    } catch (error) {
      if (this.#mustStore) throw error;
      return 0;
    }
  }

  async #leaveLease() {
    await this.#journal.leaveLease().catch((error) => {
      if (this.#mustStore) throw error;
    });
  }

  // What is still here after a round has to wait, and what was meant for now alone is given up.
  #giveUp() {
    for (const command of this.pending()) {
      this.#late.add(command.key);
      if (!this.#volatile.has(command.key)) continue;
      this.#drop(command);
      this.#settle(command.key, ({ reject }) => reject(new Unreachable("There was no answer.")));
    }
  }

  // Null when the command is done with, else the seconds that the service asks to wait.
  /** @param {Command} command */
  async #deliver(command) {
    try {
      const answer = await this.#send(command);
      if (!this.#isDone(answer, command)) return 0;
      this.#retry.reset();
      await this.#onAnswer(answer, command);
      await this.#remove(command, ({ resolve }) => resolve(answer));
      return null;
    } catch (error) {
      if (error instanceof Unreachable) return error.wait;
      if (!(error instanceof Refusal)) throw error;
      this.#retry.reset();
      await this.#reject(command, error);
      return null;
    }
  }

  /** @param {Command} command @param {Refusal} refusal */
  async #reject(command, refusal) {
    const isLate = this.#late.has(command.key);
    if (this.#onRefusal(refusal, command, isLate)) return this.#remove(command, ({ reject }) => reject(refusal));
    command.refused = refusal.problem;
    this.#settle(command.key, ({ reject }) => reject(refusal));
    await this.#journal.update(command);
    broadcast(this.#journal.store);
    this.#changed();
  }

  /** @param {Command} command @param {(promise: {resolve: (answer: any) => void, reject: (error: unknown) => void}) => void} [settle] */
  async #remove(command, settle = () => {}) {
    this.#drop(command);
    // Whoever made it gets the answer although the disk may fail.
    this.#settle(command.key, settle);
    await this.#journal.remove(command);
    broadcast(this.#journal.store);
    this.#changed();
  }

  /** @param {Command} command */
  #drop({ key }) {
    this.#volatile.delete(key);
    this.#late.delete(key);
    this.#removed.add(key);
    this.#commands = this.#commands.filter((command) => command.key !== key);
  }

  /** @param {string} key @param {(promise: {resolve: (answer: any) => void, reject: (error: unknown) => void}) => void} settle */
  #settle(key, settle) {
    const promise = this.#promises.get(key);
    this.#promises.delete(key);
    if (promise) settle(promise);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
