import { t } from "./i18n.js";

/** The suits in the order of the grid. */
export const SUITS = ["S", "H", "C", "D"];

/** The ranks as the service writes them, ace first. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/** The rank as printed in a card's corner: `10` for T. @param {string} card such as `TD` @returns {string} */
export function corner(card) {
  return card[0] === "T" ? "10" : card[0];
}

/** The card in words: “five of hearts”. @param {string} card @returns {string} */
export function cardName(card) {
  return t("card.name", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/**
 * Reads cards as links and people write them: any case, `10D` or `TD`. What is no card is left out.
 * @param {string|null} text cards with commas between
 * @returns {string[]} in the service's form
 */
export function readCards(text) {
  return readWords(text).filter(isCard);
}

/** As {@link readCards}, for the plays of a deal: `go` may stand between the cards. @param {string|null} text @returns {string[]} */
export function readPlays(text) {
  return readWords(text)
    .map((written) => (written === "GO" ? "go" : written))
    .filter((written) => written === "go" || isCard(written));
}

function readWords(text) {
  return (text ?? "").split(",").map((part) => part.trim().toUpperCase().replace(/^10/, "T"));
}

function isCard(text) {
  return text.length === 2 && RANKS.includes(text[0]) && SUITS.includes(text[1]);
}
