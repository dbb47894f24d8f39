/** @import { Recorded as PastEvent } from "pegout-api" */
/** @import { SavedGame } from "./saved-games.js" */
import { send } from "../lib/api.js";
import { Database } from "../lib/database.js";
import { ownName } from "../lib/root.js";
import { gamePath, isRemoved } from "./begin.js";
import { database as games, savedGames } from "./saved-games.js";

const STORE = "past";

// Apart from the games, which are read whole at the start of the page.
const database = new Database(ownName("pegout-past"), 1, (opened) =>
  opened.createObjectStore(STORE, { keyPath: "id" }),
);

/**
 * Fetches all events of a game, taken-back pegs too, the oldest first, and keeps them on this phone. Those of a game that the
 * service has removed are the kept ones.
 * @param {SavedGame} saved @returns {Promise<PastEvent[]>} rejects as {@link send} does
 */
export async function readHistory({ id, removed }) {
  try {
    const kept = removed ? await keptHistory(id) : null;
    return kept ?? (await fetchHistory(id));
  } catch (error) {
    if (!isRemoved(error)) throw error;
    if (!removed) await savedGames.save({ id, removed: true });
    const kept = await keptHistory(id);
    if (kept) return kept;
    throw error;
  }
}

/** @param {string} id @returns {Promise<PastEvent[]>} */
async function fetchHistory(id) {
  const { events } = await send("GET", gamePath(id, "/history"));
  const past = events.at(-1).version;
  const saved = savedGames.get(id);
  // Perhaps only the kept history has the lost changes.
  if (saved && !saved.lost && past > (saved.past ?? 0)) await keep(id, past, events);
  return events;
}

/** @param {string} id @param {number} past the version of the newest event @param {PastEvent[]} events */
async function keep(id, past, events) {
  await writeEvents(id, events);
  if (database.isSaved) await savedGames.save({ id, past });
}

/** Writes all events of a game to the disk. @param {string} id @param {PastEvent[]} events */
export function writeEvents(id, events) {
  return database.transact([STORE], ([stored]) => stored.put({ id, events }));
}

// The service has these histories, too.
games.makeRoom = async () => {
  const spare = savedGames.list().filter(({ past, removed, lost }) => past && !removed && !lost);
  await database.transact([STORE], ([stored]) => spare.forEach(({ id }) => stored.delete(id)));
};

/** Returns the events that this phone keeps of a game; null if it has none. @param {string} id @returns {Promise<PastEvent[]|null>} */
export function keptHistory(id) {
  return database.transactInSteps([STORE], ([stored], done) => {
    const request = stored.get(id);
    request.onsuccess = () => done(request.result?.events ?? null);
  });
}
