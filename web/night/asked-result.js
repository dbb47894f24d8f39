/** @import { Night } from "pegout-api" */
/** @import { JoinedNight } from "./joined.js" */
import { ConfirmationCard } from "../end/confirmation.js";
import { GameStore } from "../game/game-store.js";
import { Refusal, Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { keepScore } from "./joined.js";
import { newestRound, seatOf } from "./seats.js";

/** The question to a joined player whether the result of their table is right, if another phone entered it. */
export class AskedResult {
  node = element("div", {});
  #joined;
  /** @type {GameStore|null} */
  #store = null;
  #isOpening = false;
  #isClosed = false;

  /** @param {JoinedNight|null} joined null if this phone has not joined the night */
  constructor(joined) {
    this.#joined = joined;
  }

  /** Shows the question if the newest result of the player’s table needs an answer. @param {Night} night */
  async show(night) {
    const joined = this.#joined;
    const seat = joined && seatOf(newestRound(night), joined);
    const game = seat?.table.game_id;
    if (this.#store && this.#store.id !== game) this.#end();
    const isAsked = seat?.side !== null && seat?.table.status === "finished" && seat.table.result;
    if (!isAsked || night.status !== "playing" || this.#store || this.#isOpening) return;
    this.#isOpening = true;
    try {
      await keepScore(seat, /** @type {JoinedNight} */ (joined));
      if (!this.#isClosed) this.#open(seat.table.game_id);
    } catch (error) {
      // The next state of the night tries again.
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
    this.#isOpening = false;
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isClosed = true;
    this.#end();
  }

  /** @param {string} game */
  #open(game) {
    this.#store = new GameStore(game);
    this.node.replaceChildren(new ConfirmationCard(this.#store).node);
  }

  #end() {
    this.#store?.close();
    this.#store = null;
    this.node.replaceChildren();
  }
}
