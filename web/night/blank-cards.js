/** @import { EntryView } from "pegout-api" */
import { Refusal, Unreachable, send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { dayOnPaper } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { printKey } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { readNight } from "./night-store.js";

// As many as fit a Letter page.
const CARDS_A_PAGE = 6;
const USUAL_GAMES = 4;
const COLUMNS = ["card.game", "card.at", "blank.partner", "blank.opponents", "blank.score", "blank.line"];

/** The text on each card. @typedef {{games: number, league: string, date: string}} CardText */

class BlankCards {
  #night;
  #sheets = element("div", { class: "sheets" });
  #notice = new Notice(() => this.#load());

  /** @param {HTMLElement} root @param {string|null} night its id */
  constructor(root, night) {
    this.#night = night;
    root.append(
      element("p", { class: "blank-words" }, t("blank.words")),
      element("div", { class: "links" }, printKey()),
      this.#notice.node,
      this.#sheets,
    );
    this.#render([], { games: USUAL_GAMES, league: "", date: "" });
    this.#load();
  }

  // After the names are loaded, the view does not need the service.
  async #load() {
    this.#notice.show("");
    try {
      const league = await send("GET", "/api/v1/league");
      const night = this.#night && isId(this.#night) ? (await readNight(this.#night)).night : null;
      this.#render(namesOf(night?.entries ?? []), {
        games: night?.games_per_night ?? league.games_per_night,
        league: league.name,
        date: night ? dayOnPaper(night.date) : "",
      });
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.showOffline(new Date(), t("blank.away"));
      else if (error instanceof Refusal) this.#notice.show(t("night.missing"), "refusal");
      else throw error;
    }
  }

  // Cards without a name fill the last page, for players who arrive late.
  /** @param {string[]} names @param {CardText} text */
  #render(names, text) {
    const pages = Math.max(1, Math.ceil(names.length / CARDS_A_PAGE));
    const sheets = Array.from({ length: pages }, (_, page) =>
      element(
        "section",
        { class: "paper-sheet" },
        Array.from({ length: CARDS_A_PAGE }, (_, at) => blankCard(names[page * CARDS_A_PAGE + at] ?? "", text)),
      ),
    );
    this.#sheets.replaceChildren(...sheets);
  }
}

/** @param {EntryView[]} entries */
function namesOf(entries) {
  const names = entries.filter(({ left }) => !left).map(({ name }) => name);
  return names.sort((one, other) => one.localeCompare(other));
}

/** @param {string} name @param {CardText} text */
function blankCard(name, { games, league, date }) {
  const head = COLUMNS.map((key) => element("th", { scope: "col" }, t(key)));
  const lines = Array.from({ length: games }, (_, at) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(at + 1)),
      COLUMNS.slice(1).map(() => element("td")),
    ),
  );
  return element(
    "article",
    { class: "blank-card" },
    element("p", { class: "blank-league" }, league || "\u00a0"),
    written(t("blank.name"), name),
    written(t("blank.date"), date),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, head)),
      element("tbody", {}, lines),
      element(
        "tfoot",
        {},
        element("tr", {}, element("th", { scope: "row", colspan: COLUMNS.length - 1 }, t("card.total")), element("td")),
      ),
    ),
    element("p", { class: "blank-rule" }, t("blank.rule")),
  );
}

/** @param {string} label @param {string} text empty to be written by hand */
function written(label, text) {
  return element("p", { class: "written" }, `${label} `, element("span", { class: "written-line" }, text || "\u00a0"));
}

/** Paper scorecards for a power failure. State in the hash: `id`, a night's, whose names are then filled in. */
export default {
  /** @param {import("../lib/router.js").Place} place */
  mount({ root, query }) {
    new BlankCards(root, query.get("id"));
  },
};
