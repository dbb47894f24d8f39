import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { field } from "../ui/form.js";

const REASON_LENGTH = 1000;

/** A required field for a reason, which says who can read it. */
export class Reason {
  // The pattern refuses spaces alone.
  #input = element("input", {
    maxlength: REASON_LENGTH,
    required: true,
    pattern: ".*\\S.*",
    autocomplete: "off",
  });

  /** @param {"game"|"night"} record the history that keeps it @param {string} [usual] the reason that it begins with */
  constructor(record, usual = "") {
    this.#input.value = usual;
    this.node = field(t("running.reason"), this.#input, t(`running.reason.${record}`));
  }

  /** The reason. @returns {string} */
  get given() {
    return this.#input.value.trim();
  }
}
