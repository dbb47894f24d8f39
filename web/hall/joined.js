import { namePhone } from "../app/phone.js";
import { all, change, tell } from "../app/store.js";

// The first view reads this before it fetches anything of the hall.
const KEY = "pegout.night";
// The token of a joined phone ends a day after its night; with the evening itself that is less than two.
const DAYS = 2 * 24 * 3600_000;

/**
 * The league nights that this phone joined, the newest first.
 * One is `{id, token, player_id, table, name, joined}`: `player_id` and `name` are null for a phone that stays at a
 * `table`, which is null for a player's.
 * @returns {Promise<object[]>} rejects with a DOMException where the browser forbids storage
 */
export async function joinedNights() {
  const known = await all("nights");
  return known.sort((one, other) => other.joined.localeCompare(one.joined));
}

/** The night of this id, or the newest, if this phone joined it. @param {string|null} [id] @returns {Promise<object|null>} */
export async function joinedNight(id = null) {
  try {
    const known = await joinedNights();
    return known.find((night) => id === null || night.id === id) ?? null;
  } catch (error) {
    // Where the browser forbids storage this phone joined nothing, and may look on.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Whether a night that was joined may still be going on. @param {{joined: string}} night @returns {boolean} */
export function isRecent({ joined }) {
  return Date.now() - Date.parse(joined) < DAYS;
}

/** Keeps that this phone joined a night, instead of how it joined that night before. @param {object} night without `joined` */
export async function keepJoined(night) {
  const kept = { ...night, joined: new Date().toISOString() };
  await change(["nights"], ([nights]) => nights.put(kept), "strict");
  localStorage.setItem(KEY, night.id);
  // So the service marks what this phone pegs, and it is to know its own pegs again.
  namePhone(night.name ?? `Table ${night.table}`);
  tell("nights");
}

/** The first view offers the night no more. */
export function leaveTonight() {
  localStorage.removeItem(KEY);
}
