import { element } from "../app/element.js";
import { face } from "./card.js";

/**
 * A place for one card. Set `card` and `name`; it fires `slot-tap` (bubbles) when a card that lies there is tapped.
 * An empty slot stays focusable, so that the keyboard does not lose its place when a card is taken back.
 */
export class CardSlot extends HTMLElement {
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
