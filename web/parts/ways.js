import { tied } from "../app/advice.js";
import { element } from "../app/element.js";
import { number, t } from "../app/i18n.js";
import { smallCards } from "./small-cards.js";

/**
 * Every way to throw, best first: the cards thrown and kept, what it is worth, and how hand and crib make that up.
 * @param {import("../app/advice.js").Way[]} ways the service's
 * @param {"own"|"other"} crib whose it is: one's own is added, another's taken off
 * @returns {HTMLElement[]}
 */
export function wayList(ways, crib) {
  const named = ["throw.thrown", "throw.kept", "throw.worth"].map((key) => element("span", {}, t(key)));
  return [
    element("p", { class: "help" }, t("throw.assumes")),
    element("div", { class: "way heads", "aria-hidden": "true" }, named),
    element(
      "ol",
      { class: "ways" },
      ways.map((way, at) => line(way, isTie(ways, at), crib)),
    ),
  ];
}

function isTie(ways, at) {
  return [ways[at - 1], ways[at + 1]].some((neighbour) => neighbour && tied(neighbour, ways[at]));
}

function line(way, tie, crib) {
  const part = (name, value, sign = "") =>
    element("span", {}, `${sign}${name} `, element("span", { class: "mean" }, number(value)));
  return element(
    "li",
    { class: "way" },
    element("span", { class: "thrown" }, spoken("throw.thrown"), smallCards(way.throw)),
    element("span", { class: "kept" }, spoken("throw.kept"), smallCards(way.keep)),
    element("span", { class: "points" }, spoken("throw.worth"), number(way.expected)),
    element(
      "span",
      { class: "sum" },
      part(t("throw.hand"), way.hand.mean),
      part(t("throw.crib"), way.crib.mean, crib === "own" ? "+ " : "− "),
    ),
    tie ? element("span", { class: "tie" }, t("throw.tied")) : null,
  );
}

// The heads of the columns stand on top for the eye; the ear gets them with each way.
function spoken(key) {
  return element("span", { class: "unseen" }, `${t(key)} `);
}
