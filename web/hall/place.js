import { t } from "../app/i18n.js";
import { amount } from "./amount.js";

/** A place in words, with the others that share it: “2, shared”. @param {object[]} rows of standings @param {object} row one of them @returns {string} */
function placeOf(rows, { place }) {
  const shared = rows.filter((row) => row.place === place).length > 1;
  return t(shared ? "place.shared" : "place.alone", { n: place });
}

/**
 * How a player stands in a night, as a sentence.
 * @param {object[]|null} rows of the standings @param {string|null} player whose @param {boolean} over whether the night is over @returns {string|null} null where there is nothing to say yet
 */
export function placeWords(rows, player, over) {
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
