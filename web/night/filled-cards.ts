import type { Night, RoundView, StandingsRow } from "pegout-api";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { dayOnPaper, lineText } from "../lib/format.ts";
import { isolated, language, t } from "../lib/i18n.ts";
import { linesOf, totalText } from "../lib/standings.ts";
import { totalWords } from "./number-words.ts";
import {
  cardSeat,
  hasFixedPairs,
  isRotation,
  lackedGames,
  partnerOf,
  pointsOf,
  type Seat,
  sideText,
  tablemates,
} from "./seats.ts";
import { gamesText, noLineText } from "./standings.ts";

// As many as fit an A4 page and a Letter page.
const CARDS_A_PAGE = 6;
// The sizes of the text of the lines, the largest first. The smallest also shortens long names.
const SIZES = ["", "small", "smaller", "smallest", "smallest cut"];
// The game points of a win, and of a win by a skunk.
const [WIN, SKUNK] = [2, 3];

/** The words that each card has. */
type Heading = { league: string; night: Night };
/** A line of a card as it is printed. `word` says why there is no line. */
type Line = {
  round: number;
  seat: Seat | null;
  partner: string;
  others: string;
  score: string;
  line: string;
  points: string;
  word: string;
};

/**
 * Prints a filled scorecard a player, and then removes the cards from the page.
 * @param root the view's, whose other parts are not printed @param rows of the standings
 */
export async function printCards(root: HTMLElement, night: Night, rows: StandingsRow[]) {
  const heading = { league: await leagueName(), night };
  const byName = [...rows].sort((one, other) => one.name.localeCompare(other.name, language()));
  const lines = linesOf(rows);
  const cards = byName.map((row) => filledCard(row, lines, heading));
  const sheets = Array.from({ length: Math.ceil(cards.length / CARDS_A_PAGE) }, (_, page) =>
    element("section", { class: "filled-sheet" }, cards.slice(page * CARDS_A_PAGE, (page + 1) * CARDS_A_PAGE)),
  );
  const all = element("div", { class: "filled-cards" }, sheets);
  root.querySelector(".filled-cards")?.remove();
  root.append(all);
  root.classList.add("with-filled-cards");
  const end = () => {
    root.classList.remove("with-filled-cards");
    all.remove();
  };
  addEventListener("afterprint", end, { once: true });
  for (const card of cards) fit(card);
  print();
}

// The cards are of use without the league too.
async function leagueName(): Promise<string> {
  try {
    return (await send("GET", "/api/v1/league")).name;
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    return "";
  }
}

// A card has one size on all paper, so that it is measured on the screen.
function fit(card: HTMLElement) {
  for (const size of SIZES) {
    card.className = `filled-card ${size}`.trim();
    if (card.scrollHeight <= card.clientHeight && card.scrollWidth <= card.clientWidth) return;
  }
}

function filledCard(row: StandingsRow, all: { place: number | null }[], { league, night }: Heading): HTMLElement {
  const { player_id: id, name, place, stands_for: absent } = row;
  const partner = hasFixedPairs(night) ? partnerOf(night, id) : undefined;
  const below = [
    partner ? t("seat.with", { names: partner.name }) : "",
    night.status === "finished" ? "" : t("filled.so_far"),
    absent ? t("card.counts_for", { name: absent.name }) : "",
  ];
  const shared = all.filter((line) => line.place === place).length > 1;
  const placeWords = place === null ? t("filled.no_place") : t(shared ? "place.shared" : "place.alone", { n: place });
  return element(
    "article",
    { class: "filled-card" },
    element("p", { class: "filled-night" }, element("strong", {}, league), " ", dayOnPaper(night.date)),
    element("h2", { class: "filled-player" }, isolated(name)),
    element("p", {}, below.filter(Boolean).join(" · ")),
    linesTable(row, night),
    element(
      "p",
      { class: "filled-words" },
      row.total === null ? "" : [t("filled.words"), " ", element("strong", {}, totalWords(row))],
    ),
    element(
      "div",
      { class: "filled-boxes" },
      box("standings.place", placeWords),
      // The prize is written by hand when it is handed out.
      box("standings.prize", ""),
    ),
  );
}

function box(key: string, text: string) {
  return element("p", {}, t(key), " ", element("strong", {}, text));
}

function linesTable(row: StandingsRow, night: Night) {
  const isOfPoints = night.card === "game_points";
  const names = isRotation(night)
    ? [hasFixedPairs(night) ? "blank.opponents" : "blank.opponent"]
    : ["blank.partner", "blank.opponents"];
  const lines = night.rounds.flatMap((round, at) => lineOf(row, night, round, at) ?? []);
  const numbers = ["blank.score", isOfPoints ? "blank.spread" : "blank.line", ...(isOfPoints ? ["blank.points"] : [])];
  const head = (look: string) => (key: string) => element("th", { scope: "col", class: look }, t(key));
  const cell = (text: string, look: string) => element("td", { class: look }, text);
  const games = gamesText(row);
  const columns = names.length + numbers.length + 1;
  const word = (text: string, colspan: number) => element("td", { class: "filled-word", colspan }, text);
  const body = lines.map((line) =>
    element("tr", {}, element("th", { scope: "row" }, String(line.round)), [
      ...(line.seat
        ? [
            cell(String(line.seat.table.number), ""),
            ...(names.length > 1 ? [cell(line.partner, "filled-name")] : []),
            cell(line.others, "filled-name"),
            cell(line.score, "number"),
          ]
        : []),
      ...(line.word
        ? [word(line.word, line.seat ? numbers.length - 1 : columns)]
        : [cell(line.line, "number"), ...(isOfPoints ? [cell(line.points, "number")] : [])]),
    ]),
  );
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ["filled.round", "card.at"].map(head("")),
        names.map(head("filled-name")),
        numbers.map(head("number")),
      ),
    ),
    element("tbody", {}, body),
    element(
      "tfoot",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "row", colspan: names.length + 2 }, games ? `${games} · ` : "", t("card.total")),
        element("td", { class: "number filled-total", colspan: numbers.length }, totalText(row)),
      ),
    ),
  );
}

/** @returns null for a round in which only other players make up games */
function lineOf(row: StandingsRow, night: Night, { number: round }: RoundView, at: number): Line | null {
  const points = row.card_lines[at] ?? null;
  // The card of a substitute has the games that the pair played before.
  const seat = cardSeat(night, night.rounds[at], row.player_id);
  const word = points === null ? reasonOf(row, night, seat, round) : "";
  if (night.rounds[at].extra && !seat && points === null && !noLineText(row, round)) return null;
  const isOver = seat !== null && seat.table.status === "finished";
  return {
    round,
    seat,
    ...(seat ? namesAt(seat, row.player_id) : { partner: "", others: "" }),
    score: isOver ? pointsOf(seat).join("\u2060–\u2060") : "",
    line: points === null ? "" : lineText(points, night.card),
    points: String(pointsOfLine(row, round)),
    word,
  };
}

/** The word for a round without a line. */
function reasonOf(row: StandingsRow, night: Night, seat: Seat | null, round: number): string {
  const word = noLineText(row, round);
  if (word) return word;
  if (seat && seat.table.status !== "finished") return t(`table_status.${seat.table.status}`);
  // The games of a player whose partner goes on with a substitute are on the card of the substitute.
  if (seat) return t("standings.no_line");
  const entry = night.entries.find(({ player_id: id }) => id === row.player_id);
  const isStillHere = entry && !entry.left && night.status === "playing";
  if (isStillHere && isRotation(night) && lackedGames(night, row.player_id) > 0) return t("filled.to_make_up");
  return t(entry?.missed?.includes(round) ? "filled.missed" : "standings.no_line");
}

function namesAt(seat: Seat, player: string): { partner: string; others: string } {
  const own = seat.side === null ? null : seat.table.sides[seat.side];
  const { partner, others } = tablemates(seat, player);
  if (!own || own.players.some(({ id }) => id === player)) return { partner, others };
  // Before the substitute came, the pair itself played.
  const played = t("seat.played", { names: sideText(own) });
  return { partner: "", others: `${others} (${played})` };
}

// In points short, a win by a skunk is below 0.
function pointsOfLine({ lines }: StandingsRow, round: number): number {
  const short = lines[round - 1] ?? 1;
  if (short > 0) return 0;
  return short < 0 ? SKUNK : WIN;
}
