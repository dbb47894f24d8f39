import { element } from "../lib/dom.js";

/** A key of a question; `side` gives it the colour of a side. @typedef {{label: string, onTap: () => void, side?: number}} Answer */

// Milliseconds after its appearance in which a tap was meant for something else.
const DEAF = 350;
// Milliseconds until a question closes that need not be answered.
const PASSES = 10_000;

/** A question on the board, with a key an answer; the likelier answer is the first. The focus stays where it was. */
export class Question {
  #text = element("p", { id: "question" });
  #keys = element("div", { class: "answers" });
  #shown = 0;
  /** @type {string|null} */
  #asked = null;
  /** The text and the words of the keys. */
  #words = "";
  #onAnswer;
  #mayPass = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #passing;

  node = element(
    "div",
    { class: "question", role: "alertdialog", "aria-labelledby": "question", hidden: true },
    this.#text,
    this.#keys,
  );

  /** @param {() => void} [onAnswer] called after an answer, and when a question has passed */
  constructor(onAnswer = () => {}) {
    this.#onAnswer = onAnswer;
  }

  /** True while it waits for an answer. */
  get isOpen() {
    return !this.node.hidden;
  }

  /** True while it waits for an answer, and does not close itself. */
  get needsAnswer() {
    return this.isOpen && !this.#mayPass;
  }

  /** Returns true while it asks this. @param {string|null} text @returns {boolean} */
  asks(text) {
    return text !== null && text === this.#asked;
  }

  /** Asks; once while the words are the same. @param {string} text @param {Answer[]} answers @param {() => void} [onPass] called instead of an answer after ten seconds: the question then closes itself */
  ask(text, answers, onPass) {
    const words = [text, ...answers.map(({ label }) => label)].join();
    if (this.#asked !== null && words === this.#words) return;
    this.#words = words;
    clearTimeout(this.#passing);
    this.#mayPass = Boolean(onPass);
    if (onPass) this.#passing = setTimeout(() => this.#end(onPass), PASSES);
    this.#asked = text;
    this.#shown = performance.now();
    this.#text.textContent = text;
    // Of many answers none is likelier than the others.
    this.#keys.classList.toggle("many", answers.length > 2);
    this.#keys.replaceChildren(...answers.map((answer) => this.#key(answer)));
    this.node.hidden = false;
    // With large text the page scrolls, and the board may be above what is seen of it.
    this.node.scrollIntoView({ block: "nearest" });
  }

  /** Closes it if it asks this. @param {string|null} text */
  withdraw(text) {
    if (this.asks(text)) this.close();
  }

  /** Closes it. */
  close() {
    clearTimeout(this.#passing);
    this.#asked = null;
    this.node.hidden = true;
  }

  /** @param {() => void} then */
  #end(then) {
    this.close();
    then();
    this.#onAnswer();
  }

  /** @param {Answer} answer */
  #key({ label, onTap, side }) {
    const tap = () => {
      if (performance.now() - this.#shown >= DEAF) this.#end(onTap);
    };
    return element(
      "button",
      { type: "button", class: side === undefined ? "answer" : `answer of-${side}`, onclick: tap },
      label,
    );
  }
}
