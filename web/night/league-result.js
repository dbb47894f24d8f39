/** @import { Night } from "pegout-api" */
/** @import { TitledView } from "../lib/router.js" */
/** @import { JoinedNight, Reader } from "./membership.js" */
import { hasPendingResult } from "../game/changes.js";
import { GameStore } from "../game/game-store.js";
import { hasResult } from "../game/rules.js";
import { savedGames } from "../game/saved-games.js";
import { Refusal, Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { leaveFor } from "../lib/router.js";
import { ConfirmationCard } from "../result/confirmation.js";
import result from "../result/result.js";
import { joinedNight, keepScore } from "./membership.js";
import { NightStore } from "./night-store.js";
import { newestRound, seatOf } from "./seats.js";

/** The question to a joined player whether the result of their table is right, if another phone entered it. */
export class AskedResult {
  node = element("div", {});
  #joined;
  /** @type {GameStore|null} */
  #store = null;
  #isOpening = false;
  /** The game that is asked about. @type {string|null} */
  #asked = null;

  /** @param {JoinedNight|null} joined null if this phone has not joined the night */
  constructor(joined) {
    this.#joined = joined;
  }

  /** Shows the question if the newest result of the player’s table needs an answer. @param {Night} night @param {Reader} reader of the night */
  async show(night, reader) {
    const joined = this.#joined;
    const mayAnswer = joined && reader.has(joined.token) && night.status === "playing";
    const seat = mayAnswer ? seatOf(newestRound(night), joined) : null;
    const isAsked = seat && seat.side !== null && seat.table.status === "finished" && seat.table.result;
    const game = isAsked ? seat.table.game_id : null;
    this.#asked = game;
    if (this.#store && this.#store.id !== game) this.#end();
    if (!isAsked || this.#store || this.#isOpening) return;
    this.#isOpening = true;
    try {
      await keepScore(seat, /** @type {JoinedNight} */ (joined));
      // The round may have ended meanwhile.
      if (game && this.#asked === game) this.#open(game);
    } catch (error) {
      // The next state of the night tries again.
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    } finally {
      this.#isOpening = false;
    }
  }

  /** Ends it, when the view goes. */
  close() {
    this.#asked = null;
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

/** The result of a game of a night. After the next draw a joined phone goes to its card, which has the new seat. State in the hash: as of the result. @type {TitledView} */
export default {
  title: "result.title",
  mount(place) {
    const end = result.mount(place);
    const id = place.query.get("id") ?? "";
    const { night = null } = savedGames.get(id) ?? {};
    const store = new NightStore(night);
    let isLeft = false;
    const follow = async () => {
      const round = store.night && newestRound(store.night);
      const saved = savedGames.get(id);
      const isEntered = saved && hasResult(saved.game) && !hasPendingResult(id);
      if (!round || !isEntered || round.tables.some((table) => table.game_id === id)) return;
      const joined = await joinedNight(night);
      if (isLeft || !joined || !seatOf(round, joined)) return;
      isLeft = true;
      leaveFor(`#/card?id=${night}&drawn=${round.number}`);
    };
    store.addEventListener("change", follow);
    savedGames.addEventListener("change", follow);
    return () => {
      isLeft = true;
      savedGames.removeEventListener("change", follow);
      store.close();
      end?.();
    };
  },
};
