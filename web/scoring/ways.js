/** @import { Crib, DiscardOption } from "pegout-api" */
/** @import { GameRules } from "../game/rules.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { number } from "../lib/text.js";
import { smallCards } from "../ui/cards.js";

/** The service's numbers are sums of fractions: a smaller difference than this is none. */
export const SAME = 1e-9;

// Up to so many players the service counts with what good players throw.
const MOST_SKILLED = 4;

// The second message is for lowball.
const ASSUMES = {
  skilled: ["throw.assumes", "throw.assumes.low"],
  any: ["throw.assumes.any", "throw.assumes.any.low"],
};

/** Returns true for two ways that are as good. @param {DiscardOption} one @param {DiscardOption} other */
export function isTied(one, other) {
  return Math.abs(one.expected - other.expected) < SAME;
}

/**
 * Makes the list of all ways to throw.
 * @param {DiscardOption[]} options the best first
 * @param {{crib: Crib, players: number, rules: GameRules|null}} query what was asked
 * @returns {HTMLElement[]}
 */
export function optionList(options, { crib, players, rules }) {
  const heads = ["throw.thrown", "throw.kept", "throw.worth"].map((key) => element("span", {}, t(key)));
  return [
    element("p", { class: "help" }, t(ASSUMES[players > MOST_SKILLED ? "any" : "skilled"][rules?.lowball ? 1 : 0])),
    element("div", { class: "way heads", "aria-hidden": "true" }, heads),
    element(
      "ol",
      { class: "ways" },
      options.map((option, at) => {
        const neighbours = [options[at - 1], options[at + 1]];
        return optionLine(
          option,
          neighbours.some((one) => one && isTied(one, option)),
          crib,
        );
      }),
    ),
  ];
}

/** @param {DiscardOption} option @param {boolean} tie @param {Crib} crib one's own is added, another's taken off */
function optionLine(option, tie, crib) {
  const part = (/** @type {string} */ name, /** @type {number} */ value) =>
    element("span", {}, `${name} `, element("span", { class: "mean" }, number(value)));
  const sign = crib === "own" ? "+" : "−";
  return element(
    "li",
    { class: "way" },
    element("span", { class: "thrown" }, spokenHead("throw.thrown"), smallCards(option.throw)),
    element("span", { class: "kept" }, spokenHead("throw.kept"), smallCards(option.keep)),
    element("span", { class: "points" }, spokenHead("throw.worth"), number(option.expected)),
    element(
      "span",
      { class: "sum" },
      part(t("throw.hand"), option.hand.mean),
      part(`${sign} ${t("throw.crib")}`, option.crib.mean),
    ),
    tie ? element("span", { class: "tie" }, t("throw.tied")) : null,
  );
}

// Screen readers read the heads of the columns with each way.
/** @param {string} key */
function spokenHead(key) {
  return element("span", { class: "unseen" }, `${t(key)} `);
}
