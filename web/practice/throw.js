/** @import { ThrowExercise } from "../engine/engine.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Result } from "./score.js" */
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { number } from "../lib/text.js";
import { SAME, optionList } from "../scoring/ways.js";
import { cardName } from "../ui/cards.js";

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
