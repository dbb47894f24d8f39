import { followGame } from "../game/opening.js";
import { savedGames } from "../game/saved-games.js";
import { Refusal, Unreachable, send } from "../lib/api.js";
import { namePhone } from "../lib/device.js";
import { loadMessages, t } from "../lib/i18n.js";
import { broadcast, readAll, transact } from "../lib/store.js";
import { newestRound, seatOf, tablemates } from "./seats.js";

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
async function joinedNights() {
  const known = await readAll("nights");
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
  await transact(["nights"], ([nights]) => nights.put(kept), "strict");
  localStorage.setItem(KEY, night.id);
  // So the service marks what this phone pegs, and it is to know its own pegs again.
  namePhone(night.name ?? `Table ${night.table}`);
  broadcast("nights");
}

/** The first view offers the night no more. */
function leaveTonight() {
  localStorage.removeItem(KEY);
}

/** Puts a game of a night among the tables that this phone keeps. @param {string} game its id @param {{id: string, token: string}} joined how the phone joined the night */
export async function keepScore(game, { id, token }) {
  if (!savedGames.get(game)) await followGame(game, token);
  // A phone that joined once more has another token than the table was kept with.
  await savedGames.save({ id: game, night: id, token }, "strict");
}

/**
 * Learns how games of earlier rounds ended that this phone kept: a result by hand was not heard here, and the first view
 * would offer to resume them for ever.
 * @param {object} night the newest Night
 */
export async function updateSavedGames({ id, status, rounds }) {
  const current = status === "finished" ? [] : (rounds.at(-1)?.tables ?? []).map((table) => table.game_id);
  const open = savedGames
    .list()
    .filter((table) => table.night === id && table.game.status === "playing" && !current.includes(table.id));
  for (const { id: game } of open) {
    try {
      await savedGames.receive(await send("GET", `/api/v1/games/${game}`), true);
    } catch (error) {
      // The next look at the night tries again.
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
  }
}

/** Says in the first view's entry where this phone's player sits tonight; takes the entry away when that night is long over. @param {HTMLElement} place the entry, with a link, a title and a line @param {string} id the night's */
export async function showTonight(place, id) {
  await loadMessages("night");
  const joined = await joinedNight(id);
  if (!joined || !isRecent(joined)) {
    leaveTonight();
    place.remove();
    return;
  }
  const [title, line] = ["strong", "span > span"].map((part) => place.querySelector(part));
  line.textContent = joined.name ?? t("seat.table", { n: joined.table });
  try {
    const night = await send("GET", `/api/v1/nights/${id}`);
    const seat = seatOf(newestRound(night), joined);
    if (night.status === "finished") {
      title.textContent = t("tonight.over");
    } else if (seat) {
      const { partner, others } = tablemates(seat, joined.player_id);
      title.textContent = t("tonight.table", { n: seat.table.number });
      line.textContent = partner ? t("seat.with", { names: partner }) : others;
    }
    updateSavedGames(night);
  } catch (error) {
    // The way to the card stays; the card says what is wrong.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}
