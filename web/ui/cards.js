import { drawing, element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";

/** The suits in the order of the grid. */
export const SUITS = ["S", "H", "C", "D"];

/** The ranks as the service writes them, ace first. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/** Returns the rank as it is printed in a card's corner: `10` for T. @param {string} card such as `TD` @returns {string} */
function corner(card) {
  return card[0] === "T" ? "10" : card[0];
}

/** Returns the card in words: “five of hearts”. @param {string} card @returns {string} */
export function cardName(card) {
  return t("card.name", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/**
 * Reads cards as links and people write them: any case, `10D` or `TD`. All else is left out.
 * @param {string|null} text cards with commas between
 * @returns {string[]} in the service's form
 */
export function readCards(text) {
  return readWords(text).filter(isCard);
}

/** Reads the plays of a deal, as {@link readCards}: `go` may stand between the cards. @param {string|null} text @returns {string[]} */
export function readPlays(text) {
  return readWords(text)
    .map((written) => (written === "GO" ? "go" : written))
    .filter((written) => written === "go" || isCard(written));
}

/** @param {string|null} text */
function readWords(text) {
  return (text ?? "").split(",").map((part) => part.trim().toUpperCase().replace(/^10/, "T"));
}

/** @param {string} text */
function isCard(text) {
  return text.length === 2 && RANKS.includes(text[0]) && SUITS.includes(text[1]);
}

// Drawn on 24 by 24.
/** @type {Record<string, string>} */
const SHAPES = {
  C: "M12 1.6a5 5 0 0 1 4.1 7.9 5.1 5.1 0 1 1-2.9 8.4c.3 2.1 1 3.5 2.3 4.6H8.500c1.3-1.1 2-2.5 2.3-4.600A5.1 5.1 0 1 1 7.9 9.5 5 5 0 0 1 12 1.600z",
  D: "M12 1.300c2.1 4.2 4.7 7.5 8 10.7-3.3 3.2-5.9 6.5-8 10.7-2.1-4.2-4.7-7.5-8-10.7 3.3-3.2 5.9-6.5 8-10.700z",
  H: "M12 22C4.7 15.8 1.8 11.8 1.8 7.900c0-3.2 2.4-5.6 5.3-5.6 2.1 0 3.9 1.2 4.9 3.2 1-2 2.8-3.2 4.9-3.2 2.9 0 5.3 2.4 5.3 5.6 0 3.9-2.9 7.9-10.2 14.100z",
  S: "M12 1.300c1.7 3.9 10 8.2 10 13.3 0 2.8-2.1 4.8-4.6 4.8-1.7 0-3.2-.9-4.2-2.3.2 2.3.9 4.1 2.3 5.400h-7c1.4-1.3 2.1-3.1 2.3-5.4-1 1.4-2.5 2.3-4.2 2.300C4.1 19.4 2 17.4 2 14.6 2 9.5 10.3 5.2 12 1.300z",
};

/**
 * Makes a suit's pip, in the colour of the text around it; without a name, since the card's name says the suit.
 * @param {string} suit `C`, `D`, `H` or `S`
 * @returns {SVGElement}
 */
function pip(suit) {
  return drawing(
    "svg",
    { class: "pip", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: SHAPES[suit] }),
  );
}

/**
 * Makes the print of a card: its corner index and its pip. Hidden from screen readers: the holder names the card.
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

/**
 * Makes a row of small cards, read aloud as “five of hearts and jack of clubs”.
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
