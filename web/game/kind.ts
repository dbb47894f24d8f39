import type { Allowed, PegFor } from "pegout-api";
import type { Offer } from "../table/deal-keys.ts";
import type { GameStore } from "./game-store.ts";
import type { LocalPeg } from "./local-game.ts";
import type { AmendedPeg } from "./outbox.ts";
import { savedGames } from "./saved-games.ts";
import { nextDealingSide } from "./seats.ts";

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

/** The most points that a peg in the play often has. */
const MOST_OF_PLAY = 4;
/** The points above which a peg is hardly ever of the play. */
export const RARE_IN_PLAY = 6;

/** A show that may have been the play: its first hand, and all its pegs. */
export type DoubtfulShow = { hand: LocalPeg; pegs: LocalPeg[] };

/**
 * Returns the show of this deal if it may have been the play, else null. The kind of its first hand was a guess, and
 * the points of that hand are not rare in the play. Its other pegs are small.
 * @param dealPegs the pegs of this deal @param guesses the ids of the hands whose kind was a guess
 */
export function doubtfulShow(dealPegs: LocalPeg[], guesses: string[] = []): DoubtfulShow | null {
  const pegs = dealPegs.filter((peg) => peg.for === "hand" || peg.for === "crib");
  const hand = pegs.find(({ id }) => guesses.includes(id));
  const isSure = pegs.some((peg) => peg.cards || (peg !== hand && (peg.points === 0 || peg.points > MOST_OF_PLAY)));
  return hand?.for === "hand" && hand.points <= RARE_IN_PLAY && !isSure ? { hand, pegs } : null;
}

/** The kind of the next peg at a table. */
export class KindChoice {
  #store;

  constructor(store: GameStore) {
    this.#store = store;
  }

  /** The part of the deal that is due. */
  get due(): Due {
    const { expects, allowed } = this.#store.game;
    if (!this.#hasShow) return { kind: "play", side: null };
    if (!allowed) return this.#dueByPegs();
    const next = expects ? { for: expects.for, sides: [expects.side] } : this.#nextListed(allowed);
    return next ? { kind: next.for as Due["kind"], side: next.sides[0] } : { kind: "play", side: null };
  }

  // Before the engine has come, the list lacks the waiting pegs. The hands of two sides take turns, so the side with the most
  // hands left is next.
  #nextListed(allowed: Allowed[]) {
    const hands = allowed.filter((entry) => entry.for === "hand");
    const most = this.#pegged("hand") > 0 ? Math.max(...hands.map(({ left }) => left)) : hands[0]?.left;
    return hands.find(({ left }) => left === most) ?? allowed.find((entry) => entry.for === "crib");
  }

  // Without a list, each player pegs a hand.
  #dueByPegs(): Due {
    if (this.isDealOver) return { kind: "play", side: null };
    const { crib } = this.#store.game;
    return this.#hasAllHands ? { kind: "crib", side: crib } : { kind: "hand", side: null };
  }

  get #hasAllHands() {
    return this.#pegged("hand") >= this.#players;
  }

  get #players() {
    return this.#store.game.sides.flatMap(({ players }) => players).length;
  }

  #pegged(kind: PegFor) {
    return this.#store.dealPegs.filter((peg) => peg.for === kind).length;
  }

  /** True if everything of the deal was counted, the crib or else the last hand, so that the next may begin. */
  get isDealOver() {
    const { status, allowed, crib } = this.#store.game;
    if (status !== "playing" || !allowed) return crib === null ? this.#hasAllHands : this.#pegged("crib") > 0;
    return allowed.every((entry) => entry.for !== (crib === null ? "hand" : "crib"));
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
    return this.#pegged("hand") * 2 < this.#players ? 1 : 2;
  }

  /** The thing that the deal offers now, besides its points. */
  get offer(): Offer {
    const { game, dealPegs } = this.#store;
    const { kind, side } = this.due;
    if (game.status !== "playing" || this.isDealOver) return "none";
    if (kind !== "play") return side === null || this.ofNothing === null ? "none" : "nothing";
    const hasHeels = game.allowed?.some((entry) => entry.for === "heels") && this.ofHeels > 0;
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
    const kind = this.chosen ?? (isPlay ? "play" : this.due.kind);
    const isMeant = this.chosen !== null && Boolean(chosen?.isNext);
    const mayBeHand = this.chosen === null && kind === "play" && (isPlay || this.#hasHandLeft(side));
    const guessFrom = this.#handFrom(side, isPlay);
    return (taps) => {
      const points = sumOf(taps);
      const largest = Math.max(...taps);
      const canBePlay = this.#canBe("play", points);
      if (mayBeHand && largest > MOST_OF_PLAY && this.#canBe("hand", points)) {
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
    return this.#canBe(kind, points) ? kind : "other";
  }

  // Before the engine has come, the service knows. A peg of the play that nobody chose is small then.
  #canBe(kind: PegFor, points: number): boolean {
    const possible = this.#store.points;
    if (possible) return Boolean(possible[kind]?.points.includes(points));
    return kind !== "play" || this.chosen === "play" || points <= RARE_IN_PLAY;
  }

  #hasHandLeft(side: number) {
    const { allowed } = this.#store.game;
    return allowed === null || allowed.some((entry) => entry.for === "hand" && entry.sides.includes(side));
  }

  /** The points of heels; 0 without the engine. */
  get ofHeels(): number {
    return this.#store.points?.heels?.points[0] ?? 0;
  }

  /** The points of a due hand or crib that counts nothing; null if only the engine knows them, and it has not come. */
  get ofNothing(): number | null {
    const { points, game } = this.#store;
    if (points) return points[this.due.kind]?.nothing ?? 0;
    return (game.rules.nineteen ?? "none") === "none" ? 0 : null;
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
