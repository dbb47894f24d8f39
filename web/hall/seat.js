import { list, t } from "../app/i18n.js";

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
export function companyOf({ table: { sides }, side }, player) {
  const others = sides.filter((_, at) => at !== side).flatMap(({ players }) => players.map(({ name }) => name));
  const partners = (sides[side]?.players ?? []).filter(({ id }) => id !== player).map(({ name }) => name);
  if (side === null) return { partner: "", others: sides.map(namesOf).join(" – ") };
  return { partner: list(partners), others: list(others) };
}

/** A seat as one sentence: “Table 3 with Ann, against Cy and Di.” @param {object} seat from {@link seatOf} @param {string|null} player whose @returns {string} */
export function seatWords(seat, player) {
  const { partner, others } = companyOf(seat, player);
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
