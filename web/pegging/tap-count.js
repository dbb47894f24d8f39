/** @import { GameStore } from "../game/game-store.js" */
/** @import { LocalPeg } from "../game/rules.js" */
import { savedGames } from "../game/saved-games.js";
import { phoneName } from "../lib/device.js";
import { keyMode } from "./keys.js";

// Milliseconds after a tap in which it is taken back because it hit the wrong key.
const QUICK = 5000;
// Wrong keys in one game after which the other mode is offered.
const MANY = 3;

/** The taps of this phone on the number keys in one game, counted by the mode of the keys: those that pegged, and those that were taken back at once. */
export class TapCount {
  #store;

  /** @param {GameStore} store */
  constructor(store) {
    this.#store = store;
  }

  /** Counts a tap that pegged. */
  pegged() {
    this.#add(1, 0);
  }

  /** Counts a tap that was taken back while its peg was open. */
  takenBack() {
    this.#add(0, 1);
  }

  /** Counts the takeback of a peg, if it is one of this phone and not older than a moment. @param {LocalPeg} peg */
  pegTakenBack({ by, at }) {
    if (by === phoneName() && Date.now() - Date.parse(at) <= QUICK) this.takenBack();
  }

  /** Returns true, once a game, if so many taps on the keys of one tap hit a wrong one that the other mode is worth an offer. @returns {boolean} */
  offersNumberFirst() {
    const { taps, game } = this.#store.saved;
    const isDue = !taps?.isOffered && this.#mode === "one" && (taps?.one?.quick ?? 0) >= MANY;
    if (!isDue || game.sides.length > 2) return false;
    this.#save({ ...taps, isOffered: true });
    return true;
  }

  get #mode() {
    return keyMode(this.#store.game.sides.length);
  }

  /** @param {number} pegs @param {number} quick */
  #add(pegs, quick) {
    const { taps } = this.#store.saved;
    const before = taps?.[this.#mode] ?? { pegs: 0, quick: 0 };
    this.#save({ ...taps, [this.#mode]: { pegs: before.pegs + pegs, quick: before.quick + quick } });
  }

  /** @param {import("../game/saved-games.js").TapCounts} taps */
  #save(taps) {
    savedGames.save({ id: this.#store.id, taps }, "relaxed");
  }
}
