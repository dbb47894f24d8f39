/** @import { Sessions } from "pegout-api" */
/** @import { View } from "../lib/router.js" */
/** @import { Credentials } from "./credentials.js" */
/** @import { Role } from "./rights.js" */
import { Refusal, Unreachable, send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { clock } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { deviceSecret, onCredentials, saveCredentials, saveDeviceSecret, savedCredentials } from "./credentials.js";
import { lackedRights, maySee } from "./rights.js";

const MINUTE = 60_000;

/** The session that somebody signs in to; `expired` if the service ended the last one. @typedef {{expired: boolean, signIn: (password: string, name?: string) => Promise<void>}} Signing */

/** The form where the coordinator, or a representative by name, signs in. */
class SignIn {
  #session;
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

  /** @param {Signing} session */
  constructor(session) {
    this.#session = session;
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
      element("button", { class: "primary" }, t("sign_in.key")),
      this.#notice.node,
      element("p", { class: "way-back" }, element("a", { href: "docs/" }, t("sign_in.docs"))),
    );
  }

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#notice.show(t("sign_in.sending"));
    const name = this.#name.value.trim();
    try {
      await this.#session.signIn(this.#password.value, name);
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

const SIGN_IN = "/api/v1/session";
const SESSIONS = "/api/v1/sessions";

/** The sign-in of the coordinator, or of a representative, on this device. Fires `change` when somebody signs in or out. */
class Session extends EventTarget {
  #credentials = savedCredentials();

  /** True if the service ended the last sign-in on this device, and nobody here did. */
  expired = false;

  /** True if the password of the last sign-in is a short one, which should be changed. */
  hasShortPassword = false;

  constructor() {
    super();
    if (this.#credentials && !this.#credentials.role) this.#learnRole(this.#credentials);
    // Another tab may sign in or out.
    onCredentials((credentials) => this.#change(credentials));
  }

  /** True if somebody is signed in, as far as this device knows. @returns {boolean} */
  get open() {
    return this.#credentials !== null;
  }

  /** The token that goes with its requests; null while nobody is signed in. @returns {string|null} */
  get token() {
    return this.#credentials?.token ?? null;
  }

  /** The name of the representative; empty for the coordinator. @returns {string} */
  get name() {
    return this.#credentials?.name ?? "";
  }

  /** The role of whoever is signed in. @returns {Role} */
  get role() {
    return this.#credentials?.role ?? "representative";
  }

  /** Signs in. @param {string} password @param {string} [name] a representative's; the coordinator has none */
  async signIn(password, name = "") {
    const device = deviceSecret();
    const body = { password, ...(name && { name }), ...(device && { device_secret: device }) };
    const { token, device_secret, warning } = await send("POST", SIGN_IN, { body });
    saveDeviceSecret(device_secret);
    const role = await roleOf(token);
    this.hasShortPassword = warning !== null;
    this.#save({ token, name, role });
  }

  /** Signs out, here and at the service; without a network it stays signed in. */
  async signOut() {
    await this.ask("DELETE", SIGN_IN);
    this.#save(null);
  }

  /**
   * Sends a request as the one who is signed in, as {@link send} does. A sign-in that has expired ends here too.
   * @param {string} method @param {string} path @param {{body?: unknown, signal?: AbortSignal, file?: boolean}} [options]
   * @returns {Promise<any>}
   */
  async ask(method, path, options = {}) {
    const token = this.#credentials?.token;
    try {
      return await send(method, path, { ...options, token });
    } catch (error) {
      // A password that was asked again and is wrong ends nothing.
      const expired = error instanceof Refusal && error.problem.status === 401 && error.slug !== "wrong-password";
      if (expired && token === this.#credentials?.token) this.#save(null, expired);
      throw error;
    }
  }

  // A page before the roles saved none.
  /** @param {Credentials} credentials */
  async #learnRole(credentials) {
    try {
      const role = await roleOf(credentials.token);
      if (credentials === this.#credentials) this.#save({ ...credentials, role });
    } catch (error) {
      // The next request ends a sign-in that has expired; without an answer the next page asks again.
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    }
  }

  /** @param {Credentials|null} credentials */
  #save(credentials, expired = false) {
    this.expired = expired;
    saveCredentials(credentials);
    this.#change(credentials);
  }

  /** @param {Credentials|null} credentials */
  #change(credentials) {
    this.#credentials = credentials;
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {string} token @returns {Promise<Role>} */
async function roleOf(token) {
  /** @type {Sessions} */
  const { sessions } = await send("GET", SESSIONS, { token });
  return sessions.find(({ current }) => current)?.role ?? "representative";
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
 * Returns a view for whoever is signed in: others see the form to sign in first. What needs a right that the role lacks is
 * hidden in it, and a view that the role may not use says so.
 * @param {View} view
 * @returns {View}
 */
export function signedIn(view) {
  return {
    mount(place) {
      /** @type {(() => void)|null|void} */
      let end = null;
      /** @type {string|null} */
      let shown = null;
      const [path] = location.hash.replace(/^#\/?/, "").split("?");
      const show = () => {
        const who = session.open ? session.role : "";
        if (shown === who) return;
        shown = who;
        end?.();
        end = null;
        place.root.replaceChildren();
        place.root.dataset.lacks = session.open ? lackedRights(session.role) : "";
        if (!session.open) place.root.append(new SignIn(session).node);
        else if (maySee(session.role, path)) end = view.mount(place);
        else place.root.append(notForRole());
      };
      session.addEventListener("change", show);
      show();
      return () => {
        session.removeEventListener("change", show);
        delete place.root.dataset.lacks;
        end?.();
      };
    },
  };
}

function notForRole() {
  return element(
    "div",
    { class: "club", "data-skip": true, tabindex: "-1" },
    element("p", {}, t("role.not_this", { role: t(`role.${session.role}`) })),
    element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
  );
}
