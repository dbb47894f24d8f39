/** The hands of the usual pots. */
const PAYS = {
  high: [{ hand: "high", percent: 100 }],
  two: [
    { hand: "29", percent: 100 },
    { hand: "28", percent: 50 },
  ],
  four: [{ hand: "four_of_a_kind", percent: 100 }],
  named: [{ hand: "named", percent: 100 }],
};

/** Cards of a hand with a starter, by its points. */
export const HANDS = {
  20: { cards: ["JH", "JD", "5S", "5C"], starter: "JC" },
  24: { cards: ["7H", "7D", "8S", "8C"], starter: "9C" },
  28: { cards: ["5H", "5D", "5S", "KC"], starter: "5C" },
};

/** Makes a pot. @param {import("./night.js").Club} club @param {string} name @param {keyof typeof PAYS} pays @param {object} [more] what differs @returns {Promise<object>} */
export function addPot(club, name, pays, more = {}) {
  return club.ask("PUT", `/pots/${crypto.randomUUID()}`, {
    name,
    stake: 100,
    pays: PAYS[pays],
    everyone: true,
    ...more,
  });
}

/** Brings money into a pot. @param {import("./night.js").Club} club @param {{id: string}} pot @param {number} amount in cents */
export function bringIn(club, pot, amount) {
  const body = { from: "outside", to: "pot", pot_id: pot.id, amount };
  return club.ask("PUT", `/ledger/${crypto.randomUUID()}`, body);
}

/** Records that a player held a hand at the table of the newest round. @param {import("./night.js").Club} club @param {string} night its id @param {{id: string}} player @param {keyof typeof HANDS} points */
export async function hold(club, night, player, points) {
  const { rounds } = await club.look(night);
  const sits = ({ sides }) => sides.some(({ players }) => players.some(({ id }) => id === player.id));
  const { game_id } = rounds.at(-1).tables.find(sits);
  const body = { player_id: player.id, game_id, ...HANDS[points] };
  return club.ask("PUT", `/nights/${night}/hands/${crypto.randomUUID()}`, body);
}

/** Enters all results of the newest round, and finishes the night. @param {import("./night.js").Club} club @param {string} night its id */
export async function finish(club, night) {
  const { rounds } = await club.look(night);
  await club.play(
    night,
    rounds.at(-1).tables.map(() => [100]),
  );
  await club.ask("POST", `/nights/${night}/finish`, {});
}
