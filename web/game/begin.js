/** @import { SavedGame } from "./saved-games.js" */
/** @import { GameRules, LocalGame, NamedSide, RematchWishes } from "./rules.js" */
import { Refusal, Unreachable, send } from "../lib/api.js";
import { newId, phoneName } from "../lib/device.js";
import { ownName } from "../lib/root.js";
import { outbox, pendingRematch } from "./outbox.js";
import { newGame, rematch } from "./rules.js";
import { savedGames } from "./saved-games.js";

const KEY = ownName("pegout.rules");
/** @type {Record<string, GameRules>|null} */
let known = savedPresets();

// Reading localStorage throws where the browser forbids storage.
function savedPresets() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the rules by preset, as the service last sent them; null before it ever did. @returns {Record<string, GameRules>|null} */
export function presets() {
  return known;
}

/** Fetches the presets, so that a game can begin without the service later. @returns {Promise<boolean>} true if they are known */
export async function fetchPresets() {
  try {
    known = await send("GET", "/api/v1/rules");
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof DOMException)) throw error;
  }
  return known !== null;
}

/**
 * Asks the service about rules that somebody put together: the play of a deal without cards changes nothing.
 * @param {GameRules} rules
 * @returns {Promise<void>} rejects with Refusal where they do not go together, and with Unreachable without an answer
 */
export async function checkRules(rules) {
  await send("POST", "/api/v1/play", { body: { players: 2, dealer: 0, plays: [], rules } });
}

/** Returns the address of a game, or of something below it. @param {string} game its id @param {string} [rest] such as `/result` @returns {string} */
export function gamePath(game, rest = "") {
  return `/api/v1/games/${game}${rest}`;
}

/** Returns true for the refusal of a game that the service has removed. @param {unknown} error @returns {boolean} */
export function isRemoved(error) {
  return error instanceof Refusal && error.slug === "game-removed";
}

/** Returns the query that names this phone's person. @returns {string} */
export function byQuery() {
  return `?by=${encodeURIComponent(phoneName())}`;
}

/**
 * Begins a game on this phone, with or without the service. The phone belongs to the first side.
 * @param {{sides: NamedSide[], preset: string|null, rules: GameRules, first: number, directions: number[], token: string}} setup
 *   `preset` is null for rules that have no name, `first` the seat that deals first, `directions` are those of crash by side,
 *   `token` the scorer's
 * @returns {Promise<string>} its id
 */
export async function beginGame({ sides, preset, rules, first, directions, token }) {
  const id = newId();
  const sent = sides.map(({ name, players, named }) => (named === false ? { players } : { name, players }));
  const chosen = {
    ...(preset === null ? { rules } : { preset }),
    ...(rules.crash && { crash_directions: directions }),
  };
  const body = { sides: sent, ...chosen, first_dealer: first, scorer_token: token, by: phoneName() };
  await save(newGame({ id, sides, rules, first, directions }), id, token, 0);
  await add("begin", id, id, body);
  return id;
}

/**
 * Begins the rematch of a game on this phone; if one is in the outbox already, it is that one.
 * @param {LocalGame} game as the table shows it @param {RematchWishes} [wishes]
 * @returns {Promise<string>} the rematch's id
 */
export async function beginRematch(game, wishes = {}) {
  const pending = pendingRematch(game.id);
  if (pending) return pending;
  const id = newId();
  const { line, token, side } = /** @type {SavedGame} */ (savedGames.get(game.id));
  const { cut, directions } = wishes;
  const asked = {
    ...(cut !== undefined && { first_dealer: cut }),
    ...(directions && { crash_directions: directions }),
  };
  const body = { rematch_of: game.id, by: phoneName(), ...asked };
  await save(rematch(game, id, wishes), line, token, side);
  await add("rematch", line, id, body);
  return id;
}

/**
 * Saves a game that another phone began.
 * @param {string} id the game's @param {string|null} token the scorer's; null to look only @param {string} [line] the match's first game
 */
export async function followGame(id, token, line = id) {
  const game = savedGames.get(id) ? null : await send("GET", gamePath(id));
  const saved = savedGames.get(id);
  if (!saved) await save(game, line, token);
  else if (token && (await isBetter(token, saved))) await savedGames.save({ id, token });
}

// A link that somebody made up must not replace the token that can score.
/** @param {string} token @param {SavedGame} saved */
async function isBetter(token, { id, token: own, game }) {
  if (own === null) return true;
  const isLocal = game.version === 0;
  if (token === own || isLocal) return false;
  try {
    return !(await canScore(id, own)) && (await canScore(id, token));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return false;
  }
}

// Taking back a peg that does not exist changes nothing; with the right token it is refused as not found.
/** @param {string} id @param {string} token */
async function canScore(id, token) {
  try {
    await send("DELETE", gamePath(id, `/pegs/${newId()}`), { token });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problem.status === 404;
  }
}

/** @param {LocalGame} game @param {string} line @param {string|null} token @param {number|null} [side] this phone's */
function save(game, line, token, side) {
  const opened = new Date().toISOString();
  /** @type {SavedGame} */
  const saved = { id: game.id, line, token, game, deals: {}, opened, ...(side !== undefined && { side }) };
  return savedGames.save(saved, "strict");
}

/** @param {"begin"|"rematch"} kind @param {string} line @param {string} id @param {object} body */
function add(kind, line, id, body) {
  const at = new Date().toISOString();
  return outbox.add({ line, game: id, kind, subject: id, method: "PUT", path: gamePath(id), body, at }).stored;
}
