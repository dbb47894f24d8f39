import { corner } from "../app/card.js";
import { element } from "../app/element.js";
import { pip } from "./pips.js";

/**
 * What is printed on a card: its corner index and its pip. Hidden from screen readers: the holder names the card.
 * @param {string} card such as `5H`
 * @returns {HTMLElement}
 */
export function face(card) {
  return element(
    "span",
    { class: `face suit-${card[1]}`, "aria-hidden": "true" },
    element("span", { class: "index" }, corner(card)),
    pip(card[1]),
  );
}
