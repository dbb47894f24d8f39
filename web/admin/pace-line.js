/** @import { Night } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock, hour } from "../lib/text.js";
import { paceOf } from "./pace.js";

// Milliseconds between two looks at the clock.
const INTERVAL = 30_000;

/** The line that says how long the round has been going, and when the night is over at this pace. */
export class PaceLine {
  /** @type {Night|null} */
  #night = null;
  #timer = setInterval(() => this.#write(), INTERVAL);

  node = element("p", { class: "help", hidden: true });

  /** Ends it, when the view goes. */
  close() {
    clearInterval(this.#timer);
  }

  /** @param {Night} night */
  show(night) {
    this.#night = night;
    this.#write();
  }

  #write() {
    const text = this.#night?.status === "playing" ? paceText(this.#night) : "";
    if (this.node.textContent !== text) this.node.textContent = text;
    this.node.hidden = text === "";
  }
}

/** @param {Night} night */
function paceText(night) {
  const pace = paceOf(night, Date.now());
  if (!pace) return "";
  const { since, takes, over, isLate } = pace;
  const values = { games: night.games_per_night, end: night.ends_at ? hour(night.ends_at) : "" };
  return [
    since === null ? "" : t("pace.round", { n: night.rounds.length, minutes: since }),
    takes === null ? "" : t("pace.takes", { minutes: takes }),
    over === null ? "" : t(isLate ? "pace.late" : "pace.over", { ...values, time: clock(over) }),
  ]
    .filter(Boolean)
    .join(" ");
}
