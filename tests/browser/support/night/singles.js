/** The request for a night of singles in which four players meet once each. */
export const SINGLES = { format: "singles_rotation", games_per_night: 3 };

// Four players who meet once each: the scores of each game, by the players' first names.
const GAMES = [
  { Ann: 121, Di: 90 },
  { Bob: 121, Cy: 120 },
  { Cy: 121, Ann: 110 },
  { Di: 121, Bob: 60 },
  { Ann: 121, Bob: 119 },
  { Cy: 121, Di: 91 },
];
/** The totals of the night of four, the best first. */
export const TOTALS = ["5/2 +22", "4/2 +40", "3/1 +0", "2/1 −62"];
/** The players of the night of four, the best first. */
export const ORDER = ["Ann Archer", "Cy Cole", "Di Drew", "Bob Baker"];

/** The players of a table. @param {object} table @returns {string[]} */
export const namesOf = ({ sides }) => sides.map(({ players: [{ name }] }) => name);
/** A spread as the pages write it. @param {number} spread @returns {string} */
export const signed = (spread) => `${spread < 0 ? "−" : "+"}${Math.abs(spread)}`;

/** Enters the result of each table of the newest round. @param {import("./hall.js").Hall} hall @param {(names: string[], table: object) => number[]} scoresOf */
export async function enterAll(hall, scoresOf) {
  for (const table of await hall.tables())
    await hall.call("PUT", `/games/${table.game_id}/result`, { scores: scoresOf(namesOf(table), table) });
}

/** Plays the night of four. @param {import("./hall.js").Hall} hall @returns {Promise<Record<string, number[]>>} the spreads of each player, by round */
export async function playFour(hall) {
  const spreads = Object.fromEntries(ORDER.map((name) => [name, []]));
  for (let round = 0; round < SINGLES.games_per_night; round += 1) {
    await hall.draw();
    await enterAll(hall, (names) => {
      const firsts = names.map((name) => name.split(" ")[0]);
      const game = GAMES.find((each) => firsts.every((first) => first in each));
      const scores = firsts.map((first) => game[first]);
      names.forEach((name, at) => spreads[name].push(scores[at] - scores[1 - at]));
      return scores;
    });
  }
  return spreads;
}

/** Scores without a skunk, different at each table: the first side wins. @param {string[]} _ @param {{number: number}} table @returns {number[]} */
export const usual = (_, { number }) => [121, 100 - number];

/** The texts that are seen of numbers that screen readers read in words. @param {import("@playwright/test").Locator} numbers */
export const seen = (numbers) => numbers.locator("[aria-hidden]");
/** The words of these numbers. @param {import("@playwright/test").Locator} numbers */
export const spoken = (numbers) => numbers.locator(".unseen");
