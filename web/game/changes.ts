import { newId, phoneName } from "../lib/device.ts";
import { byQuery, gamePath } from "./begin.ts";
import type { GameStore } from "./game-store.ts";
import { type DoubtfulShow, doubtfulShow, RARE_IN_PLAY } from "./kind.ts";
import { hasResult, isClosed, isOut, type LocalGame, type LocalPeg } from "./local-game.ts";
import { type AmendedPeg, deviceOf, outbox, pendingTaps, type Tap } from "./outbox.ts";
import { type SavedGame, savedGames } from "./saved-games.ts";

/** A peg or an amendment, as the outbox takes it. */
export type PegChange = Pick<Tap, "method" | "path" | "body" | "at"> & {
  kind: "peg" | "amend";
  subject: string;
  peg: AmendedPeg;
};
/** A side that counts its hand before a change; `show` has this hand if it may have been the play. */
export type Uncounted = { side: number; show: DoubtfulShow | null };
/** The cards of a count, if it was made by cards. */
type Counted = { cards?: string[]; starter?: string | null };

/** The pegs that this phone makes, amends and takes back at a table. */
export class PegChanges {
  #store;

  constructor(store: GameStore) {
    this.#store = store;
  }

  /** The change that waits for an answer, because it would end the game too early; null if there is none. */
  get asked(): PegChange | null {
    const { canScore, game, saved } = this.#store;
    return (canScore && game.status === "playing" && saved.asked) || null;
  }

  /** The side that counts its hand before the {@link asked} change; null if the hand was counted meanwhile. */
  get uncounted(): Uncounted | null {
    const { asked } = this;
    return asked && this.#uncounted(asked);
  }

  /**
   * Returns the refusal of a peg, or of an amendment; null if there is none. Before the engine has come, the service refuses.
   * @param amended the id of the peg
   */
  refusal({ side, points, for: earnedBy }: AmendedPeg, amended?: string): string | null {
    const { game, saved } = this.#store;
    if (hasResult(saved.game)) return "result-stands";
    if (game.status === "void") return "game-void";
    const at = new Date().toISOString();
    const kind = game.pegs.some(({ id }) => id === amended) ? "amend" : "peg";
    if (kind === "peg" && isOut(game)) return "game-over";
    const peg = { side, points, for: earnedBy };
    const body = { ...peg, id: newId() };
    return this.#store.check({ kind, subject: amended ?? newId(), at, body, peg })?.refused ?? null;
  }

  /**
   * Pegs. A hand or crib that would end the game too early is only {@link asked} about.
   * @param options `id` of a peg that was made before
   */
  peg(
    peg: AmendedPeg,
    { id = newId(), cards, starter }: Counted & { id?: string } = {},
  ): { id: string; isAsked: boolean } {
    const { game } = this.#store;
    const at = new Date().toISOString();
    const phone = { by: phoneName(), at, deal: game.deal, device: deviceOf(game.id) };
    const body = { ...peg, ...(cards && { cards }), ...(starter && { starter }), ...phone };
    const path = gamePath(game.id, `/pegs/${id}`);
    return { id, isAsked: this.#make({ kind: "peg", subject: id, method: "PUT", path, body, at, peg }) };
  }

  /** Changes a peg. The amendment names only the changed values, so that values from another phone stay. */
  amend({ id, side, points, for: kind }: LocalPeg, changes: Partial<AmendedPeg> & Counted & { player?: number }) {
    const at = new Date().toISOString();
    const path = gamePath(this.#store.id, `/pegs/${id}`);
    const body = { id: newId(), ...changes, by: phoneName(), at };
    const peg = { side: changes.side ?? side, points: changes.points ?? points, for: changes.for ?? kind };
    this.#make({ kind: "amend", subject: id, method: "PATCH", path, body, at, peg });
  }

  /** Makes the pegs of a show the play. A peg that was changed meanwhile stays. */
  playInstead({ pegs }: DoubtfulShow) {
    for (const { id, for: kind } of pegs) {
      const peg = this.#store.game.pegs.find((one) => one.id === id);
      const isSame = peg?.for === kind && id !== this.asked?.subject;
      if (isSame && this.refusal({ ...peg, for: "play" }, id) === null) this.amend(peg, { for: "play" });
    }
  }

  /** Returns the change as one of the play; null if its points are rare there, or not allowed. */
  inPlay(change: PegChange): PegChange | null {
    const peg = { ...change.peg, for: "play" as const };
    const mayBe = peg.points <= RARE_IN_PLAY && this.refusal(peg, change.subject) === null;
    return mayBe ? { ...change, peg, body: { ...change.body, for: "play" } } : null;
  }

  // Returns true if the change waits for an answer.
  #make(change: PegChange): boolean {
    const isAsked = this.#uncounted(change) !== null;
    this.#store.takenBack.clear();
    if (isAsked) savedGames.save({ id: this.#store.id, asked: change }, "strict");
    else this.#store.add(change);
    // Also if this change has just ended the game.
    if (!isAsked && this.#store.saved.asked?.subject === change.subject) this.withdraw();
    return isAsked;
  }

  #uncounted(change: PegChange): Uncounted | null {
    const { kind, subject, peg } = change;
    const { game, dealPegs, saved } = this.#store;
    const others = dealPegs.filter(({ id }) => id !== subject);
    // The show of an older deal is over.
    const isOld = kind === "amend" && others.length === dealPegs.length;
    if (isOld || game.status !== "playing") return null;
    const checked = this.#store.check(change);
    const side = checked ? checked.before : this.#listedBefore(change);
    if (side !== null) return { side, show: null };
    const show = doubtfulShow(others, saved.guesses);
    if (!show || show.hand.side === peg.side) return null;
    const at = new Date().toISOString();
    const toPlay = show.pegs.map(({ id }) => ({ kind: "amend", subject: id, body: { id: newId(), for: "play" }, at }));
    const again = this.#store.check(...toPlay, change);
    const first = again ? again.before : this.#endsInShow(peg) ? show.hand.side : null;
    return first === null ? null : { side: first, show };
  }

  // Before the engine has come, the service's list says who counts first. It does not have the place of an amended peg.
  #listedBefore({ kind, peg }: PegChange): number | null {
    const { allowed } = this.#store.game;
    if (!allowed || kind !== "peg" || !this.#endsInShow(peg)) return null;
    const own = allowed.findIndex((entry) => entry.for === peg.for && entry.sides.includes(peg.side));
    const before = own < 0 ? allowed : allowed.slice(0, own);
    return before.find((entry) => entry.for === "hand" && !entry.sides.includes(peg.side))?.sides[0] ?? null;
  }

  #endsInShow({ side, points, for: kind }: AmendedPeg): boolean {
    const { sides, rules } = this.#store.game;
    return (kind === "hand" || kind === "crib") && sides[side].score + points >= rules.target;
  }

  /** Makes the change that is {@link asked}, or one that was withdrawn. */
  async confirm(change: PegChange) {
    this.#store.takenBack.clear();
    // A page that is closed in between asks again, and sends the same peg.
    await this.#store.add(change).stored;
    await this.withdraw();
  }

  /** Withdraws the change that is {@link asked}. */
  async withdraw() {
    const { id, saved } = this.#store;
    if (saved.asked) await savedGames.save({ id, asked: null }, "strict");
  }

  /** Returns true if this peg can be amended or taken back. The Game lists its newest pegs, and older pegs stay. */
  mayChange(id: string): boolean {
    const { canScore, game, saved } = this.#store;
    const isOpen = !isClosed(game) && !hasResult(saved.game);
    return canScore && isOpen && game.pegs.some((peg) => peg.id === id);
  }

  /** Takes a peg back. */
  takeBack(peg: LocalPeg) {
    this.#store.takenBack.note({ peg });
    const path = gamePath(this.#store.id, `/pegs/${peg.id}${byQuery()}`);
    return this.#store.add({ kind: "peg_back", subject: peg.id, method: "DELETE", path }).stored;
  }
}

/** A result: of two sides the winner and the points that the loser lacks, of three the scores. */
export type Result = { winner: number; short_by: number } | { scores: number[] };
/** Returns the scores of a result. @param game which ends so */
export function scoresOf({ sides, rules: { target } }: LocalGame, result: Result): number[] {
  if ("scores" in result) return result.scores;
  return sides.map((_, side) => (side === result.winner ? target : target - result.short_by));
}

/** A side's word on a result; `scores` are the scores that the side claims instead. */
export type Verdict = { side: number; agrees: boolean; scores?: number[] };

function add(game: string, { rest, ...change }: Pick<Tap, "kind" | "method"> & { rest: string; body?: object }) {
  const { line } = savedGames.get(game) as SavedGame;
  return outbox.add({ ...change, path: gamePath(game, rest), line, game, at: new Date().toISOString() });
}

/** Returns true if a result of this phone is on its way. @param game its id */
export function hasPendingResult(game: string): boolean {
  const newest = pendingTaps(game).findLast(({ kind }) => ["result", "result_back"].includes(kind));
  return newest?.kind === "result";
}

/** Enters the result of a game, with or without the service. @param game its id */
export function enterResult(game: string, result: Result) {
  const body = { ...result, by: phoneName(), device: deviceOf(game) };
  return add(game, { kind: "result", method: "PUT", rest: "/result", body });
}

/** Takes back the result of this phone that is on its way. @param game its id */
export function takeBackPendingResult(game: string) {
  const rest = `/result?by=${encodeURIComponent(phoneName())}`;
  return add(game, { kind: "result_back", method: "DELETE", rest });
}

/** Confirms or contests the result that another phone entered. @param game its id */
export function judgeResult(game: string, verdict: Verdict) {
  const body = { id: newId(), ...verdict, by: phoneName(), device: deviceOf(game) };
  return add(game, { kind: "verdict", method: "PUT", rest: "/result/confirmation", body });
}
