/** @import { PegFor } from "pegout-api" */
/** @import { LocalGame, LocalPeg } from "../game/rules.js" */
import { phoneName } from "../lib/device.js";

/** A peg before it is pegged. @typedef {{side: number, points: number, kind: PegFor}} Tap */
/**
 * A doubt about a tap: `likely` is the side that it was probably meant for, `by` the phone that has pegged the same.
 * @typedef {{about: "crib_of_other"|"heels_of_other"|"hand_of_other"|"first"|"two_phones"|"twice", likely?: number, by?: string|null}} Doubt
 */

const MINUTE = 60_000;

/**
 * Compares a tap with what the service says may still be pegged in the deal; null where they agree, or where the service
 * has said nothing.
 * @param {Pick<LocalGame, "allowed"|"expects"|"sides"|"rules">} game @param {LocalPeg[]} dealPegs the pegs of this deal
 * @param {Tap} tap
 * @returns {Doubt|null}
 */
export function doubtAbout({ allowed, expects, sides, rules }, dealPegs, { side, points, kind }) {
  if (!allowed || !["hand", "crib", "heels"].includes(kind)) return null;
  const entries = allowed.filter((entry) => entry.for === kind);
  if (entries.some((entry) => entry.sides.includes(side))) {
    const isEnd = sides[side].score + points >= rules.target;
    const isEarly = kind === "hand" && expects?.for === "hand" && expects.side !== side;
    return isEnd && isEarly ? { about: "first", likely: expects.side } : null;
  }
  const same = dealPegs.find((peg) => peg.for === kind && peg.side === side && peg.points === points);
  if (same && isOfAnother(same)) return { about: "two_phones", by: same.by };
  const [other] = entries;
  const about = /** @type {Doubt["about"]} */ (`${kind}_of_other`);
  return other ? { about, likely: other.sides[0] } : { about: "twice" };
}

/** @param {LocalPeg} peg */
function isOfAnother({ by, at }) {
  return by !== phoneName() && Date.now() - Date.parse(at) < MINUTE;
}
