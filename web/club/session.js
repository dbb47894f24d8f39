import { Refusal, Unreachable, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { clock } from "../lib/text.js";

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

const MINUTE = 60_000;

/** Where the coordinator, or a representative by name, signs in. */
class SignIn {
  // With the name in front and these names of fields, a password manager knows what it sees.
  #name = element("input", { id: "who", name: "username", autocomplete: "username", maxlength: 100 });
  #password = element("input", {
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  #notice = new Notice(() => this.#send());
  #sending = false;

  constructor() {
    const help = (id, words) => element("p", { class: "help", id }, words);
    this.#name.setAttribute("aria-describedby", "who-help");
    this.#password.setAttribute("aria-describedby", "password-help");
    const field = (input, words, ...more) =>
      element("div", { class: "field" }, element("label", { for: input.id }, words), input, more);
    const send = (event) => {
      event.preventDefault();
      this.#send();
    };
    this.node = element(
      "form",
      { class: "sign-in", onsubmit: send, "data-skip": true, tabindex: "-1" },
      element("p", {}, t(session.expired ? "sign_in.expired" : "sign_in.why")),
      field(this.#name, t("sign_in.name"), help("who-help", t("sign_in.representative"))),
      field(this.#password, t("sign_in.password"), help("password-help", t("sign_in.found"))),
      this.#notice.node,
      element("button", { class: "primary" }, t("sign_in.key")),
    );
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    this.#notice.show(t("sign_in.sending"));
    const name = this.#name.value.trim();
    try {
      await session.signIn(this.#password.value, name);
    } catch (error) {
      if (error instanceof Unreachable) this.#away(error);
      else if (error instanceof Refusal) this.#notice.show(this.#why(error, name), "refusal");
      else throw error;
      this.#password.select();
    } finally {
      this.#sending = false;
    }
  }

  #why(refusal, name) {
    if (refusal.slug !== "wrong-password") return refusal.message;
    return name ? t("sign_in.wrong.named", { name }) : t("sign_in.wrong");
  }

  // Whoever asks to wait says for how long; a clock shows no seconds.
  #away({ wait }) {
    const time = clock(new Date(Math.ceil((Date.now() + wait * 1000) / MINUTE) * MINUTE));
    if (wait > 0) this.#notice.show(t("sign_in.later", { time }), "refusal");
    else this.#notice.showOffline(new Date(), t("sign_in.away"));
  }
}

/**
 * A view that is the coordinator's alone: whoever is not signed in is asked to, and then finds it.
 * @param {{mount: Function}} view as the router's views are
 * @returns {{mount: Function}}
 */
export function signedIn(view) {
  return {
    mount(place) {
      let end = null;
      let shown = null;
      const show = () => {
        if (shown === session.open) return;
        shown = session.open;
        end?.();
        end = null;
        place.root.replaceChildren();
        if (shown) end = view.mount(place) ?? null;
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
