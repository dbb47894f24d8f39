import { Refusal, send } from "../app/api.js";

const KEY = "pegout.session";
const SIGN_IN = "/api/v1/session";

/** The coordinator's sign-in on this device, or a representative's. Fires `change` when somebody signs in or out. */
class Session extends EventTarget {
  #kept = remembered();

  /** Whether the service ended the last sign-in on this device, and nobody here did. */
  expired = false;

  constructor() {
    super();
    // Another tab may sign in or out.
    addEventListener("storage", ({ key }) => key === KEY && this.#become(remembered()));
  }

  /** Whether somebody is signed in, as far as this device knows. @returns {boolean} */
  get open() {
    return this.#kept !== null;
  }

  /** By what name the record knows them. @returns {string} */
  get name() {
    return this.#kept?.name ?? "";
  }

  /** Signs in. @param {string} password @param {string} [name] a representative's; the coordinator has none */
  async signIn(password, name = "") {
    const body = { password, ...(name && { name }) };
    const { token } = await send("POST", SIGN_IN, { body });
    this.#keep({ token, name });
  }

  /** Signs out, here and at the service; without a network it stays signed in. */
  async signOut() {
    await this.ask("DELETE", SIGN_IN);
    this.#keep(null);
  }

  /**
   * Asks the service as the one who is signed in; as {@link send}. A sign-in that has expired ends here too.
   * @param {string} method @param {string} path @param {{body?: unknown, signal?: AbortSignal}} [sent]
   * @returns {Promise<any>}
   */
  async ask(method, path, sent = {}) {
    const token = this.#kept?.token;
    try {
      return await send(method, path, { ...sent, token });
    } catch (error) {
      const expired = error instanceof Refusal && error.problem.status === 401;
      if (expired && token === this.#kept?.token) this.#keep(null, expired);
      throw error;
    }
  }

  #keep(kept, expired = false) {
    this.expired = expired;
    try {
      if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
    } catch {
      // It then lasts as long as the page.
    }
    this.#become(kept);
  }

  #become(kept) {
    this.#kept = kept;
    this.dispatchEvent(new Event("change"));
  }
}

// Reading localStorage throws where the browser forbids storage.
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

export const session = new Session();
