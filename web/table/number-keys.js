/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "../game/game-store.js" */
/** @import { Due } from "../game/kind.js" */
/** @import { LocalPeg } from "../game/rules.js" */
import { sideKeys } from "../game/peg-keys.js";
import { savedGames } from "../game/saved-games.js";
import { phoneName } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { ownName } from "../lib/root.js";
import { mark } from "../ui/controls.js";
import { TapGuard } from "./input.js";

/** The way to peg: a number of a side's own keys, or a number and then a side. @typedef {"one"|"two"} KeyMode */

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const SETTING = ownName("pegout.keys");
// Below this width, in pixels, and from this size of text, keys for each side would be too small.
const NARROW = matchMedia("(max-width: 345px)");
const LARGE_TEXT = 24;

/** Returns the mode that somebody chose on this phone; null for the one that fits it. @returns {KeyMode|null} */
function chosenMode() {
  try {
    const saved = localStorage.getItem(SETTING);
    return saved === "one" || saved === "two" ? saved : null;
  } catch {
    return null;
  }
}

/** Returns the mode of the keys. @param {number} sides how many play @returns {KeyMode} */
export function keyMode(sides) {
  const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (sides > 2) return "two";
  return chosenMode() ?? (NARROW.matches || text >= LARGE_TEXT ? "two" : "one");
}

/** Remembers the mode of the keys on this phone, where that is allowed. @param {KeyMode} mode */
export function chooseKeyMode(mode) {
  try {
    localStorage.setItem(SETTING, mode);
  } catch {
    // It then cannot be changed.
  }
  for (const listener of listeners) listener();
}

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * The number keys of a table. With one tap a peg, each side has its own; with two, a number is chosen first, then the side.
 * Digits of a keyboard choose a number too, and the arrows the side.
 */
export class Keys {
  #order;
  #onPeg;
  #onNumber;
  /** @type {KeyMode|null} */
  #mode = null;
  #points = 0;
  /** @type {ReturnType<typeof sideKeys>|null} */
  #sides = null;
  /** @type {HTMLElement[]} */
  #blocks = [];
  #change = () => this.#render();
  /** @type {{names: string[], due: Due, kind: PegFor}} */
  #shown = { names: [], due: { kind: "play", side: null }, kind: "play" };

  node = element("section", { class: "keys", "aria-label": t("table.controls"), "data-skip": true, tabindex: "-1" });
  #guard = new TapGuard(this.node);

  /**
   * @param {number[]} order the sides from left to right
   * @param {{onPeg: (side: number, points: number) => void, onNumber: () => void}} listeners `onNumber` is called when a
   *   number was chosen that is not pegged yet
   */
  constructor(order, { onPeg, onNumber }) {
    this.#order = order;
    this.#onPeg = onPeg;
    this.#onNumber = onNumber;
    NARROW.addEventListener("change", this.#change);
    listeners.add(this.#change);
  }

  /** The number that was chosen; 0 for none. */
  get points() {
    return this.#points;
  }

  /** Ends it, when the view goes. */
  close() {
    NARROW.removeEventListener("change", this.#change);
    listeners.delete(this.#change);
  }

  /** Shows the names, and the side whose count is due. @param {{names: string[], due: Due, kind: PegFor}} state `kind` is that of the next peg */
  show(state) {
    const isSame = String(state.names) === String(this.#shown.names);
    this.#shown = state;
    if (!isSame) this.#mode = null;
    this.#render();
  }

  /** Chooses a number; 0 for none. @param {number} points */
  choose(points) {
    this.#points = points;
    this.#showPoints();
    if (points > 0) this.#onNumber();
  }

  /** Pegs the chosen number for a side. @param {number} side */
  give(side) {
    const points = this.#points;
    this.choose(0);
    this.#onPeg(side, points);
  }

  #render() {
    const mode = keyMode(this.#order.length);
    if (mode !== this.#mode) {
      this.#mode = mode;
      this.node.classList.toggle("two-taps", mode === "two");
      this.node.replaceChildren(...(mode === "one" ? this.#makeBlocks() : this.#makeNumbers()));
      this.#showPoints();
    }
    this.#showDue();
  }

  #makeBlocks() {
    const { names } = this.#shown;
    this.#sides = null;
    this.#blocks = this.#order.map((side) =>
      element(
        "div",
        { class: `block of-${side}` },
        element(
          "p",
          { class: "caption", "aria-hidden": "true" },
          mark(side),
          element("bdi", {}, names[side]),
          element("span", { class: "chosen-points" }),
          element("span", { class: "due-kind" }),
        ),
        element(
          "div",
          { class: "numbers", role: "group", "aria-label": names[side] },
          NUMBERS.map((n) => this.#key(n, t("table.peg", { n, side: names[side] }), () => this.#onPeg(side, n))),
        ),
      ),
    );
    return this.#blocks;
  }

  #makeNumbers() {
    const { names } = this.#shown;
    this.#blocks = [];
    this.#sides = sideKeys(
      this.#order.map((side) => ({ side, name: names[side] })),
      (side, click) => this.#guard.allows(click) && this.give(side),
    );
    const toggle = (/** @type {number} */ n) => this.choose(n === this.#points ? 0 : n);
    const numbers = NUMBERS.map((n) => this.#key(n, t("app.points", { n }), () => toggle(n)));
    const group = element("div", { class: "numbers", role: "group", "aria-label": t("table.numbers") }, numbers);
    return [group, this.#sides.node];
  }

  /** @param {number} n @param {string} name @param {() => void} onTap */
  #key(n, name, onTap) {
    const tap = (/** @type {MouseEvent} */ click) => this.#guard.allows(click) && onTap();
    return element(
      "button",
      { type: "button", class: "number", value: n, "aria-label": name, onclick: tap },
      String(n),
    );
  }

  #showPoints() {
    // Digits of a keyboard may make a number that has no key.
    for (const block of this.#blocks)
      /** @type {HTMLElement} */ (block.querySelector(".chosen-points")).textContent = this.#points
        ? `+${this.#points}`
        : "";
    if (!this.#sides) return;
    this.#sides.show(this.#points || null);
    for (const key of this.node.querySelectorAll("button.number")) {
      const isChosen = Number(/** @type {HTMLButtonElement} */ (key).value) === this.#points;
      key.classList.toggle("chosen", isChosen);
      key.setAttribute("aria-pressed", String(isChosen));
    }
  }

  #showDue() {
    const { due, kind } = this.#shown;
    const word = kind === "hand" || kind === "crib" ? t(`for.${kind}`) : "";
    this.#blocks.forEach((block, at) => {
      const isDue = this.#order[at] === due.side;
      block.classList.toggle("due", isDue);
      /** @type {HTMLElement} */ (block.querySelector(".due-kind")).textContent = isDue ? word : "";
    });
    for (const [at, key] of [...(this.#sides?.node.children ?? [])].entries())
      key.classList.toggle("due", this.#order[at] === due.side);
  }
}

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
