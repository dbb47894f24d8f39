import { has, list, t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";

/** Why the service refused something of a night, in the page's words where it has them. @param {import("../../app/api.js").Refusal} refusal @param {object|null} night as it is @returns {string} a sentence */
export function refusalWords({ slug, problem, message }, night) {
  const pointer = problem.errors?.[0]?.pointer;
  if (slug === "invalid" && pointer === "/reason") return t("running.reason.missing");
  // What a player is told of some is not what helps the coordinator.
  const own = `running.refused.${slug}`;
  const key = has(own) ? own : `problem.${slug}`;
  if (!has(key)) return message;
  const winner = night?.entries.find(({ player_id }) => player_id === problem.player_id);
  return t(key, {
    n: problem.tables?.length ?? problem.present ?? problem.games_per_night ?? problem.drawn ?? 0,
    tables: list((problem.tables ?? []).map(String)),
    next: problem.next,
    round: problem.round,
    name: winner?.name ?? t("running.somebody"),
    amount: amount(problem.amount ?? 0),
  });
}
