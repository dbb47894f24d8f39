import { tableOf } from "./hall.js";

const TARGET = 121;

/** The lines of a game's sides: 0 for a win, less for a skunk, else what is missing. @param {number[]} scores @returns {number[]} */
function lines(scores) {
  const lost = Math.max(...scores.filter((score) => score < TARGET));
  const won = lost < 61 ? -2 : lost < 91 ? -1 : 0;
  return scores.map((score) => (score === TARGET ? won : TARGET - score));
}

/**
 * Everybody's card, counted by this alone.
 * @param {string[]} names @param {{sides: object[], scores: number[]}[][]} rounds the tables of each
 * @returns {Record<string, (number|null)[]>} lines by name, null for a game that was missed
 */
export function cards(names, rounds) {
  const lineOf = (name, tables) => {
    const table = tableOf(tables, name);
    const side = table?.sides.findIndex(({ players }) => players.some((player) => player.name === name));
    return table ? lines(table.scores)[side] : null;
  };
  return Object.fromEntries(names.map((name) => [name, rounds.map((tables) => lineOf(name, tables))]));
}

/** What a card comes to. @param {(number|null)[]} card @returns {number} */
export function total(card) {
  return card.reduce((sum, line) => sum + line, 0);
}

/**
 * Who has which place: one more than there are better full cards.
 * @param {Record<string, (number|null)[]>} told from {@link cards}
 * @returns {Record<string, number>} by name, without those who missed a game
 */
export function places(told) {
  const full = Object.entries(told).filter(([, card]) => !card.includes(null));
  const better = (card) => full.filter(([, other]) => total(other) < total(card)).length;
  return Object.fromEntries(full.map(([name, card]) => [name, 1 + better(card)]));
}
