import { atLeast, send } from "../lib/api.js";
import { savedGames } from "./saved-games.js";

// Milliseconds within which the stream tells of a change, or the game is asked for.
const PATIENCE = 2000;

/** The games whose live streams are open, which tell of every change. */
class Heard {
  /** @type {Set<string>} */
  #open = new Set();

  /** @param {string} game @param {boolean} isOpen */
  note(game, isOpen) {
    if (isOpen) this.#open.add(game);
    else this.#open.delete(game);
  }

  /** @param {string} game @returns {boolean} */
  isOpen(game) {
    return this.#open.has(game);
  }

  /**
   * Waits until the game of this version or a later one was heard, and asks for it after two seconds.
   * @param {string} game @param {number} version
   * @returns {Promise<any>} null, or the Game; rejects as {@link send}
   */
  async waitFor(game, version) {
    const isHeard = () => (savedGames.get(game)?.game.version ?? Infinity) >= version;
    let stop = () => {};
    await new Promise((resolve) => {
      const look = () => isHeard() && resolve(true);
      const timer = setTimeout(resolve, PATIENCE);
      savedGames.addEventListener("change", look);
      stop = () => {
        clearTimeout(timer);
        savedGames.removeEventListener("change", look);
      };
      look();
    });
    stop();
    return isHeard() ? null : send("GET", atLeast(`/api/v1/games/${game}`, version));
  }
}

/** The games whose live streams are open. */
export const heard = new Heard();
