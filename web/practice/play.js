/** @import { CardStep } from "pegout-api" */
/** @import { PlayExercise } from "../engine/engine.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Result } from "./score.js" */
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { itemLine, scoresText, sinceCountBegan } from "../scoring/explanation.js";
import { cardName } from "../ui/cards.js";

// The most points that a card earns without jokers: four alike, and fifteen or thirty-one.
const MOST = 15;

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
    this.#stage.askNumber(MOST, (number) => this.#answer(number));
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
