/** @import { GameStore } from "../game/game-store.js" */
/** @import { RematchWishes } from "../game/rules.js" */
import { followGame } from "../game/opening.js";
import { forgetGame } from "../game/outbox.js";
import { savedGames } from "../game/saved-games.js";
import { Unreachable } from "../lib/api.js";
import { leaveFor } from "../lib/router.js";

/** The way from a game to its rematch. */
export class NextGame {
  #store;
  #onOffline;
  #isLeaving = false;

  /** @param {GameStore} store @param {() => void} onOffline called when the rematch is not on this phone, and there is no network */
  constructor(store, onOffline) {
    this.#store = store;
    this.#onOffline = onOffline;
  }

  /** Begins the rematch, and goes there. @param {RematchWishes} [wishes] */
  async begin(wishes) {
    const next = await this.#store.rematch(wishes);
    await this.#go(next);
  }

  /** Goes to a rematch that began. @param {string} next its id @returns {Promise<boolean>} true if it is there */
  async follow(next) {
    const { line, token } = this.#store.saved;
    try {
      await followGame(next, token, line);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#onOffline();
      return false;
    }
    await this.#go(next);
    return true;
  }

  /** Goes to the rematch that another phone had begun: this phone's own never was. @param {string} next its id */
  async replace(next) {
    if (await this.follow(next)) await forgetGame(this.#store.id);
  }

  /** Goes there at once where nothing was pegged, so that there is nothing to read before. */
  replaceEmpty() {
    const { rejected, game } = this.#store;
    const next = rejected[0]?.refused.rematch;
    if (rejected.length !== 1 || !next || game.pegs.length > 0 || this.#isLeaving) return;
    this.#isLeaving = true;
    this.replace(next);
  }

  // The sides sit as they did.
  /** @param {string} next */
  async #go(next) {
    const { side, night } = this.#store.saved;
    if (side !== undefined) await savedGames.save({ id: next, side, ...(night && { night }) });
    leaveFor(`#/table?id=${next}`);
  }
}
