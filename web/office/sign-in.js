import { Refusal, Unreachable } from "../app/api.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { session } from "./session.js";
import { Notice } from "../parts/notice.js";

/** Where the coordinator, or a representative by name, signs in. */
export class SignIn {
  #password = element("input", { id: "password", type: "password", autocomplete: "current-password", required: true });
  #name = element("input", { id: "who", autocomplete: "username", maxlength: 60 });
  #notice = new Notice(() => this.#send());
  #key = element("button", { class: "primary" }, t("sign_in.key"));

  constructor() {
    const field = (input, words) =>
      element("div", { class: "field" }, element("label", { for: input.id }, words), input);
    const send = (event) => {
      event.preventDefault();
      this.#send();
    };
    this.node = element(
      "form",
      { class: "sign-in", onsubmit: send },
      element("p", {}, t("sign_in.why")),
      field(this.#password, t("sign_in.password")),
      element("details", {}, element("summary", {}, t("sign_in.representative")), field(this.#name, t("sign_in.name"))),
      this.#notice.node,
      this.#key,
    );
  }

  async #send() {
    this.#key.disabled = true;
    this.#notice.say("");
    try {
      await session.signIn(this.#password.value, this.#name.value.trim());
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.away(new Date());
      else if (error instanceof Refusal) this.#notice.say(t("sign_in.wrong"), "refusal");
      else throw error;
      this.#password.select();
    } finally {
      this.#key.disabled = false;
    }
  }
}
