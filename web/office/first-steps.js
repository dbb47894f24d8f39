import { element } from "../app/element.js";
import { t } from "../app/i18n.js";

// What the service calls a league that nobody has named.
const UNNAMED = "Cribbage league";

/**
 * What to do first in an empty league, in order, with what is done ticked.
 * @param {{league: object, players: object[], seasons: object[]}} club what there is
 * @returns {HTMLElement}
 */
export function firstSteps({ league, players, seasons }) {
  const steps = [
    [league.name !== UNNAMED, "#/league", t("coordinator.first.league"), t("coordinator.first.league.why")],
    [players.length > 1, "#/players", t("coordinator.first.players"), t("coordinator.first.players.why")],
    [seasons.length > 0, "#/seasons", t("coordinator.first.season"), t("coordinator.first.season.why")],
    [false, null, t("coordinator.first.night"), t("coordinator.first.night.why")],
  ];
  const next = steps.findIndex(([done]) => !done);
  return element(
    "ol",
    { class: "first-steps" },
    steps.map(([done, href, title, why], at) =>
      element(
        "li",
        { class: done ? "done" : null, "aria-current": at === next ? "step" : null },
        element("strong", {}, href ? element("a", { href }, title) : title),
        done ? element("span", { class: "unseen" }, ` (${t("coordinator.first.done")})`) : null,
        element("p", {}, why),
      ),
    ),
  );
}
