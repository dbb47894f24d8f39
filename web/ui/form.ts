import { Refusal, Unreachable, problemText } from "../lib/api.ts";
import { saveCsv } from "../lib/device.ts";
import { type Child, element } from "../lib/dom.ts";
import { clock } from "../lib/format.ts";
import { language, t } from "../lib/i18n.ts";
import { icon } from "./controls.ts";
import { Notice } from "./notice.ts";

// Milliseconds within which a second click belongs to a double one.
const DOUBLE_CLICK = 500;

// A label names its input by an id, which nothing else on the page may have.
let fields = 0;

/**
 * Makes a field: an input with its label, and help if it needs help.
 * @param input an input, select or textarea @param help a sentence
 */
export function field(label: string, input: HTMLElement, help?: string): HTMLElement {
  fields += 1;
  input.id = `field-${fields}`;
  const explanation = help ? element("p", { class: "help", id: `${input.id}-help` }, help) : null;
  if (explanation) input.setAttribute("aria-describedby", explanation.id);
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input, explanation);
}

/** Makes a tick with its label. @param input a checkbox */
export function tick(label: string, input: HTMLInputElement): HTMLElement {
  return element("label", { class: "tick" }, input, element("span", {}, label));
}

/** An input for dollars, with a comma or a point for the cents, as its user writes them. */
export class MoneyField {
  declare input;

  /** @param name the field's @param cents its first value */
  constructor(name: string, cents: number) {
    const dollars = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
    const value = language() === "fr" ? dollars.replace(".", ",") : dollars;
    this.input = element("input", { name, inputmode: "decimal", required: true, autocomplete: "off", value });
  }

  /** The value in cents; null if the text is not an amount. */
  get cents(): number | null {
    const [, dollars, part = ""] = /^\$?\s*(\d{1,4})(?:[.,](\d{1,2}))?\s*\$?$/.exec(this.input.value.trim()) ?? [];
    return dollars === undefined ? null : Number(dollars) * 100 + Number(part.padEnd(2, "0"));
  }
}

/** A form that is sent once at a time and shows the outcome; without an answer it can be sent again. */
export class Form {
  #check;
  #sure;
  #send;
  #isSending = false;

  /** The line for the outcome. */
  notice = new Notice(() => this.key.click());
  declare key;
  declare node;

  /**
   * @param options `key` is the text on its key, and `beside` are the nodes next to the key. `check` returns the error
   *   of the entered values. `sure` asks the user to confirm. `send` sends, and resolves with the sentence to show
   */
  constructor({
    key,
    fields = [],
    look = "primary",
    beside = [],
    check = () => null,
    sure = async () => true,
    send,
  }: {
    key: string;
    fields?: Node[];
    look?: "primary" | "quiet";
    beside?: Node[];
    check?: () => string | null;
    sure?: () => Promise<boolean>;
    send: () => Promise<string | void>;
  }) {
    this.#check = check;
    this.#sure = sure;
    this.#send = send;
    this.key = element("button", { class: look }, key);
    const submit = (event: SubmitEvent) => {
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
    // A double tap sends once.
    if (this.#isSending) return;
    const wrong = this.#check();
    if (wrong) return this.notice.show(wrong, "refusal");
    this.#isSending = true;
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
      this.#isSending = false;
    }
  }

  #refused(refusal: Refusal) {
    this.notice.show(problemText(refusal), "refusal");
    const input = this.node.elements.namedItem(refusal.field || "none");
    if (input instanceof HTMLElement) input.focus();
  }
}

// The second tap of a double tap would hit the element that was under the sheet.
function ignoreSecondClick() {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }), DOUBLE_CLICK);
}

/**
 * Asks something in a sheet over the view.
 * @param title the question @param content explains it; a string is a sentence
 * @param yes the text of the key that agrees; null if the content closes the sheet
 * @param no the text of the key that does not
 * @param look of the key that agrees: `grave` for a step that cannot be undone
 * @returns true if that key was tapped
 */
export function sheet(
  title: string,
  content: Child[],
  yes: string | null,
  no: string = t("sheet.no"),
  look: "primary" | "grave" = "primary",
): Promise<boolean> {
  const heading = element("h2", { id: "sheet-title", tabindex: "-1" }, title);
  const nodes = content.map((child) => (typeof child === "string" ? element("p", {}, child) : child));
  const form = element(
    "form",
    { method: "dialog", onsubmit: ignoreSecondClick },
    heading,
    nodes,
    element(
      "div",
      { class: "sheet-keys" },
      yes === null ? null : element("button", { class: look, value: "yes" }, yes),
      yes === null
        ? element(
            "button",
            { class: "close", value: "", formnovalidate: true, "aria-label": t("sheet.no") },
            icon("close"),
          )
        : element("button", { class: "quiet", value: "", formnovalidate: true }, no),
    ),
  );
  const dialog = element("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, form);
  // A sheet closes with its view.
  addEventListener("hashchange", () => dialog.close(), { once: true });
  document.getElementById("main")?.append(dialog);
  dialog.showModal();
  heading.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

/**
 * Makes the key that saves CSV as a file: its address alone would not carry the token.
 * @param options `key` is the text on it, `file` the name that it is saved by, `done` the sentence after that, and
 *   `read` asks for the CSV
 */
export function csvKey({
  key,
  file,
  done,
  read,
}: {
  key: string;
  file: string;
  done: string;
  read: () => Promise<string>;
}): HTMLElement {
  const send = async () => {
    saveCsv(file, await read());
    return done;
  };
  return new Form({ key, look: "quiet", send }).node;
}
