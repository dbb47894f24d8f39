import type { Unreachable } from "./api.ts";
import type { Command } from "./journal.ts";

/** The commands of a queue in memory, in order: from this page, and from the disk. */
export class CommandList {
  #commands: Command[] = [];
  // The keys of commands that had to wait: for an answer, or on the disk until this page was opened.
  #late = new Set<string>();
  // The keys of commands that this page has removed. The disk may have been read before.
  #removed = new Set<string>();
  // The keys of the commands that are being written to the disk.
  #writing = new Set<string>();

  /** Adds a command that this page made. */
  add(command: Command) {
    this.#commands.push(command);
  }

  /** Removes a command. */
  remove(key: string) {
    this.#late.delete(key);
    this.#removed.add(key);
    this.#commands = this.#commands.filter((command) => command.key !== key);
  }

  /** Returns true if it was not removed. */
  has(command: Command): boolean {
    return this.#commands.includes(command);
  }

  /** Returns the commands that match. */
  filter(match: (command: Command) => boolean): Command[] {
    return this.#commands.filter(match);
  }

  /** Returns the first command that matches. */
  find(match: (command: Command) => boolean): Command | undefined {
    return this.#commands.find(match);
  }

  /** Returns true for a command that this page has removed. */
  hasRemoved({ key }: Command): boolean {
    return this.#removed.has(key);
  }

  /** Takes over the commands on the disk, if `isWhole` all of them. Returns the keys that another tab has removed. */
  merge(stored: Command[], isWhole: boolean): string[] {
    const keys = new Set(stored.map(({ key }) => key));
    const others = this.#commands.filter(({ key }) => !keys.has(key));
    const read = stored.filter((command) => !this.hasRemoved(command)).map((command) => this.#merged(command));
    const isGone = ({ seq }: Command) => isWhole && Boolean(seq);
    this.#commands = [...read, ...others.filter((command) => !isGone(command))];
    return others.filter(isGone).map(({ key }) => key);
  }

  // A command keeps its object, which may be on its way.
  #merged(stored: Command): Command {
    const known = this.find(({ key }) => key === stored.key);
    if (!known) {
      this.#late.add(stored.key);
      return stored;
    }
    const refused = known.refused ?? stored.refused;
    return Object.assign(known, stored, { refused });
  }

  /** Notes that a command is being written to the disk. */
  beginWrite(key: string) {
    this.#writing.add(key);
  }

  /** Notes the end of a write. */
  endWrite(key: string) {
    this.#writing.delete(key);
  }

  /** Returns true while a command is being written. */
  isWriting(key: string): boolean {
    return this.#writing.has(key);
  }

  /** Notes that a command has to wait. */
  delay({ key }: Command) {
    this.#late.add(key);
  }

  /** Returns true if a command had to wait. */
  isLate({ key }: Command): boolean {
    return this.#late.has(key);
  }
}

/** The functions of a promise. */
type Promised = { resolve: (answer: any) => void; reject: (error: unknown) => void };

/** The answers that somebody waits for, by the key of the command. */
export class Answers {
  #promised = new Map<string, Promised>();

  /** Returns the answer to a command as soon as it is known. */
  expect(key: string): Promise<any> {
    return new Promise((resolve, reject) => this.#promised.set(key, { resolve, reject }));
  }

  /** Hands over an answer, if somebody waits for it. */
  resolve(key: string, answer: any) {
    this.#take(key)?.resolve(answer);
  }

  /** Hands over an error, if somebody waits for an answer. */
  reject(key: string, error: unknown) {
    this.#take(key)?.reject(error);
  }

  #take(key: string) {
    const promised = this.#promised.get(key);
    this.#promised.delete(key);
    return promised;
  }
}

// Seconds. A wait of at least `MIN_WAIT` is not a network delay: a lane with this wait does not hold up the other lanes.
const MIN_WAIT = 120;

/**
 * The lanes of a queue that the service has put off, each until a moment. The reason is a long wait, or damaged data.
 * In memory only: a reload tries again.
 */
export class Postponed {
  #until = new Map<string, number>();
  /** The service's sentence about the damage that each lane was put off for last. */
  damage = new Map<string, string | null>();

  /** Puts a lane off after a try. Returns false if the wait is short and holds up every lane. */
  add(lane: string, { wait, kind, message }: Unreachable): boolean {
    // The empty name is the only lane of its queue: no other lane is held up.
    const isDamaged = lane && kind === "/problems/damaged";
    if (wait < MIN_WAIT && !isDamaged) return false;
    this.#until.set(lane, Date.now() + wait * 1000);
    this.damage.set(lane, isDamaged ? message : null);
    return true;
  }

  /** Puts no lane off any more: on another network the service may take them. */
  clear() {
    this.#until.clear();
  }

  /** Returns the lanes that are put off now. */
  lanes(): string[] {
    for (const [lane, until] of this.#until) if (until <= Date.now()) this.#until.delete(lane);
    return [...this.#until.keys()];
  }

  /** Returns the end of a lane's wait; null if it is not put off. */
  until(lane: string): Date | null {
    const until = this.#until.get(lane) ?? 0;
    return until > Date.now() ? new Date(until) : null;
  }

  /** Returns the milliseconds until the first lane goes on, or a shorter pause. A pause of 0 does not count. */
  shortest(pause: number): number {
    const waits = [...this.#until.values()].map((until) => Math.max(1, until - Date.now()));
    return waits.reduce((shortest, wait) => Math.min(shortest || wait, wait), pause);
  }
}
