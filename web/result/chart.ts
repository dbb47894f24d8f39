import type { Crash } from "pegout-api";
import type { GameRules, LocalGame } from "../game/local-game.ts";
import { drawing, element } from "../lib/dom.ts";
import { isolated, list, t } from "../lib/i18n.ts";
import { mark } from "../ui/controls.ts";

/** A deal or a peg of a game, in order. */
type Step = { kind: string; isTaken?: boolean; side?: number; points?: number; number?: number; crashes?: Crash[] };
/** The scores after a peg, by side, in a deal. */
type Moment = { deal: number; scores: number[] };

const WIDTH = 300;
const HEIGHT = 180;
const LEFT = 32;
const RIGHT = 14;
const TOP = 12;
const FOOT = 22;
// A number under the line needs so many pixels.
const NUMBER = 18;
const MARK = 12;

/** The scores of a game as lines that climb from peg to peg, and the same as a table, deal by deal. */
export class Chart {
  #drawing = element("div", {});
  #table = element("div", {});
  #details = element("details", {}, element("summary", {}, t("history.chart.table")), this.#table);
  declare node;

  constructor() {
    this.node = element("figure", { class: "chart", hidden: true }, this.#drawing, this.#details);
  }

  /** Shows a game; nothing if not all of its pegs are known. @param steps the oldest first */
  show(steps: Step[], game: LocalGame) {
    const moments = momentsOf(steps, game);
    this.node.hidden = moments.length < 3;
    if (this.node.hidden) return;
    this.#drawing.replaceChildren(draw(moments, game));
    this.#table.replaceChildren(table(moments, game));
  }
}

/** @returns none if the pegs do not lead to the scores */
function momentsOf(steps: Step[], { sides, rules, status }: LocalGame): Moment[] {
  let now = { deal: 1, scores: sides.map(() => 0) };
  const moments = [now];
  for (const { kind, isTaken, side = 0, points = 0, number, crashes = [] } of steps) {
    if (isTaken) continue;
    if (kind === "deal") now = { ...now, deal: number ?? now.deal };
    if (kind !== "peg") continue;
    const scores = now.scores.map((score, at) => (at === side ? Math.min(rules.target, score + points) : score));
    for (const { side: thrown, peg, by } of crashes) scores[thrown] += peg === "front" ? -by : by;
    now = { ...now, scores };
    moments.push(now);
  }
  const ends = sides.map(({ score }) => score);
  if (String(now.scores) === String(ends)) return moments;
  // An entered result is where the lines end.
  return steps.some(({ kind }) => kind === "other") && status === "finished"
    ? [...moments, { ...now, scores: ends }]
    : [];
}

function draw(moments: Moment[], { sides, rules }: LocalGame) {
  const last = moments[moments.length - 1];
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / (moments.length - 1);
  const y = (score: number) => HEIGHT - FOOT - ((HEIGHT - TOP - FOOT) * score) / rules.target;
  const scores = list(sides.map(({ name }, side) => `${isolated(name)} ${last.scores[side]}`));
  return drawing(
    "svg",
    {
      class: "chart-lines",
      role: "img",
      "aria-label": t("history.chart", { scores }),
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    },
    ...levels(rules).flatMap(({ score, look }) => [
      drawing("path", { class: look, d: `M${LEFT} ${y(score).toFixed(1)}H${WIDTH - RIGHT}` }),
      words(String(score), LEFT - 6, y(score) + 4, "end"),
    ]),
    ...dealNumbers(moments, x),
    ...sides.map((_, side) => climb(moments, side, x, y)),
    ...sides.map((_, side) => flag(side, x(moments.length - 1), y(last.scores[side]))),
  );
}

function levels({ target, skunk_below: skunk, double_skunk_below: double }: GameRules) {
  const lines = [double ?? 0, skunk ?? 0].filter((score) => score > 0 && score < target);
  return [
    { score: 0, look: "level" },
    ...lines.map((score) => ({ score, look: "level skunk" })),
    { score: target, look: "level" },
  ];
}

// The first peg of each deal is numbered, as far as there is room.
function dealNumbers(moments: Moment[], x: (at: number) => number) {
  let free = 0;
  return moments.flatMap(({ deal }, at) => {
    const isFirst = at > 0 && (at === 1 || deal !== moments[at - 1].deal);
    if (!isFirst || x(at) < free) return [];
    free = x(at) + NUMBER;
    return [words(String(deal), x(at), HEIGHT - 6, "middle")];
  });
}

function climb(moments: Moment[], side: number, x: (at: number) => number, y: (score: number) => number) {
  const steps = moments.slice(1).map(({ scores }, at) => `H${x(at + 1).toFixed(1)}V${y(scores[side]).toFixed(1)}`);
  return drawing("path", { class: `climb of-${side}`, d: `M${x(0)} ${y(0)}${steps.join("")}` });
}

function flag(side: number, x: number, y: number) {
  const node = mark(side);
  const place = { x: x - MARK / 2, y: y - MARK / 2, width: MARK, height: MARK };
  for (const [name, value] of Object.entries(place)) node.setAttribute(name, value.toFixed(1));
  return node;
}

function words(text: string, x: number, y: number, anchor: "end" | "middle") {
  return drawing("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor }, new Text(text));
}

function table(moments: Moment[], { sides }: LocalGame) {
  const ends = moments.slice(1).filter(({ deal }, at, all) => all[at + 1]?.deal !== deal);
  const cell = (score: number) => element("td", {}, String(score));
  return element(
    "table",
    {},
    element(
      "tr",
      {},
      element("th", { scope: "col" }, t("history.chart.deal")),
      sides.map(({ name }, side) => element("th", { scope: "col" }, mark(side), " ", element("bdi", {}, name))),
    ),
    ends.map(({ deal, scores }) => element("tr", {}, element("th", { scope: "row" }, String(deal)), scores.map(cell))),
  );
}
