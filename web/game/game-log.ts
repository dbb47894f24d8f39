import type { Recorded as PastEvent } from "pegout-api";
import { send } from "../lib/api.ts";
import { Database } from "../lib/database.ts";
import { ownName } from "../lib/root.ts";
import { gamePath, isRemoved } from "./begin.ts";
import { database as games, type SavedGame, savedGames } from "./saved-games.ts";

const STORE = "past";
// The versions of the logs that this page has written, by game.
const written = new Map<string, number>();

// Apart from the games, which are read whole at the start of the page.
const database = new Database(ownName("pegout-past"), 1, (opened) =>
  opened.createObjectStore(STORE, { keyPath: "id" }),
);

/**
 * Fetches all events of a game, taken-back pegs too, the oldest first, and keeps them on this phone. If the service
 * has removed the game, the events are the kept history.
 * @returns rejects as {@link send} does
 */
export async function readHistory({ id, removed }: SavedGame): Promise<PastEvent[]> {
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

async function fetchHistory(id: string): Promise<PastEvent[]> {
  const { events } = await send("GET", gamePath(id, "/history"));
  const past = versionOf(events);
  const saved = savedGames.get(id);
  // Perhaps only the kept history has the lost changes.
  if (!saved || saved.lost || past <= (saved.past ?? 0)) return events;
  if (await writeEvents(id, events, saved.past === 0)) await savedGames.save({ id, past });
  return events;
}

/**
 * Writes all events of a game to the disk, unless it has more of them.
 * @param isReplaced true if they replace the events of the disk also if they are fewer
 * @returns true if the disk has them; false if only this page has them
 */
export async function writeEvents(id: string, events: PastEvent[], isReplaced: boolean): Promise<boolean> {
  const kept = isReplaced ? 0 : versionOf(await keptHistory(id));
  const known = isReplaced ? 0 : Math.max(kept, written.get(id) ?? 0);
  if (versionOf(events) <= known) return database.isSaved;
  written.set(id, versionOf(events));
  await database.transact([STORE], ([stored]) => stored.put({ id, events }));
  return database.isSaved;
}

function versionOf(events: PastEvent[] | null) {
  return events?.at(-1)?.version ?? 0;
}

// The service has these histories, too.
games.makeRoom = async () => {
  const spare = savedGames.list().filter(({ past, removed, lost }) => past && !removed && !lost);
  await database.transact([STORE], ([stored]) => spare.forEach(({ id }) => stored.delete(id)));
};

/** Returns the events that this phone keeps of a game; null if it has none. */
export function keptHistory(id: string): Promise<PastEvent[] | null> {
  return database.transactInSteps([STORE], ([stored], done) => {
    const request = stored.get(id);
    request.onsuccess = () => done(request.result?.events ?? null);
  });
}
