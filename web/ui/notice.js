/** @import { Refusal } from "../lib/api.js" */
import { problemText } from "../lib/api.js";
import { element, focusView } from "../lib/dom.js";
import { clock } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";

/** The look of a notice. @typedef {"plain"|"refusal"|"away"} Tone */

// Milliseconds that a flash is shown: long enough to be read aloud.
const FLASH = 4000;

/** A line of fixed height for one sentence at a time, which screen readers read too. */
export class Notice {
  #text = element("p", { role: "status" });
  #retry;
  /** @type {{before: {text: string, tone: string|undefined}, timer: ReturnType<typeof setTimeout>}|null} */
  #flash = null;

  /** @param {() => void} onRetry called when "Try again" was tapped */
  constructor(onRetry) {
    this.#retry = element(
      "button",
      { type: "button", class: "again", hidden: true, onclick: onRetry },
      t("network.again"),
    );
    this.node = element("div", { class: "notice", "data-empty": true }, this.#text, this.#retry);
  }

  /** Shows a sentence. @param {string} text empty for none @param {Tone} [tone] */
  show(text, tone = "plain") {
    // The focus of a button that is hidden would move to the top of the page.
    if (document.activeElement === this.#retry) focusView();
    this.#retry.hidden = true;
    this.#render(text, tone);
  }

  /** Shows that the service does not answer, with a button to try again. @param {Date} since when the first try failed @param {string} [text] instead of the usual one */
  showOffline(since, text = t("network.away", { time: clock(since) })) {
    this.#retry.hidden = false;
    this.#render(text, "away");
  }

  /** Shows a sentence for a moment, then the one before; a button to try again stays. @param {string} text @param {Tone} [tone] */
  flash(text, tone = "refusal") {
    const before = this.#flash?.before ?? { text: this.#text.textContent ?? "", tone: this.node.dataset.tone };
    this.#render(text, tone);
    const timer = setTimeout(() => this.#render(before.text, before.tone), FLASH);
    this.#flash = { before, timer };
  }

  /** @param {string} text @param {string|undefined} tone */
  #render(text, tone) {
    clearTimeout(this.#flash?.timer);
    this.#flash = null;
    this.node.dataset.tone = tone;
    // WebKit does not apply `:has(p:empty)` again when the text changes.
    this.node.toggleAttribute("data-empty", text === "");
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }
}

/** A notice in the place of a view until its data are loaded: requests them until the service answers. @template Answer */
export class Loading {
  #request;
  #notice = new Notice(() => this.retry());

  /** The notice; it is removed when the answer comes. */
  node = this.#notice.node;

  /**
   * @param {(signal: AbortSignal) => Promise<Answer>} send sends the request
   * @param {(answer: Answer) => void} onAnswer shows the answer
   * @param {{loading?: string, offline?: (since: Date) => string, refused?: (refusal: Refusal) => string}} [texts] sentences
   */
  constructor(send, onAnswer, { loading = t("club.coming"), offline = offlineText, refused = problemText } = {}) {
    this.#request = new LatestRequest((_, signal) => send(signal), {
      onAnswer: (/** @type {Answer} */ answer) => {
        this.node.remove();
        onAnswer(answer);
      },
      onRefusal: (refusal) => this.#notice.show(refused(refusal), "refusal"),
      onOffline: (since) => this.#notice.showOffline(since, offline(since)),
    });
    this.#notice.show(loading);
    this.#request.request(null);
  }

  /** Tries at once if there was no answer. */
  retry() {
    this.#request.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }
}

/** @param {Date} since */
function offlineText(since) {
  return t("club.away", { time: clock(since) });
}
