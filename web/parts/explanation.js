import { element } from "../app/element.js";
import { language, t, word } from "../app/i18n.js";
import { frenchCall } from "../app/messages/call-fr.js";
import { smallCards } from "./small-cards.js";

/**
 * Why a hand counts what it counts: the spoken call, then each item with its cards, its kind and its points.
 * @param {{items: {kind: string, cards: string[], points: number}[], call: string}} answer the service's
 * @returns {HTMLElement[]}
 */
export function explanation({ items, call }) {
  const spoken = language() === "fr" ? frenchCall(items) : call;
  return [element("p", { class: "call" }, spoken), element("ol", { class: "items" }, items.map(line))];
}

function line({ kind, cards, points }) {
  const named = kind === "run" ? t("kind.run.of", { n: cards.length }) : word("kind", kind);
  return element(
    "li",
    { class: "item" },
    smallCards(cards),
    element("span", { class: "kind" }, named),
    pointsOf(points),
  );
}

/** Points as a figure, read aloud as “2 points”. @param {number} points @returns {HTMLElement} */
export function pointsOf(points) {
  return element(
    "span",
    { class: "points" },
    element("span", { "aria-hidden": "true" }, String(points)),
    element("span", { class: "unseen" }, t("app.points", { n: points })),
  );
}
