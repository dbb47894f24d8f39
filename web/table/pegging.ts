import type { PegChange } from "../game/changes.ts";
import type { GameStore } from "../game/game-store.ts";
import {
  type DoubtfulShow,
  isGuess,
  type KindChoice,
  type KindOf,
  kindOfAll,
  RARE_IN_PLAY,
  sumOf,
} from "../game/kind.ts";
import { rejectionText } from "../game/labels.ts";
import type { LocalPeg } from "../game/local-game.ts";
import type { AmendedPeg } from "../game/outbox.ts";
import { buzz } from "../lib/device.ts";
import { t } from "../lib/i18n.ts";
import { TapCount } from "./number-keys.ts";
import { orderQuestion, type Question, showQuestion } from "./questions.ts";

const TAP = 10;

/** `onAnswer` comes before the change is made or withdrawn. `onPeg` comes after it was made. */
type EarlyWinListeners = {
  onAnswer: () => void;
  onPeg: (peg: AmendedPeg) => void;
  onChange: () => void;
  names: () => string[];
};

/** The change that would end the game too early: the question about it, and its withdrawal. */
class EarlyWin {
  #store;
  #kinds;
  #question;
  #listeners;
  /** The text of the question. */
  #asked: string | null = null;
  /** The change that was withdrawn, and the id of the newest peg then. */
  #dropped: { change: PegChange; after: string | undefined } | null = null;

  constructor(store: GameStore, kinds: KindChoice, question: Question, listeners: EarlyWinListeners) {
    this.#store = store;
    this.#kinds = kinds;
    this.#question = question;
    this.#listeners = listeners;
  }

  get #newestId() {
    return this.#store.newest?.peg?.id;
  }

  /** The change that was withdrawn, until the next peg. */
  get dropped(): PegChange | null {
    const isLast = this.#store.game.status === "playing" && this.#dropped?.after === this.#newestId;
    return (isLast && this.#dropped?.change) || null;
  }

  /** Notes a change that was withdrawn; null if there is none any more. */
  drop(change: PegChange | null) {
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
    const toPlay = (then: () => void) => () => {
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

  #confirm(change: PegChange) {
    this.drop(null);
    this.#listeners.onAnswer();
    buzz(TAP);
    this.#store.changes.confirm(change);
    this.#listeners.onPeg(change.peg);
  }
}

// Milliseconds in which another tap on the same side adds to the peg.
const OPEN = 2000;

/** The newest peg of this phone's keys: the taps that made it, and `isOpen` while another tap adds to it. */
type NewestPeg = { id: string; side: number; taps: number[]; kindOf: KindOf; isOpen: boolean };
/** The other reading of the newest taps, in one tap. */
export type QuickKey = { label: string; name: string; onTap: () => void };

/** `onPeg` is called with a new peg, and `onAdd` when the open peg has other points. */
type PeggingListeners = {
  onPeg: (peg: AmendedPeg) => void;
  onAdd: (side: number, points: number) => void;
  onChange: () => void;
  onRefusal: (text: string) => void;
  names: () => string[];
};

/** The way of a tap to a peg. Each tap is a peg at once, and later taps can amend it. */
export class Pegging {
  #store;
  #kinds;
  #question;
  #listeners;
  #newest: NewestPeg | null = null;
  #closing: ReturnType<typeof setTimeout> | undefined;

  /** The taps that pegged. */
  taps;
  /** The change that would end the game too early. */
  early;

  constructor(store: GameStore, kinds: KindChoice, question: Question, listeners: PeggingListeners) {
    this.#store = store;
    this.#kinds = kinds;
    this.#question = question;
    this.#listeners = listeners;
    this.taps = new TapCount(store);
    this.early = new EarlyWin(store, kinds, question, { ...listeners, onAnswer: () => this.#forget() });
    // A change that would end the game comes first.
    const counted = kinds.takeDoubt();
    if (counted && !store.changes.asked) this.#askShow(counted, false);
  }

  /** True while another tap adds to the newest peg of the table. A refused peg is not at the table. */
  get isOpen() {
    return Boolean(this.#newest?.isOpen && this.#isNewest);
  }

  // False once another phone has pegged. Undo and the line are then about that peg.
  get #isNewest() {
    return this.#newest !== null && this.#newest.id === this.#store.newest?.peg?.id;
  }

  /** The points that Undo takes off the open peg; 0 if it takes back a whole peg. */
  get lastTap() {
    const { taps = [] } = this.#newest ?? {};
    return this.isOpen && taps.length > 1 ? taps[taps.length - 1] : 0;
  }

  /**
   * The other reading of the newest taps, until the next peg: two pegs instead of a sum, or the play instead of a hand.
   */
  get quick(): QuickKey | null {
    const newest = this.#newest;
    const peg = this.#standing;
    if (!newest || !peg || !this.#isNewest || peg.points !== sumOf(newest.taps)) return null;
    if (newest.taps.length > 1) {
      const taps = newest.taps.join(" + ");
      return { label: t("table.split"), name: t("table.split.name", { taps }), onTap: () => this.#split(newest, peg) };
    }
    const { kind, other } = newest.kindOf(newest.taps);
    if (other === null || peg.for !== kind) return null;
    const toOther = () => {
      this.#forget();
      this.#store.changes.amend(peg, { for: other });
      this.#listeners.onChange();
    };
    const label = t(`table.${other}_instead`);
    return { label, name: label, onTap: toOther };
  }

  get #standing(): LocalPeg | undefined {
    const id = this.#newest?.id;
    return id && this.#store.changes.mayChange(id) ? this.#store.game.pegs.find((peg) => peg.id === id) : undefined;
  }

  /** Takes a tap on a number of a side. */
  tap(side: number, points: number) {
    if (this.#newest?.side === side && this.#takesMore(side)) return this.#add(this.#newest, points);
    const show = this.#kinds.misread(side);
    const isRead = this.#kinds.chosen === null;
    const kindOf = this.#kinds.likely(side, show !== null);
    this.peg({ side, points, for: kindOf([points]).kind }, kindOf);
    // A refusal, or a change that would end the game, comes first.
    if (show && !this.#question.isOpen) this.#askShow(show, isRead);
  }

  // A tap without a chosen kind was read as if the play went on.
  #askShow(show: DoubtfulShow, isRead: boolean) {
    const toPlay = () => this.#store.changes.playInstead(show);
    const toHand = () => {
      this.#kinds.confirm();
      const peg = this.#standing;
      if (peg && isRead)
        this.#store.changes.amend(peg, { for: this.#kinds.possible(this.#kinds.due.kind, peg.points) });
      this.#forget();
    };
    const { text, answers } = showQuestion(show.hand, this.#listeners.names(), { toPlay, toHand });
    this.#question.ask(text, answers, () => {});
  }

  // The newest peg may have been given to another side since.
  #takesMore(side: number): boolean {
    const isAsked = this.#store.changes.asked?.subject === this.#newest?.id;
    return isAsked ? Boolean(this.#newest?.isOpen) : this.isOpen && this.#standing?.side === side;
  }

  /** Pegs. @param kindOf null if no tap adds to it, as to a whole count or a penalty */
  peg(peg: AmendedPeg, kindOf: KindOf | null = null) {
    if (!this.#store.changes.asked) this.#question.close();
    this.#make(peg, kindOf);
  }

  #make(peg: AmendedPeg, kindOf: KindOf | null) {
    this.settle();
    const { changes, game } = this.#store;
    const { side, points, for: kind } = peg;
    const refusal = changes.refusal(peg);
    if (refusal) return this.#listeners.onRefusal(rejectionText(refusal, peg, this.#store.points));
    const before = changes.asked;
    buzz(TAP);
    const { id, isAsked } = changes.peg(peg);
    const isOther = isAsked && before && JSON.stringify(before.peg) !== JSON.stringify(peg);
    this.early.drop(isOther ? before : null);
    this.#forget();
    const isWhole = points === 0 || kind === "heels" || kind === "go";
    if (kindOf && !isWhole) {
      // After the last hole nothing is added.
      const isOpen = this.#store.game.status === game.status;
      this.#newest = { id, side, taps: [points], kindOf, isOpen };
      this.#wait();
      this.taps.pegged();
    }
    this.#kinds.pegged(kindOf && isGuess(kindOf, [points]) ? id : null);
    if (isAsked) this.#listeners.onChange();
    else this.#listeners.onPeg(peg);
  }

  #add(newest: NewestPeg, points: number) {
    const taps = [...newest.taps, points];
    const sum = sumOf(taps);
    const most = this.#store.points?.other?.points.at(-1);
    if (most !== undefined && sum > most) return this.#listeners.onRefusal(t("table.most", { n: most }));
    const peg = { side: newest.side, points: sum, for: newest.kindOf(taps).kind };
    const refusal = this.#store.changes.refusal(peg, newest.id);
    if (refusal) return this.#listeners.onRefusal(rejectionText(refusal, peg, this.#store.points));
    buzz(TAP);
    this.taps.pegged();
    this.#set(newest, taps);
  }

  #set(newest: NewestPeg, taps: number[]) {
    const [points, { kind }] = [sumOf(taps), newest.kindOf(taps)];
    const [was, is] = [newest.taps, taps].map((each) => isGuess(newest.kindOf, each));
    const peg = this.#store.game.pegs.find(({ id }) => id === newest.id);
    newest.taps = taps;
    if (peg) this.#store.changes.amend(peg, { points, ...(kind !== peg.for && { for: kind }) });
    else this.#store.changes.peg({ side: newest.side, points, for: kind }, { id: newest.id });
    if (was && !is) this.#kinds.confirm(newest.id);
    this.#kinds.pegged(is && !was ? newest.id : null);
    newest.isOpen = this.#store.game.status === "playing";
    this.#wait();
    if (this.#store.changes.asked?.subject === newest.id) this.#listeners.onChange();
    else this.#listeners.onAdd(newest.side, points);
  }

  #split(newest: NewestPeg, peg: LocalPeg) {
    const { taps, kindOf } = newest;
    const { side } = peg;
    const [first, ...others] = taps;
    const all = kindOfAll(kindOf, taps, peg.for);
    const kind = this.#kinds.possible(all ?? kindOf([first]).kind, first);
    this.#forget();
    this.#store.changes.amend(peg, { points: first, ...(kind !== peg.for && { for: kind }) });
    for (const points of others) {
      const isOther = all === null || (all === "play" && points > RARE_IN_PLAY);
      const next = isOther ? this.#kinds.likely(side)([points]).kind : this.#kinds.possible(all, points);
      this.#make({ side, points, for: next }, null);
    }
    // An open question about the show is about the first tap too.
    this.#newest = { ...newest, taps: [first] };
  }

  /** Ends the sum: the next tap is a peg of its own. */
  settle() {
    clearTimeout(this.#closing);
    if (this.#newest) this.#newest.isOpen = false;
  }

  /** Leaves the sum open while another number is chosen. */
  extend() {
    if (this.#newest?.isOpen) this.#wait();
  }

  /** Takes the last tap off a sum that is open. @returns false if there is none */
  undo(): boolean {
    const newest = this.#newest;
    if (!newest || this.lastTap === 0) return false;
    this.#set(newest, newest.taps.slice(0, -1));
    this.settle();
    this.taps.takenBack();
    return true;
  }

  /** Stops the timers, when the view goes. */
  close() {
    this.#forget();
  }

  #wait() {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => {
      this.settle();
      this.#listeners.onChange();
    }, OPEN);
  }

  #forget() {
    this.settle();
    this.#newest = null;
  }
}
