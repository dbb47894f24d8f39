import { Refusal, Unreachable, send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { printKey } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { dayOnPaper } from "../lib/text.js";

// What fits a Letter page.
const A_PAGE = 6;
const USUAL = 4;
const COLUMNS = ["card.game", "card.at", "blank.partner", "blank.opponents", "blank.score", "blank.line"];

class BlankCards {
  constructor(root, night) {
    this.night = night;
    this.sheets = element("div", { class: "sheets" });
    this.notice = new Notice(() => this.learn());
    root.append(
      element("p", { class: "blank-words" }, t("blank.words")),
      element("div", { class: "links" }, printKey()),
      this.notice.node,
      this.sheets,
    );
    this.lay([], { games: USUAL, league: "", date: "" });
    this.learn();
  }

  // Once the names are there, nothing of the view needs the service any more.
  async learn() {
    this.notice.show("");
    try {
      const league = await send("GET", "/api/v1/league");
      const night = isId(this.night) ? await send("GET", `/api/v1/nights/${this.night}`) : null;
      const entries = night?.entries.filter(({ left }) => !left) ?? [];
      this.lay(
        entries.map(({ name }) => name).sort((one, other) => one.localeCompare(other)),
        {
          games: night?.games_per_night ?? league.games_per_night,
          league: league.name,
          date: night ? dayOnPaper(night.date) : "",
        },
      );
    } catch (error) {
      if (error instanceof Unreachable) this.notice.showOffline(new Date(), t("blank.away"));
      else if (error instanceof Refusal) this.notice.show(t("night.missing"), "refusal");
      else throw error;
    }
  }

  // Blank ones fill the last page, for who comes late.
  lay(names, card) {
    const pages = Math.max(1, Math.ceil(names.length / A_PAGE));
    const sheet = (_, page) =>
      element(
        "section",
        { class: "paper-sheet" },
        Array.from({ length: A_PAGE }, (_, at) => blankCard(names[page * A_PAGE + at] ?? "", card)),
      );
    this.sheets.replaceChildren(...Array.from({ length: pages }, sheet));
  }
}

function blankCard(name, { games, league, date }) {
  const written = (key, words) =>
    element("p", { class: "written" }, `${t(key)} `, element("span", { class: "rule" }, words || "\u00a0"));
  const head = COLUMNS.map((key) => element("th", { scope: "col" }, t(key)));
  const line = (_, at) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(at + 1)),
      COLUMNS.slice(1).map(() => element("td")),
    );
  return element(
    "article",
    { class: "blank-card" },
    element("p", { class: "blank-league" }, league || "\u00a0"),
    written("blank.name", name),
    written("blank.date", date),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, head)),
      element("tbody", {}, Array.from({ length: games }, line)),
      element(
        "tfoot",
        {},
        element("tr", {}, element("th", { scope: "row", colspan: COLUMNS.length - 1 }, t("card.total")), element("td")),
      ),
    ),
    element("p", { class: "blank-rule" }, t("blank.rule")),
  );
}

/** Paper scorecards, for the evening when the power fails. State in the hash: `id`, a night's, whose names are then filled in. */
export default {
  mount({ root, query }) {
    new BlankCards(root, query.get("id"));
  },
};
