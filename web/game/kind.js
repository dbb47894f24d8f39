/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "./game-store.js" */
/** @import { AmendedPeg } from "./outbox.js" */
/** @import { DoubtfulShow } from "./rules.js" */
/** @import { Offer } from "../table/deal-keys.js" */
import { MOST_OF_PLAY, RARE_IN_PLAY, canEarn, doubtfulShow, nextDealingSide } from "./rules.js";
import { savedGames } from "./saved-games.js";

/** The part of a deal that is due, and the side that counts it; the side is null in the play, and where it is unknown. @typedef {{kind: "play"|"hand"|"crib", side: number|null}} Due */

// Kinds that stay chosen after a peg; the others are pegged once, or the deal goes on from them by itself.
/** @type {PegFor[]} */
const LASTING = ["play"];

// The kind that was chosen, for which game and deal; `isNext` until it was pegged. It stays while another view is shown.
/** @type {{kind: PegFor, game: string, deal: number, isNext: boolean}|null} */
let chosen = null;

// The deal whose show was begun.
/** @type {{game: string, deal: number}|null} */
let shown = null;

// The show that a hand counted by cards speaks against, until its table asks.
/** @type {{show: DoubtfulShow, game: string}|null} */
let doubted = null;

/** Returns the kind of a peg by its taps. `other` is another likely kind. @typedef {(taps: number[]) => {kind: PegFor, other: "hand"|"play"|null}} KindOf */

/** The kind of the next peg at a table. */
export class KindChoice {
  #store;

  /** @param {GameStore} store */
  constructor(store) {
    this.#store = store;
  }

  /** The part of the deal that is due. @returns {Due} */
  get due() {
    const { game, phase } = this.#store;
    if (!game.allowed) {
      const kind = phase === "play" && this.#hasShow && !this.isDealOver ? "hand" : phase;
      return { kind, side: kind === "crib" ? game.crib : null };
    }
    if (!this.#hasShow) return { kind: "play", side: null };
    const { expects } = game;
    const next = expects ? { kind: expects.for, side: expects.side } : this.#mostLeft();
    return /** @type {Due} */ (next ?? { kind: "play", side: null });
  }

  /** True if everything of the deal was counted, the crib or else the last hand, so that the next may begin. */
  get isDealOver() {
    const { game, dealPegs } = this.#store;
    if (!game.rules.no_discard) return dealPegs.some((peg) => peg.for === "crib");
    const hands = dealPegs.filter((peg) => peg.for === "hand").length;
    return hands >= game.sides.flatMap(({ players }) => players).length;
  }

  /** The number of the parts of a deal that are over: the play, two halves of the hands, and the crib. @returns {number} from 0 to 4 */
  get partsDone() {
    const { kind } = this.due;
    if (this.isDealOver) return 4;
    if (kind === "crib") return 3;
    if (kind === "play") return 0;
    const hands = this.#store.dealPegs.filter((peg) => peg.for === "hand").length;
    return hands * 2 < this.#store.game.sides.flatMap(({ players }) => players).length ? 1 : 2;
  }

  /** The thing that the deal offers now, besides its points. @returns {Offer} */
  get offer() {
    const { game, dealPegs } = this.#store;
    const { kind, side } = this.due;
    if (game.status !== "playing" || this.isDealOver) return "none";
    if (kind !== "play") return side === null ? "none" : "nothing";
    const hasHeels = game.allowed?.some((entry) => entry.for === "heels");
    return hasHeels && dealPegs.length === 0 ? "heels" : "show";
  }

  /** The side that counts the first hand that is not pegged; null where it is unknown. @returns {number|null} */
  get firstHand() {
    return this.#store.game.allowed?.find((entry) => entry.for === "hand")?.sides[0] ?? null;
  }

  get #hasShow() {
    const { id, game, dealPegs } = this.#store;
    const isShown = shown?.game === id && shown.deal === game.deal;
    return isShown || dealPegs.some((peg) => peg.for === "hand" || peg.for === "crib");
  }

  // The hands of two sides take turns, so the side with the most hands left is next.
  #mostLeft() {
    const { allowed } = this.#store.game;
    const hands = (allowed ?? []).filter((entry) => entry.for === "hand");
    const most = Math.max(...hands.map(({ left }) => left));
    const next = hands.find(({ left }) => left === most) ?? allowed?.find((entry) => entry.for === "crib");
    return next && { kind: next.for, side: next.sides[0] };
  }

  /** The kind that somebody chose, if it still stands. @returns {PegFor|null} */
  get chosen() {
    const { id, game } = this.#store;
    return chosen?.game === id && chosen.deal === game.deal ? chosen.kind : null;
  }

  /** The kind of the next peg without its points. @returns {PegFor} */
  get kind() {
    return this.chosen ?? this.due.kind;
  }

  /**
   * Returns the likely kinds of a side's next peg, by its taps: the chosen kind, else the due part of the deal. A tap of many points
   * in the play is a hand. Points that the due part never gives are `other`.
   * @param {number} side @param {boolean} [isPlay] true if the deal is still in the play, whatever its pegs say
   * @returns {KindOf}
   */
  likely(side, isPlay = false) {
    const { game } = this.#store;
    const kind = this.chosen ?? (isPlay ? "play" : this.due.kind);
    const isMeant = this.chosen !== null && Boolean(chosen?.isNext);
    const mayBeHand = this.chosen === null && kind === "play" && (isPlay || this.#hasHandLeft(side));
    const guessFrom = this.#handFrom(side, isPlay);
    return (taps) => {
      const points = sumOf(taps);
      const largest = Math.max(...taps);
      const canBePlay = canEarn("play", points, game);
      if (mayBeHand && largest > MOST_OF_PLAY && canEarn("hand", points, game)) {
        const isHand = !canBePlay || guessFrom(points) < largest;
        return isHand ? { kind: "hand", other: canBePlay ? "play" : null } : { kind: "play", other: "hand" };
      }
      const isSum = taps.length > 1;
      return { kind: isMeant && !isSum ? kind : this.possible(kind, points), other: null };
    };
  }

  // The side that counts first begins the show, until a guess of its hand was wrong. A hand that would end the game is asked about.
  /** @param {number} side @param {boolean} wasWrong @returns {(points: number) => number} the points above which a tap in the play is a hand */
  #handFrom(side, wasWrong) {
    const { game, dealPegs, saved } = this.#store;
    const { score } = game.sides[side];
    const isFirst = game.first_dealer_known === false || side === nextDealingSide(game);
    const isWrong =
      wasWrong || dealPegs.some((peg) => peg.side === side && peg.for !== "hand" && saved.guesses?.includes(peg.id));
    const isEnd = (/** @type {number} */ points) => score + points >= game.rules.target;
    return (points) => ((isFirst && !isWrong) || isEnd(points) ? MOST_OF_PLAY : RARE_IN_PLAY);
  }

  /** Returns the kind if the points can be pegged for it, else `other`. @param {PegFor} kind @param {number} points @returns {PegFor} */
  possible(kind, points) {
    return canEarn(kind, points, this.#store.game) ? kind : "other";
  }

  /** @param {number} side */
  #hasHandLeft(side) {
    const { game, dealPegs } = this.#store;
    const hands = dealPegs.filter((peg) => peg.for === "hand" && peg.side === side);
    return hands.length < game.sides[side].players.length;
  }

  /** Chooses the kind of the next peg. @param {PegFor} kind */
  choose(kind) {
    const { id, game } = this.#store;
    chosen = { kind, game: id, deal: game.deal, isNext: true };
  }

  /** Begins the show of this deal. */
  show() {
    const { id, game } = this.#store;
    chosen = null;
    shown = { game: id, deal: game.deal };
    this.confirm();
  }

  /** Notes that the guessed hands are hands, or that this one of them was changed. @param {string} [peg] its id */
  confirm(peg) {
    const { id, saved } = this.#store;
    const guesses = (saved.guesses ?? []).filter((one) => peg && one !== peg);
    if (saved.guesses?.length !== guesses.length) savedGames.save({ id, guesses }, "relaxed");
  }

  /**
   * Returns the show of this deal if it may have been the play and a peg of this side speaks for that, else null.
   * Nothing of the side is due then.
   * @param {number} side @param {PegFor|null} [kind] the kind of the peg; null if nobody chose it
   * @returns {DoubtfulShow|null}
   */
  misread(side, kind = this.chosen) {
    const { dealPegs, saved } = this.#store;
    const { due } = this;
    const isDue = due.kind !== "play" && (due.side === side || this.#hasHandLeft(side));
    const isOfPlay = kind === "play" || kind === "go" || (!isDue && (kind === null || kind === "hand"));
    return isOfPlay ? doubtfulShow(dealPegs, saved.guesses) : null;
  }

  /** Returns true if a hand counted by cards speaks against the show: its table then asks about it. @param {AmendedPeg} peg @returns {boolean} */
  doubt({ side, for: kind }) {
    const show = this.misread(side, kind);
    doubted = show && { show, game: this.#store.id };
    return show !== null;
  }

  /** Takes the show that this table is to ask about, once. @returns {DoubtfulShow|null} */
  takeDoubt() {
    const show = doubted?.game === this.#store.id ? doubted.show : null;
    doubted = null;
    return show;
  }

  /** Notes that a peg was made. @param {string|null} [guess] its id if it is a hand that nobody chose */
  pegged(guess = null) {
    const { id, dealPegs, saved } = this.#store;
    if (guess) {
      const before = (saved.guesses ?? []).filter((one) => dealPegs.some((peg) => peg.id === one));
      savedGames.save({ id, guesses: [...before, guess] }, "relaxed");
    }
    if (chosen && LASTING.includes(chosen.kind)) chosen.isNext = false;
    else chosen = null;
  }
}

/** @param {number[]} taps @returns {number} their points in all */
export function sumOf(taps) {
  return taps.reduce((sum, points) => sum + points, 0);
}

/** Returns true if these taps are a hand that may be the play. @param {KindOf} kindOf @param {number[]} taps */
export function isGuess(kindOf, taps) {
  const { kind, other } = kindOf(taps);
  return kind === "hand" && other !== null;
}

/**
 * Returns the kind of all taps of a sum as pegs of their own. It is null for a hand, since the deal expects another kind then.
 * @param {KindOf} kindOf @param {number[]} taps @param {PegFor} standing the kind of the sum, which somebody may have changed
 * @returns {PegFor|null}
 */
export function kindOfAll(kindOf, taps, standing) {
  const { kind, other } = kindOf(taps.slice(0, 1));
  if (standing !== kindOf(taps).kind) return standing;
  return kind === "play" || (other === "play" && taps[0] <= RARE_IN_PLAY) ? "play" : null;
}
