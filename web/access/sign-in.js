import { Refusal, Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";
import { Notice } from "../ui/notice.js";

const MINUTE = 60_000;

/** The session that somebody signs in to; `expired` if the service ended the last one. @typedef {{expired: boolean, signIn: (password: string, name?: string) => Promise<void>}} Signing */

/** The form where the coordinator, or a representative by name, signs in. */
export class SignIn {
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
