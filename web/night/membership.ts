import type { Night } from "pegout-api";
import { savedCredentials } from "../access/credentials.ts";
import { followGame } from "../game/begin.ts";
import type { LocalGame } from "../game/local-game.ts";
import { database, savedGames } from "../game/saved-games.ts";
import { Refusal, Unreachable, atLeast, refusalText, send } from "../lib/api.ts";
import { broadcast } from "../lib/database.ts";
import { namePhone } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { clock } from "../lib/format.ts";
import { loadMessages, t } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";
import { Notice } from "../ui/notice.ts";
import { type NightStore, readNight, type Send } from "./night-store.ts";
import { newestRound, type Seat, seatOf, tablemates } from "./seats.ts";

// The first view reads this before it fetches anything of the night.
const KEY = ownName("pegout.night");
// The token of a joined phone ends a day after its night; with the night itself that is less than two.
const LIFETIME = 2 * 24 * 3600_000;

/**
 * A phone joins a night for a player, with `player_id` and `name`, or for a table, with its number. The unused members
 * are null.
 */
export type Joiner = { player_id: string | null; name: string | null; table: number | null };
/** A night that this phone joined, as the disk has it; `joined` is the time. */
export type JoinedNight = Joiner & { id: string; token: string; joined: string };

/** The night of this id, or the newest, if this phone joined it. */
export async function joinedNight(id: string | null = null): Promise<JoinedNight | null> {
  const nights = await joinedNights();
  return nights.find((night) => id === null || night.id === id) ?? null;
}

/** True if a joined night may still be going on. */
export function isRecent({ joined }: JoinedNight): boolean {
  return Date.now() - Date.parse(joined) < LIFETIME;
}

/** Saves that this phone joined a night, instead of how it joined that night before. */
export async function saveJoined(night: Omit<JoinedNight, "joined">) {
  const saved = { ...night, joined: new Date().toISOString() };
  await database.transact(["nights"], ([nights]) => nights.put(saved), "strict");
  try {
    localStorage.setItem(KEY, night.id);
  } catch {
    // Home then offers to join; the card is there, too.
  }
  // The service marks this phone's pegs with this name, so that the phone recognises its pegs.
  namePhone(night.name ?? `Table ${night.table}`);
  broadcast("nights");
}

// The games of the seats that were shown; null while a game is read. They do for a phone that opens a table without a network.
const shownGames: Map<string, LocalGame | null> = new Map();

async function readGame(id: string): Promise<LocalGame> {
  const known = shownGames.get(id);
  try {
    const game = await send("GET", `/api/v1/games/${id}`);
    shownGames.set(id, game);
    return game;
  } catch (error) {
    if (known && error instanceof Unreachable) return known;
    throw error;
  }
}

/**
 * Reads the game of a seat ahead. Its score is then kept, and its result entered, without a network too.
 * @param scorer the scorer, while it is loaded
 */
export function readAhead({ table: { game_id: game, version } }: Seat, scorer: Promise<unknown>) {
  // The next state of the night tries again.
  scorer.catch(() => null);
  const known = shownGames.get(game);
  const isRead = known === null || (known && known.version >= version);
  if (isRead || savedGames.get(game)) return;
  shownGames.set(game, known ?? null);
  readGame(game).catch(() => shownGames.get(game) || shownGames.delete(game));
}

/** Adds the game of a seat to the saved games of this phone. @param joined its night */
export async function keepScore({ table, side }: Seat, { id, token }: JoinedNight) {
  const game = table.game_id;
  if (!savedGames.get(game)) await followGame(game, token, game, () => readGame(game));
  // A phone that joined once more has another token than the game was saved with.
  await savedGames.save({ id: game, night: id, token, table: table.number, side }, "strict");
}

/**
 * Fetches the saved games of earlier rounds that are still open here. A result entered by hand was not sent to this
 * phone, and the first view would offer to resume its game for ever.
 * @param night the newest state
 */
export async function updateSavedGames({ id: night, status, rounds }: Night) {
  const current = status === "finished" ? [] : (rounds.at(-1)?.tables ?? []).map((table) => table.game_id);
  const open = savedGames
    .list()
    .filter((table) => table.night === night && table.game.status === "playing" && !current.includes(table.id));
  for (const { id, game } of open) {
    try {
      await savedGames.receive(await send("GET", atLeast(`/api/v1/games/${id}`, game.version)), true);
    } catch (error) {
      // The next look at the night tries again.
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
  }
}

/**
 * Shows in the first view's card the seat of this phone's player. If that night is long over, the card offers to join
 * another night.
 * @param card its parts @param id the night's
 */
export async function showTonight(
  { title, line, key }: { title: HTMLElement; line: HTMLElement; key: HTMLAnchorElement },
  id: string,
) {
  await loadMessages("night");
  const joined = await joinedNight(id);
  if (!joined || !isRecent(joined)) {
    if (database.isSaved) localStorage.removeItem(KEY);
    title.textContent = t("home.join");
    line.textContent = t("home.join.line");
    key.textContent = t("home.join.key");
    key.href = "#/join-night";
    return;
  }
  line.textContent = joined.name ?? t("seat.table", { n: joined.table });
  try {
    const { night } = await readNight(id);
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
    // The link to the card stays, and the card shows the error.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

/** @returns the newest first */
async function joinedNights(): Promise<JoinedNight[]> {
  const nights: JoinedNight[] = (await database.readAll("nights")) ?? database.unsaved("nights");
  return nights.sort((one, other) => other.joined.localeCompare(one.joined));
}

/**
 * The reader of nights and seasons in this browser: the signed-in user, else the joined phone, else a visitor. A token
 * that has expired is skipped.
 */
export class Reader {
  #tokens;

  /** @param tokens the token with the most rights first */
  constructor(tokens: string[]) {
    this.#tokens = tokens;
  }

  /** The token that goes with the requests; null for a visitor. */
  get token(): string | null {
    return this.#tokens[0] ?? null;
  }

  /** Returns true for one of these tokens, unless it has expired. */
  has(token: string): boolean {
    return this.#tokens.includes(token);
  }

  /** Sends a request, as {@link send} does. */
  async ask(method: string, path: string, options: { body?: object; signal?: AbortSignal } = {}): Promise<any> {
    const { token } = this;
    try {
      return await send(method, path, { ...options, token });
    } catch (error) {
      const isExpired = error instanceof Refusal && error.problem.status === 401;
      if (!isExpired || token === null) throw error;
      this.#tokens = this.#tokens.filter((other) => other !== token);
      return this.ask(method, path, options);
    }
  }
}

/** Returns the options of a night's store that sends its requests as this reader. */
export function askedBy(reader: Reader) {
  const request: Send = (...sent) => reader.ask(...sent);
  return { request, token: () => reader.token };
}

/**
 * Returns the reader in this browser.
 * @param night the id of the shown night, which this phone may have joined
 * @param own the token of a personal link, with the fewest rights
 */
export async function openReader(night: string | null = null, own: string | null = null): Promise<Reader> {
  const joined = (night && (await joinedNight(night))) || (await joinedNight());
  const phone = joined && isRecent(joined) ? [joined.token] : [];
  const signedIn = savedCredentials();
  return new Reader([signedIn?.token, ...phone, own].filter((token) => typeof token === "string"));
}

/** Returns the reason why a list is not shown. @returns a sentence */
export function listRefusalText(refusal: Refusal): string {
  return refusal.problem.status === 401 ? t("lists.private") : refusalText(refusal);
}

/**
 * Shows a night in a view: a notice until the night is loaded, then the content that the view builds.
 * @param root the view's parent
 * @param store the night
 * @param view `build` is called once, with the line that says since when the night is not up to date; `show` then and
 *   at every change
 */
export function showNight(
  root: HTMLElement,
  store: NightStore,
  view: { build: (freshness: HTMLElement) => void; show: () => void },
) {
  const loading = new Notice(() => store.retry());
  const arrival = element("div", { class: "arrival" }, loading.node);
  const freshness = new Notice(() => store.retry());
  freshness.node.classList.add("freshness");
  let isBuilt = false;
  const show = () => {
    if (!store.night) return showLoading(loading, store);
    if (!isBuilt) {
      isBuilt = true;
      arrival.remove();
      view.build(freshness.node);
    }
    showFreshness(freshness, store);
    view.show();
  };
  store.addEventListener("change", show);
  root.append(arrival);
  show();
}

function showLoading(notice: Notice, { isMissing, since }: NightStore) {
  if (isMissing) notice.show(t("night.missing"), "refusal");
  else if (since) notice.showOffline(since, t("night.away"));
  else notice.show(t("night.coming"));
}

function showFreshness(notice: Notice, { isMissing, since }: NightStore) {
  if (isMissing) notice.show(t("night.missing"), "refusal");
  else if (since) notice.showOffline(since, t("night.stale", { time: clock(since) }));
  else notice.show("");
}
