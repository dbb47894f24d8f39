/** @import { GameStore } from "../game/game-store.js" */
/** @import { AmendedPeg } from "../game/outbox.js" */
/** @import { PegChange } from "../game/peg-changes.js" */
/** @import { KindChoice } from "./kind.js" */
/** @import { Question } from "./question.js" */
import { buzz } from "../lib/device.js";
import { orderQuestion } from "./questions.js";

const TAP = 10;

/** `onAnswer` comes before the change is made or withdrawn. `onPeg` comes after it was made. @typedef {{onAnswer: () => void, onPeg: (peg: AmendedPeg) => void, onChange: () => void, names: () => string[]}} EarlyWinListeners */

/** The change that would end the game too early: the question about it, and its withdrawal. */
export class EarlyWin {
  #store;
  #kinds;
  #question;
  #listeners;
  /** The text of the question. @type {string|null} */
  #asked = null;
  /** The change that was withdrawn, and the id of the newest peg then. @type {{change: PegChange, after: string|undefined}|null} */
  #dropped = null;

  /** @param {GameStore} store @param {KindChoice} kinds @param {Question} question @param {EarlyWinListeners} listeners */
  constructor(store, kinds, question, listeners) {
    this.#store = store;
    this.#kinds = kinds;
    this.#question = question;
    this.#listeners = listeners;
  }

  get #newestId() {
    return this.#store.newest?.peg?.id;
  }

  /** The change that was withdrawn, until the next peg. @returns {PegChange|null} */
  get dropped() {
    const isLast = this.#store.game.status === "playing" && this.#dropped?.after === this.#newestId;
    return (isLast && this.#dropped?.change) || null;
  }

  /** Notes a change that was withdrawn; null if there is none any more. @param {PegChange|null} change */
  drop(change) {
    this.#dropped = change && { change, after: this.#newestId };
  }

  /** True while a change waits for an answer: another question must not take its place. */
  get isAsking() {
    return this.#question.asks(this.#asked);
  }

  /** Asks about the change. An open question that needs an answer comes first. */
  ask() {
    const { changes } = this.#store;
    const { asked, uncounted } = changes;
    if (!asked) {
      this.#question.withdraw(this.#asked);
      this.#asked = null;
      return;
    }
    if (this.#question.needsAnswer && !this.isAsking) return;
    const show = uncounted?.show ?? null;
    const withdraw = () => {
      // The first hand is due then.
      if (uncounted && !show) this.#kinds.show();
      this.withdraw();
    };
    const make = () => {
      if (show) this.#kinds.confirm();
      this.#confirm(asked);
    };
    const toPlay = (/** @type {() => void} */ then) => () => {
      if (show) changes.playInstead(show);
      then();
    };
    const inPlay = changes.inPlay(asked);
    const acts = { make, withdraw, toPlay: toPlay(withdraw), makePlay: inPlay && toPlay(() => this.#confirm(inPlay)) };
    const { text, answers } = orderQuestion(asked, uncounted, this.#listeners.names(), acts);
    this.#asked = text;
    this.#question.ask(text, answers);
  }

  /** Withdraws the change that waits for an answer; Undo makes it after all. */
  withdraw() {
    this.drop(this.#store.changes.asked);
    this.#listeners.onAnswer();
    this.#store.changes.withdraw();
    this.#listeners.onChange();
  }

  /** Makes the change that was withdrawn. */
  restore() {
    if (this.dropped) this.#confirm(this.dropped);
  }

  /** @param {PegChange} change */
  #confirm(change) {
    this.drop(null);
    this.#listeners.onAnswer();
    buzz(TAP);
    this.#store.changes.confirm(change);
    this.#listeners.onPeg(change.peg);
  }
}
