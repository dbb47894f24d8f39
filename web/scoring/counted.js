/** @import { Show } from "pegout-api" */
/** @import { GameRules } from "../game/rules.js" */
import { countHand } from "../engine/engine.js";
import { HAND_SIZE, nothingScores } from "../game/rules.js";
import { t, word } from "../lib/i18n.js";
import { isJoker } from "../ui/cards.js";

/** @typedef {{cards: string[], starter: string|null, crib: boolean, rules: GameRules|null}} Query */
/** The count; `isFlushMissed` if it is a crib that would have a flush as a hand. @typedef {Show & {isFlushMissed?: boolean}} Answer */

/** Counts. A crib is counted as a hand too, to explain a flush that is missing. @param {Query} query @param {AbortSignal} signal @returns {Promise<Answer>} */
export async function askCount(query, signal) {
  const counted = countHand(query, signal);
  if (!query.crib || !isPlain(query)) return counted;
  const [asCrib, asHand] = await Promise.all([counted, countHand({ ...query, crib: false }, signal)]);
  return { ...asCrib, isFlushMissed: hasItem(asHand, "flush") && !hasItem(asCrib, "flush") };
}

/** Returns the cards as they were counted, every joker declared. @param {string[]} cards @param {Answer} answer @returns {string[]} */
export function declaredCards(cards, { declared }) {
  return cards.map((card) => (isJoker(card) && declared?.[card] ? `${card}=${declared[card]}` : card));
}

/** Returns the remark on a count: players have names for some totals. @param {Answer} answer @param {Query} query @returns {string} */
export function remark(answer, query) {
  const { total, patterns, isFlushMissed } = answer;
  const { crib, starter, rules } = query;
  if (isFlushMissed) return t("count.crib.flush");
  if (hasItem(answer, "nineteen")) return t("count.nineteen.scored");
  const hasNineteen = rules && nothingScores(rules, crib ? "crib" : "hand") > 0;
  if (total === 0 && hasNineteen) return t(starter ? "count.nothing" : "count.before");
  if (total === 0) return starter ? t("count.nineteen") : `${t("count.nineteen")} ${t("count.before")}`;
  // The odds are those of four cards from a pack without jokers.
  const isRare = isPlain(query) && !rules?.jokers;
  if (isRare && total === 28) return t(crib ? "count.twenty_eight.crib" : "count.twenty_eight");
  if (isRare && total === 29) return t(crib ? "count.twenty_nine.crib" : "count.twenty_nine");
  const names = patterns.map((pattern) => `${word("pattern", pattern)}.`).join(" ");
  const sentence = names && names[0].toUpperCase() + names.slice(1);
  return starter ? sentence : `${sentence} ${t("count.before")}`.trim();
}

/** @param {Query} query */
function isPlain({ cards, starter }) {
  return cards.length === HAND_SIZE && !cards.concat(starter ?? []).some(isJoker);
}

/** @param {Show} show @param {string} wanted */
function hasItem({ items }, wanted) {
  return items.some(({ kind }) => kind === wanted);
}
