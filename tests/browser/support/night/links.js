import { randomBytes } from "node:crypto";

/** A token as the page makes it: 32 random bytes in base64url. @returns {string} */
export const newToken = () => randomBytes(32).toString("base64url");

/** Makes the personal link of a player. @param {import("./night.js").Club} club @param {string} player the id @returns {Promise<{token: string, url: string}>} the service's own address */
export async function linkOf(club, player) {
  const token = newToken();
  await club.ask("PUT", `/players/${player}/link`, { token });
  return { token, url: `${club.base}/#/me/${token}` };
}

/** Replies for a player, as the coordinator does for somebody who telephones. @param {import("./night.js").Club} club @param {string} night the id @param {string} player the id @param {boolean} coming */
export async function replyFor(club, night, player, coming) {
  return club.ask("PUT", `/nights/${night}/replies/${player}`, { coming });
}

/** The replies by name: true, false, or null without a reply. @param {import("./night.js").Club} club @param {string} night the id @returns {Promise<Record<string, boolean|null>>} */
export async function repliesOf(club, night) {
  const { players } = await club.ask("GET", `/nights/${night}/replies`);
  return Object.fromEntries(players.map(({ name, coming }) => [name, coming]));
}
