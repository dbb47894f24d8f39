import { savedCredentials } from "../access/credentials.js";
import { Refusal, refusalText, send } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { isRecent, joinedNight } from "./joined.js";

/**
 * Whoever looks at nights and seasons in this browser: the one who is signed in, else the phone that joined, else a
 * stranger. A token that has expired is passed over.
 */
export class Reader {
  #tokens;

  /** @param {string[]} tokens the one that sees most first */
  constructor(tokens) {
    this.#tokens = tokens;
  }

  /** The token that goes with the requests; null for a stranger. @returns {string|null} */
  get token() {
    return this.#tokens[0] ?? null;
  }

  /** Returns true for one of these tokens, unless it has expired. @param {string} token @returns {boolean} */
  has(token) {
    return this.#tokens.includes(token);
  }

  /**
   * Sends a request, as {@link send} does.
   * @param {string} method @param {string} path @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  async ask(method, path, options = {}) {
    const { token } = this;
    try {
      return await send(method, path, { ...options, token });
    } catch (error) {
      const isExpired = error instanceof Refusal && error.problem.status === 401;
      if (!isExpired || token === null) throw error;
      this.#tokens = this.#tokens.filter((other) => other !== token);
      return this.ask(method, path, options);
    }
  }
}

/** Returns the options of a night's store that asks for whoever looks. @param {Reader} reader */
export function askedBy(reader) {
  /** @type {import("./seen.js").Send} */
  const request = (...sent) => reader.ask(...sent);
  return { request, token: () => reader.token };
}

/** Returns whoever looks. @param {string|null} [night] the one they look at, which this phone may have joined @returns {Promise<Reader>} */
export async function openReader(night = null) {
  const joined = (night && (await joinedNight(night))) || (await joinedNight());
  const phone = joined && isRecent(joined) ? [joined.token] : [];
  const signedIn = savedCredentials();
  return new Reader(signedIn ? [signedIn.token, ...phone] : phone);
}

/** Returns the reason why a list is not shown. @param {Refusal} refusal @returns {string} a sentence */
export function listRefusalText(refusal) {
  return refusal.problem.status === 401 ? t("lists.private") : refusalText(refusal);
}
