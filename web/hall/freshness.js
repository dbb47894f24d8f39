import { clock, t } from "../app/i18n.js";
import { Notice } from "../parts/notice.js";

/** The line that says since when a night has not been heard of; silent while it is. */
export class Freshness {
  #notice;

  /** @param {import("./live-night.js").LiveNight} live the night */
  constructor(live) {
    this.live = live;
    this.#notice = new Notice(() => live.again());
    this.node = this.#notice.node;
    this.node.classList.add("freshness");
  }

  /** Shows how fresh it is now. */
  show() {
    const { since } = this.live;
    if (since) this.#notice.away(since, t("night.stale", { time: clock(since) }));
    else this.#notice.say("");
  }
}
