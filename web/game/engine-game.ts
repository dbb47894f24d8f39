import type { Recorded as PastEvent } from "pegout-api";
import { engineCame } from "../engine/engine.ts";
import { EngineTable, type Tap } from "../engine/table.ts";
import { Refusal, send, Unreachable } from "../lib/api.ts";
import { gamePath } from "./begin.ts";
import { keptHistory, writeEvents } from "./game-log.ts";
import { firstDealer, type LocalGame, type LocalPeg, type PendingChange } from "./rules.ts";
import { type SavedGame, savedGames } from "./saved-games.ts";

// The changes that begin a game are in its log already.
const OF_ANOTHER_GAME = ["begin", "rematch"];
// The number of versions until the saved game names the version of its log on the disk again.
const NOTED_EVERY = 10;
// Milliseconds until the log is asked for again, without a network.
const PAUSE = 5000;

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
  // The log was last read for this version. Before the time of the pause it is not read again.
  #read = -1;
  #pause = 0;

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
    this.#follow(saved, changes);
    if (this.#version !== saved.game.version || !this.#isRight(saved)) return null;
    const taps = changes.filter(({ kind }) => !OF_ANOTHER_GAME.includes(kind));
    if (taps.length === 0 && saved.game.version > 0) return saved.game;
    const shown = this.#table?.show(taps.map((tap) => ownTap(tap, saved)));
    if (!shown) return null;
    const waiting = new Set(taps.map(({ subject }) => subject));
    const pegs = shown.game.pegs.map((peg) => (waiting.has(peg.id) ? { ...peg, waiting: true } : peg));
    // The log may have the old name of a player.
    const isNamed = taps.some(({ kind }) => kind === "correct");
    const sides = shown.game.sides.map((side, at) => {
      const { name, named, players } = isNamed ? side : saved.game.sides[at];
      return { ...side, name, named, players };
    });
    return { ...saved.game, ...shown.game, deal_id: shown.game.deal_id, sides, pegs };
  }

  #follow(saved: SavedGame, changes: PendingChange[]) {
    const { version } = saved.game;
    if (version === this.#version) return;
    if (version === 0) return this.#open([beginning(saved)], 0);
    if (version > 1 && version === this.#version + 1 && saved.game.latest) return this.#append(saved, changes);
    if (version !== this.#read && Date.now() >= this.#pause) void this.#readFor(saved);
  }

  #append(saved: SavedGame, changes: PendingChange[]) {
    const event = { ...saved.game.latest, version: saved.game.version } as PastEvent;
    this.#events.push(event);
    this.#table?.append(event);
    this.#version = saved.game.version;
    const isOwn = event.kind === "pegged" && changes.some(({ subject }) => subject === event.id);
    if (isOwn && event.phone !== saved.phone) savedGames.save({ id: saved.id, phone: event.phone });
    void this.#keep(saved);
  }

  async #readFor(saved: SavedGame) {
    this.#read = saved.game.version;
    try {
      const events = await this.#readLog(saved);
      this.#open(events, events.at(-1)?.version ?? 0);
      // The game may have gone on meanwhile.
      void this.#keep(savedGames.get(saved.id) ?? saved);
      this.#onChange();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      this.#read = -1;
      this.#pause = Date.now() + PAUSE;
    }
  }

  /** @returns rejects as {@link send} does */
  async #readLog({ id, game, lost }: SavedGame): Promise<PastEvent[]> {
    const kept = (!this.#isWrong && (await keptHistory(id))) || [];
    this.#kept = kept.at(-1)?.version ?? 0;
    if (this.#kept === game.version) return kept;
    // A restored service may have other events with the same versions.
    const isBehind = this.#kept > 0 && this.#kept < game.version && !lost;
    const { events } = await send("GET", gamePath(id, isBehind ? `/history?after=${this.#kept}` : "/history"));
    return isBehind ? [...kept, ...events] : events;
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
    const made = game.version > 0 ? this.#table?.show([])?.game : null;
    const wasWrong = this.#isWrong;
    this.#isWrong = Boolean(made) && (made?.deal !== game.deal || textOf(made.pegs) !== textOf(game.pegs));
    // Once without the events of the disk.
    if (this.#isWrong && !wasWrong) this.#version = this.#read = -1;
    return !this.#isWrong;
  }

  // The log is on the disk if the service loses the game. The newest log of a game that lost something is not the
  // longest.
  async #keep({ id, token, lost, removed, past }: SavedGame) {
    const version = this.#version;
    if (!token || lost || removed || (version <= this.#kept && past !== 0)) return;
    this.#kept = version;
    try {
      await writeEvents(id, this.#events);
      if (version >= (past ?? 0) + NOTED_EVERY) await savedGames.save({ id, past: version });
    } catch {
      // The disk is full, and the service has the log too.
    }
  }
}

function textOf(pegs: LocalPeg[]) {
  return pegs.map(({ id, side, points }) => `${id} ${side} ${points}`).join();
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

// The phones of a log have numbers. The service gives this phone its number with its first peg.
function ownTap({ kind, subject, number, at, body }: PendingChange, { phone }: SavedGame): Tap {
  return { kind, subject, number, at, body: { ...body, ...(phone !== undefined && { phone }) } };
}

savedGames.makeEngine = (onChange) => new EngineGame(onChange);
savedGames.dispatchEvent(new Event("change"));
