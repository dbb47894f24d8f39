import { list, t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";

/**
 * Where a joined phone's player sits in a round, or the table that the phone stays at.
 * @param {{tables: object[]}|undefined} round of a Night @param {{player_id: string|null, table: number|null}} joined
 * @returns {{table: object, side: number|null}|null} `side` is null for a table's own phone; null for who sits nowhere
 */
export function seatOf(round, { player_id: player, table: number }) {
  for (const table of round?.tables ?? []) {
    if (number === table.number) return { table, side: null };
    const side = table.sides.findIndex(({ players }) => players.some(({ id }) => id === player));
    if (side >= 0) return { table, side };
  }
  return null;
}

/** The names of a side, as a sentence has them. @param {{players: {name: string}[]}} side @returns {string} */
export function namesOf({ players }) {
  return list(players.map(({ name }) => name));
}

/**
 * Who sits at a seat's table, seen from the seat.
 * @param {{table: object, side: number|null}} seat from {@link seatOf} @param {string|null} player whose seat
 * @returns {{partner: string, others: string}} `partner` is empty where one plays alone; of a table's own phone `others` are all
 */
export function tablemates({ table: { sides }, side }, player) {
  const others = sides.filter((_, at) => at !== side).flatMap(({ players }) => players.map(({ name }) => name));
  const partners = (sides[side]?.players ?? []).filter(({ id }) => id !== player).map(({ name }) => name);
  if (side === null) return { partner: "", others: sides.map(namesOf).join(" – ") };
  return { partner: list(partners), others: list(others) };
}

/** A seat as one sentence: “Table 3 with Ann, against Cy and Di.” @param {object} seat from {@link seatOf} @param {string|null} player whose @returns {string} */
export function seatText(seat, player) {
  const { partner, others } = tablemates(seat, player);
  const words = { table: seat.table.number, partner, others };
  if (seat.side === null) return t("seat.all", words);
  return t(partner ? "seat.pair" : "seat.alone", words);
}

/** The newest round of a night, if one was drawn. @param {{rounds: object[]}} night @returns {object|undefined} */
export function newestRound({ rounds }) {
  return rounds.at(-1);
}

/** The tables of a round that are still playing. @param {{tables: object[]}} round @returns {object[]} */
export function openTables({ tables }) {
  return tables.filter(({ status }) => status === "playing");
}

/** The scores at a seat's table, the player's own side first, as people say them. @param {object} seat from {@link seatOf} @returns {number[]} */
export function pointsOf({ table: { sides }, side }) {
  const points = sides.map(({ score }) => score);
  return side === null ? points : [points[side], ...points.toSpliced(side, 1)];
}

/** The side that won a table's game: the one with the most points of a finished one. @param {object} table of a Night @returns {number} -1 while there is none */
export function winnerOf({ status, sides }) {
  if (status !== "finished") return -1;
  const scores = sides.map(({ score }) => score);
  return scores.indexOf(Math.max(...scores));
}

/** A place in words, with the others that share it: “2, shared”. @param {object[]} rows of standings @param {object} row one of them @returns {string} */
function placeOf(rows, { place }) {
  const shared = rows.filter((row) => row.place === place).length > 1;
  return t(shared ? "place.shared" : "place.alone", { n: place });
}

/**
 * How a player stands in a night, as a sentence.
 * @param {object[]|null} rows of the standings @param {string|null} player whose @param {boolean} over whether the night is over @returns {string|null} null where there is nothing to say yet
 */
export function placeText(rows, player, over) {
  const row = rows?.find(({ player_id: id }) => id === player);
  if (!row || row.total === null) return null;
  if (row.place === null) return t("place.none", { total: minus(row.total) });
  const ranked = rows.filter(({ place }) => place !== null).length;
  const words = { place: placeOf(rows, row), total: minus(row.total), n: ranked, prize: amount(row.prize) };
  if (row.prize === 0 || !prizesNear(rows, over)) return t("place.is", words);
  return t(over ? "place.won" : "place.prize", words);
}

/** Whether the night's prizes may be told: it is over, or somebody has played all its games. @param {object[]} rows of the standings @param {boolean} over whether the night is over @returns {boolean} */
export function prizesNear(rows, over) {
  return over || rows.some(({ lines }) => !lines.includes(null));
}

/** A line or total of a scorecard, with a true minus. @param {number} points @returns {string} */
export function minus(points) {
  return String(points).replace("-", "−");
}

const NOT_ON = ["cancelled"];

/** The day before. @param {string} date as `2026-01-28` @returns {string} */
function dayBefore(date) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/**
 * The night that the hall is interested in: one that is played, past midnight too; else one of today that players come
 * to; else one that was finished today, or yesterday unless today has one; else the next.
 * @param {{id: string, date: string, starts_at: string, status: string}[]} nights as the service lists them
 * @param {string} date today, as `2026-01-28`
 * @returns {object|null} null when there is none to come
 */
export function whichNight(nights, date) {
  const yesterday = dayBefore(date);
  const at = (night) => `${night.date} ${night.starts_at}`;
  const held = nights
    .filter(({ status }) => !NOT_ON.includes(status))
    .sort((one, other) => at(one).localeCompare(at(other)));
  const last = (is) => held.findLast(is);
  const isToday = (night) => night.date === date;
  return (
    last(({ status, date: day }) => status === "playing" && [date, yesterday].includes(day)) ??
    last((night) => night.status === "open" && isToday(night)) ??
    last((night) => night.status === "finished" && isToday(night)) ??
    (held.some(isToday) ? null : last(({ status, date: day }) => status === "finished" && day === yesterday)) ??
    held.find(({ status, date: day }) => ["scheduled", "open"].includes(status) && day >= date) ??
    null
  );
}

/** The players of a side: “Ann and Bob”. @param {{players: {name: string}[]}} side @returns {string} */
export function sideText({ players }) {
  return list(players.map(({ name }) => name));
}

/** Returns the sizes of the tables at which so many players sit: fours, and at most two smaller ones. @param {number} players @returns {number[]} */
export function tableSizes(players) {
  if (players < 2) return [];
  const smaller = [[], [3, 2], [2], [3]][players % 4];
  const seats = smaller.reduce((sum, size) => sum + size, 0);
  return [...Array.from({ length: (players - seats) / 4 }, () => 4), ...smaller];
}
