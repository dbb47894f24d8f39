import type { Unreachable } from "./api.js";
// Seconds from which on a wait is no matter of the connection: what has to wait so long does not hold up the rest.
const MIN_WAIT = 120;

/**
 * The lanes of a queue that the service has put off, each until a moment: for long, or because what they are about is damaged.
 * In memory only: a reload tries again.
 */
export class Postponed {
  #until = new Map<string, number>();
  /** The service's sentence about the damage that each lane was put off for last. */
  damage = new Map<string, string | null>();

  /** Puts a lane off after a try. Returns false if the wait is short and holds up every lane. */
  add(lane: string, { wait, kind, message }: Unreachable): boolean {
    // Where there is one lane only, nothing else is held up.
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
