import type { SideView } from "pegout-api";
import type { LocalGame, NamedSide } from "./local-game.ts";

/** The tables that can be seated: how many players each side has, by the seating's name. */
export const SEATINGS: Record<string, number[]> = {
  "1-1": [1, 1],
  "2-2": [2, 2],
  "1-1-1": [1, 1, 1],
  "3-3": [3, 3],
  "2-2-2": [2, 2, 2],
  "2-3": [2, 3],
};

/** The names that the service has for sides without one, in their order: no words for people. */
export const STAND_INS = ["Us", "Them", "Third"];

/** The cards of a counted hand, without the starter. */
export const HAND_SIZE = 4;

/** The cards that are dealt to each player, by the number of players whose cards are looked at one by one. */
export const DEALT: Record<number, number> = { 2: 6, 3: 5, 4: 5, 5: 5, 6: 5 };

/** Returns the cards of the crib, without the starter: at five and six each player throws one. */
export function cribSize(players: number): number {
  return Math.max(players, HAND_SIZE);
}

/**
 * Returns the side of each seat, clockwise: the sides take turns, and the odd player of a longer one sits last.
 * @returns sides by seat
 */
export function seatSides(sides: Pick<SideView, "players">[]): number[] {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) =>
    sides.flatMap(({ players }, side) => (nth < players.length ? [side] : [])),
  );
  return rows.flat();
}

/**
 * Returns the players' names by seat, clockwise. A player who sits alone, or on a side that nobody named, is
 * called like the side.
 * @param names of the sides
 */
export function seatNames(sides: NamedSide[], names: string[]): string[] {
  return seatSides(sides).map((side, seat, seats) => {
    const nth = seats.slice(0, seat).filter((other) => other === side).length;
    const { players, named } = sides[side];
    return named === false || players.length === 1 ? names[side] : players[nth];
  });
}

/** Returns the seats that can be told apart, to choose a dealer from: of seats with the same name, the first. */
export function dealerAnswers(sides: NamedSide[], names: string[]): { value: string; label: string }[] {
  return seatNames(sides, names).flatMap((label, seat, labels) =>
    labels.indexOf(label) === seat ? [{ value: String(seat), label }] : [],
  );
}

/** Returns the seat that deals: the deal passes to the left. @param first the seat of deal 1 */
export function dealerOf(first: number, deal: number, seats: number): number {
  return (first + deal - 1) % seats;
}

/** Returns the seat that dealt first. */
export function firstDealer({ dealer, deal, sides }: Pick<LocalGame, "dealer" | "deal" | "sides">): number {
  const seats = seatSides(sides).length;
  return (((dealer - (deal - 1)) % seats) + seats) % seats;
}

/** Returns the side that deals: the side with the crib, if there is a crib. */
export function dealingSide({ dealer, sides }: Pick<LocalGame, "dealer" | "sides">): number {
  return seatSides(sides)[dealer];
}

/** Returns the side that deals next. */
export function nextDealingSide({ dealer, sides }: Pick<LocalGame, "dealer" | "sides">): number {
  const seats = seatSides(sides);
  return seats[(dealer + 1) % seats.length];
}

/** Returns the side of a seat: four play as two pairs, two and three each for themselves. @returns from 0 */
export function sideOf(player: number, players: number): number {
  return players === 4 ? player % 2 : player;
}

/**
 * Returns the sizes of the tables for `players` players: tables of four, and at most two smaller tables. In a night of singles
 * they are tables of two, and an odd player sits out. Fixed pairs have tables of four, and an odd pair sits out.
 */
export function tableSizes(players: number, format: string = "doubles_movement"): number[] {
  if (players < 2) return [];
  const size = { singles_rotation: 2, fixed_pairs: 4 }[format];
  if (size) return Array.from({ length: Math.floor(players / size) }, () => size);
  const smaller = [[], [3, 2], [2], [3]][players % 4];
  const seats = smaller.reduce((sum, size) => sum + size, 0);
  return [...Array.from({ length: (players - seats) / 4 }, () => 4), ...smaller];
}
