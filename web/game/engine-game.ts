import type { GameSummary, Recorded as PastEvent } from "pegout-api";
import { endingOf, engineCame, isEngineReady, type PossiblePoints, possiblePoints } from "../engine/engine.ts";
import { type Checked, EngineTable, type Tap } from "../engine/table.ts";
import { Refusal, send, Unreachable } from "../lib/api.ts";
import { gamePath } from "./begin.ts";
import { keptHistory, writeEvents } from "./game-log.ts";
import type { LocalGame, PendingChange } from "./local-game.ts";
import { type SavedGame, savedGames } from "./saved-games.ts";
import { firstDealer } from "./seats.ts";

// The changes that begin a game are in its log already.
const OF_ANOTHER_GAME = ["begin", "rematch"];
// The number of versions until the saved game names the version of its log on the disk again.
const NOTED_EVERY = 10;
// Milliseconds until the log or the file of the engine is asked for again, without a network.
const PAUSE = 2000;

/** The game of a table in the engine: its log, read once and followed, with the taps of this phone. */
class EngineGame {
  #onChange;
  #table: EngineTable | null = null;
  #events: PastEvent[] = [];
  // The version of the game that the log makes, and the version of the log on the disk.
  #version = -1;
  #kept = 0;
  // The version of the game that was compared with the log, and true if the log did not make it.
  #compared = -1;
  #isWrong = false;
  // True if the log on the disk may have other events, so that a shorter log may replace it.
  #replaces = false;
  // The log was last read for this version. Before these times it is not read again, and the engine is not asked for.
  #read = -1;
  #pause = 0;
  #enginePause = 0;
  #points: PossiblePoints | null = null;

  /** @param onChange called when the engine has the game */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    engineCame().then(onChange);
  }

  /**
   * Returns the game with these changes; null while the engine does not have the game.
   * @param changes that the service does not have yet, without the rejected
   */
  shown(saved: SavedGame, changes: PendingChange[]): LocalGame | null {
    // A phone that looks on has no taps, and keeps no log.
    if (!saved.token || saved.removed) return null;
    this.#askForEngine();
    this.#follow(saved, changes);
    if (!this.#has(saved)) return null;
    void this.#keep(saved);
    const taps = changes.filter(({ kind }) => !OF_ANOTHER_GAME.includes(kind));
    if (taps.length === 0 && saved.game.version > 0) return saved.game;
    const shown = this.#table?.show(taps.map((tap) => ownTap(tap, saved)));
    if (!shown) return null;
    const waiting = new Set(taps.map(({ subject }) => subject));
    // The log may have the old name of a person. The service says the present name.
    const authors = new Map(saved.game.pegs.map(({ id, by }) => [id, by]));
    const pegs = shown.pegs.map((peg) => {
      const by = authors.get(peg.id) ?? peg.by;
      return waiting.has(peg.id) ? { ...peg, by, waiting: true } : { ...peg, by };
    });
    const isNamed = taps.some(({ kind, body }) => kind === "correct" && "sides" in body);
    const sides = shown.sides.map((side, at) => {
      const { name, named, players } = isNamed ? side : saved.game.sides[at];
      return { ...side, name, named, players };
    });
    return { ...saved.game, ...shown, deal_id: shown.deal_id, sides, pegs };
  }

  /** Returns the answer of the service to the last of these changes; null while the engine does not have the game. */
  check(saved: SavedGame, changes: PendingChange[]): Checked | null {
    const taps = changes.filter(({ kind }) => !OF_ANOTHER_GAME.includes(kind));
    return (this.#has(saved) && this.#table?.check(taps.map((tap) => ownTap(tap, saved)))) || null;
  }

  /** Returns the summary of the game with these changes; null while the engine does not have the game. */
  summary(saved: SavedGame, changes: PendingChange[]): GameSummary | null {
    const taps = changes.filter(({ kind }) => !OF_ANOTHER_GAME.includes(kind));
    return (this.#has(saved) && this.#table?.summary(taps.map((tap) => ownTap(tap, saved)))) || null;
  }

  /** Returns the points that can be pegged; null without the engine. The rules of a game do not change. */
  points({ rules, sides }: LocalGame): PossiblePoints | null {
    this.#points ??= possiblePoints(rules, sides.flatMap(({ players }) => players).length);
    return this.#points;
  }

  #has(saved: SavedGame) {
    return this.#version === saved.game.version && this.#isRight(saved);
  }

  // Its first try may have had no network.
  #askForEngine() {
    if (isEngineReady() || Date.now() < this.#enginePause) return;
    this.#enginePause = Date.now() + PAUSE;
    engineCame().then(this.#onChange);
  }

  #follow(saved: SavedGame, changes: PendingChange[]) {
    const { version } = saved.game;
    if (version === this.#version) return;
    if (version === 0) return this.#open([beginning(saved)], 0);
    if (version > 1 && version === this.#version + 1 && saved.game.latest) return this.#append(saved, changes);
    if (version !== this.#read && Date.now() >= this.#pause) void this.#readFor(saved);
  }

  #append(saved: SavedGame, changes: PendingChange[]) {
    const { version, latest, pegs } = saved.game;
    const peg = latest?.kind === "pegged" ? pegs.find(({ id }) => id === latest.id) : undefined;
    // The history has the crashes with their peg.
    const event = { ...latest, version, ...(peg?.crashes && { crashes: peg.crashes }) } as PastEvent;
    this.#events.push(event);
    this.#table?.append(event);
    this.#version = version;
    const isOwn = peg && changes.some(({ subject }) => subject === peg.id);
    // Not within the change that is being shown.
    if (isOwn && peg.phone !== saved.phone) queueMicrotask(() => savedGames.save({ id: saved.id, phone: peg.phone }));
  }

  async #readFor(saved: SavedGame) {
    this.#read = saved.game.version;
    try {
      const events = await this.#readLog(saved);
      this.#open(events, events.at(-1)?.version ?? 0);
      this.#onChange();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      this.#read = -1;
      this.#pause = Date.now() + PAUSE;
      setTimeout(this.#onChange, PAUSE);
    }
  }

  /** @returns rejects as {@link send} does */
  async #readLog({ id, game, lost }: SavedGame): Promise<PastEvent[]> {
    const kept = (!this.#replaces && (await keptHistory(id))) || [];
    const newest = kept.at(-1);
    this.#kept = newest?.version ?? 0;
    if (newest?.version === game.version) return kept;
    if (newest && newest.version > 1 && newest.version < game.version && !lost) {
      // A restored service may have another event with this version.
      const { events } = await send("GET", gamePath(id, `/history?after=${newest.version - 1}`));
      const isSame = events[0]?.at === newest.at && events[0]?.kind === newest.kind;
      if (isSame) return [...kept, ...events.slice(1)];
      this.#replaces = true;
    }
    const { events } = await send("GET", gamePath(id, "/history"));
    return events;
  }

  #open(events: PastEvent[], version: number) {
    this.#events = [...events];
    this.#table = new EngineTable([...events]);
    this.#version = version;
    this.#compared = -1;
  }

  // The log must make the game of the service. After a restored backup the disk may have other events. Without the
  // engine the phone still keeps the log.
  #isRight({ game }: SavedGame) {
    if (this.#compared === game.version) return !this.#isWrong;
    this.#compared = game.version;
    const made = game.version > 0 ? this.#table?.show([]) : null;
    const wasWrong = this.#isWrong;
    this.#isWrong = textOf(made ?? game) !== textOf(game);
    // Once without the events of the disk.
    if (this.#isWrong && !wasWrong) {
      this.#version = this.#read = -1;
      this.#replaces = true;
    }
    return !this.#isWrong;
  }

  // The log is on the disk if the service loses the game.
  async #keep({ id, lost, past }: SavedGame) {
    const version = this.#version;
    const replaces = this.#replaces || past === 0;
    if (lost || version === 0 || (version <= this.#kept && !replaces)) return;
    this.#kept = version;
    this.#replaces = false;
    try {
      const isSaved = await writeEvents(id, this.#events, replaces);
      // The log is in this page's memory alone: the next change writes it again.
      if (!isSaved) this.#replaces = true;
      else if (past === 0 || version >= (past ?? 0) + NOTED_EVERY) await savedGames.save({ id, past: version });
    } catch {
      // The disk is full, and the service has the log too.
    }
  }
}

/** Returns the summary of a game whose log is on this phone alone; null without the log or the engine. */
export async function keptSummary(id: string): Promise<GameSummary | null> {
  const events = await keptHistory(id);
  return events && new EngineTable(events).summary([]);
}

// The values that the log must make.
function textOf({ deal, sides, pegs }: Pick<LocalGame, "deal" | "sides" | "pegs">) {
  const scores = sides.map(({ score }) => score);
  return JSON.stringify([deal, scores, pegs.map(({ id, side, points }) => [id, side, points])]);
}

// The first event of a game that only this phone has.
function beginning({ id, opened, game }: SavedGame): any {
  const { sides, rules, crash_directions: directions, match } = game;
  const isRematch = match.some((games) => games > 0);
  return {
    ...{ kind: "begun", at: opened, role: "scorer", game: id, sides, rules, first_dealer: firstDealer(game) },
    ...(directions && { crash_directions: directions }),
    ...(isRematch && { rematch_of: id, tally: match }),
  };
}

// The phones of a log have numbers. The service gives this phone its number with its first peg. Until the number is known,
// no hint is about the phone of a tap.
function ownTap({ kind, subject, number, at, body, peg }: PendingChange, { game, phone }: SavedGame): Tap {
  const isFirst = game.version === 0;
  return { kind, subject, number, at, peg, body: { ...body, phone, ...(!isFirst && { device: undefined }) } };
}

savedGames.endingOf = endingOf;
// Lists of games then show who won.
engineCame().then(() => savedGames.dispatchEvent(new Event("change")));
savedGames.makeEngine = (onChange) => new EngineGame(onChange);
savedGames.dispatchEvent(new Event("change"));
