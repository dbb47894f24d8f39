import { tableOf } from "../night/hall.js";

const TARGET = 121;

/** The lines of a game's sides: 0 for a win, less for a skunk, else what is missing. @param {number[]} scores @returns {number[]} */
function lines(scores) {
  const lost = Math.max(...scores.filter((score) => score < TARGET));
  const won = lost < 61 ? -2 : lost < 91 ? -1 : 0;
  return scores.map((score) => (score === TARGET ? won : TARGET - score));
}

/**
 * Everybody's card, counted by this alone.
 * @param {string[]} names @param {{sides: object[], scores: number[]}[][]} rounds the tables of each
 * @returns {Record<string, (number|null)[]>} lines by name, null for a game that was missed
 */
export function cards(names, rounds) {
  const lineOf = (name, tables) => {
    const table = tableOf(tables, name);
    const side = table?.sides.findIndex(({ players }) => players.some((player) => player.name === name));
    return table ? lines(table.scores)[side] : null;
  };
  return Object.fromEntries(names.map((name) => [name, rounds.map((tables) => lineOf(name, tables))]));
}

/** The points of a card. @param {(number|null)[]} card @returns {number} */
export function total(card) {
  return card.reduce((sum, line) => sum + line, 0);
}

/**
 * Who has which place: one more than there are better full cards.
 * @param {Record<string, (number|null)[]>} told from {@link cards}
 * @returns {Record<string, number>} by name, without those who missed a game
 */
export function places(told) {
  const full = Object.entries(told).filter(([, card]) => !card.includes(null));
  const better = (card) => full.filter(([, other]) => total(other) < total(card)).length;
  return Object.fromEntries(full.map(([name, card]) => [name, 1 + better(card)]));
}

// Of every fee of $10, $2 are for the 50/50, half of which is won; of the rest 80 % are the pot, divided by these parts.
const FEE = 10;
const DRAW_PART = 2;
const POT = 0.8;
const PARTS = [50, 30, 20];

/**
 * Who wins how many dollars: whoever shares a place shares the parts of the places that they take together.
 * @param {Record<string, number>} held from {@link places} @param {number} paid the number of fees
 * @returns {Record<string, number>} by name, of those who win
 */
export function prizes(held, paid) {
  const pot = paid * (FEE - DRAW_PART) * POT;
  const prizeOf = (place) => {
    const sharing = Object.values(held).filter((other) => other === place).length;
    const parts = PARTS.slice(place - 1, place - 1 + sharing).reduce((sum, part) => sum + part, 0);
    return Math.round((pot * parts) / 100 / sharing);
  };
  const won = Object.entries(held).map(([name, place]) => [name, prizeOf(place)]);
  return Object.fromEntries(won.filter(([, dollars]) => dollars > 0));
}

/** The division of the fees of a night, as the page writes it. @param {Record<string, number>} won from {@link prizes} @param {number} paid the number of fees @returns {string[][]} a line each */
export function money(won, paid) {
  const fees = paid * FEE;
  const drawn = (paid * DRAW_PART) / 2;
  const pot = paid * (FEE - DRAW_PART) * POT;
  const each = Object.values(won).toSorted((one, other) => other - one);
  const sum = each.reduce((all, dollars) => all + dollars, 0);
  return [
    [`${paid} fees of $${FEE}`, `$${fees}`],
    ["50/50", `$${drawn}`],
    ["Supplies", `$${drawn}`],
    [`Prizes${each.map((dollars) => `$${dollars}`).join(" · ")} of a pot of $${pot.toFixed(2)}`, `$${sum}`],
    ["Activities", `$${fees - 2 * drawn - sum}`],
    ["Total", `$${fees}`],
  ];
}
