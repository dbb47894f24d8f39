import type { CardStep, Item } from "pegout-api";
import { itemLine, itemParts, kindText, scoresText, sinceCountBegan, spokenCall } from "../cards/explanation.ts";
import { SAME, optionList } from "../cards/throw.ts";
import { type CountExercise, type PlayExercise, possiblePoints, type ThrowExercise } from "../engine/engine.ts";
import { element } from "../lib/dom.ts";
import { number } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { cardName } from "../ui/cards.ts";
import type { Result } from "./practice.ts";
import type { Stage } from "./stage.ts";

const STARTER = 4;

// The points that a peg can have by the usual rules. There is no practice without the engine.
const pointsFor = (kind: "hand" | "play") => possiblePoints(null, 2)?.[kind]?.points ?? [0];

/** Points in a hand or a crib: a number, or the groups of cards one by one. */
export class CountPractice {
  #stage;
  #exercise;
  #cards;
  #onEnd;
  #laid: Item[] = [];
  /** False after a wrong number or a wrong group. */
  #isFirst = true;

  constructor(stage: Stage, exercise: CountExercise, onEnd: (result: Result) => void) {
    this.#stage = stage;
    this.#exercise = exercise;
    this.#onEnd = onEnd;
    this.#cards = [...exercise.cards, exercise.starter];
  }

  /** The question. */
  get question(): string {
    return t(this.#exercise.crib ? "practice.count.crib" : "practice.count.hand");
  }

  /** Asks for the points. @param place of the exercise in its round */
  ask(place: string) {
    this.#stage.look(this.#cards, { starter: STARTER });
    this.#stage.say(`${place} ${this.question}`);
    this.#stage.askNumber(Math.max(...pointsFor("hand")), (number) => this.#answer(number));
    this.#stage.offer({ label: t("practice.look"), onTap: () => this.#lookFor(t("practice.look.how")) });
  }

  #answer(number: number) {
    const { show } = this.#exercise;
    if (!pointsFor("hand").includes(number)) return this.#stage.flash(t("practice.impossible", { n: number }));
    if (number === show.total) return this.#end(t("practice.right"), []);
    this.#isFirst = false;
    this.#lookFor(`${t("practice.wrong", { n: number })} ${t("practice.look.how")}`);
  }

  #lookFor(words: string) {
    let chosen: string[] = [];
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
    const onChange = (cards: string[]) => {
      chosen = cards;
      offer();
    };
    const keys = this.#stage.askCards(this.#cards, { starter: STARTER, onChange });
    offer();
  }

  // The newest group comes first, since the words show few lines.
  #say(text: string) {
    const points = sumOf(this.#laid);
    this.#stage.say(text, [element("ol", { class: "items" }, this.#laid.map(itemLine).reverse())]);
    this.#stage.count(String(points), t("practice.so_far", { n: points }));
  }

  /** @returns the verdict on a group */
  #claim(chosen: string[]): string {
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

  #end(words: string, missed: Item[]) {
    const { show } = this.#exercise;
    this.#stage.say(words, [element("p", { class: "call" }, spokenCall(show))]);
    this.#stage.count(String(show.total), t("count.total", { n: show.total }));
    this.#showMissed(missed);
    this.#onEnd({ isRight: this.#isFirst && missed.length === 0, kinds: tally(show.items, missed) });
  }

  // A tap on a group lifts its cards.
  #showMissed(missed: Item[]) {
    const lift = (item: Item | undefined) => {
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

function isSame(some: string[], others: string[]) {
  return some.length === others.length && some.every((card) => others.includes(card));
}

function sumOf(items: Item[]) {
  return items.reduce((sum, { points }) => sum + points, 0);
}

function pips([rank]: string) {
  return rank === "A" ? 1 : Number(rank) || 10;
}

// Counts the groups of each kind: the missed ones, and all.
function tally(items: Item[], missed: Item[]): Record<string, [number, number]> {
  const count = (some: Item[], wanted: string) => some.filter(({ kind }) => kind === wanted).length;
  return Object.fromEntries(items.map(({ kind }) => [kind, [count(missed, kind), count(items, kind)]]));
}

const THROWN = 2;

/** Two of six cards to throw. */
export class ThrowPractice {
  #stage;
  #exercise;
  #onEnd;

  constructor(stage: Stage, exercise: ThrowExercise, onEnd: (result: Result) => void) {
    this.#stage = stage;
    this.#exercise = exercise;
    this.#onEnd = onEnd;
  }

  /** Asks for the two cards. @param place of the exercise in its round */
  ask(place: string) {
    const { cards, crib } = this.#exercise;
    let thrown: string[] = [];
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

  #answer(thrown: string[]) {
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

/** A moment of the play: the points of the newest card, or the cards that may be played. */
export class PlayPractice {
  #stage;
  #hand;
  #playable;
  #onEnd;
  #pile;
  #wrong = 0;

  constructor(stage: Stage, { hand, played: { steps, next } }: PlayExercise, onEnd: (result: Result) => void) {
    this.#stage = stage;
    this.#hand = hand;
    this.#playable = next?.playable ?? [];
    this.#onEnd = onEnd;
    this.#pile = sinceCountBegan(steps.filter((step) => "card" in step) as CardStep[]);
  }

  get #newest() {
    return this.#pile[this.#pile.length - 1];
  }

  /** Asks. @param place of the exercise in its round */
  ask(place: string) {
    const cards = this.#pile.map(({ card }) => card);
    const { card, count } = this.#newest;
    this.#stage.look(cards, {
      counts: this.#pile.map((step) => step.count),
      lifted: this.#hand ? [] : [card],
    });
    if (this.#hand) return this.#askHand(place, this.#hand);
    this.#stage.say(`${place} ${t("practice.play.points", { card: cardName(card), count })}`);
    this.#stage.askNumber(Math.max(...pointsFor("play")), (number) => this.#answer(number));
    this.#stage.offer(null);
  }

  #answer(number: number) {
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

  #askHand(place: string, hand: string[]) {
    const { count } = this.#newest;
    let chosen: string[] = [];
    const offer = () => {
      const label = t(chosen.length > 0 ? "practice.play.these" : "practice.play.none");
      this.#stage.offer({ label, onTap: answer });
    };
    const answer = () => {
      const isRight = chosen.length === this.#playable.length && this.#playable.every((card) => chosen.includes(card));
      const cards = list(this.#playable.map(cardName));
      const why = t(this.#playable.length > 0 ? "practice.play.fit" : "practice.play.go", { count, cards });
      keys.lock(this.#playable);
      this.#stage.say(`${t(isRight ? "practice.right" : "practice.play.not")} ${why}`);
      this.#onEnd({ isRight });
    };
    this.#stage.say(`${place} ${t("practice.play.which", { count })}`);
    this.#stage.count(String(count), t("play.count", { n: count }));
    const onChange = (cards: string[]) => {
      chosen = cards;
      offer();
    };
    const keys = this.#stage.askCards(hand, { onChange });
    offer();
  }
}
