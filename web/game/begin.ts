import { Refusal, Unreachable, send } from "../lib/api.ts";
import { newId, phoneName } from "../lib/device.ts";
import { ownName } from "../lib/root.ts";
import { type GameRules, type LocalGame, type NamedSide, newGame, rematch, type RematchWishes } from "./local-game.ts";
import { outbox, pendingRematch } from "./outbox.ts";
import { type SavedGame, savedGames } from "./saved-games.ts";

const KEY = ownName("pegout.rules");
let known: Record<string, GameRules> | null = savedPresets();

// Reading localStorage throws where the browser forbids storage.
function savedPresets() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the rules by preset, as the service last sent them; null before it ever did. */
export function presets(): Record<string, GameRules> | null {
  return known;
}

/** Fetches the presets, so that a game can begin without the service later. @returns true if they are known */
export async function fetchPresets(): Promise<boolean> {
  try {
    known = await send("GET", "/api/v1/rules");
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof DOMException)) throw error;
  }
  return known !== null;
}

/** Returns the address of a game, or of something below it. @param game its id @param rest such as `/result` */
export function gamePath(game: string, rest: string = ""): string {
  return `/api/v1/games/${game}${rest}`;
}

/** Returns true for the refusal of a game that the service has removed. */
export function isRemoved(error: unknown): boolean {
  return error instanceof Refusal && error.slug === "game-removed";
}

/** Returns the query that names this phone's person. */
export function byQuery(): string {
  return `?by=${encodeURIComponent(phoneName())}`;
}

/**
 * Begins a game on this phone, with or without the service. The phone belongs to the first side.
 * @param setup `preset` is null for rules that have no name, `first` the seat that deals first, `directions` are those
 *   of crash by side, `token` the scorer's
 * @returns its id
 */
export async function beginGame({
  sides,
  preset,
  rules,
  first,
  directions,
  token,
}: {
  sides: NamedSide[];
  preset: string | null;
  rules: GameRules;
  first: number;
  directions: number[];
  token: string;
}): Promise<string> {
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
 * @param game as the table shows it
 * @returns the rematch's id
 */
export async function beginRematch(game: LocalGame, wishes: RematchWishes = {}): Promise<string> {
  const pending = pendingRematch(game.id);
  if (pending) return pending;
  const id = newId();
  const { line, token, side } = savedGames.get(game.id) as SavedGame;
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
 * @param id the game's @param token the scorer's; null to look only @param line the match's first game
 * @param read reads the game
 */
export async function followGame(
  id: string,
  token: string | null,
  line: string = id,
  read: () => Promise<LocalGame> = () => send("GET", gamePath(id)),
) {
  const game = savedGames.get(id) ? null : await read();
  const saved = savedGames.get(id);
  if (game && !saved) await save(game, line, token);
  else if (saved && token && (await isBetter(token, saved))) await savedGames.save({ id, token });
}

// A link that somebody made up must not replace the token that can score.
async function isBetter(token: string, { id, token: own, game }: SavedGame) {
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
async function canScore(id: string, token: string) {
  try {
    await send("DELETE", gamePath(id, `/pegs/${newId()}`), { token });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problem.status === 404;
  }
}

/** @param side this phone's */
function save(game: LocalGame, line: string, token: string | null, side?: number | null) {
  const opened = new Date().toISOString();
  const saved: SavedGame = { id: game.id, line, token, game, deals: {}, opened, ...(side !== undefined && { side }) };
  return savedGames.save(saved, "strict");
}

function add(kind: "begin" | "rematch", line: string, id: string, body: object) {
  const at = new Date().toISOString();
  return outbox.add({ line, game: id, kind, subject: id, method: "PUT", path: gamePath(id), body, at }).stored;
}
