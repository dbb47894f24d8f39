/** The functions of a promise. @typedef {{resolve: (answer: any) => void, reject: (error: unknown) => void}} Promised */

/** The answers that somebody waits for, by the key of the command. */
export class Answers {
  /** @type {Map<string, Promised>} */
  #promised = new Map();

  /** Returns the answer to a command as soon as it is known. @param {string} key @returns {Promise<any>} */
  expect(key) {
    return new Promise((resolve, reject) => this.#promised.set(key, { resolve, reject }));
  }

  /** Hands over an answer, if somebody waits for it. @param {string} key @param {any} answer */
  resolve(key, answer) {
    this.#take(key)?.resolve(answer);
  }

  /** Hands over an error, if somebody waits for an answer. @param {string} key @param {unknown} error */
  reject(key, error) {
    this.#take(key)?.reject(error);
  }

  /** @param {string} key */
  #take(key) {
    const promised = this.#promised.get(key);
    this.#promised.delete(key);
    return promised;
  }
}
