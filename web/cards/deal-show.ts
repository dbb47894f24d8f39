import type { GameStore } from "../game/game-store.ts";
import { type Due, KindChoice } from "../game/kind.ts";
import type { AmendedPeg } from "../game/outbox.ts";
import { cribSize, HAND_SIZE, seatSides } from "../game/seats.ts";
import { t } from "../lib/i18n.ts";
import { held } from "../ui/cards.ts";
import { PickKey } from "./frame.ts";

/** The sizes of a crib: games of five and six have wider ones. */
export const CRIB_SIZES = [4, 5, 6].map(cribSize);

const HAND = "hand";

/** The show of the deal at a table: the due hand or crib, and the cards of the counts before it. */
export class DealShow {
  #store;
  #kinds;

  constructor(store: GameStore) {
    this.#store = store;
    this.#kinds = new KindChoice(store);
  }

  /**
   * The hand or crib that is due. Before the first hand was pegged, the hand that counts first. Null if the hand is
   * unknown, or if all hands and the crib are counted.
   */
  get due(): Due | null {
    const { due, firstHand } = this.#kinds;
    if (due.kind !== "play") return due.side === null ? null : due;
    return firstHand === null || this.isOver ? null : { kind: "hand", side: firstHand };
  }

  /** True if the crib was counted, so that the next deal may begin. */
  get isOver() {
    return this.#kinds.isDealOver;
  }

  /** Returns true if a count speaks against the show before it: the table then asks about it. */
  doubt(peg: AmendedPeg): boolean {
    return this.#kinds.doubt(peg);
  }

  /** The cards of this game's crib. */
  get cribSize() {
    return cribSize(seatSides(this.#store.game.sides).length);
  }

  /** The starter of this deal, if a hand was counted with it. A joker is undeclared: each hand declares it. */
  get starter(): string | null {
    const starter = this.#counted.find((peg) => peg.starter)?.starter ?? null;
    return starter && held(starter);
  }

  /** The cards of the hands that were counted in this deal. */
  get used(): string[] {
    return this.#counted.flatMap(({ cards }) => cards ?? []).map(held);
  }

  get #counted() {
    return this.#store.dealPegs.filter(({ cards }) => cards);
  }
}

/** The choice between a hand and the cribs of several sizes. */
export class ShowChoice {
  #key;
  declare isCrib;
  declare cribSize;

  /** @param chosen `sizes` are those of the cribs to choose from @param onChange called after a tap */
  constructor(
    { isCrib, cribSize: size, sizes }: { isCrib: boolean; cribSize: number; sizes: number[] },
    onChange: () => void,
  ) {
    this.isCrib = isCrib;
    this.cribSize = size;
    const cribs = sizes.map((n) => {
      const label = n === sizes[0] ? t("count.crib") : t("count.crib.of", { n });
      return { value: String(n), label, name: label };
    });
    const hand = { value: HAND, label: t("count.hand"), name: t("count.hand") };
    this.#key = new PickKey(t("count.which"), [hand, ...cribs], (value) => {
      this.isCrib = value !== HAND;
      if (this.isCrib) this.cribSize = Number(value);
      onChange();
    });
  }

  /** The key that shows it. */
  get node() {
    return this.#key.node;
  }

  /** The number of cards, without the starter. */
  get size() {
    return this.isCrib ? this.cribSize : HAND_SIZE;
  }

  /** Shows the choice. @param hasCrib false by rules under which nothing is thrown */
  show(hasCrib: boolean) {
    this.isCrib &&= hasCrib;
    this.node.hidden = !hasCrib;
    this.#key.show(this.isCrib ? String(this.cribSize) : HAND);
  }
}

/** Reads the size of a crib from a link. @returns four if there is no size */
export function readCribSize(text: string | null): number {
  return CRIB_SIZES.find((size) => String(size) === text) ?? HAND_SIZE;
}
