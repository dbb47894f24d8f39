import type { NightCard, StandingsRow } from "pegout-api";
import { minus, signed } from "./format.ts";
import { isolated, t } from "./i18n.ts";

/** A line of standings: the card of a player, or of a pair that stays together all night. `rows` has a row a player. */
export type StandingsLine = StandingsRow & { rows: StandingsRow[] };

/** The names of a pair as one name: “Ann Roy + Bob Cole”. */
export function pairName(players: { name: string }[]): string {
  return players.map(({ name }) => isolated(name)).join(" + ");
}

/** The lines of standings: the rows of a pair are one line with both names. */
export function linesOf(rows: StandingsRow[]): StandingsLine[] {
  return rows.flatMap((row) => {
    const { player_id: id, partner_id: partner } = row;
    const at = rows.findIndex((other) => other.player_id === partner && other.partner_id === id);
    if (at < 0) return [{ ...row, rows: [row] }];
    const both = [row, rows[at]];
    // The second row of the pair is in the line of the first row.
    return at < rows.indexOf(row) ? [] : [{ ...row, name: pairName(both), rows: both }];
  });
}

/** The total of a scorecard, as clubs write it: `16/7 +71` for game points, else the sum. Empty without a line. */
export function totalText({ total, points, wins, spread, scored }: StandingsRow): string {
  if (total === null) return "";
  return points === null ? minus(scored ?? total) : `${points}/${wins}\u00a0${signed(spread ?? 0)}`;
}

/** The total of a scorecard for screen readers: “16 points, 7 wins, plus 71”. */
export function spokenTotal(row: StandingsRow): string {
  const { total, points, wins, spread } = row;
  if (total === null || points === null) return totalText(row);
  const over = spread ?? 0;
  const words = t(over < 0 ? "app.minus" : "app.plus", { n: Math.abs(over) });
  return [t("app.points", { n: points }), t("app.wins", { n: wins }), words].join(", ");
}

/** The card of the night that a row of standings is of. */
export function cardOf({ points, scored }: StandingsRow): NightCard {
  if (points !== null) return "game_points";
  return scored === null ? "points_short" : "points_scored";
}

/**
 * The end of the key of the sentence that says who wins a night.
 * @param rows of the standings @param isByTotal true if the points short rank by their total, however many games
 */
export function orderOf(card: NightCard, rows: StandingsRow[], isByTotal: boolean): string {
  const games = new Set(rows.filter(({ place }) => place !== null).map((row) => row.games));
  return games.size < 2 || (card === "points_short" && isByTotal) ? card : `${card}.per_game`;
}
