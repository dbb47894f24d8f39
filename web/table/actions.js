/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "../game/game-store.js" */
/** @import { KindChoice } from "../pegging/kind.js" */
/** @import { Pegging } from "../pegging/pegging.js" */
/** @import { Question } from "../pegging/question.js" */
/** @import { Offer } from "../pegging/rail.js" */
import { refusalText, undoText } from "../game/labels.js";
import { dealingSide, hasResult, nothingScores } from "../game/rules.js";
import { Refusal, Unreachable } from "../lib/api.js";
import { buzz } from "../lib/device.js";
import { t } from "../lib/i18n.js";
import { chooseKeyMode } from "../pegging/keys.js";

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
   * @param {{store: GameStore, kinds: KindChoice, question: Question, pegging: Pegging, isMatch: boolean}} table `isMatch` is
   *   false for a game whose entered result is not taken back here
   * @param {{names: () => string[], onEnd: () => void, onUndo: () => void, onChange: () => void, onRefusal: (text: string) => void}} listeners
   *   `names` returns the names for questions; `onEnd` is called when the game is over
   */
  constructor({ store, kinds, question, pegging, isMatch }, listeners) {
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

  /** The thing that Undo takes back, or pegs after all, in words; empty for nothing. @returns {string} */
  get undoes() {
    const { newest } = this.#store;
    const { dropped } = this.#pegging;
    if (dropped) return t("table.dropped", { n: dropped.points });
    return newest && !this.isSettled ? undoText(newest, this.#listeners.names()) : "";
  }

  /** Takes a tap on a number of a side. @param {number} side @param {number} points */
  tap(side, points) {
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
    else if (game.status === "void") this.#refuse(t("table.no.void"));
    return game.status !== "playing" || isRematched;
  }

  /** Takes back the last thing, or pegs the tap that was just dropped. */
  async undo() {
    const { dropped } = this.#pegging;
    if (dropped) return this.#pegging.peg(dropped);
    this.#pegging.drop();
    this.#question.close();
    if (!(await this.#pegging.undo())) {
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

  /** Asks whose the newest peg is: this is the first of the two taps that put a wrong side right. */
  offerOtherSide() {
    const { peg } = this.#store.newest ?? {};
    if (!peg || !this.#store.canTakeBack(peg.id)) return;
    this.#pegging.settle();
    const names = this.#listeners.names();
    const others = names.flatMap((name, side) => (side === peg.side ? [] : [{ name, side }]));
    const answers = others.map(({ name, side }) => ({
      label: t("ask.give", { likely: name, n: peg.points }),
      onTap: () => {
        this.#pegging.taps.pegTakenBack(peg);
        this.#store.takeBack(peg);
        this.#pegging.peg({ side, points: peg.points, kind: /** @type {PegFor} */ (peg.for) });
      },
      side,
    }));
    const stay = { label: t("ask.stay", { side: names[peg.side] }), onTap: () => {} };
    this.#question.ask(t("ask.other_side", { n: peg.points, side: names[peg.side] }), [...answers, stay]);
  }

  /** Chooses the kind of the next peg. @param {PegFor} kind */
  chooseKind(kind) {
    this.#pegging.settle();
    this.#kinds.choose(kind);
    this.#listeners.onChange();
  }

  /** Asks who gets the points of a penalty. @param {"renege"|"cut"} penalty @param {number} points as the rules say */
  askPenalty(penalty, points) {
    if (this.#isOver()) return;
    this.#pegging.settle();
    const answers = this.#listeners.names().map((name, side) => ({
      label: t("ask.give", { likely: name, n: points }),
      onTap: () => this.#pegging.peg({ side, points, kind: "penalty" }),
      side,
    }));
    const isTurned = this.#store.game.rules.lowball;
    this.#question.ask(
      t(isTurned ? "ask.penalty.lowball" : "ask.penalty", { what: t(`rule.penalties.${penalty}`) }),
      answers,
    );
  }

  /** Takes what the deal offers. @param {Offer} offer */
  takeOffer(offer) {
    if (this.#isOver()) return;
    this.#pegging.settle();
    const { due } = this.#kinds;
    if (offer === "heels") this.#pegging.count({ side: dealingSide(this.#store.game), points: 2, kind: "heels" });
    if (offer === "show") this.#kinds.show();
    const points = nothingScores(this.#store.game.rules, due.kind);
    if (offer === "nothing" && due.side !== null) this.#pegging.count({ side: due.side, points, kind: due.kind });
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

  /** @param {string} text */
  #refuse(text) {
    buzz(REFUSED);
    this.#listeners.onRefusal(text);
  }
}
