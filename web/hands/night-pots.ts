import type { Night, NightPots as Pots } from "pegout-api";
import { atLeast } from "../lib/api.ts";
import { LatestRequest } from "../lib/retry.ts";

/** Sends a request of somebody who may see the night. */
export type Ask = (method: string, path: string, options: { body?: object; signal?: AbortSignal }) => Promise<any>;

/** The parts of a night that change its pots. */
type Changing = Pick<Night, "version" | "status"> & { rounds: { tables: { version: number }[] }[] };

// Milliseconds between two requests after a change of the night, and after pegs alone.
const PAUSE = 3000;
const PAUSE_OF_PEGS = 15_000;

const NONE: Pots = { pots: [], hands: [] };

/**
 * The pots of a night. They are requested once, and again if the night has changed. Without a pot they are requested only
 * once a round. Fires `change`.
 */
export class NightPots extends EventTarget {
  #path;
  #seen;
  #pauseOfPegs;
  #request;
  #round = -1;
  #noted = { version: -1, games: -1 };
  #asked = -Infinity;
  #due = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The newest answer; null before the first. */
  answer: Pots | null = null;

  /** Sends the requests. */
  ask;

  /**
   * @param night the id @param ask sends the requests
   * @param options `seen` returns the versions that the answer must know; `pauseOfPegs` is in milliseconds
   */
  constructor(
    night: string,
    ask: Ask,
    { seen = () => null, pauseOfPegs = PAUSE_OF_PEGS }: { seen?: () => string | null; pauseOfPegs?: number } = {},
  ) {
    super();
    this.ask = ask;
    this.#path = `/api/v1/nights/${night}/pots`;
    this.#seen = seen;
    this.#pauseOfPegs = pauseOfPegs;
    this.#request = new LatestRequest((path: string, signal) => ask("GET", path, { signal }), {
      onAnswer: (answer: Pots) => this.receive(answer),
      // An older service has no pots.
      onRefusal: () => this.receive(NONE),
    });
  }

  /** True if a pot is on. */
  get isOn(): boolean {
    return Boolean(this.answer?.pots.length);
  }

  /** Requests the pots if this state of the night can have changed them. */
  note({ version, status, rounds }: Changing) {
    const known = this.#noted;
    const games = rounds.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.version, 0);
    const isOff = this.answer !== null && !this.isOn && this.#round === rounds.length;
    if (status === "cancelled" || isOff) return;
    this.#round = rounds.length;
    this.#noted = { version, games };
    if (version !== known.version) this.#plan(PAUSE);
    else if (games !== known.games) this.#plan(this.#pauseOfPegs);
  }

  /** Requests the pots again at once. */
  reload() {
    this.#plan(0);
  }

  /** Takes the pots that answered a change. */
  receive(answer: Pots) {
    this.answer = answer;
    this.dispatchEvent(new Event("change"));
  }

  /** Ends it, when the view goes. */
  close() {
    clearTimeout(this.#timer);
    this.#request.close();
  }

  /** @param pause milliseconds after the last request */
  #plan(pause: number) {
    const at = Math.max(Date.now(), this.#asked + pause);
    if (this.#due <= at) return;
    this.#due = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), at - Date.now());
  }

  #read() {
    this.#due = Infinity;
    this.#asked = Date.now();
    this.#request.request(atLeast(this.#path, this.#seen()));
  }
}
