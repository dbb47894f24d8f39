/** @import { Score, Show } from "pegout-api" */
import { scoresText, sinceCountBegan, spokenCall } from "../cards/explanation.js";
import { drawing, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { smallCards } from "../ui/cards.js";
import { printKey } from "../ui/controls.js";
import worked from "./examples.js";

/** A worked example. @template Response @typedef {{name: string, request: any, response: Response}} Example */

/** A count, as far as it is printed. @typedef {Pick<Show, "total"|"call"|"call_fr">} Counted */

/** The play of a deal, as far as it is printed. @typedef {{steps: {card: string, count: number, points: number, scores: Score[]}[]}} Play */

/** A line of the aid: what scores, an example of it, how it is counted, and its points. @typedef {{name: string, cards: HTMLElement[], call: string, points: string}} Line */

const HEELS = "JS";

/** Makes the scoring aid: every combination with its points and an example that the service counted, and the key that prints it. @returns {Element[]} */
export function scoringAid() {
  const show = /** @type {Example<Counted>[]} */ ([...worked.hand, ...worked.crib]);
  const play = /** @type {Example<Play>[]} */ (worked.play);
  const heels = { name: "heels", cards: [smallCards([HEELS])], call: t("book.aid.heels.how"), points: "2" };
  return [
    element("p", {}, t("book.aid.how")),
    printKey(t("book.aid.print"), "prints-aid"),
    cropMarks(),
    aidList(t("book.aid.show"), show.map(showLine)),
    aidList(t("book.aid.play"), [...play.map(playLine), heels]),
  ];
}

/** Makes the chart of all ways to make fifteen. @returns {HTMLElement[]} */
export function fifteensChart() {
  const sizes = worked.fifteens.map((line) => line.split(" "));
  const groups = sizes.map((ways) =>
    element(
      "section",
      { class: "fifteens" },
      element("h3", {}, t("book.fifteens.cards", { n: ways[0].length })),
      element(
        "ul",
        {},
        ways.map((ranks) => element("li", {}, [...ranks].map(rankText).join("\u2009+\u2009"))),
      ),
    ),
  );
  return [element("p", {}, t("book.fifteens.how", { n: sizes.flat().length })), ...groups];
}

/** @param {string} rank as the service writes it */
function rankText(rank) {
  return rank === "T" ? "10" : rank;
}

// The marks to cut and to fold the printed aid, in millimetres of its page.
function cropMarks() {
  const corners = [10, 136].map((x) => [10, 98].map((y) => `M${x} ${y < 50 ? 2 : 100}v6M${x < 73 ? 2 : 138} ${y}h6`));
  return drawing(
    "svg",
    { class: "crop-marks", viewBox: "0 0 146 108", "aria-hidden": "true" },
    drawing("path", { d: corners.flat().join("") }),
    drawing("path", { class: "fold", d: "M73 2v6M73 100v6" }),
  );
}

/** @param {string} title @param {Line[]} lines */
function aidList(title, lines) {
  const items = lines.map(({ name, cards, call, points }) =>
    element(
      "li",
      {},
      element("strong", {}, t(`book.aid.${name}`)),
      element("span", { class: "aid-points" }, points),
      element("span", { class: "aid-cards" }, cards),
      element("span", { class: "aid-call" }, call),
    ),
  );
  return element("section", {}, element("h3", {}, title), element("ul", { class: "aid" }, items));
}

// The starter stands apart, as it does at the table.
/** @param {Example<Counted>} example @returns {Line} */
function showLine({ name, request, response }) {
  const { cards, starter } = request;
  return {
    name,
    cards: [smallCards(cards), element("span", { class: "aid-plus" }, "+"), smallCards([starter])],
    call: spokenCall(response),
    points: String(response.total),
  };
}

// The cards since the count began, and what the last of them is worth.
/** @param {Example<Play>} example @returns {Line} */
function playLine({ name, response: { steps } }) {
  const pile = sinceCountBegan(steps);
  const { count, points, scores } = pile[pile.length - 1];
  return {
    name: `play.${name}`,
    cards: [smallCards(pile.map(({ card }) => card))],
    call: `${t("book.aid.count", { n: count })} ${scoresText(scores)}.`,
    points: String(points),
  };
}
