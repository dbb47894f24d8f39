import type { Night } from "pegout-api";
import { hasPendingResult } from "../game/changes.ts";
import { GameStore } from "../game/game-store.ts";
import { hasResult } from "../game/local-game.ts";
import { savedGames } from "../game/saved-games.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { leaveFor, type TitledView } from "../lib/router.ts";
import { ConfirmationCard } from "../result/confirmation.ts";
import { mountResult } from "../result/result.ts";
import { type JoinedNight, joinedNight, keepScore, type Reader } from "./membership.ts";
import { NightStore } from "./night-store.ts";
import { newestRound, noSeatText, seatOf } from "./seats.ts";

/** The question to a joined player whether the result of their table is right, if another phone entered it. */
export class AskedResult {
  node = element("div", {});
  #joined;
  #store: GameStore | null = null;
  #isOpening = false;
  /** The game that is asked about. */
  #asked: string | null = null;

  /** @param joined null if this phone has not joined the night */
  constructor(joined: JoinedNight | null) {
    this.#joined = joined;
  }

  /** Shows the question if the newest result of the player’s table needs an answer. @param reader of the night */
  async show(night: Night, reader: Reader) {
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
      await keepScore(seat, joined as JoinedNight);
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

  #open(game: string) {
    this.#store = new GameStore(game);
    this.node.replaceChildren(new ConfirmationCard(this.#store).node);
  }

  #end() {
    this.#store?.close();
    this.#store = null;
    this.node.replaceChildren();
  }
}

/**
 * The result of a game of a night. After the next draw a joined phone goes to its card. The card has the new seat, or says
 * that the player sits out. State in the hash: as of the result.
 */
export default {
  title: "result.title",
  mount(place) {
    const view = mountResult(place);
    const id = place.query.get("id") ?? "";
    const { night = null } = savedGames.get(id) ?? {};
    const store = new NightStore(night);
    let isLeft = false;
    const follow = async () => {
      if (store.night) view?.useCard(store.night.card);
      const round = store.night && newestRound(store.night);
      const saved = savedGames.get(id);
      const isEntered = saved && hasResult(saved.game) && !hasPendingResult(id);
      if (!round || !isEntered || round.tables.some((table) => table.game_id === id)) return;
      const joined = await joinedNight(night);
      const isPlaced = joined && (seatOf(round, joined) || noSeatText(store.night as Night, round, joined.player_id));
      if (isLeft || !isPlaced) return;
      isLeft = true;
      leaveFor(`#/card?id=${night}&drawn=${round.number}`);
    };
    store.addEventListener("change", follow);
    savedGames.addEventListener("change", follow);
    return () => {
      isLeft = true;
      savedGames.removeEventListener("change", follow);
      store.close();
      view?.close();
    };
  },
} satisfies TitledView;
