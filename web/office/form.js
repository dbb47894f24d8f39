import { Refusal, Unreachable } from "../app/api.js";
import { element } from "../app/element.js";
import { clock, t } from "../app/i18n.js";
import { Notice } from "../parts/notice.js";
import { fieldAtFault, objection } from "./objection.js";

/** A form that is sent once at a time and says what became of it; what had no answer stays, and can be sent again. */
export class Form {
  #check;
  #sure;
  #send;
  #sending = false;

  /** Where it says what became of it. */
  notice = new Notice(() => this.node.requestSubmit());

  /**
   * @param {{key: string, fields?: Node[], look?: "primary"|"quiet", beside?: Node[], check?: () => string|null, sure?: () => Promise<boolean>, send: () => Promise<string|void>}} made
   *   `key` are the words on its key, and `beside` stands next to that; `check` says what is wrong before anything is sent;
   *   `sure` asks whether it is meant; `send` sends, and resolves with what there is to say then
   */
  constructor({ key, fields = [], look = "primary", beside = [], check = () => null, sure = async () => true, send }) {
    this.#check = check;
    this.#sure = sure;
    this.#send = send;
    this.key = element("button", { class: look }, key);
    const submit = (event) => {
      event.preventDefault();
      this.#submit();
    };
    this.node = element(
      "form",
      { class: "form", onsubmit: submit },
      fields,
      this.notice.node,
      element("div", { class: "form-keys" }, this.key, beside),
    );
  }

  async #submit() {
    // The second tap of a double tap finds the first under way.
    if (this.#sending) return;
    const wrong = this.#check();
    if (wrong) return this.notice.say(wrong, "refusal");
    this.#sending = true;
    try {
      if (!(await this.#sure())) return;
      this.notice.say(t("club.sending"));
      this.notice.say((await this.#send()) ?? "");
    } catch (error) {
      if (error instanceof Unreachable) this.notice.away(new Date(), t("club.unsent", { time: clock(new Date()) }));
      else if (error instanceof Refusal) this.#refused(error);
      else throw error;
    } finally {
      this.#sending = false;
    }
  }

  #refused(refusal) {
    this.notice.say(objection(refusal), "refusal");
    this.node.elements.namedItem(fieldAtFault(refusal.problem) || "none")?.focus();
  }
}
