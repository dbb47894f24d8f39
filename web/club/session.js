/** @import { View } from "../lib/router.js" */
import { Refusal, Unreachable, send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";
import { Notice } from "../ui/notice.js";

const KEY = "pegout.session";
const SIGN_IN = "/api/v1/session";
const MINUTE = 60_000;

/** @typedef {{token: string, name: string}} Credentials */

/** The sign-in of the coordinator, or of a representative, on this device. Fires `change` when somebody signs in or out. */
class Session extends EventTarget {
  #credentials = savedCredentials();

  /** True if the service ended the last sign-in on this device, and nobody here did. */
  expired = false;

  constructor() {
    super();
    // Another tab may sign in or out.
    addEventListener("storage", ({ key }) => key === KEY && this.#change(savedCredentials()));
  }

  /** True if somebody is signed in, as far as this device knows. @returns {boolean} */
  get open() {
    return this.#credentials !== null;
  }

  /** The name of the representative; empty for the coordinator. @returns {string} */
  get name() {
    return this.#credentials?.name ?? "";
  }

  /** Signs in. @param {string} password @param {string} [name] a representative's; the coordinator has none */
  async signIn(password, name = "") {
    const body = { password, ...(name && { name }) };
    const { token } = await send("POST", SIGN_IN, { body });
    this.#save({ token, name });
  }

  /** Signs out, here and at the service; without a network it stays signed in. */
  async signOut() {
    await this.ask("DELETE", SIGN_IN);
    this.#save(null);
  }

  /**
   * Sends a request as the one who is signed in, as {@link send} does. A sign-in that has expired ends here too.
   * @param {string} method @param {string} path @param {{body?: unknown, signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  async ask(method, path, options = {}) {
    const token = this.#credentials?.token;
    try {
      return await send(method, path, { ...options, token });
    } catch (error) {
      const expired = error instanceof Refusal && error.problem.status === 401;
      if (expired && token === this.#credentials?.token) this.#save(null, expired);
      throw error;
    }
  }

  /** @param {Credentials|null} credentials */
  #save(credentials, expired = false) {
    this.expired = expired;
    try {
      if (credentials) localStorage.setItem(KEY, JSON.stringify(credentials));
      else localStorage.removeItem(KEY);
    } catch {
      // It then lasts as long as the page.
    }
    this.#change(credentials);
  }

  /** @param {Credentials|null} credentials */
  #change(credentials) {
    this.#credentials = credentials;
    this.dispatchEvent(new Event("change"));
  }
}

// Reading localStorage throws where the browser forbids storage.
/** @returns {Credentials|null} */
function savedCredentials() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** The session of this device. */
export const session = new Session();

/**
 * Adds to a list of the service. Until the service has it, the same thing is sent with the same id, so that it is
 * added once.
 */
export class Addition {
  #path;
  /** @type {Map<string, string>} */
  #ids = new Map();

  /** @param {string} path the list's, such as `/api/v1/players` */
  constructor(path) {
    this.#path = path;
  }

  /** Sends a new thing; rejects as {@link session} does. @param {object} thing without an id @returns {Promise<any>} the thing, as the service has it */
  async send(thing) {
    const content = JSON.stringify(thing);
    const id = this.#ids.get(content) ?? newId();
    this.#ids.set(content, id);
    const added = await session.ask("POST", this.#path, { body: { id, ...thing } });
    this.#ids.delete(content);
    return added;
  }
}

/**
 * A view for whoever is signed in: others see the form to sign in first.
 * @param {View} view
 * @returns {View}
 */
export function signedIn(view) {
  return {
    mount(place) {
      /** @type {(() => void)|null|void} */
      let end = null;
      /** @type {boolean|null} */
      let shown = null;
      const show = () => {
        if (shown === session.open) return;
        shown = session.open;
        end?.();
        end = null;
        place.root.replaceChildren();
        if (shown) end = view.mount(place);
        else place.root.append(new SignIn().node);
      };
      session.addEventListener("change", show);
      show();
      return () => {
        session.removeEventListener("change", show);
        end?.();
      };
    },
  };
}

/** The form where the coordinator, or a representative by name, signs in. */
class SignIn {
  // A password manager recognises the form by the order and the names of its fields.
  #name = element("input", {
    id: "who",
    name: "username",
    autocomplete: "username",
    maxlength: 100,
    "aria-describedby": "who-help",
  });
  #password = element("input", {
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    "aria-describedby": "password-help",
  });
  #notice = new Notice(() => this.#send());
  #isSending = false;

  constructor() {
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#send();
    };
    this.node = element(
      "form",
      { class: "sign-in", onsubmit, "data-skip": true, tabindex: "-1" },
      element("p", {}, t(session.expired ? "sign_in.expired" : "sign_in.why")),
      signInField(this.#name, t("sign_in.name"), t("sign_in.representative")),
      signInField(this.#password, t("sign_in.password"), t("sign_in.found")),
      this.#notice.node,
      element("button", { class: "primary" }, t("sign_in.key")),
    );
  }

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#notice.show(t("sign_in.sending"));
    const name = this.#name.value.trim();
    try {
      await session.signIn(this.#password.value, name);
    } catch (error) {
      if (error instanceof Unreachable) this.#showOffline(error.wait);
      else if (error instanceof Refusal) this.#notice.show(signInRefusalText(error, name), "refusal");
      else throw error;
      this.#password.select();
    } finally {
      this.#isSending = false;
    }
  }

  // A clock shows no seconds, so the minute after the wait is named.
  /** @param {number} wait seconds that the service asks to wait */
  #showOffline(wait) {
    const time = clock(new Date(Math.ceil((Date.now() + wait * 1000) / MINUTE) * MINUTE));
    if (wait > 0) this.#notice.show(t("sign_in.later", { time }), "refusal");
    else this.#notice.showOffline(new Date(), t("sign_in.away"));
  }
}

/** @param {HTMLInputElement} input @param {string} label @param {string} help */
function signInField(input, label, help) {
  return element(
    "div",
    { class: "field" },
    element("label", { for: input.id }, label),
    input,
    element("p", { class: "help", id: `${input.id}-help` }, help),
  );
}

/** @param {Refusal} refusal @param {string} name */
function signInRefusalText({ slug, message }, name) {
  if (slug !== "wrong-password") return message;
  return name ? t("sign_in.wrong.named", { name }) : t("sign_in.wrong");
}
