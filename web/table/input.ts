import type { Keys } from "./number-keys.ts";

// Milliseconds that a touch may last, and pixels that it may be wide: a sleeve or a drop of water is longer or wider.
const LONGEST = 700;
const WIDEST = 40;

/** The touches of a keyboard of keys: two fingers at once, a long touch or a wide touch do not count as a tap. */
export class TapGuard {
  #down: Set<number> = new Set();
  #began = 0;
  #isClear = true;

  /** @param node the parent of the keys */
  constructor(node: HTMLElement) {
    node.addEventListener("pointerdown", (event) => this.#begin(event));
    for (const type of ["pointerup", "pointercancel", "pointerleave"])
      node.addEventListener(type, (event) => this.#down.delete((event as PointerEvent).pointerId));
  }

  /** Returns true if a click was meant: it comes from a short, narrow touch of one finger, or from a keyboard. */
  allows({ detail, timeStamp }: MouseEvent): boolean {
    return detail === 0 || (this.#isClear && timeStamp - this.#began <= LONGEST);
  }

  #begin({ pointerId, timeStamp, width, pointerType }: PointerEvent) {
    const isAlone = this.#down.size === 0;
    this.#down.add(pointerId);
    this.#began = timeStamp;
    const isNarrow = pointerType !== "touch" || width <= WIDEST;
    this.#isClear = isAlone && isNarrow;
  }
}

const GATHERED_FOR = 2000;

/**
 * The keys of a keyboard at a table: digits choose a number, the arrows its side; U takes back, N begins the next deal,
 * Escape sends the open peg at once.
 */
export class Shortcuts {
  #keys;
  #order;
  #listeners;
  #typed = 0;
  #onKey = (event: KeyboardEvent) => this.#press(event);

  /** @param order the sides from left to right @param listeners `onSettle` is called when the open peg is to be sent, `most` returns the highest number of a peg */
  constructor(
    keys: Keys,
    order: number[],
    listeners: { onUndo: () => void; onDeal: () => void; onSettle: () => void; most: () => number },
  ) {
    this.#keys = keys;
    this.#order = order;
    this.#listeners = listeners;
    document.addEventListener("keydown", this.#onKey);
  }

  /** Ends them, when the view goes. */
  close() {
    document.removeEventListener("keydown", this.#onKey);
  }

  #press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, repeat, target, timeStamp } = event;
    const isElsewhere =
      !(target instanceof HTMLElement) ||
      (target !== document.body && target.closest("main") === null) ||
      target.closest("input, select, textarea, dialog");
    if (ctrlKey || metaKey || altKey || isElsewhere) return;
    // A key that is held changes one thing.
    if (repeat && /^(.|Enter)$/.test(key)) return event.preventDefault();
    if (/^\d$/.test(key)) this.#type(Number(key), timeStamp);
    else if (key === "Backspace") this.#keys.choose(0);
    else if (key === "Escape") this.#listeners.onSettle();
    else if (key === "ArrowLeft") this.#keys.give(this.#order[0]);
    else if (key === "ArrowRight") this.#keys.give(this.#order.at(-1) as number);
    else if (key === "ArrowDown" && this.#order.length > 2) this.#keys.give(this.#order[1]);
    else if (key.toLowerCase() === "u") this.#listeners.onUndo();
    else if (key.toLowerCase() === "n") this.#listeners.onDeal();
    else return;
    event.preventDefault();
  }

  // Digits that follow one another closely are one number.
  #type(digit: number, now: number) {
    const isMore = this.#keys.points > 0 && now - this.#typed < GATHERED_FOR;
    const joined = isMore ? this.#keys.points * 10 + digit : digit;
    this.#typed = now;
    this.#keys.choose(joined > this.#listeners.most() ? digit : joined);
  }
}
