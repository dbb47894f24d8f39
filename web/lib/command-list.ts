import type { Command } from "./journal.js";

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
