import { cardName, RANKS, SUITS } from "../app/card.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { face } from "./card.js";

/**
 * The pack to tap: four groups of thirteen buttons. Set `chosen`; it fires `card-tap` (bubbles) with `detail.card`.
 * Arrow keys move through the pack as well as the tab key does.
 */
export class CardGrid extends HTMLElement {
  #buttons = new Map();

  connectedCallback() {
    this.append(...SUITS.map((suit) => this.#group(suit)));
    this.addEventListener("keydown", (event) => this.#move(event));
  }

  /** @param {Iterable<string>} cards the cards that are taken: they look pressed */
  set chosen(cards) {
    const taken = new Set(cards);
    for (const [card, button] of this.#buttons) button.setAttribute("aria-pressed", String(taken.has(card)));
  }

  #group(suit) {
    return element(
      "div",
      { role: "group", class: "suit", "aria-label": t(`suit.${suit}`) },
      RANKS.map((rank) => this.#key(rank + suit)),
    );
  }

  #key(card) {
    const button = element(
      "button",
      {
        type: "button",
        class: "key",
        "aria-label": cardName(card),
        "aria-pressed": "false",
        "data-card": card,
        "data-skip": card === `A${SUITS[0]}`,
        onclick: () => this.dispatchEvent(new CustomEvent("card-tap", { bubbles: true, detail: { card } })),
      },
      face(card),
    );
    this.#buttons.set(card, button);
    return button;
  }

  #move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const keys = [...this.#buttons.values()];
    const at = keys.indexOf(event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    keys[(at + step + keys.length) % keys.length].focus();
  }
}

customElements.define("card-grid", CardGrid);
