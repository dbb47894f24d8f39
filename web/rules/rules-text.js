/** @import { Rules } from "pegout-api" */
import { has, t } from "../lib/i18n.js";

// The worth of a win, a skunk and a double skunk in a match.
const USUAL_VALUES = [1, 2, 3];

/** Returns the name of a preset of the rules. @param {string} preset @returns {string} */
export function presetName(preset) {
  return has(`rules.${preset}`) ? t(`rules.${preset}`) : preset.replaceAll("_", " ");
}

/** Returns the rules that players notice first in one line: “To 121, skunk under 91”. @param {Rules} rules @returns {string} */
export function rulesText(rules) {
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
