/** @import { PegFor } from "pegout-api" */
/** @import { AmendedPeg } from "./outbox.js" */
/** @import { LocalGame } from "./rules.js" */
import { dealerOf, firstDealer, seatSides } from "./rules.js";

/** The most points that a peg in the play often has. */
export const MOST_OF_PLAY = 4;
/** The points above which a peg is hardly ever of the play. */
export const RARE_IN_PLAY = 6;

/**
 * Returns the hand of this deal that may have been the play; undefined if there is none. Its kind was a guess, and its points
 * are not rare in the play. All later hands and cribs of the deal are small.
 * @template {{id: string, for: PegFor, points: number}} P
 * @param {P[]} dealPegs the pegs of this deal @param {string[]} [guesses] the ids of the hands whose kind was a guess
 * @returns {P|undefined}
 */
export function doubtfulHand(dealPegs, guesses = []) {
  const shown = dealPegs.filter((peg) => peg.for === "hand" || peg.for === "crib");
  const hand = shown.find(({ id }) => guesses.includes(id));
  const isSure = shown.some((peg) => peg !== hand && (peg.points === 0 || peg.points > MOST_OF_PLAY));
  return hand?.for === "hand" && hand.points <= RARE_IN_PLAY && !isSure ? hand : undefined;
}

/**
 * Returns the first side with an uncounted hand before a hand or crib that would end the game; null if there is none.
 * The order of the show decides the winner.
 * @param {LocalGame} game as the table shows it @param {{for: PegFor, side: number}[]} dealPegs the pegs of this deal
 * @param {AmendedPeg} peg
 * @returns {number|null}
 */
export function uncountedBefore(game, dealPegs, { side, points, for: kind }) {
  const { sides, rules, status } = game;
  const isEnd = status === "playing" && sides[side].score + points >= rules.target;
  if (!isEnd || (kind !== "hand" && kind !== "crib")) return null;
  const order = showOrder(game);
  const isOf = (/** @type {number} */ of) => (/** @type {number} */ seat) => seat === of;
  const pegged = sides.map((_, of) => peggedHands(game, dealPegs, of, order.filter(isOf(of)).length));
  const own = order.flatMap((of, seat) => (of === side ? [seat] : []));
  const last = kind === "hand" ? (own[pegged[side]] ?? order.length) : order.length;
  const missing = order.slice(0, last).find((of, seat) => {
    return of !== side && pegged[of] < order.slice(0, seat + 1).filter(isOf(of)).length;
  });
  return missing ?? null;
}

// The sides of the seats in the order in which hands are counted: the dealer's is the last.
/** @param {LocalGame} game */
function showOrder(game) {
  const seats = seatSides(game.sides);
  const first = dealerOf(firstDealer(game), game.deal + 1, seats.length);
  return [...seats.slice(first), ...seats.slice(0, first)];
}

// A phone that follows the game later may not know where the deal began. The service then says which hands are left.
/** @param {LocalGame} game @param {{for: PegFor, side: number}[]} dealPegs @param {number} of the side @param {number} players of it */
function peggedHands({ allowed }, dealPegs, of, players) {
  const entry = allowed?.find((one) => one.for === "hand" && one.sides.includes(of));
  if (allowed) return players - (entry?.left ?? 0);
  return dealPegs.filter((peg) => peg.for === "hand" && peg.side === of).length;
}
