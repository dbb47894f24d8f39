import { element } from "../../app/element.js";
import { number, t } from "../../app/i18n.js";
import { mark } from "../../parts/mark.js";
import { sideName } from "./names.js";

/** A table of a round: who sits there, how they stand, and the key for its result. */
export class TableCard {
  #acts;
  #item;
  #title;
  #state = element("p", { class: "table-state" });
  #repeat = element("p", { class: "help" }, t("tables.repeat"));
  #sides = element("div", { class: "table-sides" });
  #key = element("button", { type: "button", class: "quiet", onclick: () => this.#acts.result(this.#item.table) });
  #shown = "";
  #scores = [];
  #seats = [];

  /** @param {{result: (table: object) => void, pick: (player: object) => void}} acts what its keys do @param {object} item see {@link TableCard#show} */
  constructor(acts, { table }) {
    this.#acts = acts;
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
      this.#key,
    );
  }

  /**
   * Shows the table as it is.
   * @param {{table: object, swapping: boolean, picked: string|null, sending: object|null}} item `sending` is a result
   *   on its way
   */
  show(item) {
    this.#item = item;
    const { table, swapping, picked, sending } = item;
    this.#seat(table, swapping);
    for (const [at, node] of this.#scores.entries()) {
      node.textContent = number(sending?.scores?.[at] ?? table.sides[at].score, 0);
    }
    for (const { id, node } of this.#seats) node.setAttribute("aria-pressed", id === picked);
    this.node.dataset.status = table.status;
    this.#state.textContent = t(sending ? "running.sending" : `tables.status.${table.status}`);
    this.#repeat.hidden = !table.forced_repeat;
    this.#key.textContent = t(table.status === "playing" ? "tables.enter" : "tables.correct");
    const names = table.sides.map(sideName).join(", ");
    this.#key.setAttribute(
      "aria-label",
      `${this.#key.textContent}: ${t("tables.table", { n: table.number })}, ${names}`,
    );
    this.#key.hidden = swapping;
  }

  // The seats are laid anew only when they are others, so that a peg elsewhere moves nothing.
  #seat(table, swapping) {
    const shown = JSON.stringify([swapping, table.sides.map(({ players }) => players)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#seats = [];
    this.#scores = table.sides.map(() => element("span", { class: "table-score" }));
    const side = (each, at) =>
      element(
        "div",
        { class: "table-side" },
        mark(at),
        element(
          "span",
          { class: "table-players" },
          swapping ? each.players.map((player) => this.#seatKey(player)) : sideName(each),
        ),
        this.#scores[at],
      );
    const held = this.#sides.contains(document.activeElement);
    this.#sides.replaceChildren(...table.sides.map(side));
    // Whoever swaps by keyboard stays at the table.
    if (held) this.#title.focus({ preventScroll: true });
  }

  #seatKey(player) {
    const node = element(
      "button",
      { type: "button", class: "seat-key", onclick: () => this.#acts.pick(player) },
      player.name,
    );
    this.#seats.push({ id: player.id, node });
    return node;
  }
}
