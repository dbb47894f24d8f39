import { dayOfYear } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";

// The service's sentences about a line of results, and the keys of ours. The texts in brackets are {a}, {b} and {c} there.
const SENTENCES: [RegExp, string][] = [
  [/^“(.*)” is no date:/s, "date"],
  [/^The date is missing/, "no_date"],
  [/^The player is missing/, "no_player"],
  [/^The round is missing/, "no_round"],
  [/^“(.*)” is no [a-z ]+: write a whole number/s, "number"],
  [/^A night has rounds 1 to (\d+), not (\d+)/, "rounds"],
  [/^(.*) has a card of (.*) in an earlier line/s, "twice"],
  [/^\d+ players are called “(.*)”/s, "alike"],
  [/^A card has (\d+) games at most, not (\d+)/, "games"],
  [/^(-?\d+) is no (?:line|spread|score): (?:a win is 0|a win has)/, "line"],
  [/^(\d+) of (\d+) games cannot be won/, "wins"],
  [/^The card has neither lines nor a total/, "empty"],
  [/^The total (-?\d+) is not possible: with .* it is (-?\d+) to (-?\d+)/, "total"],
  [/^The number of game points (\d+) is not possible: with .* it is (\d+) to (\d+)/, "points_between"],
  [/^The spread (-?\d+) is not possible: with .* it is (-?\d+) to (-?\d+)/, "spread"],
  [/^One game point is not possible/, "one_point"],
  [/^The total is (\d+), and the game points are (\d+)/, "points"],
  [/^Side (\d) is empty, and number (\d) is not/, "side_gap"],
  [/^Score (\d) is empty, and number (\d) is not/, "score_gap"],
  [/^“(.*)” is in a column without a title/s, "untitled"],
  [/^A quotation mark opens a cell/, "quote"],
  [/^(.*) is still to come/, "to_come"],
  [/^More than (\d+) columns are unknown/, "unknown"],
  [/^“(.*)” has a spoiled letter/s, "spoiled"],
  [/^Round (\d+) of (.*) is missing/, "missing_round"],
  [/^(.*) plays twice in round (\d+)/s, "seats"],
  [/^A table has two sides/, "sides"],
  [/^(\d+) sides need \d+ scores, not (\d+)/, "scores"],
  [/^A score of (\d+) is not possible: it stops at (\d+)/, "beyond"],
  [/^Exactly one side ends at (\d+)/, "winner"],
  [/^(.*) is no day of the season “.*”, which is from (.*) to (.*?)\.$/s, "season"],
  [/^The night of (.*) was played here/, "played"],
  [/^The ledger has a fee, a prize or a stake of the night of (.*?)\. /, "money"],
  [/^The column “(.*)” is there more than once/s, "column"],
  [/^The first line has the titles/, "titles"],
  [/^More than (\d+) lines are too many/, "many"],
  [/^(?:A name is|This name has|Nobody could see|.*letters)/s, "name"],
];
const SUMS =
  /^The (total|number of games|number of wins|number of game points|spread) is (-?\d+), and the lines make (-?\d+)/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The reason of a refused line in the page's words, or the service's sentence if the page does not know it. */
export function refusedLineText(line: number | string, sentence: string): string {
  return t("paper.line", { line, why: reasonText(sentence) });
}

/** A problem of the whole table. @param detail the service's sentence, such as “Line 3: The date is missing.” */
export function problemLineText(detail: string): string {
  const [, line, sentence = ""] = /^Line (\d+): (.*)$/s.exec(detail) ?? [];
  return line ? refusedLineText(line, sentence) : reasonText(detail);
}

function reasonText(sentence: string): string {
  const [, what, given, counted] = SUMS.exec(sentence) ?? [];
  if (what) {
    const values = { a: shown(given), b: shown(counted) };
    return t("paper.wrong.sum", { what: t(`paper.sum.${what.split(" ").at(-1)}`), ...values });
  }
  for (const [pattern, key] of SENTENCES) {
    const found = pattern.exec(sentence);
    if (found) return t(`paper.wrong.${key}`, { a: shown(found[1]), b: shown(found[2]), c: shown(found[3]) });
  }
  return sentence;
}

// A date is shown as people say it, and a number with a true minus.
function shown(value = "") {
  if (DATE.test(value)) return dayOfYear(value);
  return /^-\d+$/.test(value) ? value.replace("-", "−") : value;
}
