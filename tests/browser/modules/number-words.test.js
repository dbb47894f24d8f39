import { test } from "node:test";
import { expect } from "@playwright/test";
import "../support/browser/bare-page.js";
import { importScript } from "../support/browser/modules.js";

const { addMessages, loadMessages, setLanguage } = await importScript("/lib/i18n.ts");
const { totalWords } = await importScript("/night/number-words.ts");
const files = ["", "/night"];
for (const folder of files) {
  const from = (language) => () => importScript(`${folder}/messages/${language}.js`);
  addMessages(folder, { en: from("en"), fr: from("fr") });
}
await loadMessages(...files);

const WORDS = {
  en: {
    0: "zero",
    1: "one",
    17: "seventeen",
    22: "twenty-two",
    [-2]: "minus two",
    100: "one hundred",
    121: "one hundred twenty-one",
    200: "two hundred",
    841: "eight hundred forty-one",
    1000: "one thousand",
    1075: "one thousand seventy-five",
    2400: "two thousand four hundred",
  },
  fr: {
    0: "zéro",
    1: "un",
    21: "vingt et un",
    [-22]: "moins vingt-deux",
    70: "soixante-dix",
    71: "soixante et onze",
    77: "soixante-dix-sept",
    80: "quatre-vingts",
    81: "quatre-vingt-un",
    91: "quatre-vingt-onze",
    99: "quatre-vingt-dix-neuf",
    100: "cent",
    101: "cent un",
    200: "deux cents",
    841: "huit cent quarante et un",
    1000: "mille",
    1080: "mille quatre-vingts",
    2400: "deux mille quatre cents",
  },
};
const ROW = { total: 1, points: null, wins: 0, spread: null, scored: null };
const numberWords = (total) => totalWords({ ...ROW, total });
const OF_POINTS = [
  { ...ROW, points: 16, wins: 7, spread: 71 },
  { ...ROW, points: 3, wins: 1, spread: -185 },
  { ...ROW, points: 0, wins: 0, spread: 0 },
];
const POINTS = {
  en: [
    "sixteen points, seven wins, plus seventy-one",
    "three points, one win, minus one hundred eighty-five",
    "zero points, zero wins, plus zero",
  ],
  fr: [
    "seize points, sept victoires, plus soixante et onze",
    "trois points, une victoire, moins cent quatre-vingt-cinq",
    "zéro point, zéro victoire, plus zéro",
  ],
};

for (const language of ["en", "fr"]) {
  test(`Totals are written in words in ${language}`, async () => {
    await setLanguage(language, { isKept: false });
    const numbers = Object.keys(WORDS[language]);
    expect(Object.fromEntries(numbers.map((n) => [n, numberWords(Number(n))]))).toEqual(WORDS[language]);
    expect(OF_POINTS.map(totalWords)).toEqual(POINTS[language]);
    expect(totalWords({ ...ROW, total: 40, scored: 1 })).toBe(WORDS[language][1]);
    expect(totalWords({ ...ROW, total: null })).toBe("");
    // Each number has words of its own, so that a total on paper is one number.
    const all = Array.from({ length: 3000 }, (_, n) => numberWords(n));
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((text) => !/^[a-zé]+([ -][a-z]+)*$/.test(text))).toEqual([]);
  });
}
