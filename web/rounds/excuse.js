/** @import { Night } from "pegout-api" */
/** @import { NightPage } from "../admin/night-page.js" */
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { sheet, tick } from "../ui/form.js";
import { pendingEntries, seatedPlayers } from "./entries.js";
import { Reason } from "./reason.js";

/** The rounds of a night that a player can be excused for, or is: those without a seat. @param {Night} night @param {string} player the id @returns {number[]} none where only full cards without an excuse count */
export function excusableRounds({ rounds, entries, full_card: rule, status }, player) {
  if (rule !== "excused" || !["playing", "finished"].includes(status)) return [];
  const excused = entries.find(({ player_id: id }) => id === player)?.excused;
  if (!excused) return [];
  const isWithout = (/** @type {Night["rounds"][number]} */ { number, tables }) =>
    excused.includes(number) || !seatedPlayers(tables).has(player);
  return rounds.filter(isWithout).map(({ number }) => number);
}

/**
 * Asks for which rounds a player is excused, and why, and notes it.
 * @param {NightPage} page @param {{id: string, name: string}} player @param {number[]} [asked] the rounds that the tapped key named
 */
export async function excusePlayer(page, player, asked = []) {
  const { night, pending, statusBar } = page;
  const { id, name } = player;
  const based_on = night.version;
  const entry = pendingEntries(night, pending).find((each) => each.player_id === id);
  const before = entry?.excused ?? [];
  const boxes = excusableRounds(night, id).map((n) => {
    const box = element("input", { type: "checkbox", checked: before.includes(n) || asked.includes(n) });
    return { n, box, label: tick(t("tables.round", { n }), box) };
  });
  const reason = new Reason("night", before.length > 0 || entry?.left ? "" : t("excuse.late"));
  const content = [t("excuse.words"), ...boxes.map(({ label }) => label), reason.node];
  if (!(await sheet(t("excuse.title", { name }), content, t("excuse.yes")))) return;
  const excused = boxes.filter(({ box }) => box.checked).map(({ n }) => n);
  if (excused.join() === before.join()) return;
  const note = (/** @type {number[]} */ rounds, /** @type {string} */ why, base = {}) =>
    page.change("PUT", `/entries/${id}`, { excused: rounds, reason: why, ...base }, { player: { id, name } });
  if (!(await note(excused, reason.given, { based_on }))) return;
  statusBar.show(excuseText(name, excused), () => note(before, t("tables.undo.reason")));
}

/** @param {string} name @param {number[]} rounds */
function excuseText(name, rounds) {
  if (rounds.length === 0) return t("excuse.none", { name });
  return t("excuse.done", { name, n: rounds.length, rounds: list(rounds.map(String)) });
}
