import type { PegFor } from "pegout-api";
import { followGame } from "../game/begin.ts";
import type { PegChange } from "../game/changes.ts";
import type { GameStore } from "../game/game-store.ts";
import type { KindChoice } from "../game/kind.ts";
import { pegText, refusalText, undoText } from "../game/labels.ts";
import { hasResult, isOut, type LocalPeg, type RematchWishes } from "../game/local-game.ts";
import { type AmendedPeg, forgetGame } from "../game/outbox.ts";
import { savedGames } from "../game/saved-games.ts";
import { dealingSide } from "../game/seats.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { buzz } from "../lib/device.ts";
import { t } from "../lib/i18n.ts";
import { leaveFor } from "../lib/router.ts";
import type { Offer } from "./deal-keys.ts";
import { chooseKeyMode } from "./number-keys.ts";
import type { Pegging } from "./pegging.ts";
import type { Question } from "./questions.ts";
import { droppedText } from "./status-line.ts";

/** The way from a game to its rematch. */
export class NextGame {
  #store;
  #onOffline;
  #isLeaving = false;

  /** @param onOffline called when the rematch is not on this phone, and there is no network */
  constructor(store: GameStore, onOffline: () => void) {
    this.#store = store;
    this.#onOffline = onOffline;
  }

  /** Begins the rematch, and goes there. */
  async begin(wishes?: RematchWishes) {
    const next = await this.#store.rematch(wishes);
    await this.#go(next);
  }

  /** Goes to a rematch that began. @param next its id @returns true if it is there */
  async follow(next: string): Promise<boolean> {
    const { line, token } = this.#store.saved;
    try {
      await followGame(next, token, line);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#onOffline();
      return false;
    }
    await this.#go(next);
    return true;
  }

  /** Goes to the rematch that another phone had begun: this phone's own never was. @param next its id */
  async replace(next: string) {
    if (await this.follow(next)) await forgetGame(this.#store.id);
  }

  /** Goes to the other phone's rematch at once if nothing was pegged, so that there is nothing to read before. */
  replaceEmpty() {
    const { rejected, game } = this.#store;
    const next = rejected[0]?.refused.rematch;
    if (rejected.length !== 1 || !next || game.pegs.length > 0 || this.#isLeaving) return;
    this.#isLeaving = true;
    this.replace(next);
  }

  // The sides sit as they did.
  async #go(next: string) {
    const { side, night } = this.#store.saved;
    if (side !== undefined) await savedGames.save({ id: next, side, ...(night && { night }) });
    leaveFor(`#/table?id=${next}`);
  }
}

const TAP = 10;
const REFUSED = 60;

/** The changes that the keys of a table make, besides the pegs themselves. */
export class Actions {
  #store;
  #kinds;
  #question;
  #pegging;
  #listeners;
  #isMatch;

  /**
   * @param table `isMatch` is false for a game whose entered result is not taken back here
   * @param listeners `names` returns the names for questions; `onEnd` is called when the game is over
   */
  constructor(
    {
      store,
      kinds,
      question,
      pegging,
      isMatch,
    }: { store: GameStore; kinds: KindChoice; question: Question; pegging: Pegging; isMatch: boolean },
    listeners: {
      names: () => string[];
      onEnd: () => void;
      onUndo: () => void;
      onChange: () => void;
      onRefusal: (text: string) => void;
    },
  ) {
    this.#store = store;
    this.#kinds = kinds;
    this.#question = question;
    this.#pegging = pegging;
    this.#isMatch = isMatch;
    this.#listeners = listeners;
  }

  /** True if an entered result stands that this phone does not take back. */
  get isSettled() {
    return !this.#isMatch && hasResult(this.#store.saved.game);
  }

  /** The thing that Undo takes back, or pegs after all, in words; empty for nothing. */
  get undoes(): string {
    const { newest, changes } = this.#store;
    const { early, lastTap } = this.#pegging;
    const names = this.#listeners.names();
    if (early.dropped) return droppedText(early.dropped);
    if (this.#isAskedNewest) return pegText((changes.asked as PegChange).peg, names);
    if (lastTap && newest?.peg) return t("tap.peg", { side: names[newest.peg.side], n: lastTap });
    return newest && !this.isSettled ? undoText(newest, names) : "";
  }

  /**
   * The key next to the line: Undo if there is something to take back, else the way to the result of a game in play.
   */
  get key(): "undo" | "result" | "none" {
    const { game, canScore } = this.#store;
    if (!canScore || game.status === "void") return "none";
    if (this.undoes) return "undo";
    return game.status === "playing" ? "result" : "none";
  }

  /** True if the line next to Undo shows a peg that can be changed. */
  get canChange() {
    const { newest, changes, takenBack } = this.#store;
    const isShown = newest?.peg && !this.#pegging.early.dropped && !takenBack.last;
    return Boolean(isShown && changes.mayChange(newest.peg?.id ?? ""));
  }

  // Later taps are taken back before the change that waits for an answer.
  get #isAskedNewest() {
    const { newest, changes } = this.#store;
    return changes.asked !== null && Date.parse(newest?.peg?.at ?? "") <= Date.parse(changes.asked.at);
  }

  /** Takes a tap on a number of a side. */
  tap(side: number, points: number) {
    if (this.#isOver()) return;
    if (points === 0) return this.#refuse(t("table.points_first"));
    this.#pegging.tap(side, points);
  }

  // At the end the keys show how it ended.
  #isOver() {
    const { game, rejected } = this.#store;
    const isRematched = rejected.some(({ refused }) => refused.rematch);
    if (game.status === "finished") this.#listeners.onEnd();
    else if (isRematched) this.#refuse(t("state.rematch"));
    else if (game.status === "void") this.#refuse(t("table.no.game-void"));
    else if (isOut(game)) this.#refuse(t("table.no.game-over"));
    return game.status !== "playing" || isRematched || isOut(game);
  }

  /** Takes back the last thing, or makes the change that was just withdrawn. */
  async undo() {
    if (this.#pegging.early.dropped) return this.#pegging.early.restore();
    if (this.#isAskedNewest) return this.#pegging.early.withdraw();
    this.#question.close();
    if (!this.#pegging.undo()) {
      this.#pegging.settle();
      const { newest } = this.#store;
      if (this.isSettled) return this.#refuse(t("refused.result-stands"));
      if (!newest) return this.#refuse(t("table.nothing"));
      if (newest.peg) this.#pegging.taps.pegTakenBack(newest.peg);
      if (newest.result) await this.#takeResultBack();
      else this.#store.undo();
    }
    buzz(TAP);
    this.#listeners.onUndo();
    this.#offerNumberFirst();
  }

  // To those who often hit the key beside the one they meant.
  #offerNumberFirst() {
    if (!this.#pegging.taps.offersNumberFirst()) return;
    this.#question.ask(t("ask.keys"), [
      { label: t("table.keys.two"), onTap: () => chooseKeyMode("two") },
      { label: t("ask.keys.stay"), onTap: () => {} },
    ]);
  }

  async #takeResultBack() {
    try {
      await this.#store.takeResultBack();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.#refuse(error instanceof Refusal ? refusalText(error.problem) : t("table.no.answer"));
    }
  }

  /** Counts a wrong key if a peg was soon given to another side, or other points. */
  amended(peg: LocalPeg, changes: Partial<AmendedPeg>) {
    this.#pegging.settle();
    if (changes.for === "hand") this.#kinds.confirm(peg.id);
    if (changes.side !== undefined || changes.points !== undefined) this.#pegging.taps.pegTakenBack(peg);
    this.#listeners.onChange();
  }

  /** Chooses the kind of the next peg. */
  chooseKind(kind: PegFor) {
    this.#pegging.settle();
    this.#kinds.choose(kind);
    this.#listeners.onChange();
  }

  /** Asks who gets the points of a penalty. @param points as the rules say */
  askPenalty(penalty: "renege" | "cut", points: number) {
    if (this.#isOver()) return;
    this.#pegging.settle();
    const answers = this.#listeners.names().map((name, side) => ({
      label: t("ask.give", { likely: name, n: points }),
      onTap: () => this.#pegging.peg({ side, points, for: "penalty" }),
      side,
    }));
    const isTurned = this.#store.game.rules.lowball;
    this.#question.ask(
      t(isTurned ? "ask.penalty.lowball" : "ask.penalty", { what: t(`rule.penalties.${penalty}`) }),
      answers,
    );
  }

  /** Takes the offer of the deal. */
  takeOffer(offer: Offer) {
    if (this.#isOver()) return;
    this.#pegging.settle();
    const { game } = this.#store;
    const { due } = this.#kinds;
    if (offer === "heels") this.#pegging.peg({ side: dealingSide(game), points: this.#kinds.ofHeels, for: "heels" });
    if (offer === "show") this.#kinds.show();
    const points = this.#kinds.ofNothing;
    if (offer === "nothing" && due.side !== null && points !== null)
      this.#pegging.peg({ side: due.side, points, for: due.kind });
    this.#listeners.onChange();
  }

  /** Begins the next deal; asks first where the show was begun and something of it is missing. */
  deal() {
    if (this.#isOver()) return;
    this.#pegging.settle();
    const { allowed } = this.#store.game;
    const begin = () => {
      buzz(TAP);
      this.#store.deal();
    };
    const missing = allowed?.find((entry) => entry.for === "hand" || entry.for === "crib");
    if (!missing || this.#kinds.due.kind === "play") return begin();
    const [side] = missing.sides;
    this.#question.ask(t(`ask.missing.${missing.for}`, { side: this.#listeners.names()[side] }), [
      { label: t("ask.missing.wait"), onTap: () => {}, side },
      { label: t("ask.missing.deal"), onTap: begin },
    ]);
  }

  #refuse(text: string) {
    buzz(REFUSED);
    this.#listeners.onRefusal(text);
  }
}
