import type { StandingsRow } from "pegout-api";
import { t } from "../lib/i18n.ts";

const [HUNDRED, THOUSAND] = [100, 1000];

/** A whole number nearer to 0 than 100,000 in words: “minus twenty-two”. */
function numberWords(value: number): string {
  return value < 0 ? t("app.minus", { n: wordsOf(-value) }) : wordsOf(value);
}

/** The total of a scorecard in words, as people write an amount on a cheque: “sixteen points, seven wins, plus seventy-one”. Empty without a line. */
export function totalWords({ total, points, wins, spread, scored }: StandingsRow): string {
  if (total === null) return "";
  if (points === null) return numberWords(scored ?? total);
  const over = spread ?? 0;
  return [
    t("filled.points", { n: points, words: wordsOf(points) }),
    // In French a win is feminine: “une victoire”.
    t("filled.wins", { n: wins, words: wordsOf(wins).replace(/\bun$/, "une") }),
    over < 0 ? numberWords(over) : t("app.plus", { n: wordsOf(over) }),
  ].join(", ");
}

function wordsOf(value: number): string {
  if (value < HUNDRED) return t("filled.below_hundred").split("|")[value];
  const size = value < THOUSAND ? HUNDRED : THOUSAND;
  const [count, rest] = [Math.floor(value / size), value % size];
  const values = { count: wordsOf(count), rest: rest === 0 ? "" : wordsOf(rest) };
  const form = [count === 1 ? "one" : "more", rest === 0 ? "even" : "rest"].join("_");
  return size === HUNDRED ? t(`filled.hundred.${form}`, values) : t(`filled.thousand.${form}`, values);
}
