import { element } from "../../app/element.js";
import { t } from "../../app/i18n.js";
import { session } from "../session.js";

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
      this.#page.foot.say(words, () => this.#ask(first, player));
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
