/** @import { PegFor } from "pegout-api" */
/** @import { AmendedPeg } from "./outbox.js" */
/** @import { LocalGame, LocalPeg } from "./rules.js" */
import { dealerOf, firstDealer, seatSides } from "./rules.js";

/** The most points that a peg in the play often has. */
export const MOST_OF_PLAY = 4;
/** The points above which a peg is hardly ever of the play. */
export const RARE_IN_PLAY = 6;

/** A show that may have been the play: its first hand, and all its pegs. @typedef {{hand: LocalPeg, pegs: LocalPeg[]}} DoubtfulShow */

/**
 * Returns the show of this deal if it may have been the play, else null. The kind of its first hand was a guess, and the points
 * of that hand are not rare in the play. Its other pegs are small.
 * @param {LocalPeg[]} dealPegs the pegs of this deal @param {string[]} [guesses] the ids of the hands whose kind was a guess
 * @returns {DoubtfulShow|null}
 */
export function doubtfulShow(dealPegs, guesses = []) {
  const pegs = dealPegs.filter((peg) => peg.for === "hand" || peg.for === "crib");
  const hand = pegs.find(({ id }) => guesses.includes(id));
  const isSure = pegs.some((peg) => peg.cards || (peg !== hand && (peg.points === 0 || peg.points > MOST_OF_PLAY)));
  return hand?.for === "hand" && hand.points <= RARE_IN_PLAY && !isSure ? { hand, pegs } : null;
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
