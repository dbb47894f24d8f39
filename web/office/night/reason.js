import { element } from "../../app/element.js";
import { t } from "../../app/i18n.js";

const REASON_LENGTH = 1000;

/** Where somebody says why. */
export class Reason {
  // Spaces are no reason.
  #input = element("input", {
    id: "reason",
    maxlength: REASON_LENGTH,
    required: true,
    pattern: ".*\\S.*",
    autocomplete: "off",
  });

  constructor() {
    const label = element("label", { for: "reason" }, t("running.reason"));
    this.node = element("div", { class: "field" }, label, this.#input);
  }

  /** What was said. @returns {string} */
  get given() {
    return this.#input.value.trim();
  }
}
