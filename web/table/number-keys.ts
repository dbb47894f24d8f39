import type { PegFor } from "pegout-api";
import type { GameStore } from "../game/game-store.ts";
import type { Due } from "../game/kind.ts";
import type { LocalPeg } from "../game/local-game.ts";
import { sideKeys } from "../game/peg-keys.ts";
import { savedGames, type TapCounts } from "../game/saved-games.ts";
import { phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";
import { mark } from "../ui/controls.ts";
import { TapGuard } from "./input.ts";

/** The way to peg: a number of a side's own keys, or a number and then a side. */
type KeyMode = "one" | "two";

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const SETTING = ownName("pegout.keys");
// Below this width, in pixels, and from this size of text, keys for each side would be too small.
const NARROW = matchMedia("(max-width: 345px)");
const LARGE_TEXT = 24;

/** Returns the mode that somebody chose on this phone; null for the mode that fits it. */
function chosenMode(): KeyMode | null {
  try {
    const saved = localStorage.getItem(SETTING);
    return saved === "one" || saved === "two" ? saved : null;
  } catch {
    return null;
  }
}

/** Returns the mode of the keys. @param sides how many play */
export function keyMode(sides: number): KeyMode {
  const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (sides > 2) return "two";
  return chosenMode() ?? (NARROW.matches || text >= LARGE_TEXT ? "two" : "one");
}

/** Remembers the mode of the keys on this phone, where that is allowed. */
export function chooseKeyMode(mode: KeyMode) {
  try {
    localStorage.setItem(SETTING, mode);
  } catch {
    // It then cannot be changed.
  }
  for (const listener of listeners) listener();
}

const listeners: Set<() => void> = new Set();

/**
 * The number keys of a table. With one tap a peg, each side has its own; with two, a number is chosen first, then the
 * side. Digits of a keyboard choose a number too, and the arrows the side.
 */
export class Keys {
  #order;
  #onPeg;
  #onNumber;
  #mode: KeyMode | null = null;
  #points = 0;
  #sides: ReturnType<typeof sideKeys> | null = null;
  #blocks: HTMLElement[] = [];
  #change = () => this.#render();
  #shown: { names: string[]; due: Due; kind: PegFor } = { names: [], due: { kind: "play", side: null }, kind: "play" };

  node = element("section", { class: "keys", "aria-label": t("table.controls"), "data-skip": true, tabindex: "-1" });
  #guard = new TapGuard(this.node);

  /**
   * @param order the sides from left to right
   * @param listeners `onNumber` is called when somebody has chosen a number, before its peg
   */
  constructor(
    order: number[],
    { onPeg, onNumber }: { onPeg: (side: number, points: number) => void; onNumber: () => void },
  ) {
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

  /** Shows the names, and the side whose count is due. @param state `kind` is that of the next peg */
  show(state: { names: string[]; due: Due; kind: PegFor }) {
    const isSame = String(state.names) === String(this.#shown.names);
    this.#shown = state;
    if (!isSame) this.#mode = null;
    this.#render();
  }

  /** Chooses a number; 0 for none. */
  choose(points: number) {
    this.#points = points;
    this.#showPoints();
    if (points > 0) this.#onNumber();
  }

  /** Pegs the chosen number for a side. */
  give(side: number) {
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
    const toggle = (n: number) => this.choose(n === this.#points ? 0 : n);
    const numbers = NUMBERS.map((n) => this.#key(n, t("app.points", { n }), () => toggle(n)));
    const group = element("div", { class: "numbers", role: "group", "aria-label": t("table.numbers") }, numbers);
    return [group, this.#sides.node];
  }

  #key(n: number, name: string, onTap: () => void) {
    const tap = (click: MouseEvent) => this.#guard.allows(click) && onTap();
    return element(
      "button",
      { type: "button", class: "number", value: n, "aria-label": name, onclick: tap },
      String(n),
    );
  }

  #showPoints() {
    // Digits of a keyboard may make a number that has no key.
    for (const block of this.#blocks)
      (block.querySelector(".chosen-points") as HTMLElement).textContent = this.#points ? `+${this.#points}` : "";
    if (!this.#sides) return;
    this.#sides.show(this.#points || null);
    for (const key of this.node.querySelectorAll("button.number")) {
      const isChosen = Number((key as HTMLButtonElement).value) === this.#points;
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
      (block.querySelector(".due-kind") as HTMLElement).textContent = isDue ? word : "";
    });
    for (const [at, key] of [...(this.#sides?.node.children ?? [])].entries())
      key.classList.toggle("due", this.#order[at] === due.side);
  }
}

// Milliseconds after a tap in which it is taken back because it hit the wrong key.
const QUICK = 5000;
// The other mode is offered after this number of wrong keys in one game.
const MANY = 3;

/**
 * The taps of this phone on the number keys in one game, counted by the mode of the keys. Taps that pegged are counted,
 * and taps that were taken back at once.
 */
export class TapCount {
  #store;

  constructor(store: GameStore) {
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

  /** Counts the takeback of a peg, if it is one of this phone and not older than a moment. */
  pegTakenBack({ by, at }: LocalPeg) {
    if (by === phoneName() && Date.now() - Date.parse(at) <= QUICK) this.takenBack();
  }

  /**
   * Returns true, once a game, if enough taps in the mode of one tap hit a wrong key. The other mode is then worth an
   * offer.
   */
  offersNumberFirst(): boolean {
    const { taps, game } = this.#store.saved;
    const isDue = !taps?.isOffered && this.#mode === "one" && (taps?.one?.quick ?? 0) >= MANY;
    if (!isDue || game.sides.length > 2) return false;
    this.#save({ ...taps, isOffered: true });
    return true;
  }

  get #mode() {
    return keyMode(this.#store.game.sides.length);
  }

  #add(pegs: number, quick: number) {
    const { taps } = this.#store.saved;
    const before = taps?.[this.#mode] ?? { pegs: 0, quick: 0 };
    this.#save({ ...taps, [this.#mode]: { pegs: before.pegs + pegs, quick: before.quick + quick } });
  }

  #save(taps: TapCounts) {
    savedGames.save({ id: this.#store.id, taps }, "relaxed");
  }
}
