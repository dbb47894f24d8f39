import { drawing, element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";

/** The suits in the order of the grid. */
export const SUITS = ["S", "H", "C", "D"];

/** The ranks as the service writes them, ace first. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/** The jokers as the service writes them, in the order in which packs have them. */
export const JOKERS = ["JK1", "JK2"];

// A joker may be declared: `JK1=5H`, or `JK1=5` if the suit does not matter.
const JOKER = /^JK([12]?)(=[A2-9TJQK][SHCD]?)?$/;

/** Returns the card as it is held: a joker without its declaration. */
export function held(card: string): string {
  return card.split("=")[0];
}

/** Returns the card that a joker is declared to be, or its rank; empty for all else. */
export function declaredAs(card: string): string {
  return card.split("=")[1] ?? "";
}

/** Returns true for a joker, declared or not. */
export function isJoker(card: string): boolean {
  return JOKERS.includes(held(card));
}

/** Returns the rank as it is printed in a card's corner: `10` for T. */
function corner(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** Returns the card in words, its rank as it is printed: “5 of hearts”, “joker as 5 of hearts”, “ace of clubs”. */
export function cardName(card: string): string {
  if (isJoker(card)) {
    const joker = t(`card.${held(card)}`);
    return declaredAs(card) ? t("card.joker.as", { joker, card: cardName(declaredAs(card)) }) : joker;
  }
  const printed = corner(card[0]);
  const rank = Number(printed) > 0 ? printed : t(`rank.${card[0]}`);
  return card[1] ? t("card.name", { rank, suit: t(`suit.${card[1]}`) }) : rank;
}

/**
 * Reads the cards of a hand as links and people write them: any case, `10D` or `TD`, `JK` or `JK1=5H`. All else is left
 * out, and a card that is named twice is there once.
 * @param text cards with commas between
 * @returns in the service's form
 */
export function readHand(text: string | null): string[] {
  const cards = readWords(text).filter(isCard);
  return cards.filter((card, at) => cards.findIndex((one) => held(one) === held(card)) === at);
}

/** Reads the plays of a deal, as {@link readHand}: `go` may be between the cards. */
export function readPlays(text: string | null): string[] {
  return readWords(text)
    .map((written) => (written === "GO" ? "go" : written))
    .filter((written) => written === "go" || isCard(written));
}

function readWords(text: string | null) {
  const words = (text ?? "").split(",").map((part) => part.trim().toUpperCase());
  return words.map((word) => word.replace(/(^|=)10/, "$1T").replace(/^JK(?=$|=)/, JOKERS[0]));
}

function isCard(text: string) {
  const isPlain = text.length === 2 && RANKS.includes(text[0]) && SUITS.includes(text[1]);
  return isPlain || JOKER.test(text);
}

// Drawn on 24 by 24.
const SHAPES: Record<string, string> = {
  C: "M12 1.6a5 5 0 0 1 4.1 7.9 5.1 5.1 0 1 1-2.9 8.4c.3 2.1 1 3.5 2.3 4.6H8.500c1.3-1.1 2-2.5 2.3-4.600A5.1 5.1 0 1 1 7.9 9.5 5 5 0 0 1 12 1.600z",
  D: "M12 1.300c2.1 4.2 4.7 7.5 8 10.7-3.3 3.2-5.9 6.5-8 10.7-2.1-4.2-4.7-7.5-8-10.7 3.3-3.2 5.9-6.5 8-10.700z",
  H: "M12 22C4.7 15.8 1.8 11.8 1.8 7.900c0-3.2 2.4-5.6 5.3-5.6 2.1 0 3.9 1.2 4.9 3.2 1-2 2.8-3.2 4.9-3.2 2.9 0 5.3 2.4 5.3 5.6 0 3.9-2.9 7.9-10.2 14.100z",
  // The star of a joker.
  JK: "M12 1.600l3.100 6.600 7.300.9-5.400 5 1.500 7.200L12 17.800l-6.500 3.500L7 14.100l-5.400-5 7.300-.9z",
  S: "M12 1.300c1.7 3.9 10 8.2 10 13.3 0 2.8-2.1 4.8-4.6 4.8-1.7 0-3.2-.9-4.2-2.3.2 2.3.9 4.1 2.3 5.400h-7c1.4-1.3 2.1-3.1 2.3-5.4-1 1.4-2.5 2.3-4.2 2.300C4.1 19.4 2 17.4 2 14.6 2 9.5 10.3 5.2 12 1.300z",
};

/**
 * Makes a suit's pip, in the colour of the text around it; without a name, since the card's name says the suit.
 * @param suit `C`, `D`, `H` or `S`, or `JK` for a joker's
 */
function pip(suit: string): SVGElement {
  return drawing(
    "svg",
    { class: "pip", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: SHAPES[suit] }),
  );
}

/**
 * Makes the print of a card: its corner index and its pip. A joker has a star, and the card that it is declared to be.
 * Hidden from screen readers: the holder names the card.
 * @param card such as `5H`
 */
export function face(card: string): HTMLElement {
  const isWild = isJoker(card);
  const [rank = "", suit = ""] = isWild ? declaredAs(card) : card;
  return element(
    "span",
    { class: `face suit-${suit || "none"}${isWild ? " joker" : ""}`, "aria-hidden": "true" },
    rank ? element("span", { class: "index" }, corner(rank)) : null,
    suit ? pip(suit) : null,
    isWild ? pip("JK") : null,
  );
}

/** Makes a row of small cards, read aloud as “5 of hearts and jack of clubs”. @param cards the cards, in order */
export function smallCards(cards: string[]): HTMLElement {
  return element(
    "span",
    { class: "small-cards" },
    element("span", { class: "unseen" }, list(cards.map(cardName))),
    cards.map(face),
  );
}
