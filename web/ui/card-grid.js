import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { RANKS, SUITS, cardName, face } from "./cards.js";

/**
 * The pack to tap: four groups of thirteen buttons. Set `chosen`; it fires `card-tap` (bubbles) with `detail.card`.
 * Arrow keys move through the pack as well as the tab key does: left and right in its order, up and down by row.
 */
class CardGrid extends HTMLElement {
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

/**
 * A place for one card. Set `card` and `name`; it fires `slot-tap` (bubbles) when a card that lies there is tapped.
 * An empty slot stays focusable, so that the keyboard does not lose its place when a card is taken back.
 */
class CardSlot extends HTMLElement {
  #button = element("button", { type: "button", class: "slot", onclick: () => this.#tap() });
  #card = null;

  connectedCallback() {
    this.append(this.#button);
  }

  /** @param {{card: string|null, name: string, hint?: string}} shown the card, the button's name, and what an empty slot says */
  set shown({ card, name, hint = "" }) {
    this.#card = card;
    this.#button.setAttribute("aria-label", name);
    this.#button.setAttribute("aria-disabled", String(card === null));
    this.#button.classList.toggle("filled", card !== null);
    this.#button.replaceChildren(card ? face(card) : element("span", { class: "hint", "aria-hidden": "true" }, hint));
  }

  #tap() {
    if (this.#card) this.dispatchEvent(new CustomEvent("slot-tap", { bubbles: true, detail: { card: this.#card } }));
  }
}

customElements.define("card-slot", CardSlot);
