/** @import { Hint } from "pegout-api" */
/** @import { GameStore } from "../game/game-store.js" */
/** @import { LocalPeg } from "../game/rules.js" */
/** @import { Question } from "../pegging/question.js" */
import { dealerAnswers } from "../game/rules.js";
import { phoneName } from "../lib/device.js";
import { t } from "../lib/i18n.js";

const MINUTE = 60_000;

/** The service's hints about pegs that no phone could ask about before: two phones have pegged at once, or a hand came early. */
export class Hints {
  #store;
  #question;
  #names;
  /** @type {Set<string>} */
  #answered = new Set();
  #hasAskedDealer = false;

  /** @param {GameStore} store @param {Question} question @param {() => string[]} names returns the names for questions */
  constructor(store, question, names) {
    this.#store = store;
    this.#question = question;
    this.#names = names;
  }

  /** Notes that somebody at this phone pegs the same once more, and means it. @param {number} side @param {number} points */
  accept(side, points) {
    this.#answered.add(this.#key(side, points));
  }

  /** Asks who deals first, where the table cuts for it, or about the first hint that nobody has answered here. */
  ask() {
    const { game, canScore } = this.#store;
    if (!canScore || game.status !== "playing" || this.#question.isOpen) return;
    if (game.first_dealer_known === false && game.deal === 1 && !this.#hasAskedDealer) return this.#askDealer();
    for (const hint of game.hints ?? []) {
      const peg = game.pegs.find(({ id }) => id === hint.pegs.at(-1));
      const isRecent = peg && Date.now() - Date.parse(peg.at) < MINUTE;
      if (isRecent && !this.#answered.has(this.#key(peg.side, peg.points)) && this.#askAbout(hint, peg)) return;
    }
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

  /** @param {Hint} hint @param {LocalPeg} peg its newest @returns {boolean} true if there is a question about it */
  #askAbout({ kind, pegs, owner, points }, peg) {
    const values = { n: peg.points, side: this.#names()[peg.side], by: this.#otherPhone(pegs) };
    const accept = () => this.accept(peg.side, peg.points);
    const takeBack = () => {
      accept();
      if (this.#store.canTakeBack(peg.id)) this.#store.takeBack(peg);
    };
    if (kind === "same_points_two_phones" || (kind === "hand_twice" && typeof points === "number")) {
      this.#question.ask(t("ask.crossed", values), [
        { label: t("ask.once"), onTap: takeBack },
        { label: t("ask.two_times"), onTap: accept },
      ]);
      return true;
    }
    if (kind !== "hand_before_pone" || peg.by !== phoneName() || typeof owner !== "number") return false;
    const first = { ...values, likely: this.#names()[owner] };
    this.#question.ask(t("ask.first", first), [
      { label: t("ask.first.wait", first), onTap: takeBack, side: owner },
      { label: t("ask.stay", first), onTap: accept },
    ]);
    return true;
  }

  /** @param {string[]} pegs */
  #otherPhone(pegs) {
    const others = this.#store.game.pegs.filter(({ id, by }) => pegs.includes(id) && by !== phoneName());
    return others[0]?.by ?? t("table.by.other");
  }

  /** @param {number} side @param {number} points */
  #key(side, points) {
    return `${this.#store.game.deal} ${side} ${points}`;
  }
}
