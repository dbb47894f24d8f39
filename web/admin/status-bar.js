import { element } from "../lib/dom.js";
import { has, list, t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { amount, clock } from "../lib/text.js";

/** Why the service refused something of a night, in the page's words where it has them. @param {import("../lib/api.js").Refusal} refusal @param {object|null} night as it is @returns {string} a sentence */
export function refusalText({ slug, problem, message }, night) {
  const pointer = problem.errors?.[0]?.pointer;
  if (slug === "invalid" && pointer === "/reason") return t("running.reason.missing");
  // What a player is told of some is not what helps the coordinator.
  const own = `running.refused.${slug}`;
  const key = has(own) ? own : `problem.${slug}`;
  if (!has(key)) return message;
  const winner = night?.entries.find(({ player_id }) => player_id === problem.player_id);
  return t(key, {
    n: problem.tables?.length ?? problem.present ?? problem.games_per_night ?? problem.drawn ?? 0,
    tables: list((problem.tables ?? []).map(String)),
    next: problem.next,
    round: problem.round,
    name: winner?.name ?? t("running.somebody"),
    amount: amount(problem.amount ?? 0),
  });
}

/** The line at the foot of a night's views: what was done, with *Undo*, what was refused, or that there is no answer. */
export class StatusBar {
  #notice;
  #undo;
  #said = { words: "", undo: null };
  #refused = [];
  #away = false;

  /** @param {() => void} again what *Try again* does */
  constructor(again) {
    this.#notice = new Notice(again);
    this.#undo = element("button", { type: "button", class: "again", hidden: true }, t("running.undo"));
    this.#undo.addEventListener("click", () => {
      const { undo } = this.#said;
      this.clear();
      undo();
    });
    this.#notice.node.append(this.#undo);
    this.node = element("div", { class: "foot" }, this.#notice.node);
  }

  /** Says what was done; what was refused stands above it until {@link StatusBar#clear}. @param {string} words a sentence; empty to fall silent @param {(() => void)|null} [undo] takes it back */
  show(words, undo = null) {
    this.#said = { words, undo };
    this.#render();
  }

  /** Falls silent: something new is done. */
  clear() {
    this.#refused = [];
    this.show("");
  }

  /** Says why what was tapped is refused at once. @param {string} words a sentence */
  showError(words) {
    this.#refused = [];
    this.addError(words);
  }

  /** Says why something was refused that was tapped earlier, beside what else was. @param {string} words a sentence */
  addError(words) {
    if (!this.#refused.includes(words)) this.#refused.push(words);
    this.#render();
  }

  /** Says that the service does not answer, until it does. @param {Date|null} since from when; null when it answers @param {number} waiting how much is to be sent */
  offline(since, waiting) {
    this.#away = since !== null;
    if (since)
      this.#notice.showOffline(
        since,
        t(waiting > 0 ? "running.away.waiting" : "running.away", { time: clock(since), n: waiting }),
      );
    this.#render();
  }

  #render() {
    const { words, undo } = this.#said;
    const refused = this.#refused.length > 0;
    if (this.#undo === document.activeElement) document.querySelector("[data-skip]")?.focus({ preventScroll: true });
    this.#undo.hidden = this.#away || refused || undo === null;
    if (this.#away) return;
    if (refused) this.#notice.show(this.#refused.join(" "), "refusal");
    else this.#notice.show(words);
  }
}
