import type { GameSummary } from "pegout-api";
import type { PossiblePoints } from "../engine/engine.ts";
import type { Checked } from "../engine/table.ts";
import { Database, broadcast, onBroadcast } from "../lib/database.ts";
import { ownName } from "../lib/root.ts";
import type { PegChange } from "./changes.ts";
import type { EndingOf, LocalGame, PendingChange } from "./local-game.ts";

/** The number of taps on number keys that pegged; `quick` counts how many were taken back within seconds. */
type TapSum = { pegs: number; quick: number };
/** The taps of this phone in a game, by the mode of the keys; `isOffered` once the other mode was offered. */
export type TapCounts = { one?: TapSum; two?: TapSum; isOffered?: boolean };
/** The best hand of each side, up to a version of the game. */
type BestHands = { version: number; hands: number[] };
/**
 * `lost` is the newest Game before a loss of the service, until its changes are sent or left. `phone` is the number of
 * this phone in the log.
 */
type Loss = { lost?: LocalGame | null; phone?: number };
/**
 * A game that this phone keeps or looks at, as it is on the disk. `line` is the match's first game. `token` is null if
 * the phone only looks on. `game` is the newest Game of the service. `deals` has the newest peg at the beginning of
 * each deal, by its number. `opened` is the time when this phone got the game. `night` is its league night, and `table`
 * the number there. `side` is this phone's side, if somebody chose it. `device` is this phone's random name at the
 * table. Home does not offer a `dismissed` game. `best` has the best hand of each side up to a version of the game.
 * `taps` counts the taps on the number keys. `past` is the version of the kept history. The service has removed a
 * `removed` game. `asked` is a change that waits for an answer, `guesses` the ids of the newest hands whose kind nobody
 * chose.
 */
export type SavedGame = Loss & {
  id: string;
  line: string;
  token: string | null;
  game: LocalGame;
  deals: Record<number, string | null>;
  opened: string;
  night?: string;
  side?: number | null;
  device?: string;
  dismissed?: boolean;
  table?: number;
  best?: BestHands;
  taps?: TapCounts;
  past?: number;
  removed?: boolean;
  asked?: PegChange | null;
  guesses?: string[];
};
/** A game with the taps that are still on this phone; `unsent` is their number. */
export type PresentGame = { game: LocalGame; unsent: number };

/** A game in the engine. Each function returns null while the engine does not have the game. */
export type EngineGame = {
  /** Returns the game with these changes. */
  shown: (saved: SavedGame, changes: PendingChange[]) => LocalGame | null;
  /** Returns the answer of the service to the last of these changes. */
  check: (saved: SavedGame, changes: PendingChange[]) => Checked | null;
  /** Returns the summary of the game with these changes. */
  summary: (saved: SavedGame, changes: PendingChange[]) => GameSummary | null;
  /** Returns the points that can be pegged. */
  points: (game: LocalGame) => PossiblePoints | null;
};

/** This phone's database of games, taps and nights. */
export const database = new Database(ownName("pegout"), 2, (opened, oldVersion) => {
  if (oldVersion < 1) {
    opened.createObjectStore("tables", { keyPath: "id" });
    opened.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
    opened.createObjectStore("lease");
  }
  if (oldVersion < 2) opened.createObjectStore("nights", { keyPath: "id" });
});

/** The games that this phone keeps or looks at. Fires `change`, and `read` once, when they are read from the disk. */
class SavedGames extends EventTarget {
  /**
   * Returns a game with the taps that are still on this phone. The outbox sets it, since the first view needs the
   * outbox only if there are taps.
   */
  withTaps: (saved: SavedGame) => PresentGame = ({ game }) => ({ game, unsent: 0 });

  /** Makes a game in the engine, which calls the function when it has it. The engine sets it when it has come. */
  makeEngine: (onChange: () => void) => EngineGame | null = () => null;

  /** Returns the end of a game with these scores. The engine sets it when it has come. */
  endingOf: EndingOf = () => null;

  /** True since the games were read from the disk. */
  isRead = false;

  /** True if there were taps on the disk when the games were read. */
  hasTaps = false;

  #games: Map<string, SavedGame> = new Map();
  // The writes under way, by the game's id.
  #writes: Map<string, number> = new Map();
  // The number of all writes that were begun, and its value after the last write of a game.
  #begun = 0;
  #written: Map<string, number> = new Map();
  // True if a game was read during a write of it: the record on the disk may have news of another tab.
  #isStale = false;

  /** Reads what is on the disk. */
  async load() {
    const before = new Set(this.#games.keys());
    const begun = this.#begun;
    const [read, taps] = await Promise.all([database.readAll("tables"), database.readAll("outbox")]);
    if (!read || !taps) return this.#changed();
    const stored = read as SavedGame[];
    this.hasTaps = taps.length > 0;
    // What was saved or forgotten meanwhile is newer than what was read.
    const wasForgotten = ({ id }: SavedGame) => before.has(id) && !this.#games.has(id);
    const saved = [...this.#games.values()].filter(({ id }) => !before.has(id));
    const known = stored.filter((one) => !wasForgotten(one)).map((one) => this.#newer(one, begun));
    this.#games = new Map([...known, ...saved].map((one) => [one.id, one]));
    this.#changed();
    if (!this.isRead) {
      this.isRead = true;
      this.dispatchEvent(new Event("read"));
    }
    await this.#loadStale();
  }

  // Reads again the games that were written while they were read.
  async #loadStale() {
    if (!this.#isStale || this.#writes.size > 0) return;
    this.#isStale = false;
    await this.load();
  }

  // The disk may answer with the record before a write that came after the question.
  /** @param begun the number of writes that were begun before */
  #newer(stored: SavedGame, begun: number) {
    const known = this.#games.get(stored.id);
    const isWriting = this.#writes.has(stored.id) || (this.#written.get(stored.id) ?? 0) > begun;
    this.#isStale ||= isWriting;
    if (!known || isWriting) return known ?? stored;
    const isNewer = known.game.version > stored.game.version;
    return isNewer ? { ...stored, game: known.game, deals: known.deals } : stored;
  }

  /** Returns a game, if this phone has it. */
  get(id: string | null): SavedGame | undefined {
    return this.#games.get(id ?? "");
  }

  /** Returns all saved games, the last opened game first. */
  list(): SavedGame[] {
    return [...this.#games.values()].sort((one, other) => other.opened.localeCompare(one.opened));
  }

  /** Returns the games in play or with unsent taps, without dismissed and removed games, the last opened game first. */
  open(): (SavedGame & PresentGame)[] {
    return this.list()
      .filter(({ dismissed, removed }) => !dismissed && !removed)
      .map((saved) => ({ ...saved, ...this.withTaps(saved) }))
      .filter(({ game, unsent }) => game.status === "playing" || unsent > 0);
  }

  /**
   * Saves a game, or some fields of it. A strict write is whole, and is committed even if the user leaves the page now.
   * A relaxed write keeps the fields that another tab has changed meanwhile.
   */
  async save(changes: Partial<SavedGame> & { id: string }, durability: "strict" | "relaxed" = "relaxed") {
    const { id } = changes;
    const saved = { ...this.#games.get(id), ...changes } as SavedGame;
    this.#games.set(id, saved);
    this.#writes.set(id, (this.#writes.get(id) ?? 0) + 1);
    this.#written.set(id, (this.#begun += 1));
    this.#changed();
    try {
      await (durability === "strict" ? write(saved) : merge(saved, changes));
    } finally {
      const left = (this.#writes.get(id) ?? 0) - 1;
      if (left > 0) this.#writes.set(id, left);
      else this.#writes.delete(id);
    }
    broadcast("tables");
    await this.#loadStale();
  }

  /** Forgets a game. */
  async forget(id: string) {
    this.#games.delete(id);
    this.#changed();
    await database.transact(["tables"], ([tables]) => tables.delete(id));
    broadcast("tables");
  }

  /**
   * Saves a Game of the service, unless a newer one is known.
   * @param isAuthoritative saves it even if it is older
   * @returns true if it was saved
   */
  async receive(game: LocalGame, isAuthoritative: boolean = false): Promise<boolean> {
    const saved = this.#games.get(game.id);
    const isOlder = saved && saved.game.version > game.version;
    // A backup that was put back has the game again, perhaps as it was before.
    if (!saved || (isOlder && !isAuthoritative && !saved.removed)) return false;
    // With the taps that wait: a peg that they take back is not lost.
    const loss = isOlder && saved.token ? { lost: saved.lost ?? this.withTaps(saved).game } : null;
    const fields = { id: game.id, game, deals: dealsAfter(saved, game), removed: false, ...loss };
    // The newest pegs of other phones may be on this page alone: the disk had time for them while the service had them.
    await this.save(fields, loss ? "strict" : "relaxed");
    return true;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

function write(saved: SavedGame) {
  return database.transact(["tables"], ([tables]) => tables.put(saved), "strict");
}

/** @param saved as this page knows it */
function merge(saved: SavedGame, changes: Partial<SavedGame>) {
  return database.transactInSteps(["tables"], ([tables]) => {
    const request = tables.get(saved.id);
    request.onsuccess = () => tables.put({ ...(request.result ?? saved), ...changes });
  });
}

// The newest peg at the beginning of a deal shows whether Undo takes back a peg or the deal. After a gap in the stream
// it is unknown, and is read from the history.
function dealsAfter({ deals, game: before }: SavedGame, game: LocalGame) {
  if (game.deal === before.deal) return deals;
  const others = { ...deals };
  delete others[game.deal];
  const isNext = game.version === before.version + 1 && game.deal === before.deal + 1;
  if (isNext) return { ...others, [game.deal]: game.pegs[0]?.id ?? null };
  return game.deal < before.deal ? deals : others;
}

/** The games of this phone. */
export const savedGames = new SavedGames();
onBroadcast("tables", () => savedGames.load());
database.addEventListener("change", () => {
  savedGames.load();
  if (database.isSaved) broadcast("tables");
});
