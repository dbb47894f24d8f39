/** @import { TableSide, TableView } from "pegout-api" */
/** @import { NightCommand } from "./night-page.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { number } from "../lib/text.js";
import { sideText } from "../night/seats.js";
import { authorsText, contestTexts, isContested } from "../rounds/contest.js";
import { mark } from "../ui/controls.js";

// The finish of a night calls open games off with this reason.
const FINISHED = "The night was finished.";

/**
 * A table with its state in the view: `pending` is the command that changes it, `canVoid` while it can be called off and
 * brought back, `canCorrect` while this role may set its result, `dealer` who deals first where that is drawn.
 * @typedef {{table: TableView, canVoid: boolean, canCorrect: boolean, pending: NightCommand|null, dealer: {name: string}|null}} TableItem
 */
/** The steps of a table. @typedef {{onResult: (table: TableView) => void, onSeats: (table: TableView) => void, onVoid: (table: TableView) => void}} TableListeners */

/** A table of a round: its players, their scores, and the keys for its result, its seats and its void. */
export class TableCard {
  #table;
  #title;
  #state = element("p", { class: "table-state" });
  #dealer = element("p", { class: "help" });
  #repeat = element("p", { class: "help" }, t("tables.repeat"));
  #contests = element("p", { class: "contest" });
  #lost = element("p", { class: "contest" });
  #authors = element("p", { class: "help" });
  #sides = element("div", { class: "table-sides" });
  #button;
  #seats;
  #void;
  #shown = "";
  /** @type {HTMLElement[]} */
  #scores = [];

  /** @param {TableListeners} listeners @param {TableItem} item */
  constructor({ onResult, onSeats, onVoid }, { table }) {
    this.#table = table;
    const key = (/** @type {string} */ look, /** @type {(table: TableView) => void} */ act) =>
      element("button", { type: "button", class: look, onclick: () => act(this.#table) });
    this.#button = key("quiet", onResult);
    this.#seats = key("deed", onSeats);
    this.#void = key("deed", onVoid);
    this.#title = element(
      "h3",
      { id: `table-${table.game_id}`, tabindex: "-1" },
      t("tables.table", { n: table.number }),
    );
    this.node = element(
      "section",
      { class: "table-card", "aria-labelledby": this.#title.id },
      element("div", { class: "table-head" }, this.#title, this.#state, this.#button),
      this.#sides,
      this.#contests,
      this.#lost,
      this.#authors,
      this.#dealer,
      this.#repeat,
      element("div", { class: "table-deeds", "data-needs": "run_nights" }, this.#seats, this.#void),
    );
  }

  /** Shows the table. @param {TableItem} item */
  show({ table, canVoid, canCorrect, pending, dealer }) {
    this.#table = table;
    this.#showSeats(table);
    for (const [at, node] of this.#scores.entries()) {
      node.textContent = number(pending?.scores?.[at] ?? table.sides[at].score, 0);
    }
    const best = Math.max(...table.sides.map(({ score }) => score));
    [...this.#sides.children].forEach((node, at) =>
      node.classList.toggle("winner", table.status === "finished" && table.sides[at].score === best),
    );
    this.#contests.textContent = contestTexts(table).join(" ");
    this.#contests.hidden = this.#contests.textContent === "";
    const { lost_changes: n = 0 } = table;
    this.#lost.textContent = n ? t("tables.lost", { n }) : "";
    this.#lost.hidden = n === 0;
    this.#authors.textContent = authorsText(table) || voidText(table);
    this.#authors.hidden = this.#authors.textContent === "";
    this.node.dataset.status = table.status;
    const status = isContested(table) ? "contested" : table.status;
    this.#state.textContent = t(pending ? "running.sending" : `tables.status.${status}`);
    this.#dealer.hidden = !dealer || table.status !== "playing";
    this.#dealer.textContent = dealer ? t("night.deals", { name: dealer.name }) : "";
    this.#repeat.hidden = !table.forced_repeat;
    const isPlaying = table.status === "playing";
    const deed = isPlaying ? "tables.enter" : "tables.correct";
    const names = table.sides.map(sideText).join(", ");
    this.#button.hidden = !canCorrect;
    this.#button.textContent = t(isPlaying ? "tables.enter.key" : "tables.correct.key");
    const which = t("tables.table", { n: table.number });
    const name = (/** @type {string} */ key, about = which) => t("tables.key.of", { key, about });
    this.#button.setAttribute("aria-label", name(t(deed), `${which}, ${names}`));
    this.#seats.textContent = t("seats.key");
    this.#seats.setAttribute("aria-label", name(t("seats.key")));
    const voiding = t(table.status === "void" ? "void.back.key" : "void.key");
    this.#void.textContent = voiding;
    this.#void.setAttribute("aria-label", name(voiding));
    this.#void.hidden = !canVoid;
  }

  // The seats are rendered again only when they have changed, so that a peg elsewhere moves nothing.
  /** @param {TableView} table */
  #showSeats(table) {
    const shown = JSON.stringify(table.sides.map(({ players }) => players));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#scores = table.sides.map(() => element("span", { class: "table-score" }));
    const sideNode = (/** @type {TableSide} */ side, /** @type {number} */ at) =>
      element(
        "div",
        { class: "table-side" },
        mark(at),
        element("span", { class: "table-players" }, element("bdi", {}, sideText(side))),
        this.#scores[at],
      );
    this.#sides.replaceChildren(...table.sides.map(sideNode));
  }
}

/** @param {TableView} table */
function voidText({ status, void: called }) {
  if (status !== "void" || !called?.reason) return "";
  return called.reason === FINISHED ? t("void.finished") : t("void.reason", { reason: called.reason });
}
