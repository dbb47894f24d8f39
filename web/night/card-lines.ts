import type { Night, StandingsRow } from "pegout-api";
import { element, readAs } from "../lib/dom.ts";
import { lineText } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { orderOf, spokenTotal, totalText } from "../lib/standings.ts";
import { cardSeat, isRotation, placeText, pointsOf, sideText, tablemates } from "./seats.ts";
import { gamesText, noLineText } from "./standings.ts";

// By the points short, whatever the card counts.
const WON: Record<string, string> = { 0: "line.won", "-1": "line.skunk", "-2": "line.double_skunk" };

/** A player's card: a line for each game with the partner and the opponents, the total and the place. */
export class CardLines {
  #body = element("tbody");
  #whoHead = element("th", { scope: "col", class: "who" });
  #lineHead = element("th", { scope: "col", class: "number" });
  #owner = element("p", { class: "help" });
  #total = element("td", { class: "number" });
  #foot = element(
    "tfoot",
    {},
    element("tr", {}, element("th", { scope: "row", colspan: "2" }, t("card.total")), this.#total),
  );
  #place = element("p", { class: "help" });
  #how = element("p", { class: "help" });

  #player;
  declare node;

  /** @param player the id of the card's player */
  constructor(player: string) {
    this.#player = player;
    const game = element("th", { scope: "col" }, t("card.game"));
    this.node = element(
      "section",
      { class: "my-lines" },
      element("h2", {}, t("card.lines")),
      this.#owner,
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, game, this.#whoHead, this.#lineHead)),
        this.#body,
        this.#foot,
      ),
      this.#place,
      this.#how,
    );
  }

  /** Shows the card. @param rows of its standings; null before they are loaded */
  show(night: Night, rows: StandingsRow[] | null) {
    const { card, format, status, games_per_night: usual } = night;
    const row = rows?.find(({ player_id: id }) => id === this.#player) ?? null;
    const games = Math.max(row?.card_lines.length ?? usual, night.rounds.length);
    const lines = Array.from({ length: games }, (_, at) => this.#line(night, at, row));
    this.#body.replaceChildren(...lines.flatMap((line) => line ?? []));
    this.#owner.textContent = row?.stands_for ? t("card.counts_for", { name: row.stands_for.name }) : "";
    this.#whoHead.textContent = t(format === "singles_rotation" ? "card.against" : "card.who");
    this.#lineHead.textContent = t(card === "game_points" ? "card.spread" : "card.line");
    const counted = row ? gamesText(row) : "";
    this.#foot.hidden = !row || row.total === null;
    this.#total.replaceChildren(row ? totalNode(row) : "", counted ? element("small", {}, " ", counted) : "");
    this.#place.replaceChildren(...((status !== "finished" && placeNodes(night, rows, this.#player)) || []));
    const order = orderOf(card, rows ?? [], night.full_card === "every_round" && !isRotation(night));
    this.#how.textContent = `${t(`card.how.${card}`)} ${t(`standings.rule.${order}`)}`;
  }

  /** @returns null for a round in which only other players make up games */
  #line(night: Night, at: number, row: StandingsRow | null) {
    const round = night.rounds[at];
    const points = row?.card_lines[at] ?? null;
    // The card of a substitute has the games that the pair played before.
    const seat = cardSeat(night, round, this.#player);
    const won = WON[String(row?.lines[at])];
    const word = row && points === null ? noLineText(row, at + 1) : "";
    if (at >= night.games_per_night && !seat && !word) return null;
    const who: string[] = [];
    if (seat) {
      const { partner, others } = tablemates(seat, this.#player);
      const own = seat.side === null ? null : seat.table.sides[seat.side];
      const isOwn = own?.players.some(({ id }) => id === this.#player);
      who.push(t("seat.table", { n: seat.table.number }));
      if (own && !isOwn) who.push(t("seat.played", { names: sideText(own) }));
      else if (partner) who.push(t("seat.with", { names: partner }));
      who.push(t("seat.against", { names: others }));
      if (points !== null || (word && seat.table.status === "finished")) who.push(pointsOf(seat).join("\u2060–\u2060"));
    }
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, String(at + 1)),
      element(
        "td",
        { class: "who" },
        who.map((text) => element("span", {}, text, " ")),
      ),
      element(
        "td",
        { class: word ? "number word" : "number" },
        points === null ? word : lineText(points, night.card),
        won ? element("small", {}, " ", t(won)) : null,
      ),
    );
  }
}

function totalNode(row: StandingsRow) {
  const look = row.marked ? "marked" : row.points === null ? "" : "unmarked";
  return element("span", { class: `card-total ${look}`.trim() }, readAs(totalText(row), spokenTotal(row)));
}

/** Returns a player’s place with its spoken form. @returns null for a player without a result */
export function placeNodes(night: Night, rows: StandingsRow[] | null, player: string | null) {
  const text = placeText(night, rows, player);
  return text && readAs(text, placeText(night, rows, player, spokenTotal) ?? "");
}
