import type { League, Night, Season, StandingsRow } from "pegout-api";
import { playerLink } from "../lib/figure-links.ts";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { saveCsv } from "../lib/device.ts";
import { element, readAs } from "../lib/dom.ts";
import { amount, lineText, number } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { type StandingsLine, cardOf, linesOf, orderOf, spokenTotal, totalText } from "../lib/standings.ts";
import { printKey } from "../ui/controls.ts";
import { type Send, wholeSeason } from "./night-store.ts";
import { averageOf, hasPrizes, isRotation } from "./seats.ts";

// The most lines that a table on half a screen has room for, and one on a whole screen or on paper.
const SOME_LINES = 4;
const MANY_LINES = 11;

/** A column with a key a line, which is not printed. Without any key the table leaves the column out. */
type KeyColumn = { head: () => string; cell: (rows: StandingsRow[]) => HTMLElement | null };

/**
 * A night's standings as a table: place, player, a line a game, total, prize. On a narrow screen the lines are below
 * the name.
 */
export class StandingsTable {
  #player;
  #action;
  #column;
  #head = element("tr");
  #body = element("tbody");
  #order = element("span");
  declare node;

  /**
   * @param player the player who looks, whose row is marked; null for nobody
   * @param action makes the key of a row, which is not printed
   * @param column the column before the prizes
   */
  constructor(
    player: string | null,
    action: (row: StandingsRow) => HTMLElement | null = () => null,
    column: KeyColumn | null = null,
  ) {
    this.#player = player;
    this.#action = action;
    this.#column = column;
    this.node = element(
      "table",
      { class: "standings night-standings" },
      element("caption", {}, element("span", { class: "unseen" }, t("night.standings"), " "), this.#order),
      element("thead", {}, this.#head),
      this.#body,
    );
  }

  /**
   * Shows the rows.
   * @param isOver true shows the prizes however early it is @param night without it full cards rank by their averages
   */
  show(
    rows: StandingsRow[],
    isOver: boolean,
    night: Pick<Night, "games_per_night" | "full_card" | "format"> | null = null,
  ) {
    const games = linesShown(rows);
    const prizes = hasPrizes(rows, isOver, night?.games_per_night ?? games);
    const card = rows.length > 0 ? cardOf(rows[0]) : null;
    this.#order.textContent = card
      ? t(`standings.rule.${orderOf(card, rows, night?.full_card === "every_round" && !isRotation(night))}`)
      : "";
    this.node.classList.toggle("of-points", card === "game_points");
    this.node.classList.toggle("many-lines", games > SOME_LINES && games <= MANY_LINES);
    this.node.classList.toggle("most-lines", games > MANY_LINES);
    // While a round is played some have a game more, so that averages rank everybody.
    const ranked = rows.filter(({ place }) => place !== null);
    const isUneven = new Set(ranked.map((row) => row.games + row.excused.length)).size > 1;
    const head = (text: string, look: string) => element("th", { scope: "col", class: look }, text);
    const lines = linesOf(rows).map((line) => ({ line, key: this.#column?.cell(line.rows) ?? null }));
    const hasKeys = lines.some(({ key }) => key !== null);
    this.node.classList.toggle("with-keys", hasKeys);
    const focused = document.activeElement as HTMLElement | null;
    this.#head.replaceChildren(
      head(t("standings.place"), "number"),
      head(t("standings.player"), "player"),
      ...Array.from({ length: games }, (_, at) =>
        element(
          "th",
          { scope: "col", class: "number line" },
          element("span", { "aria-hidden": "true" }, String(at + 1)),
          element("span", { class: "unseen" }, t("standings.game", { n: at + 1 })),
        ),
      ),
      head(t("standings.total"), "number"),
      this.#column && hasKeys ? head(this.#column.head(), "line-key") : "",
      prizes ? head(t("standings.prize"), "number") : "",
    );
    this.#body.replaceChildren(
      ...lines.map(({ line, key }) =>
        this.#line(line, games, prizes, isUneven, hasKeys ? element("td", { class: "line-key" }, key) : null),
      ),
    );
    // A key that stays in the table keeps the focus.
    if (focused && this.#body.contains(focused)) focused.focus({ preventScroll: true });
  }

  #line(row: StandingsLine, columns: number, prizes: boolean, isUneven: boolean, key: HTMLElement | null) {
    const { place, name, marked, rows } = row;
    const isOwn = rows.some(({ player_id: id }) => id === this.#player);
    const written = lineTexts(row);
    const games = gamesText(row, isUneven);
    const cell = (text: string, look = "number") => element("td", { class: look }, text);
    const lineCell = ({ text, isWord }: LineText) => cell(text, isWord ? "number line word" : "number line");
    return element(
      "tr",
      { class: isOwn ? "own" : null },
      cell(String(place ?? "")),
      element(
        "th",
        { scope: "row", class: "player" },
        rows.length > 1 ? name : playerLink({ id: row.player_id, name }),
        isOwn ? element("small", {}, " ", t("standings.own")) : null,
        element("span", { class: "lines-below" }, shortText(written.map(({ text }) => text))),
        games ? element("span", { class: "games-of" }, games) : null,
        rows.map(({ name: substitute, stands_for: other }) =>
          other
            ? element("span", { class: "games-of" }, t("standings.stands_for", { name: substitute, other: other.name }))
            : null,
        ),
        prizes ? prizeOwner(rows) : null,
        rows.map((each) => this.#action(each)),
      ),
      written.slice(0, columns).map(lineCell),
      element(
        "td",
        { class: marked ? "number total marked" : "number total" },
        readAs(totalText(row), spokenTotal(row)),
      ),
      key,
      prizes ? element("td", { class: "number prize" }, prizeNodes(rows)) : null,
    );
  }
}

// Cards from paper may have totals alone, and then need no columns for lines.
function linesShown(rows: StandingsRow[]) {
  const isBlank = (row: StandingsRow) => row.total !== null && lineTexts(row).every(({ text }) => text === "");
  if (rows.length > 0 && rows.every(isBlank)) return 0;
  return Math.max(0, ...rows.map(({ card_lines: lines }) => lines.length));
}

/** A line of a card as it is written; `isWord` if a word says why there is no line. */
type LineText = { text: string; isWord: boolean };

function lineTexts(row: StandingsRow): LineText[] {
  return row.card_lines.map((line, at) => ({
    text: line === null ? noLineText(row, at + 1) : lineText(line, cardOf(row)),
    isWord: line === null,
  }));
}

/** The word for a round without a line: the player sat out, helped, or is excused. @returns empty for no reason */
export function noLineText({ byes, helped, excused }: StandingsRow, round: number): string {
  if (byes.includes(round)) return t("standings.sat_out");
  if (helped.includes(round)) return t("standings.helped");
  return excused.includes(round) ? t("standings.excused") : "";
}

// On a narrow phone the lines end with the last line. A game without a line before it has a word, so that each line
// keeps its place.
function shortText(written: string[]) {
  const last = written.findLastIndex((line) => line !== "");
  return written
    .slice(0, last + 1)
    .map((line) => line || t("standings.no_line"))
    .join(" · ");
}

/**
 * The number of games of a card that lacks excused ones, and the average that ranks it.
 * @param isUneven true if the ranked cards have different numbers of games for another reason
 * @returns empty for a card that its total ranks
 */
export function gamesText(row: StandingsRow, isUneven: boolean = false): string {
  const { place, excused, games, total } = row;
  if (total === null || (excused.length === 0 && !(isUneven && place !== null))) return "";
  return t("standings.games", { n: games, average: number(averageOf(row)) });
}

// Each player of a pair gets a prize of their own.
function prizeNodes(rows: StandingsRow[]) {
  const texts = [...new Set(rows.map(({ prize, prize_at_finish: before }) => prizeText(prize, before)))];
  const isEach = texts.length < rows.length && texts[0] !== "";
  return [texts.filter(Boolean).join(" + "), isEach ? element("small", {}, " ", t("standings.prize.each")) : null];
}

// An unpaid partner gets no prize.
function prizeOwner(rows: StandingsRow[]) {
  const [winner, ...others] = rows.filter(({ prize }) => prize !== 0);
  if (rows.length < 2 || !winner?.prize || others.length > 0) return null;
  return element("span", { class: "games-of" }, t("standings.prize.only", { name: winner.name }));
}

// A correction after the finish changes a prize, and both amounts are shown.
/** @param prize null if this phone may not see it */
function prizeText(prize: number | null, before: number | null) {
  if (prize === null) return "";
  if (before !== null && before !== prize)
    return t("standings.prize.changed", { now: amount(prize), before: amount(before) });
  return prize > 0 ? amount(prize) : "";
}

/** Makes the heading of a page on paper: the league's name, and a title. */
export function printHead(title: string): HTMLElement {
  const name = element("strong");
  withLeague((league) => (name.textContent = league.name));
  return element("p", { class: "print-head" }, name, " ", title);
}

async function withLeague(show: (league: League) => void) {
  try {
    show(await send("GET", "/api/v1/league"));
  } catch (error) {
    // The page is of use without the league too.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

/** The note of a night whose cards do not count in its season, because the season has another card. */
export class SeasonNote {
  #ask;
  #asked: string | null = null;
  #season: Season | null = null;
  node = element("p", { class: "help", hidden: true });

  /** @param ask reads the season */
  constructor(ask: Send) {
    this.#ask = ask;
  }

  /** Shows the note, or hides it. */
  show(night: Pick<Night, "season_id" | "card">) {
    const { season_id: id, card } = night;
    if (id && this.#asked !== id) this.#read(id, night);
    const isOther = this.#season !== null && this.#season.id === id && this.#season.card !== card;
    this.node.hidden = !isOther;
    this.node.textContent = isOther ? t("night.other_card", { season: this.#season?.name }) : "";
  }

  async #read(id: string, night: Pick<Night, "season_id" | "card">) {
    this.#asked = id;
    try {
      this.#season = wholeSeason(await this.#ask("GET", `/api/v1/seasons/${id}`, {}));
      this.show(night);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      // The next change of the night asks again.
      this.#asked = null;
    }
  }
}

/** Makes the link to a calendar, and a note for a league without a time zone: its hours then move with the reader. */
export function calendarLink(href: string, words: string): HTMLElement[] {
  const note = element("p", { class: "help", hidden: true }, t("calendar.no_zone"));
  withLeague((league) => (note.hidden = league.time_zone !== null));
  return [element("a", { href }, words), note];
}

/** Makes the fold with the keys to print the standings and more, and their file. */
export function paperLinks(csv: HTMLElement, keys: HTMLElement[] = [printKey()]): HTMLElement {
  return element("details", { class: "paper-links" }, element("summary", {}, t("standings.paper")), keys, csv);
}

/**
 * Makes a link to standings as a file. With a token the page fetches the file, which then has what its owner may see.
 * @param path the file's @param reader whoever looks
 * @param of the night's date or the season's name, for the name of the file
 * @param look its class
 */
export function csvLink(
  path: string,
  reader: { ask: Send; token: string | null },
  of: () => string,
  look: string | null = null,
): HTMLElement {
  const save = async (event: Event) => {
    if (reader.token === null) return;
    event.preventDefault();
    try {
      saveCsv(t("standings.file", { of: of() }), await reader.ask("GET", path, {}));
      link.textContent = t("standings.csv");
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      link.textContent = t("standings.csv.away");
    }
  };
  const link = element("a", { href: path, download: "", class: look, onclick: save }, t("standings.csv"));
  return link;
}
