/** @import { Night, NightSummary, RoundView, StandingsRow, TableSide, TableView } from "pegout-api" */
import { amount } from "../lib/format.js";
import { list, t } from "../lib/i18n.js";

const DAY = 24 * 3600_000;

/** A seat at a table of a round; `side` is null for a phone that stays at the table. @typedef {{table: TableView, side: number|null}} Seat */

/**
 * The seat of a joined phone's player in a round, or the table that the phone stays at.
 * @param {RoundView|undefined} round @param {{player_id: string|null, table: number|null}} joined
 * @returns {Seat|null} null for a player without a seat
 */
export function seatOf(round, { player_id: player, table: number }) {
  for (const table of round?.tables ?? []) {
    if (number === table.number) return { table, side: null };
    const side = table.sides.findIndex(({ players }) => players.some(({ id }) => id === player));
    if (side >= 0) return { table, side };
  }
  return null;
}

/**
 * The player who deals first at a table of a night that draws it.
 * @param {Pick<Night, "first_dealer">} night @param {RoundView|undefined} round @param {TableView} table
 * @returns {{id: string, name: string}|null} null where nobody draws it
 */
export function drawnDealer({ first_dealer: way }, round, { number, sides }) {
  const seat = round?.first_dealers?.[number - 1];
  return way === "drawn" && seat !== undefined ? (bySeat(sides)[seat] ?? null) : null;
}

// Clockwise the sides take turns, and the odd player of a longer one sits last.
/** @param {TableSide[]} sides */
function bySeat(sides) {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) => sides.flatMap(({ players }) => players.slice(nth, nth + 1)));
  return rows.flat();
}

/** The players of a side: “Ann and Bob”. @param {TableSide} side @returns {string} */
export function sideText({ players }) {
  return list(players.map(({ name }) => name));
}

/**
 * The players at a seat's table, as the player of the seat sees them.
 * @param {Seat} seat @param {string|null} player of the seat
 * @returns {{partner: string, others: string}} `partner` is empty where one plays alone; of a table's own phone `others` are all
 */
export function tablemates({ table: { sides }, side }, player) {
  if (side === null) return { partner: "", others: sides.map(sideText).join(" – ") };
  const others = sides.filter((_, at) => at !== side).flatMap(({ players }) => players.map(({ name }) => name));
  const partners = sides[side].players.filter(({ id }) => id !== player).map(({ name }) => name);
  return { partner: list(partners), others: list(others) };
}

/** A seat as one sentence: “Table 3 with Ann, against Cy and Di.” @param {Seat} seat @param {string|null} player of the seat @returns {string} */
export function seatText(seat, player) {
  const { partner, others } = tablemates(seat, player);
  const values = { table: seat.table.number, partner, others };
  if (seat.side === null) return t("seat.all", values);
  return t(partner ? "seat.pair" : "seat.alone", values);
}

/** The newest round of a night, if one was drawn. @param {{rounds: RoundView[]}} night @returns {RoundView|undefined} */
export function newestRound({ rounds }) {
  return rounds.at(-1);
}

/** The tables of a round that are still playing. @param {RoundView} round @returns {TableView[]} */
export function openTables({ tables }) {
  return tables.filter(({ status }) => status === "playing");
}

/** Returns the sentence for a player whose game is over: the reason to wait. @param {Night} night @param {RoundView} round its newest @returns {string} */
export function waitText({ games_per_night: games }, round) {
  const open = openTables(round).map(({ number }) => String(number));
  const key = round.number >= games ? "card.last" : "card";
  if (open.length) return t(`${key}.waits`, { n: open.length, tables: list(open) });
  return t(round.number >= games ? "card.last" : "card.soon");
}

/** The scores at a seat's table, the player's own side first. @param {Seat} seat @returns {number[]} */
export function pointsOf({ table: { sides }, side }) {
  const points = sides.map(({ score }) => score);
  return side === null ? points : [points[side], ...points.filter((_, at) => at !== side)];
}

/** The side that won a table's game: the one with the most points of a finished one. @param {TableView} table @returns {number} -1 while there is none */
export function winnerOf({ status, sides }) {
  if (status !== "finished") return -1;
  const scores = sides.map(({ score }) => score);
  return scores.indexOf(Math.max(...scores));
}

/**
 * A player's place in a night, as a sentence.
 * @param {StandingsRow[]|null} rows of the standings @param {string|null} player @param {boolean} isOver true for a night that
 *   is over
 * @returns {string|null} null for a player without a result
 */
export function placeText(rows, player, isOver) {
  const row = rows?.find(({ player_id: id }) => id === player);
  if (!rows || !row || row.total === null) return null;
  if (row.place === null) return t("place.none", { total: minus(row.total) });
  const ranked = rows.filter(({ place }) => place !== null).length;
  const values = { place: placeOf(rows, row), total: minus(row.total), n: ranked, prize: amount(row.prize ?? 0) };
  if (!row.prize || !hasPrizes(rows, isOver)) return t("place.is", values);
  return t(isOver ? "place.won" : "place.prize", values);
}

/** A player's fee, and the 50/50 that the player has won, as far as this phone may see them: “Your fee is paid.” @param {Pick<Night, "entries"|"status"|"fifty_fifty">} night @param {string|null} player @returns {string} empty if this phone may not see it */
export function feeText({ entries, status, fifty_fifty: drawn }, player) {
  const paid = entries.find(({ player_id: id }) => id === player)?.paid ?? null;
  if (!player || status === "cancelled") return "";
  const won = drawn?.player_id === player ? (drawn.amount ?? 0) : 0;
  const words = [
    won > 0 ? t("fee.drawn", { amount: amount(won) }) : "",
    paid === null ? "" : t(paid ? "fee.paid" : "fee.due"),
  ];
  return words.join(" ").trim();
}

/** True if the night's prizes are shown: there are some that this phone may see, and it is over, or somebody has played all its games. @param {StandingsRow[]} rows of the standings @param {boolean} isOver true for a night that is over @returns {boolean} */
export function hasPrizes(rows, isOver) {
  return rows.some(({ prize }) => prize) && (isOver || rows.some(({ lines }) => !lines.includes(null)));
}

/** A line or total of a scorecard, with a true minus. @param {number} points @returns {string} */
export function minus(points) {
  return String(points).replace("-", "−");
}

/**
 * The night that people look for: one that is played, past midnight too; else one of today that is open; else one that was
 * finished today, or yesterday unless today has one; else the next.
 * @param {NightSummary[]} nights @param {string} date today, as `2026-01-28`
 * @returns {NightSummary|null} null when there is none to come
 */
export function currentNight(nights, date) {
  const yesterday = new Date(Date.parse(`${date}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
  const startOf = (/** @type {NightSummary} */ night) => `${night.date} ${night.starts_at}`;
  const held = nights
    .filter(({ status }) => status !== "cancelled")
    .sort((one, other) => startOf(one).localeCompare(startOf(other)));
  const isToday = (/** @type {NightSummary} */ night) => night.date === date;
  return (
    held.findLast(({ status, date: day }) => status === "playing" && [date, yesterday].includes(day)) ??
    held.findLast((night) => night.status === "open" && isToday(night)) ??
    held.findLast((night) => night.status === "finished" && isToday(night)) ??
    (held.some(isToday)
      ? null
      : held.findLast(({ status, date: day }) => status === "finished" && day === yesterday)) ??
    held.find(({ status, date: day }) => ["scheduled", "open"].includes(status) && day >= date) ??
    null
  );
}

/** @param {StandingsRow[]} rows @param {StandingsRow} row */
function placeOf(rows, { place }) {
  const shared = rows.filter((row) => row.place === place).length > 1;
  return t(shared ? "place.shared" : "place.alone", { n: place });
}
