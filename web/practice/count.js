/** @import { Item } from "pegout-api" */
/** @import { CountExercise } from "../engine/engine.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Result } from "./score.js" */
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { itemLine, itemParts, kindText, spokenCall } from "../scoring/explanation.js";

const MOST = 29;
const IMPOSSIBLE = [19, 25, 26, 27];
const STARTER = 4;

/** Points in a hand or a crib: a number, or the groups of cards one by one. */
export class CountPractice {
  #stage;
  #exercise;
  #cards;
  #onEnd;
  /** @type {Item[]} */
  #laid = [];
  /** False after a wrong number or a wrong group. */
  #isFirst = true;

  /** @param {Stage} stage @param {CountExercise} exercise @param {(result: Result) => void} onEnd */
  constructor(stage, exercise, onEnd) {
    this.#stage = stage;
    this.#exercise = exercise;
    this.#onEnd = onEnd;
    this.#cards = [...exercise.cards, exercise.starter];
  }

  /** The question. @returns {string} */
  get question() {
    return t(this.#exercise.crib ? "practice.count.crib" : "practice.count.hand");
  }

  /** Asks for the points. @param {string} place of the exercise in its round */
  ask(place) {
    this.#stage.look(this.#cards, { starter: STARTER });
    this.#stage.say(`${place} ${this.question}`);
    this.#stage.askNumber(MOST, (number) => this.#answer(number));
    this.#stage.offer({ label: t("practice.look"), onTap: () => this.#lookFor(t("practice.look.how")) });
  }

  /** @param {number} number */
  #answer(number) {
    const { show } = this.#exercise;
    if (IMPOSSIBLE.includes(number)) return this.#stage.flash(t("practice.impossible", { n: number }));
    if (number === show.total) return this.#end(t("practice.right"), []);
    this.#isFirst = false;
    this.#lookFor(`${t("practice.wrong", { n: number })} ${t("practice.look.how")}`);
  }

  /** @param {string} words */
  #lookFor(words) {
    /** @type {string[]} */
    let chosen = [];
    const offer = () =>
      this.#stage.offer(
        { label: t("practice.counts"), onTap: count, isReady: chosen.length > 0 },
        { label: t("practice.done"), onTap: () => this.#finish() },
      );
    const count = () => {
      this.#say(this.#claim(chosen));
      keys.clear();
      chosen = [];
      offer();
    };
    this.#stage.look([]);
    this.#say(words);
    const onChange = (/** @type {string[]} */ cards) => {
      chosen = cards;
      offer();
    };
    const keys = this.#stage.askCards(this.#cards, { starter: STARTER, onChange });
    offer();
  }

  // The newest group comes first, since the words show few lines.
  /** @param {string} text */
  #say(text) {
    const points = sumOf(this.#laid);
    this.#stage.say(text, [element("ol", { class: "items" }, this.#laid.map(itemLine).reverse())]);
    this.#stage.count(String(points), t("practice.so_far", { n: points }));
  }

  /** @param {string[]} chosen @returns {string} the verdict on a group */
  #claim(chosen) {
    const { items } = this.#exercise.show;
    const found = items.filter(({ cards }) => isSame(cards, chosen));
    if (found.some((item) => this.#laid.includes(item))) return t("practice.laid");
    if (found.length > 0) {
      this.#laid.push(...found);
      const kinds = list(found.map(({ kind, cards }) => kindText(kind, cards.length)));
      return t("practice.found", { kinds, n: sumOf(found) });
    }
    this.#isFirst = false;
    const n = chosen.reduce((sum, card) => sum + pips(card), 0);
    const isPart = items.some(({ kind, cards }) => kind !== "fifteen" && chosen.every((card) => cards.includes(card)));
    return t(isPart && chosen.length > 1 ? "practice.part" : "practice.sum", { n });
  }

  #finish() {
    const missed = this.#exercise.show.items.filter((item) => !this.#laid.includes(item));
    this.#end(missed.length > 0 ? t("practice.missed", { n: sumOf(missed) }) : t("practice.all"), missed);
  }

  /** @param {string} words @param {Item[]} missed */
  #end(words, missed) {
    const { show } = this.#exercise;
    this.#stage.say(words, [element("p", { class: "call" }, spokenCall(show))]);
    this.#stage.count(String(show.total), t("count.total", { n: show.total }));
    this.#showMissed(missed);
    this.#onEnd({ isRight: this.#isFirst && missed.length === 0, kinds: tally(show.items, missed) });
  }

  // A tap on a group lifts its cards.
  /** @param {Item[]} missed */
  #showMissed(missed) {
    const lift = (/** @type {Item|undefined} */ item) => {
      this.#stage.look(this.#cards, { starter: STARTER, lifted: item?.cards });
      for (const [at, key] of keys.entries()) key.setAttribute("aria-pressed", String(missed[at] === item));
    };
    const keys = missed.map((item) =>
      element("button", { type: "button", class: "item missed-item", onclick: () => lift(item) }, itemParts(item)),
    );
    const lines = missed.length > 0 ? keys : this.#exercise.show.items.map(itemLine);
    this.#stage.list([element(missed.length > 0 ? "div" : "ol", { class: "items" }, lines)]);
    lift(missed[0]);
  }
}

/** @param {string[]} some @param {string[]} others */
function isSame(some, others) {
  return some.length === others.length && some.every((card) => others.includes(card));
}

/** @param {Item[]} items */
function sumOf(items) {
  return items.reduce((sum, { points }) => sum + points, 0);
}

/** @param {string} card */
function pips([rank]) {
  return rank === "A" ? 1 : Number(rank) || 10;
}

// Counts the groups of each kind: the missed ones, and all.
/** @param {Item[]} items @param {Item[]} missed @returns {Record<string, [number, number]>} */
function tally(items, missed) {
  const count = (/** @type {Item[]} */ some, /** @type {string} */ wanted) =>
    some.filter(({ kind }) => kind === wanted).length;
  return Object.fromEntries(items.map(({ kind }) => [kind, [count(missed, kind), count(items, kind)]]));
}
