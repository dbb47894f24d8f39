/** @import { Person, RoundView, TableSide, TableView } from "pegout-api" */
/** @import { NightCommand, NightPage } from "./night-page.js" */
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { number } from "../lib/text.js";
import { sideText } from "../night/seats.js";
import { mark } from "../ui/controls.js";

/** A table with its state in the view; `pending` is the command of its result. @typedef {{table: TableView, isSwapping: boolean, picked: string|null, pending: NightCommand|null}} TableItem */

/** A table of a round: its players, their scores, and the key for its result. */
export class TableCard {
  #onPick;
  #table;
  #title;
  #state = element("p", { class: "table-state" });
  #repeat = element("p", { class: "help" }, t("tables.repeat"));
  #sides = element("div", { class: "table-sides" });
  #button;
  #shown = "";
  /** @type {HTMLElement[]} */
  #scores = [];
  /** @type {{id: string, node: HTMLElement}[]} */
  #seats = [];

  /**
   * @param {{onResult: (table: TableView) => void, onPick: (player: Person) => void}} listeners
   * @param {TableItem} item
   */
  constructor({ onResult, onPick }, { table }) {
    this.#onPick = onPick;
    this.#table = table;
    this.#button = element("button", { type: "button", class: "quiet", onclick: () => onResult(this.#table) });
    this.#title = element(
      "h3",
      { id: `table-${table.game_id}`, tabindex: "-1" },
      t("tables.table", { n: table.number }),
    );
    this.node = element(
      "section",
      { class: "table-card", "aria-labelledby": this.#title.id },
      element("div", { class: "table-head" }, this.#title, this.#state),
      this.#sides,
      this.#repeat,
      this.#button,
    );
  }

  /** Shows the table. @param {TableItem} item */
  show({ table, isSwapping, picked, pending }) {
    this.#table = table;
    this.#showSeats(table, isSwapping);
    for (const [at, node] of this.#scores.entries()) {
      node.textContent = number(pending?.scores?.[at] ?? table.sides[at].score, 0);
    }
    for (const { id, node } of this.#seats) node.setAttribute("aria-pressed", String(id === picked));
    this.node.dataset.status = table.status;
    this.#state.textContent = t(pending ? "running.sending" : `tables.status.${table.status}`);
    this.#repeat.hidden = !table.forced_repeat;
    this.#button.textContent = t(table.status === "playing" ? "tables.enter" : "tables.correct");
    const names = table.sides.map(sideText).join(", ");
    this.#button.setAttribute(
      "aria-label",
      `${this.#button.textContent}: ${t("tables.table", { n: table.number })}, ${names}`,
    );
    this.#button.hidden = isSwapping;
  }

  // The seats are rendered again only when they have changed, so that a peg elsewhere moves nothing.
  /** @param {TableView} table @param {boolean} isSwapping */
  #showSeats(table, isSwapping) {
    const shown = JSON.stringify([isSwapping, table.sides.map(({ players }) => players)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#seats = [];
    this.#scores = table.sides.map(() => element("span", { class: "table-score" }));
    const sideNode = (/** @type {TableSide} */ side, /** @type {number} */ at) =>
      element(
        "div",
        { class: "table-side" },
        mark(at),
        element(
          "span",
          { class: "table-players" },
          isSwapping ? side.players.map((player) => this.#seatButton(player)) : sideText(side),
        ),
        this.#scores[at],
      );
    const hadFocus = this.#sides.contains(document.activeElement);
    this.#sides.replaceChildren(...table.sides.map(sideNode));
    if (hadFocus) this.#title.focus({ preventScroll: true });
  }

  /** @param {Person} player */
  #seatButton(player) {
    const node = element(
      "button",
      { type: "button", class: "seat-key", onclick: () => this.#onPick(player) },
      player.name,
    );
    this.#seats.push({ id: player.id, node });
    return node;
  }
}

/** Two seats of a round that change places, as long as nobody has pegged in it: one player is tapped, then another. */
export class Swap {
  #page;
  #onChange;
  #button = element("button", { type: "button", class: "quiet", onclick: () => this.#toggle() });
  #help = element("p", { class: "help" });

  /** True while seats are swapped. */
  isOn = false;

  /** The player who was tapped first. @type {Person|null} */
  picked = null;

  /** @param {NightPage} page @param {() => void} onChange called after a tap */
  constructor(page, onChange) {
    this.#page = page;
    this.#onChange = onChange;
    this.node = element("div", { class: "swap-row" }, this.#button, this.#help);
  }

  /** Shows the swap, if it is possible. @param {RoundView|null} round the newest, when it is shown and the night goes on */
  show(round) {
    const isUntouched = (/** @type {TableView} */ { status, sides }) =>
      status === "playing" && sides.every(({ score }) => score === 0);
    const isPossible = round?.tables.every(isUntouched) ?? false;
    if (!isPossible) this.isOn = false;
    if (!this.isOn) this.picked = null;
    this.node.hidden = !isPossible;
    this.#button.textContent = t(this.isOn ? "tables.swap.done" : "tables.swap");
    this.#help.textContent = this.picked ? t("tables.swap.with", { name: this.picked.name }) : t("tables.swap.how");
    this.#help.hidden = !this.isOn;
  }

  /** Takes a tap on a player: the first is picked, the second swaps with them. @param {Person} player */
  async pick(player) {
    const first = this.picked;
    this.picked = first ? null : player;
    this.#onChange();
    if (!first || first.id === player.id) return;
    if (await this.#swap(first, player)) {
      const text = t("tables.swap.said", { one: first.name, other: player.name });
      this.#page.statusBar.show(text, () => this.#swap(first, player));
    }
  }

  /** @param {Person} one @param {Person} other */
  #swap(one, other) {
    const round = this.#page.round?.number;
    return this.#page.change("POST", `/rounds/${round}/swaps`, { players: [one.id, other.id], id: newId() });
  }

  #toggle() {
    this.isOn = !this.isOn;
    this.#onChange();
  }
}
