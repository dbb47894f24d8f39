import { cardName, RANKS, SUITS } from "../app/card.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { face } from "./card.js";

/**
 * The pack to tap: four groups of thirteen buttons. Set `chosen`; it fires `card-tap` (bubbles) with `detail.card`.
 * Arrow keys move through the pack as well as the tab key does: left and right in its order, up and down by row.
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
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const keys = [...this.#buttons.values()];
    const at = keys.indexOf(event.target);
    if (!(along || across) || at < 0) return;
    event.preventDefault();
    const next = along ? keys[(at + along + keys.length) % keys.length] : nearest(event.target, keys, across);
    next?.focus();
  }
}

// The key above (-1) or below (1): of the next row, the one that is least aside; none at the edge.
function nearest(from, keys, way) {
  const start = from.getBoundingClientRect();
  const beyond = keys
    .map((key) => ({ key, place: key.getBoundingClientRect() }))
    .map(({ key, place }) => ({ key, down: way * (place.top - start.top), aside: Math.abs(place.left - start.left) }))
    .filter(({ down }) => down > start.height / 2)
    .sort((one, other) => one.down - other.down);
  const row = beyond.filter(({ down }) => down - beyond[0].down < start.height / 2);
  return row.sort((one, other) => one.aside - other.aside)[0]?.key;
}

customElements.define("card-grid", CardGrid);
