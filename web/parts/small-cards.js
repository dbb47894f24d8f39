import { cardName } from "../app/card.js";
import { element } from "../app/element.js";
import { list } from "../app/i18n.js";
import { face } from "./card.js";

/**
 * A row of small cards, read aloud as “five of hearts and jack of clubs”.
 * @param {string[]} cards the cards, in order
 * @returns {HTMLElement}
 */
export function smallCards(cards) {
  return element(
    "span",
    { class: "small-cards" },
    element("span", { class: "unseen" }, list(cards.map(cardName))),
    cards.map(face),
  );
}
