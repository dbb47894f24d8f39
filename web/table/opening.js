import { dealerOf, firstDealer, seatSides } from "./seating.js";

/**
 * A game as the service will tell it once it has heard of it.
 * @param {{id: string, sides: {name: string, players: string[]}[], rules: object, first: number, tally?: number[]}} begun
 *   `first` is the seat that deals first
 * @returns {object} a Game, of version 0
 */
export function opening({ id, sides, rules, first, tally }) {
  const seats = seatSides(sides);
  return {
    id,
    version: 0,
    rules,
    sides: sides.map(({ name, players }) => ({ name, players, score: 0, previous: 0 })),
    deal: 1,
    dealer: dealerOf(first, 1, seats.length),
    crib: seats[first],
    status: "playing",
    winner: null,
    skunk: "none",
    value: null,
    match: tally ?? sides.map(() => 0),
    pegs: [],
    rematch: null,
  };
}

/**
 * The rematch of a game that was won.
 * @param {object} game the Game @param {string} id the rematch's @param {number} [cut] the seat that cut the lowest card
 * @returns {object} a Game, of version 0
 */
export function rematch(game, id, cut) {
  const { sides, rules, match } = game;
  return opening({ id, sides, rules, first: cut ?? nextDealer(game), tally: match });
}

function nextDealer(game) {
  const { sides, winner, rules } = game;
  if (rules.first_deal === "alternate") return (firstDealer(game) + 1) % seatSides(sides).length;
  const lowest = Math.min(...sides.map(({ score }) => score));
  const clockwise = sides.map((_, step) => (winner + 1 + step) % sides.length);
  return clockwise.find((side) => sides[side].score === lowest);
}
