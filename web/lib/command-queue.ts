import { Refusal, Unreachable } from "./api.ts";
import { Answers, CommandList, Postponed } from "./command-list.ts";
import { broadcast, onBroadcast } from "./database.ts";
import { newId } from "./device.ts";
import { type Command, isOnDisk, type Journal } from "./journal.ts";
import { Retry } from "./retry.ts";

/** A command before it is in a queue. */
type NewCommand = Omit<Command, "key" | "seq" | "refused">;

/**
 * Commands that this phone has made and the service has not answered, kept on the disk and sent in order until it does.
 * Those of one lane are sent one after the other. Fires `change`.
 */
export class CommandQueue extends EventTarget {
  #journal;
  #send;
  #lane;
  #isReady;
  #pause;
  #isDone;
  #onAnswer;
  #onRefusal;
  #commands = new CommandList();
  #volatile: Set<string> = new Set();
  #written = Promise.resolve();
  #answers = new Answers();
  #retry = new Retry(() => this.#sendAll(), { onOffline: () => this.#changed() });
  /** The lanes that the service has put off. */
  postponed = new Postponed();

  constructor({
    journal,
    send,
    lane,
    isReady,
    pause,
    isDone,
    onAnswer,
    onRefusal,
  }: {
    /** Keeps the commands. */
    journal: Journal;
    /** Sends a command. */
    send: (command: Command) => Promise<any>;
    /** The lane of a command. */
    lane?: (command: Command) => string;
    /** Returns false for a command that cannot be sent now. */
    isReady?: (command: Command) => boolean;
    /** Returns the milliseconds that a command must still wait. */
    pause?: (command: Command) => number;
    /** Returns false for an answer that is not about the command. */
    isDone?: (answer: any, command: Command) => boolean;
    /** Uses the answer before the command is removed. */
    onAnswer?: (answer: any, command: Command) => Promise<unknown>;
    /**
     * Returns true to remove the command, else it is kept until the user dismisses it. `isLate` is true if the command
     * was not answered at once.
     */
    onRefusal?: (refusal: Refusal, command: Command, isLate: boolean) => boolean;
  }) {
    super();
    this.#journal = journal;
    this.#send = send;
    this.#lane = lane ?? (() => "");
    this.#isReady = isReady ?? (() => true);
    this.#pause = pause ?? (() => 0);
    this.#isDone = isDone ?? (() => true);
    this.#onAnswer = onAnswer ?? (async () => {});
    this.#onRefusal = onRefusal ?? (() => false);
    onBroadcast(journal.store, () => this.load());
    journal.onSaved(() => {
      this.load();
      broadcast(journal.store);
    });
    // Unwritten commands are in this page alone, so the browser asks before it closes.
    addEventListener("beforeunload", (event) => {
      if (this.pending((command) => Boolean(command.seq) && !isOnDisk(command)).length > 0) event.preventDefault();
    });
  }

  /** The time when the first try without an answer failed; null while the service answers. */
  get since(): Date | null {
    return this.#retry.since;
  }

  /** Reads the commands from the disk and begins to send them. */
  async load() {
    const { stored, isWhole } = await this.#journal.load();
    // Another tab has sent those that are gone.
    for (const key of this.#commands.merge(stored, isWhole)) this.#answers.resolve(key, null);
    // A late write may bring back a command that has its answer.
    for (const command of stored.filter((one) => this.#commands.hasRemoved(one))) this.#journal.remove(command);
    this.#changed();
    this.#retry.start();
  }

  /**
   * Adds a command: it is pending at once, and sent as soon as it is written. A stored command is never changed.
   * @returns `stored` resolves when it is on the disk, or in this page's memory
   */
  add(made: NewCommand): { key: string; stored: Promise<void> } {
    const command = this.#create(made);
    return { key: command.key, stored: this.#store(command) };
  }

  /**
   * Adds a command, and returns its answer.
   * @param options `isVolatile` of a command that must not be sent later: it is never on the disk, and given up if there
   *   is no answer
   * @returns the answer, or null if another tab got it; rejects with a {@link Refusal}, and a volatile one with {@link
   *   Unreachable}
   */
  enqueue(made: NewCommand, { isVolatile = false }: { isVolatile?: boolean } = {}): Promise<any> {
    const command = this.#create(made);
    const answer = this.#answers.expect(command.key);
    if (isVolatile) this.#sendUnwritten(command);
    else this.#store(command);
    return answer;
  }

  #create(made: NewCommand): Command {
    const command = { ...made, key: newId(), refused: null } as Command;
    this.#commands.add(command);
    this.#commands.beginWrite(command.key);
    this.#changed();
    return command;
  }

  /** Returns the commands without an answer. @param match of these only */
  pending(match: (command: Command) => boolean = () => true): Command[] {
    return this.#commands.filter((command) => !command.refused && match(command));
  }

  /** Returns the commands that were refused. @param match of these only */
  rejected(match: (command: Command) => boolean = () => true): Command[] {
    return this.#commands.filter((command) => command.refused && match(command));
  }

  /** Removes a command that was refused. */
  dismiss(command: Command): Promise<void> {
    return this.#remove(command);
  }

  /** Tries at once. */
  retry() {
    this.postponed.clear();
    this.#retry.wake();
    this.#retry.start();
  }

  // After those made before it, which are still on their way to the disk.
  async #sendUnwritten({ key }: Command) {
    await this.#written;
    this.#commands.endWrite(key);
    this.#volatile.add(key);
    this.#retry.start();
  }

  #store(command: Command) {
    return (this.#written = this.#write(command));
  }

  async #write(command: Command) {
    try {
      command.seq = await this.#journal.add(command);
      broadcast(this.#journal.store);
    } catch (error) {
      // An unforeseen error must not stop the sending.
      reportError(error);
    }
    this.#commands.endWrite(command.key);
    this.#changed();
    if (!this.since) this.#retry.start();
  }

  /** @param waiting lanes */
  #next(waiting: Set<string>): Command | undefined {
    return this.#commands.find(
      (command) => !command.refused && !waiting.has(this.#lane(command)) && this.#isReady(command),
    );
  }

  // Milliseconds until another try; rejects when a command has no answer.
  async #sendAll() {
    const waiting = new Set(this.postponed.lanes());
    let [hasFailed, wait, pause] = [false, 0, 0];
    try {
      for (let command = this.#next(waiting); command; command = this.#next(waiting)) {
        const busy = await this.#journal.takeLease();
        if (busy > 0) return busy;
        if (!this.#commands.has(command)) continue;
        const rest = this.#pause(command);
        const isWaiting = rest > 0 || this.#commands.isWriting(command.key);
        const missed = isWaiting ? new Unreachable() : await this.#deliver(command);
        if (missed === null) continue;
        const lane = this.#lane(command);
        waiting.add(lane);
        if (rest > 0) pause = Math.min(pause || rest, rest);
        if (this.postponed.add(lane, missed)) continue;
        hasFailed ||= !isWaiting;
        wait = Math.max(wait, missed.wait);
      }
      this.#giveUp();
      await this.#journal.leaveLease();
      // Another tab may have sent what this one could not.
      const { length } = this.postponed.lanes();
      const isBack = this.since !== null && waiting.size === length;
      if (isBack) this.#retry.reset();
      if (isBack || length) this.#changed();
    } catch (error) {
      // An unforeseen error must not stop the sending for good.
      reportError(error);
      throw new Unreachable();
    }
    if (hasFailed) throw new Unreachable("There was no answer.", wait);
    return this.postponed.shortest(pause);
  }

  // What is still here has to wait, and what was meant for now alone is given up.
  #giveUp() {
    for (const command of this.pending()) {
      this.#commands.delay(command);
      if (!this.#volatile.has(command.key)) continue;
      this.#drop(command);
      this.#answers.reject(command.key, new Unreachable("There was no answer."));
    }
  }

  // Null when the command is done with.
  async #deliver(command: Command) {
    try {
      const answer = await this.#send(command);
      if (!this.#isDone(answer, command)) return new Unreachable();
      this.#retry.reset();
      await this.#onAnswer(answer, command);
      this.#drop(command);
      // Whoever made it gets the answer although the disk may fail.
      this.#answers.resolve(command.key, answer);
      await this.#remove(command);
      return null;
    } catch (error) {
      if (error instanceof Unreachable) return error;
      if (!(error instanceof Refusal)) throw error;
      this.#retry.reset();
      await this.#reject(command, error);
      return null;
    }
  }

  async #reject(command: Command, refusal: Refusal) {
    const isLate = this.#commands.isLate(command);
    const isOver = this.#onRefusal(refusal, command, isLate);
    if (!isOver) command.refused = refusal.problem;
    this.#answers.reject(command.key, refusal);
    if (isOver) return this.#remove(command);
    await this.#journal.update(command);
    broadcast(this.#journal.store);
    this.#changed();
  }

  async #remove(command: Command) {
    this.#drop(command);
    this.#changed();
    await this.#written;
    await this.#journal.remove(command);
    broadcast(this.#journal.store);
  }

  #drop({ key }: Command) {
    this.#volatile.delete(key);
    this.#commands.remove(key);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
