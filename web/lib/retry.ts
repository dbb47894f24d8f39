import { Refusal, Unreachable } from "./api.ts";

// Milliseconds before the second try, and at most between two tries.
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

/**
 * Runs a task until it succeeds, with longer and longer waits between the tries, or as long as the service asks to
 * wait. Tries at once when the network is back and when somebody looks at the page again.
 */
export class Retry {
  #attempt;
  #onOffline;
  #running: AbortController | null = null;
  #isActive = false;
  #isUrgent = false;
  #hasMore = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake = () => {
    if (document.visibilityState === "visible") this.wake();
  };

  /** The time when the first try without an answer failed; null while there is none. */
  since: Date | null = null;

  /**
   * @param attempt the task. It runs again if it rejects with {@link Unreachable}. Any other error ends the tries and is
   *   thrown. Resolves with the milliseconds until the task must run again
   * @param listeners `onOffline` is called after each try without an answer
   */
  constructor(
    attempt: (signal: AbortSignal) => Promise<number | void>,
    { onOffline = () => {} }: { onOffline?: (since: Date) => void } = {},
  ) {
    this.#attempt = attempt;
    this.#onOffline = onOffline;
  }

  /** True until the task has succeeded or was given up. */
  get isActive() {
    return this.#isActive;
  }

  /** Runs the task; if it is running, once more after this run, which `restart` aborts. */
  start({ restart = false }: { restart?: boolean } = {}) {
    if (this.#running && !restart) {
      this.#hasMore = true;
      return;
    }
    this.#listen();
    this.#run();
  }

  /** Tries at once if the last try failed; if one is running and fails, the next follows at once. */
  wake() {
    // The network comes back in steps, so what fails now need not wait as long as what failed before.
    this.#failures = 0;
    this.#isUrgent = true;
    if (this.#isActive && !this.#running) this.#run();
  }

  /** Notes that the service answers, so that the next failure is the first one. */
  reset() {
    this.#failures = 0;
    this.since = null;
  }

  /** Aborts the present run and gives up. */
  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#end();
  }

  async #run() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#isUrgent = false;
    this.#hasMore = false;
    try {
      const pause = await this.#attempt(running.signal);
      if (this.#running !== running) return;
      this.#running = null;
      if (this.#hasMore) this.#run();
      else if (pause) this.#timer = setTimeout(() => this.#run(), pause);
      else this.#end();
    } catch (error) {
      if (this.#running !== running) return;
      this.#running = null;
      if (!(error instanceof Unreachable)) {
        this.#end();
        throw error;
      }
      this.#failed(error.wait);
    }
  }

  /** @param wait seconds that the service asks to wait */
  #failed(wait: number) {
    const pause = this.#isUrgent ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    this.since ??= new Date();
    const delay = Math.max(pause, wait * 1000);
    if (delay > 0) this.#timer = setTimeout(() => this.#run(), delay);
    else this.#run();
    this.#onOffline(this.since);
  }

  #listen() {
    if (this.#isActive) return;
    this.#isActive = true;
    for (const type of ["online", "pageshow"]) addEventListener(type, this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  #end() {
    clearTimeout(this.#timer);
    this.reset();
    this.#isActive = false;
    for (const type of ["online", "pageshow"]) removeEventListener(type, this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
  }
}

/**
 * The newest of several requests that may be repeated without harm. An older request is aborted. A request without an
 * answer is sent again.
 */
export class LatestRequest<Query, Answer> {
  #latest: { query: Query } | null = null;
  #retry;

  /** @param send sends the request @param listeners `since` is when the first try failed */
  constructor(
    send: (query: Query, signal: AbortSignal) => Promise<Answer>,
    {
      onAnswer,
      onRefusal = () => {},
      onOffline,
    }: {
      onAnswer: (answer: Answer, query: Query) => void;
      onRefusal?: (refusal: Refusal, query: Query) => void;
      onOffline?: (since: Date) => void;
    },
  ) {
    this.#retry = new Retry(
      async (signal) => {
        if (!this.#latest) return;
        const { query } = this.#latest;
        try {
          const answer = await send(query, signal);
          if (signal.aborted) return;
          this.#retry.reset();
          onAnswer(answer, query);
        } catch (error) {
          if (signal.aborted || !(error instanceof Refusal)) throw error;
          this.#retry.reset();
          onRefusal(error, query);
        }
      },
      { onOffline },
    );
  }

  /** Sends this request instead of the previous request. */
  request(query: Query) {
    this.#latest = { query };
    this.#retry.start({ restart: true });
  }

  /** Tries at once what has no answer. */
  retry() {
    this.#retry.wake();
  }

  /** Aborts the request. */
  cancel() {
    this.#latest = null;
    this.#retry.stop();
  }

  /** Ends it, when the view goes. */
  close() {
    this.cancel();
  }
}

/**
 * A value that is set again and again, and may be sent twice: the newest is sent, after the one under way, until the
 * service has it.
 */
export class LatestWrite<Value, Answer> {
  #latest: { value: Value } | null = null;
  #retry;

  /**
   * @param send sends a value
   * @param listeners `result` is the answer when it is done, the refusal when it is refused
   */
  constructor(
    send: (value: Value) => Promise<Answer>,
    { onState }: { onState: (state: "sending" | "done" | "offline" | "refused", result?: Answer | Refusal) => void },
  ) {
    const attempt = async () => {
      while (this.#latest) {
        const sent = this.#latest;
        onState("sending");
        const [state, result] = await outcome(send(sent.value));
        if (this.#latest !== sent) continue;
        this.#latest = null;
        onState(state, result);
      }
    };
    this.#retry = new Retry(attempt, { onOffline: () => onState("offline") });
  }

  /** Sends this value instead of the previous value. */
  set(value: Value) {
    this.#latest = { value };
    this.#retry.start();
  }

  /** Tries at once what has no answer. */
  retry() {
    this.#retry.wake();
  }

  /** Gives up, when the view goes. */
  close() {
    this.#latest = null;
    this.#retry.stop();
  }
}

/** @returns rejects with any other error */
async function outcome<Answer>(sent: Promise<Answer>): Promise<["done", Answer] | ["refused", Refusal]> {
  try {
    return ["done", await sent];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return ["refused", error];
  }
}

/**
 * Reads something again and again, a while after each answer.
 * @param options `interval` in milliseconds; `whileVisible` skips reads that nobody would see; a refusal is passed over
 * @returns `restart` aborts a read and waits for the next
 */
export function poll<Answer>(
  read: (signal: AbortSignal) => Promise<Answer>,
  {
    interval,
    onAnswer,
    onOffline,
    whileVisible = false,
  }: {
    interval: number | (() => number);
    onAnswer: (answer: Answer) => void;
    onOffline?: (since: Date) => void;
    whileVisible?: boolean;
  },
): { restart: () => void; close: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const next = () => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(look, typeof interval === "number" ? interval : interval());
  };
  const request = new LatestRequest((_, signal) => read(signal), {
    onAnswer: (answer: Answer) => {
      onAnswer(answer);
      next();
    },
    onRefusal: next,
    onOffline,
  });
  const look = () => {
    if (whileVisible && document.visibilityState !== "visible") next();
    else request.request(null);
  };
  request.request(null);
  const cancel = () => {
    clearTimeout(timer);
    request.cancel();
  };
  return {
    restart: () => {
      cancel();
      next();
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
