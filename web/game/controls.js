/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "./game-store.js" */
/** @import { NamedSide } from "./rules.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice, turnKey } from "../ui/controls.js";
import { Keypad, sideKeys } from "./keypad.js";
import { undoText } from "./labels.js";
import { canEarn, nextCrib, pegKinds } from "./rules.js";

// Kinds that are pegged once, and not what the next peg is for.
/** @type {PegFor[]} */
const SINGLE = ["heels", "go", "penalty", "muggins"];

// The kind that was tapped last, for which game and deal; `isNext` until it was pegged. It outlives a look at another view.
/** @type {{kind: PegFor, game: string, deal: number, isNext: boolean}|null} */
let tapped = null;

/** The controls of a phone that may peg: Undo, Next deal, the kinds, the keypad, and a key for each side. */
export class Controls {
  #store;
  #sides;
  #kinds;
  #count = element("a", { class: "quiet count-it" }, t("table.count"));
  #keypad;
  #keys;
  #undo;
  #deal;

  /**
   * @param {GameStore} store @param {NamedSide[]} sides with names that fit on keys
   * @param {{onPeg: (side: number) => void, onUndo: () => void, onDeal: () => void, onPenalty: () => void,
   *   onRefusal: (text: string) => void}} listeners `onPenalty` is called when that kind was chosen, `onRefusal` with the
   *   reason when a key does nothing
   */
  constructor(store, sides, { onPeg, onUndo, onDeal, onPenalty, onRefusal }) {
    this.#store = store;
    this.#sides = sides;
    const kinds = pegKinds(store.game.rules).map((kind) => ({ value: kind, label: t(`for.${kind}`) }));
    this.#kinds = choice(t("table.kind"), kinds, null, (kind) => {
      tapped = { kind: /** @type {PegFor} */ (kind), game: store.id, deal: store.game.deal, isNext: true };
      if (kind === "penalty") onPenalty();
      this.#showNext();
    });
    this.#kinds.classList.add("kinds");
    this.#keypad = new Keypad({ onPoints: () => this.#showNext(), onRefusal }, this.#count);
    this.#keys = sideKeys(sides, onPeg);
    this.#undo = turnKey("quiet undo", onUndo);
    this.#deal = turnKey("quiet deal", onDeal);
    this.node = element(
      "section",
      { class: "controls", "aria-label": t("table.controls") },
      element("div", { class: "turn-row" }, this.#undo.node, this.#deal.node),
      this.#kinds,
      this.#keypad.node,
      this.#keys.node,
    );
  }

  /** The points of the next peg; 0 for none. */
  get points() {
    return this.#keypad.points;
  }

  /** The kind of the next peg: the one just tapped, else the one tapped before or the deal's, if the points can be that. @returns {PegFor} */
  get kind() {
    const { id, game, phase } = this.#store;
    const isChosen = tapped?.game === id && tapped.deal === game.deal;
    const { kind, isNext } = isChosen && tapped ? tapped : { kind: phase, isNext: false };
    return isNext || this.points === 0 || canEarn(kind, this.points) ? kind : "other";
  }

  /** Clears the points after a peg. */
  clear() {
    if (SINGLE.includes(this.kind)) tapped = null;
    else if (tapped) tapped.isNext = false;
    this.#keypad.clear();
  }

  /** Shows the present game. @param {boolean} canUndo whether Undo takes something back */
  show(canUndo) {
    const { game, newest } = this.#store;
    const isOver = game.status !== "playing";
    this.#undo.show(t("table.undo"), newest && canUndo ? undoText(newest, game) : "");
    const crib = t("table.deal.crib", { side: this.#sides[nextCrib(game)].name });
    this.#deal.show(t(isOver ? "table.over" : "table.deal"), isOver ? "" : crib);
    this.#showNext();
  }

  #showNext() {
    const { kind } = this;
    for (const input of this.#kinds.querySelectorAll("input")) input.checked = input.value === kind;
    this.#keys.show(this.points);
    this.#count.href = `#/count?table=${this.#store.id}${kind === "crib" ? "&crib=1" : ""}`;
  }
}
