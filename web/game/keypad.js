/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "./game-store.js" */
/** @import { NamedSide } from "./rules.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice, mark, turnKey } from "../ui/controls.js";
import { undoText } from "./labels.js";
import { MOST_POINTS, canEarn, nextCrib, pegKinds } from "./rules.js";

const CHIPS = [1, 2, 3, 4, 5, 6, 8, 12];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

// Letters of a name in large type that fit on a key of two, and of three; a longer name takes two lines over the points.
/** @type {Record<number, number>} */
const NAME_LENGTHS = { 2: 9, 3: 6 };

/** The points before they are pegged: chips that add up, or a pad to type on. Both change one number. */
class Keypad {
  #points = 0;
  #isTyping = false;
  #onPoints;
  #onRefusal;
  #output = element("output", { class: "pending" });
  #swap = element("button", { type: "button", class: "quiet swap", onclick: () => this.#toggle() });
  #keys = element("div", { class: "keys" });

  /**
   * @param {{onPoints: () => void, onRefusal: (text: string) => void}} listeners `onPoints` is called after each change,
   *   `onRefusal` with the reason when a key does nothing
   * @param {HTMLElement} beside the last element of the row
   */
  constructor({ onPoints, onRefusal }, beside) {
    this.#onPoints = onPoints;
    this.#onRefusal = onRefusal;
    const clear = element("button", { type: "button", class: "quiet", onclick: () => this.clear() }, t("table.clear"));
    this.node = element(
      "div",
      { class: "keypad" },
      element("div", { class: "entry-row" }, this.#output, clear, this.#swap, beside),
      this.#keys,
    );
    this.#showPoints();
    this.#showKeys();
  }

  /** The number; 0 for none. */
  get points() {
    return this.#points;
  }

  /** Sets the number to none. */
  clear() {
    this.#set(0);
  }

  #toggle() {
    this.#isTyping = !this.#isTyping;
    this.#showKeys();
  }

  #showKeys() {
    this.#swap.textContent = t(this.#isTyping ? "table.chips" : "table.pad");
    this.#keys.classList.toggle("typing", this.#isTyping);
    const keys = this.#isTyping
      ? DIGITS.map((digit) => key(String(digit), null, () => this.#set(this.#points * 10 + digit)))
      : CHIPS.map((chip) => key(String(chip), t("table.add", { n: chip }), () => this.#set(this.#points + chip)));
    this.#keys.replaceChildren(...keys);
  }

  /** @param {number} points */
  #set(points) {
    if (points > MOST_POINTS) return this.#onRefusal(t("table.most"));
    this.#points = points;
    this.#showPoints();
    this.#onPoints();
  }

  #showPoints() {
    this.#output.textContent = this.#points > 0 ? String(this.#points) : "–";
    this.#output.classList.toggle("blank", this.#points === 0);
  }
}

/** @param {string} text @param {string|null} name @param {() => void} onTap */
function key(text, name, onTap) {
  return element("button", { type: "button", class: "chip", "aria-label": name, onclick: onTap }, text);
}

/**
 * Makes a key for each side, that pegs the number for it.
 * @param {{name: string}[]} sides @param {(side: number) => void} onTap
 * @returns {{node: HTMLElement, show: (points: number) => void}} `show` writes the number on the keys; 0 for none
 */
export function sideKeys(sides, onTap) {
  const isLong = sides.some(({ name }) => name.length > NAME_LENGTHS[sides.length]);
  const keys = sides.map(({ name }, side) => {
    const points = element("span", { class: "plus", "aria-hidden": "true" });
    const node = element(
      "button",
      { type: "button", class: `side-key of-${side}`, onclick: () => onTap(side) },
      element("span", { class: "name" }, mark(side), element("span", {}, name)),
      points,
    );
    return { node, points };
  });
  const node = element(
    "div",
    { class: isLong ? "side-keys long" : "side-keys" },
    keys.map((key) => key.node),
  );
  /** @param {number} points */
  const show = (points) => {
    sides.forEach(({ name }, side) => {
      keys[side].node.setAttribute("aria-label", t(points ? "table.peg" : "table.peg.none", { n: points, side: name }));
      keys[side].points.textContent = points ? `+${points}` : "";
    });
  };
  show(0);
  return { node, show };
}

// Kinds that are pegged once, and not what the next peg is for.
/** @type {PegFor[]} */
const SINGLE = ["heels", "go", "penalty", "muggins"];

// The kind that was tapped last, for which game and deal; `isNext` until it was pegged. It stays while another view is shown.
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
