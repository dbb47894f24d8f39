import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";

// How long a remark stands, in milliseconds: long enough to be read aloud.
const REMARK = 4000;

/** A line of fixed height that says one thing at a time, politely also to screen readers. */
export class Notice {
  #words = element("p", { role: "status" });
  #again;
  #remark;

  /** @param {() => void} again what *Try again* does */
  constructor(again) {
    this.#again = element(
      "button",
      { type: "button", class: "again", hidden: true, onclick: again },
      t("network.again"),
    );
    this.node = element("div", { class: "notice" }, this.#words, this.#again);
  }

  /** Says this. @param {string} words the sentence; empty to fall silent @param {"plain"|"refusal"} [tone] how it looks */
  show(words, tone = "plain") {
    // Focus on a button that goes away would be lost to the top of the page.
    if (document.activeElement === this.#again) document.querySelector("[data-skip]")?.focus({ preventScroll: true });
    this.#again.hidden = true;
    this.#put(words, tone);
  }

  /** Says that the service does not answer. @param {Date} since when it was first missed @param {string} [words] instead of the usual ones */
  showOffline(since, words = t("network.away", { time: clock(since) })) {
    this.#again.hidden = false;
    this.#put(words, "away");
  }

  /** Says this for a moment, then what was said before; a button to try again stays. @param {string} words the sentence @param {"refusal"|"plain"} [tone] how it looks */
  flash(words, tone = "refusal") {
    const before = this.#remark?.before ?? { words: this.#words.textContent, tone: this.node.dataset.tone };
    this.#put(words, tone);
    const timer = setTimeout(() => this.#put(before.words, before.tone), REMARK);
    this.#remark = { before, timer };
  }

  #put(words, tone) {
    clearTimeout(this.#remark?.timer);
    this.#remark = null;
    this.node.dataset.tone = tone;
    if (this.#words.textContent !== words) this.#words.textContent = words;
  }
}

/** The line that says since when a night has not been heard of; silent while it is. */
export class Freshness {
  #notice;

  /** @param {import("../night/night-store.js").LiveNight} live the night */
  constructor(live) {
    this.live = live;
    this.#notice = new Notice(() => live.retry());
    this.node = this.#notice.node;
    this.node.classList.add("freshness");
  }

  /** Shows how fresh it is now. */
  show() {
    const { since } = this.live;
    if (since) this.#notice.showOffline(since, t("night.stale", { time: clock(since) }));
    else this.#notice.show("");
  }
}
