/** @import { Tap } from "../engine/table.js" */
/** @import { LocalGame, PendingChange } from "./rules.js" */
/** @import { SavedGame } from "./saved-games.js" */
import { Refusal, Unreachable } from "../lib/api.js";
import { engineCame } from "../engine/engine.js";
import { EngineTable } from "../engine/table.js";
import { keepLog, readLog } from "./past-events.js";
import { firstDealer } from "./rules.js";
import { savedGames } from "./saved-games.js";

// The changes that begin a game are in its log already.
const OF_ANOTHER_GAME = ["begin", "rematch"];

/** The game of a table in the engine: its log, read once and followed, with the taps of this phone. */
export class EngineGame {
  #onChange;
  /** @type {EngineTable|null} */
  #table = null;
  /** @type {any[]} */
  #events = [];
  // The version of the game that the log makes.
  #version = -1;
  // The version that the log was last read for.
  #read = -1;

  /** @param {() => void} onChange called when the engine has the game */
  constructor(onChange) {
    this.#onChange = onChange;
    engineCame().then(onChange);
  }

  /**
   * Returns the game with these changes; null while the engine does not have the game.
   * @param {SavedGame} saved @param {PendingChange[]} changes that the service does not have yet, without the rejected
   * @returns {LocalGame|null}
   */
  shown(saved, changes) {
    this.#follow(saved, changes);
    if (this.#version !== saved.game.version) return null;
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

  /** @param {SavedGame} saved @param {PendingChange[]} changes */
  #follow(saved, changes) {
    const { version, latest } = saved.game;
    if (version === this.#version) return;
    if (version === 0) return this.#open([beginning(saved)], 0);
    if (version === this.#version + 1 && version > 1 && latest) {
      const event = { ...latest, version };
      this.#events.push(event);
      this.#table?.append(event);
      this.#version = version;
      const isOwn = event.kind === "pegged" && changes.some(({ subject }) => subject === event.id);
      if (isOwn && event.phone !== saved.phone) savedGames.save({ id: saved.id, phone: event.phone });
      return void keepLog(saved, this.#events);
    }
    if (version !== this.#read) void this.#readFor(saved);
  }

  /** @param {SavedGame} saved */
  async #readFor(saved) {
    this.#read = saved.game.version;
    try {
      const events = await readLog(saved);
      this.#open(events, events.at(-1)?.version ?? 0);
      this.#onChange();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      // The next version or connection tries again.
      this.#read = -1;
    }
  }

  /** @param {any[]} events @param {number} version */
  #open(events, version) {
    this.#events = [...events];
    this.#table = new EngineTable([...events]);
    this.#version = version;
  }
}

// The first event of a game that only this phone has.
/** @param {SavedGame} saved */
function beginning({ id, opened, game }) {
  const { sides, rules, crash_directions: directions, match } = game;
  const isRematch = match.some((games) => games > 0);
  return {
    ...{ kind: "begun", at: opened, role: "scorer", game: id, sides, rules, first_dealer: firstDealer(game) },
    ...(directions && { crash_directions: directions }),
    ...(isRematch && { rematch_of: id, tally: match }),
  };
}

// The phones of a log have numbers. The service gives this phone its number with its first peg.
/** @param {PendingChange} tap @param {SavedGame} saved @returns {Tap} */
function ownTap({ kind, subject, number, at, body }, { phone }) {
  return { kind, subject, number, at, body: { ...body, ...(phone !== undefined && { phone }) } };
}
