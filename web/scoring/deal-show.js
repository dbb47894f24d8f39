/** @import { GameStore } from "../game/game-store.js" */
/** @import { AmendedPeg } from "../game/outbox.js" */
/** @import { Due } from "../pegging/kind.js" */
import { cribSize, seatSides } from "../game/rules.js";
import { held } from "../ui/cards.js";
import { KindChoice } from "../pegging/kind.js";

/** The show of the deal at a table: the hand or crib that is due, and the cards that were counted before it. */
export class DealShow {
  #store;
  #kinds;

  /** @param {GameStore} store */
  constructor(store) {
    this.#store = store;
    this.#kinds = new KindChoice(store);
  }

  /** The hand or crib that is due; before the first was pegged, the hand that counts first; null where it is unknown, or all are counted. @returns {Due|null} */
  get due() {
    const { due, firstHand } = this.#kinds;
    if (due.kind !== "play") return due.side === null ? null : due;
    return firstHand === null || this.isOver ? null : { kind: "hand", side: firstHand };
  }

  /** True if the crib was counted, so that the next deal may begin. */
  get isOver() {
    return this.#kinds.isDealOver;
  }

  /** Returns true if a count speaks against the show before it: the table then asks about it. @param {AmendedPeg} peg @returns {boolean} */
  doubt(peg) {
    return this.#kinds.doubt(peg);
  }

  /** The cards of this game's crib. */
  get cribSize() {
    return cribSize(seatSides(this.#store.game.sides).length);
  }

  /** The starter of this deal, if a hand was counted with it; a joker is declared anew in each. @returns {string|null} */
  get starter() {
    const starter = this.#counted.find((peg) => peg.starter)?.starter ?? null;
    return starter && held(starter);
  }

  /** The cards of the hands that were counted in this deal. @returns {string[]} */
  get used() {
    return this.#counted.flatMap(({ cards }) => cards ?? []).map(held);
  }

  get #counted() {
    return this.#store.dealPegs.filter(({ cards }) => cards);
  }
}
