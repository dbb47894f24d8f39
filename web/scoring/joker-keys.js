/** @import { CardPicker } from "../ui/card-grid.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { JOKERS, cardName, declaredAs, face, smallCards } from "../ui/cards.js";

/** The cards that the service has declared, by joker. @typedef {Record<string, string>} Declared */

/** The keys of the jokers that were chosen. A key shows the declared card, and lets a player declare another card. */
export class JokerKeys {
  #picker;
  #onChange;
  #keys = JOKERS.map((joker) =>
    element("button", {
      type: "button",
      class: "declare",
      value: joker,
      hidden: true,
      onclick: () => this.#tap(joker),
    }),
  );

  /** The keys, for their place in the frame. */
  node = element("div", { class: "declares" }, this.#keys);

  /** @param {CardPicker} picker @param {() => void} onChange called when a joker is to be declared, or is left open again */
  constructor(picker, onChange) {
    this.#picker = picker;
    this.#onChange = onChange;
  }

  /** Shows the jokers of the pack. @param {number} jokers how many @param {Declared} [best] those that were left open */
  show(jokers, best = {}) {
    this.#picker.grid.showJokers(jokers);
    for (const key of this.#keys) this.#showKey(key.value, key, best[key.value]);
  }

  /** @param {string} joker @param {HTMLButtonElement} key @param {string|undefined} best */
  #showKey(joker, key, best) {
    const card = this.#picker.find(joker);
    const said = declaredAs(card ?? "");
    const isAsking = this.#picker.declaring === joker;
    const shown = isAsking ? "" : said || best;
    const how = t(isAsking ? "joker.which" : said ? "joker.said" : "joker.best");
    key.hidden = card === undefined;
    key.setAttribute("aria-pressed", String(isAsking));
    key.setAttribute("aria-label", keyName(cardName(joker), { shown, how, isAsking }));
    key.replaceChildren(...(shown ? [smallCards([shown]), " "] : []), element("span", {}, how));
  }

  // A second tap leaves the joker to the service again.
  /** @param {string} joker */
  #tap(joker) {
    const isAsking = this.#picker.declaring === joker;
    if (isAsking) this.#picker.declare(joker, null);
    this.#picker.declaring = isAsking ? null : joker;
    this.#onChange();
  }
}

// The name begins with the visible words: voice control finds the key by them.
/** @param {string} joker @param {{shown: string|undefined, how: string, isAsking: boolean}} state */
function keyName(joker, { shown, how, isAsking }) {
  if (isAsking) return t("joker.key.asking", { joker, how });
  return shown
    ? t("joker.key", { joker, card: cardName(shown), how, index: face(shown).textContent })
    : t("joker.key.open", { joker, how });
}
