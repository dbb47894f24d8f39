import { Refusal, Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { has, language, t } from "../lib/i18n.js";
import { Notice } from "./notice.js";
import { clock } from "../lib/text.js";

// A label names its input by an id, which nothing else on the page may have.
let made = 0;

/**
 * An input with its label, and help where it needs some.
 * @param {string} label what is asked for @param {HTMLElement} input an input, select or textarea @param {string} [help] a sentence
 * @returns {HTMLElement}
 */
export function field(label, input, help) {
  made += 1;
  input.id = `field-${made}`;
  const words = help && element("p", { class: "help", id: `${input.id}-help` }, help);
  if (words) input.setAttribute("aria-describedby", words.id);
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input, words);
}

/**
 * A tick with its label.
 * @param {string} label what it says when it is set @param {HTMLInputElement} input a checkbox
 * @returns {HTMLElement}
 */
export function tick(label, input) {
  return element("label", { class: "tick" }, input, element("span", {}, label));
}

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

/**
 * Why the service said no: in the user's language where the page has words for it, else in the service's.
 * @param {import("../lib/api.js").Refusal} refusal
 * @returns {string} a sentence
 */
export function problemText({ slug, problem, message }) {
  if (problem.status === 404) return t("club.gone");
  if (has(`problem.${slug}`)) return t(`problem.${slug}`);
  const wrong = `club.wrong.${invalidField(problem)}`;
  return has(wrong) ? t(wrong) : message;
}

/** The field that the service found wrong; empty where it names none. @param {object} problem the service's @returns {string} */
function invalidField({ errors }) {
  return errors?.[0]?.pointer.split("/")[1] ?? "";
}

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
    if (wrong) return this.notice.show(wrong, "refusal");
    this.#sending = true;
    try {
      if (!(await this.#sure())) return;
      this.notice.show(t("club.sending"));
      this.notice.show((await this.#send()) ?? "");
    } catch (error) {
      if (error instanceof Unreachable)
        this.notice.showOffline(new Date(), t("club.unsent", { time: clock(new Date()) }));
      else if (error instanceof Refusal) this.#refused(error);
      else throw error;
    } finally {
      this.#sending = false;
    }
  }

  #refused(refusal) {
    this.notice.show(problemText(refusal), "refusal");
    this.node.elements.namedItem(invalidField(refusal.problem) || "none")?.focus();
  }
}

/**
 * Asks something in a sheet over the view.
 * @param {string} title what is asked @param {Array<Node|string|null>} words what must be known first; a string is a sentence, null is left out
 * @param {string} yes what the key says that does it
 * @returns {Promise<boolean>} whether that key was tapped
 */
export function sheet(title, words, yes) {
  const heading = element("h2", { id: "sheet-title", tabindex: "-1" }, title);
  const parts = words.map((part) => (typeof part === "string" ? element("p", {}, part) : part));
  const form = element(
    "form",
    { method: "dialog" },
    heading,
    parts,
    element(
      "div",
      { class: "sheet-keys" },
      element("button", { class: "primary", value: "yes" }, yes),
      element("button", { class: "quiet", value: "", formnovalidate: true }, t("sheet.no")),
    ),
  );
  const dialog = element("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, form);
  // A sheet of a view that goes away goes with it.
  addEventListener("hashchange", () => dialog.close(), { once: true });
  document.getElementById("main").append(dialog);
  dialog.showModal();
  heading.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
