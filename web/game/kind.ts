import type { PegFor } from "pegout-api";
import type { Offer } from "../table/deal-keys.ts";
import type { GameStore } from "./game-store.ts";
import type { AmendedPeg } from "./outbox.ts";
import { type DoubtfulShow, MOST_OF_PLAY, RARE_IN_PLAY, canEarn, doubtfulShow, nextDealingSide } from "./rules.ts";
import { savedGames } from "./saved-games.ts";

/**
 * The part of a deal that is due, and the side that counts it. The side is null in the play, and if it is unknown.
 */
export type Due = { kind: "play" | "hand" | "crib"; side: number | null };

// Kinds that stay chosen after a peg; the others are pegged once, or the deal goes on from them by itself.
const LASTING: PegFor[] = ["play"];

// The kind that was chosen, with its game and deal; `isNext` is true until the kind was pegged. The choice stays while
// another view is shown.
let chosen: { kind: PegFor; game: string; deal: number; isNext: boolean } | null = null;

// The deal whose show was begun.
let shown: { game: string; deal: number } | null = null;

// The show that a hand counted by cards speaks against, until its table asks.
let doubted: { show: DoubtfulShow; game: string } | null = null;

/** Returns the kind of a peg by its taps. `other` is another likely kind. */
export type KindOf = (taps: number[]) => { kind: PegFor; other: "hand" | "play" | null };

/** The kind of the next peg at a table. */
export class KindChoice {
  #store;

  constructor(store: GameStore) {
    this.#store = store;
  }

  /** The part of the deal that is due. */
  get due(): Due {
    const { game, phase } = this.#store;
    if (!game.allowed) {
      const kind = phase === "play" && this.#hasShow && !this.isDealOver ? "hand" : phase;
      return { kind, side: kind === "crib" ? game.crib : null };
    }
    if (!this.#hasShow) return { kind: "play", side: null };
    const { expects } = game;
    const next = expects ? { kind: expects.for, side: expects.side } : this.#mostLeft();
    return (next ?? { kind: "play", side: null }) as Due;
  }

  /** True if everything of the deal was counted, the crib or else the last hand, so that the next may begin. */
  get isDealOver() {
    const { game, dealPegs } = this.#store;
    if (!game.rules.no_discard) return dealPegs.some((peg) => peg.for === "crib");
    const hands = dealPegs.filter((peg) => peg.for === "hand").length;
    return hands >= game.sides.flatMap(({ players }) => players).length;
  }

  /**
   * The number of the parts of a deal that are over: the play, two halves of the hands, and the crib.
   * @returns from 0 to 4
   */
  get partsDone(): number {
    const { kind } = this.due;
    if (this.isDealOver) return 4;
    if (kind === "crib") return 3;
    if (kind === "play") return 0;
    const hands = this.#store.dealPegs.filter((peg) => peg.for === "hand").length;
    return hands * 2 < this.#store.game.sides.flatMap(({ players }) => players).length ? 1 : 2;
  }

  /** The thing that the deal offers now, besides its points. */
  get offer(): Offer {
    const { game, dealPegs } = this.#store;
    const { kind, side } = this.due;
    if (game.status !== "playing" || this.isDealOver) return "none";
    if (kind !== "play") return side === null ? "none" : "nothing";
    const hasHeels = game.allowed?.some((entry) => entry.for === "heels");
    return hasHeels && dealPegs.length === 0 ? "heels" : "show";
  }

  /** The side that counts the first hand that is not pegged; null if the side is unknown. */
  get firstHand(): number | null {
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

  /** The chosen kind, if the choice was made in this deal. */
  get chosen(): PegFor | null {
    const { id, game } = this.#store;
    return chosen?.game === id && chosen.deal === game.deal ? chosen.kind : null;
  }

  /** The kind of the next peg without its points. */
  get kind(): PegFor {
    return this.chosen ?? this.due.kind;
  }

  /**
   * Returns the likely kinds of a side's next peg, by its taps: the chosen kind, else the due part of the deal. A tap
   * of many points in the play is a hand. Points that the due part never gives are `other`.
   * @param isPlay true if the deal is still in the play, whatever its pegs say
   */
  likely(side: number, isPlay: boolean = false): KindOf {
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

  // The side that counts first begins the show, until a guess of its hand was wrong. A hand that would end the game is
  // asked about.
  /** @returns the points above which a tap in the play is a hand */
  #handFrom(side: number, wasWrong: boolean): (points: number) => number {
    const { game, dealPegs, saved } = this.#store;
    const { score } = game.sides[side];
    const isFirst = game.first_dealer_known === false || side === nextDealingSide(game);
    const isWrong =
      wasWrong || dealPegs.some((peg) => peg.side === side && peg.for !== "hand" && saved.guesses?.includes(peg.id));
    const isEnd = (points: number) => score + points >= game.rules.target;
    return (points) => ((isFirst && !isWrong) || isEnd(points) ? MOST_OF_PLAY : RARE_IN_PLAY);
  }

  /** Returns the kind if the points can be pegged for it, else `other`. */
  possible(kind: PegFor, points: number): PegFor {
    return canEarn(kind, points, this.#store.game) ? kind : "other";
  }

  #hasHandLeft(side: number) {
    const { game, dealPegs } = this.#store;
    const hands = dealPegs.filter((peg) => peg.for === "hand" && peg.side === side);
    return hands.length < game.sides[side].players.length;
  }

  /** Chooses the kind of the next peg. */
  choose(kind: PegFor) {
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

  /** Notes that the guessed hands are hands, or that this one of them was changed. @param peg its id */
  confirm(peg?: string) {
    const { id, saved } = this.#store;
    const guesses = (saved.guesses ?? []).filter((one) => peg && one !== peg);
    if (saved.guesses?.length !== guesses.length) savedGames.save({ id, guesses }, "relaxed");
  }

  /**
   * Returns the show of this deal if it may have been the play and a peg of this side speaks for that, else null.
   * Nothing of the side is due then.
   * @param kind the kind of the peg; null if nobody chose it
   */
  misread(side: number, kind: PegFor | null = this.chosen): DoubtfulShow | null {
    const { dealPegs, saved } = this.#store;
    const { due } = this;
    const isDue = due.kind !== "play" && (due.side === side || this.#hasHandLeft(side));
    const isOfPlay = kind === "play" || kind === "go" || (!isDue && (kind === null || kind === "hand"));
    return isOfPlay ? doubtfulShow(dealPegs, saved.guesses) : null;
  }

  /** Returns true if a hand counted by cards speaks against the show: its table then asks about it. */
  doubt({ side, for: kind }: AmendedPeg): boolean {
    const show = this.misread(side, kind);
    doubted = show && { show, game: this.#store.id };
    return show !== null;
  }

  /** Takes the show that this table is to ask about, once. */
  takeDoubt(): DoubtfulShow | null {
    const show = doubted?.game === this.#store.id ? doubted.show : null;
    doubted = null;
    return show;
  }

  /** Notes that a peg was made. @param guess its id if it is a hand that nobody chose */
  pegged(guess: string | null = null) {
    const { id, dealPegs, saved } = this.#store;
    if (guess) {
      const before = (saved.guesses ?? []).filter((one) => dealPegs.some((peg) => peg.id === one));
      savedGames.save({ id, guesses: [...before, guess] }, "relaxed");
    }
    if (chosen && LASTING.includes(chosen.kind)) chosen.isNext = false;
    else chosen = null;
  }
}

/** @returns their points in all */
export function sumOf(taps: number[]): number {
  return taps.reduce((sum, points) => sum + points, 0);
}

/** Returns true if these taps are a hand that may be the play. */
export function isGuess(kindOf: KindOf, taps: number[]) {
  const { kind, other } = kindOf(taps);
  return kind === "hand" && other !== null;
}

/**
 * Returns the kind of all taps of a sum as pegs of their own. It is null for a hand, since the deal expects another
 * kind then.
 * @param standing the kind of the sum, which somebody may have changed
 */
export function kindOfAll(kindOf: KindOf, taps: number[], standing: PegFor): PegFor | null {
  const { kind, other } = kindOf(taps.slice(0, 1));
  if (standing !== kindOf(taps).kind) return standing;
  return kind === "play" || (other === "play" && taps[0] <= RARE_IN_PLAY) ? "play" : null;
}
