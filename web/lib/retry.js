import { Refusal, Unreachable } from "./api.js";

// Milliseconds until what had no answer is asked again.
const PAUSE = 10_000;

/**
 * Asks the service, and hears only the answer to the newest question: an older one is given up.
 * A question without an answer is kept, and asked again by {@link LatestRequest#again}, after a while, when the network is
 * back or when somebody looks at the page again.
 */
export class LatestRequest {
  #ask;
  #heard;
  #asked = null;
  #running = null;
  #since = null;
  #anew = false;
  #pause;

  /**
   * @param {(asked: any, signal: AbortSignal) => Promise<any>} ask sends the question
   * @param {{answered: (answer: any, asked: any) => void, refused: (refusal: Refusal, asked: any) => void,
   *   unreachable: (since: Date) => void}} heard what to do with the answer; `since` is when the first try failed
   */
  constructor(ask, heard) {
    this.#ask = ask;
    this.#heard = heard;
    this.retry = () => this.again();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  /** Asks this instead of whatever was asked before. @param {any} asked */
  put(asked) {
    this.#asked = asked;
    this.#send();
  }

  /** Asks once more what had no answer. */
  again() {
    // What is under way when the network comes back may be lost with the network that was.
    this.#anew = true;
    if (this.#since && this.#asked !== null) this.#send();
  }

  /** Gives up what is under way: there is nothing to ask. */
  drop() {
    this.#running?.abort();
    clearTimeout(this.#pause);
    this.#asked = null;
    this.#since = null;
  }

  /** Gives up for good, when the view goes. */
  close() {
    this.drop();
    removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.retry);
  }

  async #send() {
    this.#running?.abort();
    clearTimeout(this.#pause);
    this.#anew = false;
    const running = new AbortController();
    const asked = this.#asked;
    this.#running = running;
    try {
      const answer = await this.#ask(asked, running.signal);
      if (running.signal.aborted) return;
      this.#since = null;
      this.#heard.answered(answer, asked);
    } catch (error) {
      if (running.signal.aborted) return;
      if (error instanceof Refusal) {
        this.#since = null;
        this.#heard.refused(error, asked);
      } else if (error instanceof Unreachable) {
        this.#since ??= new Date();
        this.#pause = setTimeout(this.retry, this.#anew ? 0 : PAUSE);
        this.#heard.unreachable(this.#since);
      } else {
        throw error;
      }
    }
  }
}

/** A value that taps set and that may be sent twice: the newest is sent, one at a time, and kept until it was heard. */
export class LatestWrite {
  #send;
  #told;
  #wanted = null;
  #sending = false;
  #anew = false;

  /**
   * @param {(value: any) => Promise<any>} send sends a value
   * @param {(state: "sending"|"done"|"away"|"refused", what?: any) => void} told hears how it goes: `what` is the
   *   answer when it is done, the refusal when it is refused
   */
  constructor(send, told) {
    this.#send = send;
    this.#told = told;
  }

  /** Wishes for this value instead of whatever was wished for. @param {any} value */
  want(value) {
    this.#wanted = { value };
    this.#work();
  }

  /** Sends once more what had no answer. */
  again() {
    this.#anew = true;
    this.#work();
  }

  async #work() {
    if (this.#sending) return;
    this.#sending = true;
    try {
      // What is under way when the network comes back may be lost with the network that was.
      do {
        this.#anew = false;
        await this.#sendAll();
      } while (this.#anew && this.#wanted);
    } finally {
      this.#sending = false;
    }
  }

  async #sendAll() {
    try {
      while (this.#wanted) await this.#try(this.#wanted);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#told("away");
    }
  }

  async #try(wanted) {
    this.#told("sending");
    const ended = (state, what) => {
      if (this.#wanted !== wanted) return;
      this.#wanted = null;
      this.#told(state, what);
    };
    try {
      ended("done", await this.#send(wanted.value));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      ended("refused", error);
    }
  }
}
