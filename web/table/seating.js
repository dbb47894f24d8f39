/**
 * The side of each seat, clockwise: the sides take turns, and the odd player of a longer one sits last.
 * @param {{players: string[]}[]} sides
 * @returns {number[]} sides by seat
 */
export function seatSides(sides) {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) =>
    sides.flatMap(({ players }, side) => (nth < players.length ? [side] : [])),
  );
  return rows.flat();
}

/** Who sits where, clockwise. @param {{players: string[]}[]} sides @returns {string[]} names by seat */
export function seatNames(sides) {
  return seatSides(sides).map((side, seat, seats) => {
    const nth = seats.slice(0, seat).filter((other) => other === side).length;
    return sides[side].players[nth];
  });
}

/** The seat that deals, when this seat dealt first: the deal passes to the left. @param {number} first @param {number} deal from 1 @param {number} seats @returns {number} */
export function dealerOf(first, deal, seats) {
  return (first + deal - 1) % seats;
}

/** The seat that dealt first. @param {{dealer: number, deal: number, sides: object[]}} game @returns {number} */
export function firstDealer({ dealer, deal, sides }) {
  const seats = seatSides(sides).length;
  return (((dealer - (deal - 1)) % seats) + seats) % seats;
}

/** The side that has the next deal's crib. @param {{dealer: number, sides: object[]}} game @returns {number} */
export function nextCrib({ dealer, sides }) {
  const seats = seatSides(sides);
  return seats[(dealer + 1) % seats.length];
}
