/** @import { Rules } from "pegout-api" */
import { has, t } from "../lib/i18n.js";

/** Returns the name of a preset of the rules. @param {string} preset @returns {string} */
export function presetName(preset) {
  return has(`rules.${preset}`) ? t(`rules.${preset}`) : preset.replaceAll("_", " ");
}

/** Returns the rules that players notice first in one line: “To 121, skunk under 91”. @param {Rules} rules @returns {string} */
export function rulesText(rules) {
  const { target, skunk_below: skunk, match_to: tally } = rules;
  const words = [
    t(rules.lowball ? "rules.words.lowball" : "rules.words.target", { n: target }),
    skunk ? t("rules.words.skunk", { n: skunk }) : t("rules.words.skunk.none"),
    ...(rules.nineteen && rules.nineteen !== "none" ? [t("rules.words.nineteen")] : []),
    ...(rules.no_discard ? [t("rules.words.no_discard")] : []),
    ...(rules.jokers ? [t("rules.words.jokers", { n: rules.jokers })] : []),
    ...(rules.crash ? [t("rules.words.crash")] : []),
    ...(rules.muggins ? [t("rules.words.muggins")] : []),
    ...(rules.last_card_point === false ? [t("rules.words.last")] : []),
    ...(tally ? [t("rules.words.match", { n: tally })] : []),
  ];
  return words.join(", ");
}
