import { element } from "../app/element.js";
import { language } from "../app/i18n.js";

/** An input for dollars, with a comma or a point for the cents, as its user writes them. */
export class MoneyField {
  /** @param {string} name the field's @param {number} cents what stands in it first */
  constructor(name, cents) {
    const dollars = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
    const value = language() === "fr" ? dollars.replace(".", ",") : dollars;
    this.input = element("input", { name, inputmode: "decimal", required: true, autocomplete: "off", value });
  }

  /** What stands in it, in cents; null where that is no amount. @returns {number|null} */
  get cents() {
    const [, dollars, part = ""] = /^\$?\s*(\d{1,4})(?:[.,](\d{1,2}))?\s*\$?$/.exec(this.input.value.trim()) ?? [];
    return dollars === undefined ? null : Number(dollars) * 100 + Number(part.padEnd(2, "0"));
  }
}
