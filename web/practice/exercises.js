/** @import { CardStep, Item } from "pegout-api" */
/** @import { CountExercise, PlayExercise, ThrowExercise } from "../engine/engine.js" */
/** @import { Result } from "./practice.js" */
/** @import { Stage } from "./stage.js" */
import { itemLine, itemParts, kindText, scoresText, sinceCountBegan, spokenCall } from "../cards/explanation.js";
import { SAME, optionList } from "../cards/throw.js";
import { element } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { list, t } from "../lib/i18n.js";
import { cardName } from "../ui/cards.js";

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

const THROWN = 2;

/** Two of six cards to throw. */
export class ThrowPractice {
  #stage;
  #exercise;
  #onEnd;

  /** @param {Stage} stage @param {ThrowExercise} exercise @param {(result: Result) => void} onEnd */
  constructor(stage, exercise, onEnd) {
    this.#stage = stage;
    this.#exercise = exercise;
    this.#onEnd = onEnd;
  }

  /** Asks for the two cards. @param {string} place of the exercise in its round */
  ask(place) {
    const { cards, crib } = this.#exercise;
    /** @type {string[]} */
    let thrown = [];
    const offer = () => {
      const isReady = thrown.length === THROWN;
      this.#stage.offer({ label: t("practice.throw"), onTap: () => this.#answer(thrown), isReady });
    };
    this.#stage.look([]);
    this.#stage.say(`${place} ${t(`practice.throw.${crib}`)}`);
    this.#stage.askCards(cards, {
      onChange: (chosen) => {
        thrown = chosen;
        offer();
      },
      allows: (chosen) => {
        if (chosen.length < THROWN) return true;
        this.#stage.flash(t("practice.throw.two"));
        return false;
      },
    });
    offer();
  }

  /** @param {string[]} thrown */
  #answer(thrown) {
    const { cards, crib, advice } = this.#exercise;
    const { options } = advice;
    const [best] = options;
    const at = options.findIndex((option) => option.throw.every((card) => thrown.includes(card)));
    const own = options[at];
    const loss = best.expected - own.expected;
    const isRight = loss < SAME;
    const values = { own: number(own.expected), best: number(best.expected), cards: list(best.throw.map(cardName)) };
    this.#stage.say(t(isRight ? "practice.throw.best" : "practice.throw.worse", values));
    this.#stage.look(cards, { lifted: isRight ? thrown : best.throw });
    const nodes = optionList(options, { crib, players: 2, rules: null });
    nodes.at(-1)?.children[at].setAttribute("aria-current", "true");
    this.#stage.list([element("div", { class: "ways-list" }, nodes)]);
    this.#onEnd({ isRight, loss: Math.max(loss, 0) });
  }
}

// The most points that a card earns without jokers: four alike, and fifteen or thirty-one.
const MOST_COUNT = 15;

/** A moment of the play: the points of the newest card, or the cards that may be played. */
export class PlayPractice {
  #stage;
  #hand;
  #playable;
  #onEnd;
  #pile;
  #wrong = 0;

  /** @param {Stage} stage @param {PlayExercise} exercise @param {(result: Result) => void} onEnd */
  constructor(stage, { hand, played: { steps, next } }, onEnd) {
    this.#stage = stage;
    this.#hand = hand;
    this.#playable = next?.playable ?? [];
    this.#onEnd = onEnd;
    this.#pile = sinceCountBegan(/** @type {CardStep[]} */ (steps.filter((step) => "card" in step)));
  }

  get #newest() {
    return this.#pile[this.#pile.length - 1];
  }

  /** Asks. @param {string} place of the exercise in its round */
  ask(place) {
    const cards = this.#pile.map(({ card }) => card);
    const { card, count } = this.#newest;
    this.#stage.look(cards, {
      counts: this.#pile.map((step) => step.count),
      lifted: this.#hand ? [] : [card],
    });
    if (this.#hand) return this.#askHand(place, this.#hand);
    this.#stage.say(`${place} ${t("practice.play.points", { card: cardName(card), count })}`);
    this.#stage.askNumber(MOST_COUNT, (number) => this.#answer(number));
    this.#stage.offer(null);
  }

  /** @param {number} number */
  #answer(number) {
    const { points, scores } = this.#newest;
    const isRight = number === points;
    if (!isRight) this.#wrong += 1;
    if (!isRight && this.#wrong === 1) return this.#stage.say(t("practice.wrong", { n: number }));
    const what = points > 0 ? t("practice.play.what", { n: points, what: scoresText(scores) }) : t("practice.nothing");
    this.#stage.say(`${isRight ? t("practice.right") : t("practice.not", { n: number })} ${what}`);
    this.#stage.count(String(points), t("app.points", { n: points }));
    this.#stage.list([element("ol", { class: "items" }, scores.map(itemLine))]);
    this.#onEnd({ isRight: this.#wrong === 0 });
  }

  /** @param {string} place @param {string[]} hand */
  #askHand(place, hand) {
    const { count } = this.#newest;
    /** @type {string[]} */
    let chosen = [];
    const offer = () => {
      const label = t(chosen.length > 0 ? "practice.play.these" : "practice.play.none");
      this.#stage.offer({ label, onTap: answer });
    };
    const answer = () => {
      const isRight = chosen.length === this.#playable.length && this.#playable.every((card) => chosen.includes(card));
      const cards = list(this.#playable.map(cardName));
      const why = t(this.#playable.length > 0 ? "practice.play.fit" : "practice.play.go", { n: 31 - count, cards });
      keys.lock(this.#playable);
      this.#stage.say(`${t(isRight ? "practice.right" : "practice.play.not")} ${why}`);
      this.#onEnd({ isRight });
    };
    this.#stage.say(`${place} ${t("practice.play.which", { count })}`);
    this.#stage.count(String(count), t("play.count", { n: count }));
    const onChange = (/** @type {string[]} */ cards) => {
      chosen = cards;
      offer();
    };
    const keys = this.#stage.askCards(hand, { onChange });
    offer();
  }
}
