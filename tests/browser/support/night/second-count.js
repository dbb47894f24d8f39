import { namesOf } from "./evening.js";
import { signed } from "./singles.js";

const TARGET = 121;
const [SKUNK, DOUBLE_SKUNK] = [91, 61];
// Of $10 the 50/50 gets $2. Four fifths of the rest are the pot. The first three places get these parts of it.
const POT_OF_FEE = (1000 - 200) * 0.8;
const PARTS = [0.5, 0.3, 0.2];

// The line of a side: 0, −1 or −2 for a win, else the points that were missing.
function lineOf(scores, side) {
  if (scores[side] < TARGET) return TARGET - scores[side];
  const best = Math.max(...scores.filter((_, other) => other !== side));
  if (best < DOUBLE_SKUNK) return -2;
  return best < SKUNK ? -1 : 0;
}

/**
 * Counts the standings of a night from its tables, without the service. All players have paid, and none is excused.
 * @param {string[]} names of all who came @param {{sides: object[], scores: number[]}[][]} played the tables of each round
 * @returns {{name: string, lines: (number|null)[], place: number|null, prize: number}[]} by name; prizes in cents
 */
export function countAgain(names, played) {
  const cards = names.map((name) => {
    const lines = played.map((tables) => {
      const seats = tables.flatMap(({ sides, scores }) =>
        sides.flatMap((side, at) => (namesOf(side).includes(name) ? lineOf(scores, at) : [])),
      );
      return seats[0] ?? null;
    });
    return { name, lines, total: lines.reduce((sum, line) => sum + line, 0), isFull: !lines.includes(null) };
  });
  const full = cards.filter(({ isFull }) => isFull);
  return cards.map(({ name, lines, total, isFull }) => {
    if (!isFull) return { name, lines, place: null, prize: 0 };
    const better = full.filter((other) => other.total < total).length;
    const sharing = full.filter((other) => other.total === total).length;
    const part = PARTS.slice(better, better + sharing).reduce((sum, each) => sum + each, 0) / sharing;
    const dollars = Math.round((part * POT_OF_FEE * names.length) / 100);
    return { name, lines, place: better + 1, prize: dollars * 100 };
  });
}

// The loser's points, and the game's worth: 2 game points, 3 by a skunk.
function gameOf({ sides, scores }, name) {
  const side = sides.findIndex((each) => namesOf(each).includes(name));
  if (side < 0) return [];
  const lost = Math.min(...scores);
  const isWon = scores[side] === TARGET;
  const points = lost < SKUNK ? 3 : 2;
  return [{ wins: Number(isWon), points: isWon ? points : 0, spread: isWon ? TARGET - lost : lost - TARGET }];
}

const sumOf = (games, what) => games.reduce((sum, game) => sum + game[what], 0);
const isBefore = (one, other) => {
  const what = ["points", "wins", "spread"].find((each) => one[each] !== other[each]);
  return what !== undefined && one[what] > other[what];
};

/**
 * Counts the standings of a night of singles from its tables, without the service. All came for the whole night.
 * @param {string[]} names @param {{sides: object[], scores: number[]}[][]} played the tables of each round @param {number} games of a full card: the first ones count
 * @returns {{name: string, place: number, games: number, helped: number, points: number, wins: number, spread: number, total: string}[]} the best first
 */
export function countSingles(names, played, games) {
  const cards = names.map((name) => {
    const held = played.flat().flatMap((table) => gameOf(table, name));
    const counted = held.slice(0, games);
    const [points, wins, spread] = ["points", "wins", "spread"].map((what) => sumOf(counted, what));
    const total = `${points}/${wins} ${signed(spread)}`;
    return { name, games: counted.length, helped: held.length - counted.length, points, wins, spread, total };
  });
  const placed = cards.map((card) => ({ ...card, place: 1 + cards.filter((other) => isBefore(other, card)).length }));
  return placed.sort((one, other) => one.place - other.place);
}
