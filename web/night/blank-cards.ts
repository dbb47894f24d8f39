import type { Format, Night, NightCard } from "pegout-api";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { isId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { dayOnPaper } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { pairName } from "../lib/standings.ts";
import { printKey } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { readNight } from "./night-store.ts";
import { hasFixedPairs } from "./seats.ts";

// As many as fit a Letter page.
const CARDS_A_PAGE = 6;
const USUAL_GAMES = 4;

// The columns for names of the formats whose players get no new partner.
const NAMES: Record<string, string[]> = { singles_rotation: ["blank.opponent"], fixed_pairs: ["blank.opponents"] };

/** The text on each card. */
type CardText = { games: number; league: string; date: string; format: Format; card: NightCard };
/** The columns of a card, by the keys of their headings; the last `totals` columns have a cell in the row of the total. */
type Columns = { place: string[]; names: string[]; numbers: string[]; totals: number };

class BlankCards {
  #night;
  #sheets = element("div", { class: "sheets" });
  #notice = new Notice(() => this.#load());

  /** @param night its id */
  constructor(root: HTMLElement, night: string | null) {
    this.#night = night;
    root.append(
      element("p", { class: "blank-words" }, t("blank.words")),
      element("div", { class: "links" }, printKey()),
      this.#notice.node,
      this.#sheets,
    );
    this.#render([], {
      games: USUAL_GAMES,
      league: "",
      date: "",
      format: "doubles_movement",
      card: "points_short",
    });
    this.#load();
  }

  // After the names are loaded, the view does not need the service.
  async #load() {
    this.#notice.show("");
    try {
      const league = await send("GET", "/api/v1/league");
      const night = this.#night && isId(this.#night) ? (await readNight(this.#night)).night : null;
      this.#render(night ? namesOf(night) : [], {
        games: night?.games_per_night ?? league.games_per_night,
        league: league.name,
        date: night ? dayOnPaper(night.date) : "",
        format: night?.format ?? league.format,
        card: night?.card ?? league.card,
      });
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.showOffline(new Date(), t("blank.away"));
      else if (error instanceof Refusal) this.#notice.show(t("night.missing"), "refusal");
      else throw error;
    }
  }

  // Cards without a name fill the last page, for players who arrive late.
  #render(names: string[], text: CardText) {
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

// A pair that stays together has one card.
function namesOf(night: Night) {
  const here = night.entries.filter(({ left }) => !left).map(({ name }) => name);
  const names = hasFixedPairs(night) ? night.pairs.map(({ players }) => pairName(players)) : here;
  return names.sort((one, other) => one.localeCompare(other));
}

// A card for game points has no room for the table.
function columnsOf({ format, card }: CardText): Columns {
  const names = NAMES[format] ?? ["blank.partner", "blank.opponents"];
  if (card !== "game_points")
    return { place: ["card.game", "card.at"], names, numbers: ["blank.score", "blank.line"], totals: 1 };
  const numbers = ["blank.score", "blank.spread", "blank.points", "blank.initials"];
  return { place: ["card.game"], names, numbers, totals: 3 };
}

function blankCard(name: string, text: CardText) {
  const { games, league, date, format, card } = text;
  const { place, names, numbers, totals } = columnsOf(text);
  const columns = place.length + names.length + numbers.length;
  const head = (look: string | null) => (key: string) => element("th", { scope: "col", class: look }, t(key));
  const lines = Array.from({ length: games }, (_, at) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(at + 1)),
      Array.from({ length: columns - 1 }, () => element("td")),
    ),
  );
  return element(
    "article",
    { class: "blank-card" },
    element("p", { class: "blank-league" }, league || "\u00a0"),
    written(t(format === "fixed_pairs" ? "blank.pair" : "blank.name"), name),
    written(t("blank.date"), date),
    element(
      "table",
      { class: card === "game_points" ? "of-points" : null },
      element(
        "thead",
        {},
        element("tr", {}, place.map(head("card-place")), names.map(head(null)), numbers.map(head("card-figure"))),
      ),
      element("tbody", {}, lines),
      element(
        "tfoot",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "row", colspan: columns - totals }, t("card.total")),
          Array.from({ length: totals }, () => element("td")),
        ),
      ),
    ),
    element("p", { class: "blank-rule" }, t(`blank.rule.${card}`)),
  );
}

/** @param text empty to be written by hand */
function written(label: string, text: string) {
  return element("p", { class: "written" }, `${label} `, element("span", { class: "written-line" }, text || "\u00a0"));
}

/** Paper scorecards for a power failure. State in the hash: `id`, a night's, whose names are then filled in. */
export default {
  mount({ root, query }: Place) {
    new BlankCards(root, query.get("id"));
  },
};
