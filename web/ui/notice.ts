import { problemText, type Refusal } from "../lib/api.ts";
import { element, focusView } from "../lib/dom.ts";
import { clock } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";

/** The look of a notice. */
type Tone = "plain" | "refusal" | "away";

// Milliseconds that a flash is shown: long enough to be read aloud.
const FLASH = 4000;

/** A line of fixed height for one sentence at a time, which screen readers read too. */
export class Notice {
  #text = element("p", { role: "status" });
  #retry;
  #flash: { before: { text: string; tone: string | undefined }; timer: ReturnType<typeof setTimeout> } | null = null;
  declare node;

  /** @param onRetry called when "Try again" was tapped */
  constructor(onRetry: () => void) {
    this.#retry = element(
      "button",
      { type: "button", class: "again", hidden: true, onclick: onRetry },
      t("network.again"),
    );
    this.node = element("div", { class: "notice", "data-empty": true }, this.#text, this.#retry);
  }

  /** Shows a sentence. @param text empty for none */
  show(text: string, tone: Tone = "plain") {
    // The focus of a button that is hidden would move to the top of the page.
    if (document.activeElement === this.#retry) focusView();
    this.#retry.hidden = true;
    this.#render(text, tone);
  }

  /**
   * Shows that the service does not answer, with a button to try again.
   * @param since when the first try failed @param text instead of the usual one
   */
  showOffline(since: Date, text: string = t("network.away", { time: clock(since) })) {
    this.#retry.hidden = false;
    this.#render(text, "away");
  }

  /** Shows a sentence for a moment, then the previous sentence; a button to try again stays. */
  flash(text: string, tone: Tone = "refusal") {
    const before = this.#flash?.before ?? { text: this.#text.textContent ?? "", tone: this.node.dataset.tone };
    this.#render(text, tone);
    const timer = setTimeout(() => this.#render(before.text, before.tone), FLASH);
    this.#flash = { before, timer };
  }

  #render(text: string, tone: string | undefined) {
    clearTimeout(this.#flash?.timer);
    this.#flash = null;
    this.node.dataset.tone = tone;
    // WebKit does not apply `:has(p:empty)` again when the text changes.
    this.node.toggleAttribute("data-empty", text === "");
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }
}

/** A notice in the place of a view until its data are loaded: requests them until the service answers. */
export class Loading<Answer> {
  #request;
  #notice = new Notice(() => this.retry());

  /** The notice; it is removed when the answer comes. */
  node = this.#notice.node;

  /** @param send sends the request @param onAnswer shows the answer @param texts sentences */
  constructor(
    send: (signal: AbortSignal) => Promise<Answer>,
    onAnswer: (answer: Answer) => void,
    {
      loading = t("club.coming"),
      offline = offlineText,
      refused = problemText,
    }: { loading?: string; offline?: (since: Date) => string; refused?: (refusal: Refusal) => string } = {},
  ) {
    this.#request = new LatestRequest((_, signal) => send(signal), {
      onAnswer: (answer: Answer) => {
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

function offlineText(since: Date) {
  return t("club.away", { time: clock(since) });
}
