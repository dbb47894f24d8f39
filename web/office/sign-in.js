import { Refusal, Unreachable } from "../app/api.js";
import { element } from "../app/element.js";
import { clock, t } from "../app/i18n.js";
import { session } from "./session.js";
import { Notice } from "../parts/notice.js";

const MINUTE = 60_000;

/** Where the coordinator, or a representative by name, signs in. */
export class SignIn {
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
    this.#notice.say(t("sign_in.sending"));
    const name = this.#name.value.trim();
    try {
      await session.signIn(this.#password.value, name);
    } catch (error) {
      if (error instanceof Unreachable) this.#away(error);
      else if (error instanceof Refusal) this.#notice.say(this.#why(error, name), "refusal");
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
    if (wait > 0) this.#notice.say(t("sign_in.later", { time }), "refusal");
    else this.#notice.away(new Date(), t("sign_in.away"));
  }
}
