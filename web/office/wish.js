import { Refusal, Unreachable } from "../app/api.js";

/** A value that taps set and that may be sent twice: the newest is sent, one at a time, and kept until it was heard. */
export class Wish {
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
