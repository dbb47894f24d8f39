/** @import { Night } from "pegout-api" */
/** @import { Refusal } from "../lib/api.js" */
import { refusalText as plainRefusalText } from "../lib/api.js";
import { element, focusView } from "../lib/dom.js";
import { has, list, t } from "../lib/i18n.js";
import { amount, clock } from "../lib/text.js";
import { Notice } from "../ui/notice.js";

/** The members of problems that the sentences use. @typedef {{tables?: number[], present?: number, games_per_night?: number, drawn?: number, next?: number, round?: number, table?: number, amount?: number, player_id?: string, players?: {name: string}[]}} NightProblem */

/** The line at the foot of a night's views: what was done, with *Undo*, what was refused, or that there is no answer. */
export class StatusBar {
  #notice;
  #undoButton;
  #text = "";
  /** @type {(() => void)|null} */
  #undo = null;
  /** @type {string[]} */
  #errors = [];
  #isOffline = false;

  /** @param {() => void} onRetry called at *Try again* */
  constructor(onRetry) {
    this.#notice = new Notice(onRetry);
    const onclick = () => {
      const undo = this.#undo;
      this.clear();
      undo?.();
    };
    this.#undoButton = element("button", { type: "button", class: "again", hidden: true, onclick }, t("running.undo"));
    this.#notice.node.append(this.#undoButton);
    this.node = element("div", { class: "foot" }, this.#notice.node);
  }

  /** Shows what was done; errors stay instead of it until {@link StatusBar#clear}. @param {string} text a sentence, or empty @param {(() => void)|null} [undo] reverts it */
  show(text, undo = null) {
    this.#text = text;
    this.#undo = undo;
    this.#render();
  }

  /** Removes all sentences: something new is done. */
  clear() {
    this.#errors = [];
    this.show("");
  }

  /** Shows why the present tap is refused. @param {string} text a sentence */
  showError(text) {
    this.#errors = [];
    this.addError(text);
  }

  /** Shows why an earlier command was refused, beside the other errors. @param {string} text a sentence */
  addError(text) {
    if (!this.#errors.includes(text)) this.#errors.push(text);
    this.#render();
  }

  /** Shows that the service does not answer, until it does. @param {Date|null} since null when it answers @param {number} pending the number of commands without an answer */
  offline(since, pending) {
    this.#isOffline = since !== null;
    if (since) {
      const key = pending > 0 ? "running.away.waiting" : "running.away";
      this.#notice.showOffline(since, t(key, { time: clock(since), n: pending }));
    }
    this.#render();
  }

  #render() {
    const hasErrors = this.#errors.length > 0;
    if (this.#undoButton === document.activeElement) focusView();
    this.#undoButton.hidden = this.#isOffline || hasErrors || this.#undo === null;
    if (this.#isOffline) return;
    if (hasErrors) this.#notice.show(this.#errors.join(" "), "refusal");
    else this.#notice.show(this.#text);
  }
}

/** The reason of a refusal, in the page's words where it has them. @param {Refusal} refusal @param {Night|null} night as it is @returns {string} a sentence */
export function refusalText(refusal, night) {
  const { slug, problem } = refusal;
  const pointer = problem.errors?.[0]?.pointer;
  if (slug === "invalid" && pointer === "/reason") return t("running.reason.missing");
  const { players, table } = /** @type {NightProblem} */ (problem);
  // The seats of others have changed while these were chosen.
  if (slug === "invalid" && players) return t("seats.refused", { names: list(players.map(({ name }) => name)) });
  if (slug === "invalid" && table) return t("seats.refused.begun", { n: table });
  // A sentence for players does not always help the coordinator.
  const own = `running.refused.${slug}`;
  const key = has(own) ? own : `problem.${slug}`;
  if (!has(key) || "roles" in problem) return plainRefusalText(refusal);
  const values = /** @type {NightProblem} */ (problem);
  const winner = night?.entries.find(({ player_id }) => player_id === values.player_id);
  return t(key, {
    n: values.tables?.length ?? values.present ?? values.games_per_night ?? values.drawn ?? 0,
    tables: list((values.tables ?? []).map(String)),
    next: values.next,
    round: values.round,
    name: winner?.name ?? t("running.somebody"),
    amount: amount(values.amount ?? 0),
  });
}
