import type { Database } from "./database.ts";
import { newId } from "./device.ts";
import { ownName } from "./root.ts";

/**
 * A change that is on its way to the service. `key` identifies it on this phone. `seq` is its place on the disk, missing
 * until it is written. `refused` is the service's problem if it was refused. Other members belong to the queue's user.
 */
export type Command = {
  key: string;
  seq?: number;
  method: string;
  path: string;
  body?: any;
  refused: any;
  [member: string]: any;
};

// Milliseconds, longer than an answer may take. Web Locks are missing if the page came over plain http, so no tab
// uses them.
const TERM = 12_000;
const LEASE = "sender";
const me = tabId();

// A tab keeps its id over a reload, so that it need not wait for the lease that it had itself.
function tabId() {
  try {
    return (sessionStorage[ownName("pegout.tab")] ??= newId());
  } catch {
    return newId();
  }
}

// The commands that a page of this tab was still writing when the user left it, in order. Safari forgets a transaction
// that has not begun. The tab's own storage has them at once, under numbers: a change of a peg must not come before the
// peg.
class Copies {
  #prefix;
  #last;
  /** The numbers by the keys of the commands. */
  #kept: Map<string, number> = new Map();

  /** @param prefix the beginning of their names */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#last = this.#numbers().at(-1) ?? 0;
  }

  #numbers() {
    try {
      const names = Object.keys(sessionStorage).filter((name) => name.startsWith(this.#prefix));
      const numbers = names.map((name) => Number(name.slice(this.#prefix.length))).filter(Number.isInteger);
      return numbers.sort((one, other) => one - other);
    } catch {
      return [];
    }
  }

  all(): Command[] {
    return this.#numbers().map((number) => {
      const command = JSON.parse(sessionStorage[this.#prefix + number]);
      this.#kept.set(command.key, number);
      return command;
    });
  }

  keep(command: Command) {
    if (this.#kept.has(command.key)) return;
    const number = ++this.#last;
    this.#kept.set(command.key, number);
    try {
      sessionStorage[this.#prefix + number] = JSON.stringify(command);
    } catch {
      // The disk has it in a moment.
    }
  }

  drop({ key }: Command) {
    const number = this.#kept.get(key);
    if (number === undefined) return;
    this.#kept.delete(key);
    try {
      delete sessionStorage[this.#prefix + number];
    } catch {
      // There was none.
    }
  }
}

/** Returns true for a command that is on the disk: in this page's memory alone its number has a fraction. */
export function isOnDisk({ seq }: Command): boolean {
  return Number.isInteger(seq);
}

/** The commands of a queue on this phone's disk, in order, and the lease of the one tab that sends them. */
export class Journal {
  #database;
  #copies;
  #unwritten;
  declare store;

  /** @param database one with a store `lease` @param store the name of the commands' store */
  constructor(database: Database, store: string) {
    this.#database = database;
    this.store = store;
    this.#copies = new Copies(`${ownName("pegout.unwritten")}.${store}.`);
    this.#unwritten = this.#copies.all();
  }

  /** Calls the listener when commands that were in this page's memory have come to the disk. */
  onSaved(listener: () => void) {
    this.#database.addEventListener("change", () => this.#database.isSaved && listener());
  }

  /**
   * Returns the commands, the oldest first. While the disk gives no answer, only this page's commands are known:
   * `isWhole` is false.
   */
  async load(): Promise<{ stored: Command[]; isWhole: boolean }> {
    const read = await this.#database.readAll(this.store);
    const stored = this.#once(read ?? this.#database.unsaved(this.store));
    for (const command of stored.filter(isOnDisk)) this.#copies.drop(command);
    const missing = this.#unwritten.splice(0).filter(({ key }) => !stored.some((command) => command.key === key));
    for (const command of missing) await this.add(command);
    return missing.length > 0 ? this.load() : { stored, isWhole: read !== null };
  }

  // A write that the disk answered late, or that was tried again, may be there twice.
  #once(read: Command[]): Command[] {
    const commands: Map<string, Command> = new Map();
    for (const command of read) {
      if (commands.has(command.key)) this.#delete(command);
      else commands.set(command.key, command);
    }
    return [...commands.values()];
  }

  /** Writes a command, and waits for the disk. @returns its `seq` */
  async add(command: Command): Promise<number> {
    this.#copies.keep(command);
    const seq = await this.#write(command);
    if (isOnDisk({ ...command, seq })) this.#copies.drop(command);
    return seq;
  }

  #write(command: Command): Promise<number> {
    return this.#database.transact(
      [this.store],
      ([commands], done) => {
        commands.add(command).onsuccess = ({ target }) => done((target as any).result);
      },
      "strict",
    );
  }

  /** Writes a command again. */
  async update(command: Command) {
    await this.#database.transact([this.store], ([commands]) => commands.put(command));
  }

  /** Removes a command. */
  async remove(command: Command) {
    this.#copies.drop(command);
    if (command.seq) await this.#delete(command);
  }

  #delete({ seq = 0 }: Command) {
    return this.#database.transact([this.store], ([commands]) => commands.delete(seq));
  }

  /**
   * Takes or keeps the right to send for this tab. Two tabs sending would be harmless, since repeats are, but a waste.
   * @returns 0 when this tab may send, else the milliseconds until it may ask again
   */
  takeLease(): Promise<number> {
    return this.#database.transactInSteps(["lease"], ([lease], done) => {
      const request = lease.get(LEASE);
      request.onsuccess = () => {
        const now = Date.now();
        const { holder, until } = request.result ?? { holder: me, until: 0 };
        // A clock that was set back must not lock everybody out.
        const left = Math.min(until - now, TERM);
        if (holder !== me && left > 0) return done(left);
        lease.put({ holder: me, until: now + TERM }, LEASE);
        done(0);
      };
    });
  }

  /** Gives the right up, if this tab has it. */
  async leaveLease() {
    await this.#database.transactInSteps(["lease"], ([lease]) => {
      const request = lease.get(LEASE);
      request.onsuccess = () => {
        if (request.result?.holder === me) lease.delete(LEASE);
      };
    });
  }
}
