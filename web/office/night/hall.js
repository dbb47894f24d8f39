import { list, t } from "../../app/i18n.js";

/** The sizes of the tables for so many players. @param {number} players @returns {number[]} how many seats each has */
function sizes(players) {
  if (players < 2) return [];
  const rest = [[], [3, 2], [2], [3]][players % 4];
  const seats = rest.reduce((sum, size) => sum + size, 0);
  return [...Array.from({ length: (players - seats) / 4 }, () => 4), ...rest];
}

/** At which tables so many players sit: “5 tables of four and 1 table of three”; empty for fewer than two. @param {number} players @returns {string} */
export function tablesWords(players) {
  const seats = sizes(players);
  const kinds = [4, 3, 2].map((size) => [size, seats.filter((each) => each === size).length]).filter(([, n]) => n > 0);
  return list(kinds.map(([size, n]) => t(`running.tables.${size}`, { n })));
}
