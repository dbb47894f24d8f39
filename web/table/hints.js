/** @import { Hint } from "pegout-api" */
/** @import { GameStore } from "../game/game-store.js" */
/** @import { LocalPeg } from "../game/rules.js" */
/** @import { Answer, Question } from "../pegging/question.js" */
import { dealerAnswers } from "../game/rules.js";
import { phoneName } from "../lib/device.js";
import { t } from "../lib/i18n.js";

const MINUTE = 60_000;
// Hints for the phone that made the peg: it may be one too many, or for the wrong side.
const TWICE = ["hand_twice", "crib_twice", "heels_twice", "heels_late"];
const OF_OTHER = ["crib_of_other", "heels_of_pone"];

/** A question about a peg that stands. @typedef {{text: string, answers: Answer[]}} AfterQuestion */

/** The hints about pegs, as questions. The pegs stand whatever the answer, so a question may pass. */
export class Hints {
  #store;
  #question;
  #names;
  // The pegs and kinds of the hints that were answered here, or have passed.
  /** @type {Set<string>} */
  #answered = new Set();
  #hasAskedDealer = false;
  /** The question that is open. @type {string|null} */
  #asked = null;

  /** @param {GameStore} store @param {Question} question @param {() => string[]} names returns the names for questions */
  constructor(store, question, names) {
    this.#store = store;
    this.#question = question;
    this.#names = names;
  }

  /** Asks who deals first if the table cuts for it, else about the newest open hint. A question of the tap itself goes before. */
  ask() {
    queueMicrotask(() => this.#ask());
  }

  #ask() {
    const { game, canScore } = this.#store;
    if (!canScore || game.status !== "playing") return;
    const isOwn = this.#question.asks(this.#asked);
    const found = this.#find();
    if (isOwn && !found) this.#question.withdraw(this.#asked);
    if (this.#question.isOpen && !isOwn) return;
    if (game.first_dealer_known === false && game.deal === 1 && !this.#hasAskedDealer) return this.#askDealer();
    if (!found) return;
    this.#asked = found.text;
    this.#question.ask(found.text, found.answers, () => this.#answered.add(found.key));
  }

  /** @returns {AfterQuestion & {key: string}|null} */
  #find() {
    const { hints = [], pegs } = this.#store.game;
    for (const hint of [...hints].reverse()) {
      const peg = pegs.find(({ id }) => id === hint.pegs.at(-1));
      const key = `${hint.kind} ${peg?.id}`;
      const isNews = peg && Date.now() - Date.parse(peg.at) < MINUTE && !this.#answered.has(key);
      const question = isNews && this.#about(hint, peg, () => this.#answered.add(key));
      if (question) return { ...question, key };
    }
    return null;
  }

  // Once while the table is open: pegs are taken without an answer too.
  #askDealer() {
    this.#hasAskedDealer = true;
    const answers = dealerAnswers(this.#store.game.sides, this.#names());
    this.#question.ask(
      t("ask.cut"),
      answers.map(({ value, label }) => ({
        label,
        onTap: () => this.#store.correct({ first_dealer: Number(value) }),
      })),
    );
  }

  /** @param {Hint} hint @param {LocalPeg} peg its newest @param {() => void} accept notes that the peg is right @returns {AfterQuestion|null} null if there is no question about it */
  #about({ kind, pegs, owner, points }, peg, accept) {
    const names = this.#names();
    const values = { n: peg.points, side: names[peg.side], by: this.#otherPhone(pegs) };
    const takeBack = () => {
      accept();
      if (this.#store.changes.mayChange(peg.id)) this.#store.changes.takeBack(peg);
    };
    if (kind === "same_points_two_phones" || (kind === "hand_twice" && typeof points === "number")) {
      const answers = [
        { label: t("ask.once"), onTap: takeBack },
        { label: t("ask.two_times"), onTap: accept },
      ];
      return { text: t("ask.crossed", values), answers };
    }
    if (peg.by !== phoneName()) return null;
    const due = kind === "hand_twice" ? this.#store.game.expects : null;
    const likely = due?.for === "hand" && due.side !== peg.side ? due.side : owner;
    if ((due && likely === due.side) || OF_OTHER.includes(kind)) return this.#aboutSide(peg, Number(likely), accept);
    if (TWICE.includes(kind)) {
      const answers = [
        { label: t("ask.take_back"), onTap: takeBack },
        { label: t("ask.both"), onTap: accept },
      ];
      return { text: t(`ask.${kind}`, values), answers };
    }
    if (kind !== "hand_before_pone" || typeof owner !== "number") return null;
    const first = { ...values, likely: names[owner] };
    const answers = [
      { label: t("ask.first.wait", first), onTap: takeBack, side: owner },
      { label: t("ask.stay", first), onTap: accept },
    ];
    return { text: t("ask.first.pegged", first), answers };
  }

  /** @param {LocalPeg} peg @param {number} likely the side that it was probably meant for @param {() => void} accept @returns {AfterQuestion} */
  #aboutSide(peg, likely, accept) {
    const names = this.#names();
    const values = { n: peg.points, side: names[peg.side], likely: names[likely], kind: t(`for.${peg.for}`) };
    const toLikely = () => {
      accept();
      if (this.#store.changes.mayChange(peg.id)) this.#store.changes.amend(peg, { side: likely });
    };
    const answers = [
      { label: names[likely], onTap: toLikely, side: likely },
      { label: t("ask.stay", values), onTap: accept },
    ];
    return { text: t("ask.side", values), answers };
  }

  /** @param {string[]} pegs */
  #otherPhone(pegs) {
    const others = this.#store.game.pegs.filter(({ id, by }) => pegs.includes(id) && by !== phoneName());
    return others[0]?.by ?? t("table.by.other");
  }
}
