import type { Played, Show } from "pegout-api";
import { scoresText, sinceCountBegan, spokenCall } from "../cards/explanation.ts";
import { checkPlay, countHand, engineCame } from "../engine/engine.ts";
import { drawing, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { smallCards } from "../ui/cards.ts";
import { printKey } from "../ui/controls.ts";
import { Loading } from "../ui/notice.ts";
import examples from "./examples.ts";

/** A hand or a crib of the aid, and the plays of a part of a deal. */
type HandExample = { name: string; cards: string[]; starter: string };
type PlayExample = { name: string; plays: string[] };

/** A line of the aid: a combination, an example of it, how it is counted, and its points. */
type Line = { name: string; cards: HTMLElement[]; call: string; points: string };

/**
 * The scoring aid: every combination with its points and an example, and the key that prints it. The examples are counted
 * when it is shown.
 */
export class ScoringAid {
  #lists = element("div", {});
  #loading = new Loading(count, (lines: Line[][]) => this.#show(lines), {
    loading: "",
    offline: () => t("book.aid.away"),
  });

  nodes = [element("p", {}, t("book.aid.how")), this.#loading.node, this.#lists];

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  #show([hands, plays]: Line[][]) {
    const { card, points } = examples.heels;
    const heels = { name: "heels", cards: [smallCards([card])], call: t("book.aid.heels.how"), points };
    const print = printKey(t("book.aid.print"), "prints-aid");
    const lists = [aidList(t("book.aid.show"), hands), aidList(t("book.aid.play"), [...plays, heels])];
    this.#lists.replaceWith(print, cropMarks(), ...lists);
  }
}

/** @returns the lines of the show and of the play; rejects as the questions do */
async function count(signal: AbortSignal): Promise<Line[][]> {
  // In a browser that does not run the engine, the service counts.
  await engineCame();
  const show = (crib: boolean) => async (example: HandExample) => {
    const { cards, starter } = example;
    return showLine(example, await countHand({ cards, starter, crib, rules: null }, signal));
  };
  const play = async ({ name, plays }: PlayExample) =>
    playLine(name, await checkPlay({ players: 2, plays, rules: null }, signal));
  const shown = [...examples.hand.map(show(false)), ...examples.crib.map(show(true))];
  return Promise.all([Promise.all(shown), Promise.all(examples.play.map(play))]);
}

/** Makes the chart of all ways to make fifteen. */
export function fifteensChart(): HTMLElement[] {
  const sizes = examples.fifteens.map((line) => line.split(" "));
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
function showLine({ name, cards, starter }: HandExample, show: Show): Line {
  return {
    name,
    cards: [smallCards(cards), element("span", { class: "aid-plus" }, "+"), smallCards([starter])],
    call: spokenCall(show),
    points: String(show.total),
  };
}

// The cards since the count began, and what the last of them is worth.
function playLine(name: string, { steps }: Played): Line {
  const pile = sinceCountBegan(steps.filter((step) => "card" in step));
  const { count: sum, points, scores } = pile[pile.length - 1];
  return {
    name: `play.${name}`,
    cards: [smallCards(pile.map(({ card }) => card))],
    call: `${t("book.aid.count", { n: sum })} ${scoresText(scores)}.`,
    points: String(points),
  };
}
