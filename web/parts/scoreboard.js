import { drawing, element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { seatName, sideOf } from "../app/seats.js";

// A side is told by its shape as well as by its colour.
const MARKS = [
  () => drawing("circle", { cx: 6, cy: 6, r: 5 }),
  () => drawing("rect", { x: 1.5, y: 1.5, width: 9, height: 9 }),
  () => drawing("path", { d: "M6 0.8 11.5 10.800H0.500z" }),
];

/** The mark of a player's side, without a name. @param {number} player from 0 @param {number} players how many play @returns {SVGElement} */
export function sideMark(player, players) {
  const side = sideOf(player, players);
  return drawing("svg", { class: `mark side-${side}`, viewBox: "0 0 12 12", "aria-hidden": "true" }, MARKS[side]());
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
