import type { Rules } from "pegout-api";
import { send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { dayOfYear } from "../lib/format.ts";
import { has, t } from "../lib/i18n.ts";

// The worth of a win, a skunk and a double skunk in a match.
const USUAL_VALUES = [1, 2, 3];

/** Returns the name of a preset of the rules. */
export function presetName(preset: string): string {
  return has(`rules.${preset}`) ? t(`rules.${preset}`) : preset.replaceAll("_", " ");
}

/** Returns the rules that players notice first in one line: “To 121, skunk under 91”. */
export function rulesText(rules: Rules): string {
  const { target, skunk_below: skunk, double_skunk_below: double, match_to: tally, game_values: values } = rules;
  const [win, , most] = values ?? USUAL_VALUES;
  const words = [
    t(rules.lowball ? "rules.words.lowball" : "rules.words.target", { n: target }),
    skunk ? t("rules.words.skunk", { n: skunk }) : t("rules.words.skunk.none"),
    ...(rules.nineteen && rules.nineteen !== "none" ? [t("rules.words.nineteen")] : []),
    ...(rules.no_discard ? [t("rules.words.no_discard")] : []),
    ...(rules.jokers ? [t("rules.words.jokers", { n: rules.jokers })] : []),
    ...(rules.crash ? [t("rules.words.crash")] : []),
    ...(rules.muggins ? [t("rules.words.muggins")] : []),
    ...(rules.last_card_point === false ? [t("rules.words.last")] : []),
    ...(win === USUAL_VALUES[0] ? [] : [t("rules.words.win", { n: win })]),
    ...(double && most !== USUAL_VALUES[2] ? [t("rules.words.double", { n: most })] : []),
    ...(tally ? [t("rules.words.match", { n: tally })] : []),
  ];
  return words.join(", ");
}

/** The rules by their field, in the order that they are read. */
export const RULE_FIELDS = [
  "target",
  "skunk_below",
  "double_skunk_below",
  "game_values",
  "match_to",
  "first_deal",
  "nineteen",
  "no_discard",
  "lowball",
  "jokers",
  "crash",
  "muggins",
  "penalties",
  "last_card_point",
  "crib_flush_of_four",
  "heels_can_win",
  "go_can_win",
  "heels_from_120",
  "go_from_120",
] as const;

// The rules that have a sentence for each value, although the value is a number.
const TOLD_APART = ["target", "jokers"];
const SKUNKS = ["skunk_below", "double_skunk_below"];

/** The name of a rule's field. */
export type RuleField = (typeof RULE_FIELDS)[number];

/** Returns a rule in plain words: “A loser below 91 is skunked.” @returns a sentence */
export function ruleSentence(field: RuleField, rules: Rules): string {
  const value = rules[field];
  // In lowball the score of the winner makes a skunk.
  const isTurned = rules.lowball && typeof value === "number" && SKUNKS.includes(field);
  if (isTurned) return t(`rule.${field}.lowball`, { n: value });
  if (value === null || value === undefined) return t(`rule.${field}.none`);
  if (Array.isArray(value)) return t(`rule.${field}.says`, { win: value[0], skunk: value[1], double: value[2] });
  if (typeof value === "object") return t(`rule.${field}.says`, value);
  if (typeof value === "number" && !TOLD_APART.includes(field)) return t(`rule.${field}.says`, { n: value });
  return t(`rule.${field}.${value}`);
}

/** Makes the list of all rules that a game is played by, in words. @param more sentences about this game */
export function rulesInForce(rules: Rules, more: string[] = []): HTMLElement {
  return element(
    "ul",
    { class: "rules-in-force" },
    // A game that was saved by an older page does not have every field.
    RULE_FIELDS.filter((field) => field in rules).map((field) => element("li", {}, ruleSentence(field, rules))),
    more.map((sentence) => element("li", {}, sentence)),
  );
}

/** Returns true if the rules are the same. */
export function isSame(rules: Rules, others: Rules): boolean {
  const fields = Object.keys({ ...rules, ...others }) as RuleField[];
  return fields.every((field) => JSON.stringify(rules[field]) === JSON.stringify(others[field]));
}

/**
 * Asks since when the club has played by these rules.
 * @returns a day; null if it plays by other rules, or if the day is unknown
 */
export async function clubSince(rules: Rules): Promise<string | null> {
  try {
    const league = await send("GET", "/api/v1/league");
    return isSame(rules, league.rules) ? league.rules_since : null;
  } catch {
    return null;
  }
}

/** Returns since when rules have been in force, as a sentence. @param day as `2026-10-07` */
export function sinceText(day: string): string {
  return t("rules.since", { day: dayOfYear(day) });
}
