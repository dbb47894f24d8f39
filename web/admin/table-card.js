import { session } from "../club/session.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { sideText } from "../night/seats.js";
import { mark } from "../ui/controls.js";
import { number } from "../lib/text.js";

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
    const names = table.sides.map(sideText).join(", ");
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
          swapping ? each.players.map((player) => this.#seatKey(player)) : sideText(each),
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

/** Two seats of a round that change places, as long as nobody has pegged in it: one player is tapped, then another. */
export class Swap {
  #page;
  #changed;
  #round = null;
  #key = element("button", { type: "button", class: "quiet", onclick: () => this.#turn() });
  #how = element("p", { class: "help" });

  /** Whether seats are being swapped. */
  on = false;

  /** Who was tapped first. @type {{id: string, name: string}|null} */
  picked = null;

  /** @param {import("./night-page.js").NightPage} page @param {() => void} changed called when somebody was tapped */
  constructor(page, changed) {
    this.#page = page;
    this.#changed = changed;
    this.node = element("div", { class: "swap-row" }, this.#key, this.#how);
  }

  /** Shows whether seats may be swapped. @param {object|null} round the newest, when it is looked at and the night goes on */
  show(round) {
    const untouched = ({ status, sides }) => status === "playing" && sides.every(({ score }) => score === 0);
    this.#round = round?.tables.every(untouched) ? round : null;
    if (!this.#round) this.on = false;
    if (!this.on) this.picked = null;
    this.node.hidden = this.#round === null;
    this.#key.textContent = t(this.on ? "tables.swap.done" : "tables.swap");
    this.#how.textContent = this.picked ? t("tables.swap.with", { name: this.picked.name }) : t("tables.swap.how");
    this.#how.hidden = !this.on;
  }

  /** A player was tapped. @param {{id: string, name: string}} player */
  async pick(player) {
    const first = this.picked;
    this.picked = first ? null : player;
    this.#changed();
    if (!first || first.id === player.id) return;
    if (await this.#ask(first, player)) {
      const words = t("tables.swap.said", { one: first.name, other: player.name });
      this.#page.statusBar.show(words, () => this.#ask(first, player));
    }
  }

  #ask(one, other) {
    const { number } = this.#page.round;
    const before = seatOf(this.#page.night, number, one);
    // Asking twice would swap them back.
    const happened = async () => {
      const night = await session.ask("GET", `/api/v1/nights/${this.#page.id}`);
      return seatOf(night, number, one) === before ? null : night;
    };
    return this.#page.change("POST", `/rounds/${number}/swaps`, { players: [one.id, other.id] }, { happened });
  }

  #turn() {
    this.on = !this.on;
    this.#changed();
  }
}

function seatOf({ rounds }, number, player) {
  const { tables } = rounds.find((round) => round.number === number);
  const seats = tables.flatMap(({ sides }) => sides.flatMap(({ players }) => players));
  return seats.findIndex(({ id }) => id === player.id);
}
