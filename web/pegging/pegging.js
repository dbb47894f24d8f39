/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "../game/game-store.js" */
/** @import { Doubt, Tap } from "./doubt.js" */
/** @import { KindChoice } from "./kind.js" */
/** @import { Answer, Question } from "./question.js" */
import { rejectionText } from "../game/labels.js";
import { canEarn, mostPoints } from "../game/rules.js";
import { buzz } from "../lib/device.js";
import { t } from "../lib/i18n.js";
import { doubtAbout } from "./doubt.js";
import { Gathering } from "./gathering.js";
import { TapCount } from "./tap-count.js";

const TAP = 10;
// More than the play gives in one peg, but for rare ones.
const MOST_OF_PLAY = 4;

/** The way of a tap to a peg: it is added to the open one, asked about where the service expects another, or pegged. */
export class Pegging {
  #store;
  #kinds;
  #question;
  #listeners;
  #gathering;
  /** The tap that waits for an answer. @type {Tap|null} */
  #doubted = null;
  // The deal in which somebody said that a large number was of the play.
  #playedOn = 0;

  /** The taps that pegged. */
  taps;

  /** The tap that was dropped, because another key was touched while it waited. @type {Tap|null} */
  dropped = null;

  /**
   * @param {GameStore} store @param {KindChoice} kinds @param {Question} question
   * @param {{onPeg: (tap: Tap) => void, onTwice: (tap: Tap) => void, onAdd: (points: number) => void,
   *   onChange: () => void, onRefusal: (text: string) => void, names: () => string[]}} listeners `onTwice` is called with a
   *   tap that is pegged once more on purpose, `onAdd` with the points that were added to the open peg; `names` returns the
   *   names for questions
   */
  constructor(store, kinds, question, listeners) {
    this.#store = store;
    this.#kinds = kinds;
    this.#question = question;
    this.#listeners = listeners;
    this.taps = new TapCount(store);
    this.#gathering = new Gathering(store, () => listeners.onChange());
  }

  /** True while another tap adds to the newest peg. */
  get isOpen() {
    return this.#gathering.side !== null;
  }

  /** The points of the open peg. */
  get openPoints() {
    return this.#gathering.points;
  }

  /** True while a question about a tap is open: another one in its place would leave the tap without an answer. */
  get isAsking() {
    return this.#doubted !== null && this.#question.isOpen;
  }

  /** Takes a tap on a number of a side. @param {number} side @param {number} points */
  async tap(side, points) {
    const isAgain = this.#doubted?.side === side && this.#doubted.points === points;
    if (isAgain && this.#question.isOpen) return this.peg(/** @type {Tap} */ (this.#doubted));
    this.drop();
    if (this.#gathering.side === side && (await this.#add(points))) return;
    this.#gathering.close();
    const kind = this.#kinds.of(points);
    const objection = this.#store.objection(side, points, kind);
    if (objection) return this.#listeners.onRefusal(rejectionText(objection, points, kind));
    this.#check({ side, points, kind });
  }

  /** Takes a whole count: 0 for a hand of nothing. @param {Tap} tap */
  count(tap) {
    this.drop();
    this.#gathering.close();
    const objection = this.#store.objection(tap.side, tap.points, tap.kind);
    if (objection) return this.#listeners.onRefusal(rejectionText(objection, tap.points, tap.kind));
    this.#check(tap);
  }

  /** Pegs without a question. @param {Tap} tap */
  peg({ side, points, kind }) {
    this.#question.close();
    this.#doubted = null;
    this.dropped = null;
    buzz(TAP);
    // What is added does not change the part of the deal that it is for.
    const meant = kind === "other" ? this.#kinds.kind : kind;
    const { game } = this.#store;
    const kindOf = (/** @type {number} */ sum) => (sum === points ? kind : canEarn(meant, sum, game) ? meant : "other");
    const isWhole = points === 0 || kind === "heels" || kind === "go";
    if (isWhole) this.#store.peg(side, points, kind);
    else {
      this.#gathering.begin(side, points, kindOf);
      this.taps.pegged();
    }
    this.#kinds.pegged();
    this.#listeners.onPeg({ side, points, kind });
  }

  /** Sends the open peg, and drops the tap that waits for an answer, since another key was touched. */
  settle() {
    this.drop();
    this.#gathering.close();
  }

  /** Lets the open peg wait while another number is chosen. */
  extend() {
    this.#gathering.extend();
  }

  /** Takes back the last tap while its peg is open. @returns {Promise<boolean>} false if there is none */
  async undo() {
    const isUndone = await this.#gathering.undo();
    if (isUndone) this.taps.takenBack();
    return isUndone;
  }

  /** Drops the tap that waits for an answer. */
  drop() {
    if (!this.#doubted) return;
    this.dropped = this.#doubted;
    this.#doubted = null;
    this.#question.close();
    this.#listeners.onChange();
  }

  /** @param {number} points */
  async #add(points) {
    const most = mostPoints(this.#store.game);
    if (this.#gathering.points + points > most) {
      this.#listeners.onRefusal(t("table.most", { n: most }));
      return true;
    }
    const isAdded = await this.#gathering.add(points);
    if (!isAdded) return false;
    buzz(TAP);
    this.taps.pegged();
    this.#listeners.onAdd(points);
    return true;
  }

  /** @param {Tap} tap */
  #check(tap) {
    const { game, dealPegs } = this.#store;
    if (this.#isPerhapsHand(tap)) return this.#ask(tap, t("ask.show", { n: tap.points }), this.#showAnswers(tap));
    const doubt = doubtAbout(game, dealPegs, tap);
    if (!doubt) return this.peg(tap);
    this.#ask(tap, this.#text(doubt, tap), this.#answers(doubt, tap));
  }

  // Once a deal, and only where nobody has chosen the play.
  /** @param {Tap} tap */
  #isPerhapsHand({ points, kind }) {
    const { firstHand, due, chosen } = this.#kinds;
    const { deal } = this.#store.game;
    const isLarge = kind === "play" && due.kind === "play" && points > MOST_OF_PLAY;
    return isLarge && !chosen && firstHand !== null && this.#playedOn !== deal;
  }

  /** @param {Tap} tap @returns {Answer[]} */
  #showAnswers(tap) {
    const asHand = () => {
      this.#doubted = null;
      this.#kinds.show();
      this.#check({ ...tap, kind: "hand" });
    };
    const asPlay = () => {
      this.#playedOn = this.#store.game.deal;
      this.peg(tap);
    };
    return [
      { label: t("ask.kind", { kind: t("for.hand"), n: tap.points }), onTap: asHand, side: tap.side },
      { label: t("ask.kind", { kind: t("for.play"), n: tap.points }), onTap: asPlay },
    ];
  }

  /** @param {Doubt} doubt @param {Tap} tap */
  #text({ about, likely, by }, { side, points, kind }) {
    const names = this.#listeners.names();
    return t(about === "twice" ? `ask.twice.${kind}` : `ask.${about}`, {
      n: points,
      side: names[side],
      likely: likely === undefined ? "" : names[likely],
      by: by ?? t("table.by.other"),
    });
  }

  /** @param {Doubt} doubt @param {Tap} tap @returns {Answer[]} */
  #answers({ about, likely }, tap) {
    const names = this.#listeners.names();
    const anyway = () => {
      this.#listeners.onTwice(tap);
      this.peg(tap);
    };
    const nothing = () => {
      this.#doubted = null;
      this.#listeners.onChange();
    };
    const values = { n: tap.points, side: names[tap.side], likely: names[likely ?? tap.side] };
    if (about === "two_phones")
      return [
        { label: t("ask.once"), onTap: nothing },
        { label: t("ask.two_times"), onTap: anyway },
      ];
    if (about === "twice")
      return [
        { label: t("ask.no"), onTap: nothing },
        { label: t("ask.more", values), onTap: anyway },
      ];
    if (about === "first")
      return [
        { label: t("ask.first.wait", values), onTap: nothing, side: likely },
        { label: t("ask.give", { ...values, likely: names[tap.side] }), onTap: anyway },
      ];
    const other = { ...tap, side: likely ?? tap.side };
    return [
      { label: t("ask.give", values), onTap: () => this.peg(other), side: likely },
      { label: t("ask.anyway", values), onTap: anyway },
    ];
  }

  /** @param {Tap} tap @param {string} text @param {Answer[]} answers */
  #ask(tap, text, answers) {
    this.#doubted = tap;
    this.#question.ask(text, answers);
  }
}
