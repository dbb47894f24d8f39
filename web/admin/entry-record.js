/** @import { NightHistory } from "pegout-api" */
/** @import { PendingEntry } from "../rounds/entries.js" */
import { session } from "../club/session.js";
import { Refusal, Unreachable } from "../lib/api.js";
import { t } from "../lib/i18n.js";

/**
 * Returns a sentence about a tap that was crossed: it names who changed the player's entry last, if it is still there.
 * @param {{name: string, entry: PendingEntry|null}} attendee
 */
export function crossedText({ name, entry }) {
  const changed = entry?.changed;
  return !changed || changed.by === session.name
    ? t("crossed.other", { name })
    : t("crossed.by", { name, by: changed.by ?? t("crossed.coordinator") });
}

/** Returns the reason why a player was excused last. @param {string} night the id @param {string} player the id @returns {Promise<string|null>} null where the service does not tell it */
export async function excuseReason(night, player) {
  const events = await readHistory(night);
  const last = events?.findLast((event) => event.kind === "excused" && event.player === player);
  return last?.kind === "excused" ? last.reason : null;
}

/** @param {string} night @returns {Promise<NightHistory["events"]|null>} null where the service does not answer */
async function readHistory(night) {
  try {
    return (await session.ask("GET", `/api/v1/nights/${night}/history`)).events;
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal) return null;
    throw error;
  }
}
