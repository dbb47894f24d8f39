/** @import { League, Rules } from "pegout-api" */
/** @import { SavedGame } from "../game/saved-games.js" */
import { directionsText } from "../game/directions.js";
import { gamePath } from "../game/opening.js";
import { savedGames } from "../game/saved-games.js";
import { sideNames } from "../game/names.js";
import { send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { dayOfYear, today } from "../lib/text.js";
import { clubSince, rulesInForce, sinceText } from "../rules/rules-in-force.js";
import { Loading } from "../ui/notice.js";

/** The rules in force: those of a table, or else the club's. */
export class RulesHere {
  /** @type {{node: HTMLElement, close: () => void}|null} */
  #loading = null;

  node = element("div", { class: "rules-here" });

  /** @param {string|null} table the id of a game on this phone */
  constructor(table) {
    const saved = savedGames.get(table ?? "");
    if (saved) this.#showTable(saved);
    else if (table && isId(table)) this.#ask(table);
    else this.#askClub();
  }

  // A game that this phone does not keep is one of a night.
  /** @param {string} table */
  #ask(table) {
    this.#load(
      (signal) => send("GET", gamePath(table), { signal }),
      (game) => this.#showTable({ game, night: "" }),
    );
  }

  // Since when the club has played by the rules is not in the game.
  /** @param {Pick<SavedGame, "game"|"side"|"night">} saved `night` is missing outside a league */
  async #showTable({ game, side, night }) {
    const directions = directionsText(game, sideNames(game.sides, side));
    this.#show(t("book.force.table"), game.rules, null, directions);
    const since = night === undefined ? null : await clubSince(game.rules);
    if (since) this.#show(t("book.force.table"), game.rules, since, directions);
  }

  #askClub() {
    /** @param {League} league */
    const show = ({ name, rules, rules_since: since }) =>
      this.#show(name ? t("book.force.club", { name }) : t("book.force.nobody"), rules, since);
    this.#load((signal) => send("GET", "/api/v1/league", { signal }), show);
  }

  /** @template Told @param {(signal: AbortSignal) => Promise<Told>} ask @param {(told: Told) => void} show */
  #load(ask, show) {
    this.#loading = new Loading(ask, show, { offline: () => t("book.force.away") });
    this.node.append(this.#loading.node);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading?.close();
  }

  // On paper the day says how old they are.
  /** @param {string} whose @param {Rules} rules @param {string|null} [since] @param {string[]} [more] sentences about the table */
  #show(whose, rules, since, more) {
    const date = since ? sinceText(since) : t("book.force.day", { day: dayOfYear(today()) });
    this.node.replaceChildren(element("p", { class: "whose-rules" }, whose, " ", date), rulesInForce(rules, more));
  }
}
