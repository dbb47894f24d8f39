import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { seatName, sideOf } from "../app/seats.js";
import { mark } from "./mark.js";

/** The mark of a player's side, without a name. @param {number} player from 0 @param {number} players how many play @returns {SVGElement} */
export function sideMark(player, players) {
  return mark(sideOf(player, players));
}

/**
 * What each player has pegged, and whose turn it is.
 * @param {number[]} totals points by player, player 0 first
 * @param {number|null} turn the player to act; null for nobody
 * @returns {HTMLElement}
 */
export function scoreboard(totals, turn) {
  const players = totals.length;
  return element(
    "ul",
    { class: "scoreboard" },
    totals.map((points, player) =>
      element(
        "li",
        { class: player === turn ? "turn" : null },
        element("span", { class: "seat" }, seatName(player, players)),
        element(
          "span",
          { class: "pegged" },
          sideMark(player, players),
          element("span", { "aria-hidden": "true" }, String(points)),
          element("span", { class: "unseen" }, t("app.points", { n: points })),
        ),
      ),
    ),
  );
}
