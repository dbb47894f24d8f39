import type { Season } from "pegout-api";

const WEEK = 7 * 86_400_000;
// The titles of the columns; the service knows both languages.
const TITLES = {
  en: { card: ["date", "player", "game", "games", "total", "wins"], table: ["date", "round", "side", "score"] },
  fr: {
    card: ["date", "joueur", "partie", "parties", "total", "victoires"],
    table: ["date", "ronde", "camp", "marque"],
  },
};
// The spreadsheets of each language expect this between cells.
const SEPARATORS = { en: ",", fr: ";" };
// By the card: two cards with a line a game, and two with totals alone. The last cells are the games, the total and the wins.
const CARDS: Record<Season["card"], (target: number) => (string | number)[][]> = {
  points_short: () => [
    ["Ann Archer", 0, -1, 12, 0, 4, 11, 3],
    ["Bob Baker", 28, 0, 0, "x", 3, 28, 2],
    ["Ann Archer", "", "", "", "", 4, 25, 2],
    ["Bob Baker", "", "", "", "", 4, 40, 1],
  ],
  game_points: () => [
    ["Ann Archer", 12, -8, 20, 5, 4, 6, 3],
    ["Bob Baker", -12, 8, "x", -5, 3, 2, 1],
    ["Ann Archer", "", "", "", "", 4, 4, 2],
    ["Bob Baker", "", "", "", "", 4, 2, 1],
  ],
  points_scored: (target) => [
    ["Ann Archer", target, target - 23, target, target, 4, 4 * target - 23, 3],
    ["Bob Baker", target - 12, target, "x", target - 5, 3, 3 * target - 17, 1],
    ["Ann Archer", "", "", "", "", 4, 4 * target - 25, 2],
    ["Bob Baker", "", "", "", "", 4, 4 * target - 40, 1],
  ],
};
// The round, the sides and the points that each side lacks. Somebody without a table has a bye.
const TABLES: [number, string, string, number[]][] = [
  [1, "Ann Archer + Bob Baker", "Cy Cole + Dee Day", [0, 20]],
  [1, "Eve East", "", []],
  [2, "Ann Archer + Cy Cole", "Bob Baker + Eve East", [11, 0]],
  [2, "Dee Day", "", []],
];

type Language = keyof typeof TITLES;

/**
 * A table of cards of two nights, which this season takes as it is.
 * @param target the points that win a game
 */
export function cardSample({ card, starts, ends }: Season, target: number, language: Language): string {
  const [date, player, game, ...sums] = TITLES[language].card;
  const nights = [starts, weekLater(starts, ends)];
  const all = CARDS[card](target);
  // A season of one week has one night.
  const cards = nights[0] === nights[1] ? all.slice(0, 2) : all;
  return csv(language, [
    [date, player, ...[1, 2, 3, 4].map((n) => `${game} ${n}`), ...sums],
    ...cards.map((cells, at) => [nights[at < 2 ? 0 : 1], ...cells]),
  ]);
}

/**
 * A table of the tables of one night, which this season takes as it is.
 * @param target the points that win a game
 */
export function tableSample({ starts }: Season, target: number, language: Language): string {
  const [date, round, side, score] = TITLES[language].table;
  const titles = [date, round, `${side} 1`, `${side} 2`, `${score} 1`, `${score} 2`];
  const rows = TABLES.map(([nth, one, other, lacks]) => [
    starts,
    nth,
    one,
    other,
    ...[0, 1].map((at) => (lacks.length > 0 ? target - lacks[at] : "")),
  ]);
  return csv(language, [titles, ...rows]);
}

function weekLater(date: string, last: string) {
  const later = new Date(Date.parse(`${date}T00:00:00Z`) + WEEK).toISOString().slice(0, 10);
  return later > last ? date : later;
}

function csv(language: Language, rows: (string | number)[][]) {
  return rows.map((cells) => `${cells.join(SEPARATORS[language])}\r\n`).join("");
}
