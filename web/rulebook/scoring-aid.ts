import type { Score, Show } from "pegout-api";
import { scoresText, sinceCountBegan, spokenCall } from "../cards/explanation.ts";
import { drawing, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { smallCards } from "../ui/cards.ts";
import { printKey } from "../ui/controls.ts";
import worked from "./examples.ts";

/** A worked example. */
type Example<Response> = { name: string; request: any; response: Response };

/** A count, as far as it is printed. */
type Counted = Pick<Show, "total" | "call" | "call_fr">;

/** The play of a deal, as far as it is printed. */
type Play = { steps: { card: string; count: number; points: number; scores: Score[] }[] };

/** A line of the aid: a combination, an example of it, how it is counted, and its points. */
type Line = { name: string; cards: HTMLElement[]; call: string; points: string };

const HEELS = "JS";

/**
 * Makes the scoring aid: every combination with its points and an example that the service counted, and the key that
 * prints it.
 */
export function scoringAid(): Element[] {
  const show = [...worked.hand, ...worked.crib] as Example<Counted>[];
  const play = worked.play as Example<Play>[];
  const heels = { name: "heels", cards: [smallCards([HEELS])], call: t("book.aid.heels.how"), points: "2" };
  return [
    element("p", {}, t("book.aid.how")),
    printKey(t("book.aid.print"), "prints-aid"),
    cropMarks(),
    aidList(t("book.aid.show"), show.map(showLine)),
    aidList(t("book.aid.play"), [...play.map(playLine), heels]),
  ];
}

/** Makes the chart of all ways to make fifteen. */
export function fifteensChart(): HTMLElement[] {
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

/** @param rank as the service writes it */
function rankText(rank: string) {
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

function aidList(title: string, lines: Line[]) {
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
function showLine({ name, request, response }: Example<Counted>): Line {
  const { cards, starter } = request;
  return {
    name,
    cards: [smallCards(cards), element("span", { class: "aid-plus" }, "+"), smallCards([starter])],
    call: spokenCall(response),
    points: String(response.total),
  };
}

// The cards since the count began, and what the last of them is worth.
function playLine({ name, response: { steps } }: Example<Play>): Line {
  const pile = sinceCountBegan(steps);
  const { count, points, scores } = pile[pile.length - 1];
  return {
    name: `play.${name}`,
    cards: [smallCards(pile.map(({ card }) => card))],
    call: `${t("book.aid.count", { n: count })} ${scoresText(scores)}.`,
    points: String(points),
  };
}
