import type { StandingsRow } from "pegout-api";
import { drawing, element, readAs } from "../lib/dom.ts";
import { amount, minus } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { spokenTotal, totalText } from "../lib/standings.ts";
import { fit, nameForms } from "./names.ts";

/**
 * A line of standings: a place, a name, a note on it, and the number that ranks, for screen readers as `spoken`. `place` is
 * null if unranked. `isMarked` is false for a card without the mark, on a night whose cards have marks.
 */
export type Ranked = {
  place: number | null;
  name: string;
  note: string;
  value: string;
  spoken?: string;
  isMarked?: boolean;
};

// The lines of a column, and the columns of a page.
const LINES = 11;
const COLUMNS = 2;

/** The most lines on a page. */
export const PLACES = LINES * COLUMNS;

/** Standings on the whole screen, in two columns. */
export class Ranking {
  #shown = "";
  node = element("section", { class: "tv-ranking" });

  /** Shows the lines. */
  show({ rows }: { rows: Ranked[] }) {
    const key = JSON.stringify(rows);
    if (key === this.#shown) return;
    this.#shown = key;
    const columns = rows.length > LINES ? [rows.slice(0, LINES), rows.slice(LINES)] : [rows];
    const tables = columns.map(() => element("ol", { class: "tv-places" }));
    this.node.replaceChildren(...tables);
    tables.forEach((table, at) => showPlaces(table, columns[at]));
  }
}

/** Shows lines of standings in a list on the page. */
function showPlaces(node: HTMLElement, rows: Ranked[]) {
  const names = rows.map(() => element("bdi", { class: "tv-name" }));
  const lines = rows.map(({ place, note, value, spoken = value, isMarked = true }, at) =>
    element(
      "li",
      {},
      element("span", { class: "tv-place" }, place === null ? "–" : String(place)),
      names[at],
      note ? element("span", { class: "tv-note" }, note) : "",
      element("span", { class: isMarked ? "tv-value" : "tv-value unmarked" }, readAs(value, spoken)),
    ),
  );
  node.replaceChildren(...lines);
  names.forEach((name, at) => fit(name, nameForms(rows[at].name)));
}

/** A place of the podium, with every player who shares it. */
type Step = { place: number; rows: StandingsRow[] };

const STEPS = 3;
// The most names over a step. If more players share the step, their number is written.
const MOST_NAMES = 6;
// From left to right.
const ORDER = [2, 1, 3];

/** The most places next to the podium: without the 50/50, and below the 50/50. */
export const BESIDE = { all: 11, below: 8 };

/** Returns the steps of the podium: the first three places. Tied players share a step. */
export function stepsOf(rows: StandingsRow[]): Step[] {
  const places = Array.from({ length: STEPS }, (_, at) => at + 1);
  const steps = places.map((place) => ({ place, rows: rows.filter((row) => row.place === place) }));
  return steps.filter((step) => step.rows.length > 0);
}

/** Returns the players listed next to the podium: every player with a total who is not named on the podium. */
export function followersOf(rows: StandingsRow[]): StandingsRow[] {
  const named = stepsOf(rows).filter((step) => step.rows.length <= MOST_NAMES);
  return rows.filter(({ place, total }) => total !== null && !named.some((step) => step.place === place));
}

/** The podium of a night, and next to it the 50/50 and the places that follow. */
export class Podium {
  #steps = element("ol", { class: "tv-podium walnut" });
  #fifty = element("div", { class: "tv-fifty" });
  #places = element("ol", { class: "tv-places" });
  #shown = "";
  node = element("section", { class: "tv-end" }, this.#steps, element("aside", {}, this.#fifty, this.#places));

  /** Shows how a night ended. */
  show({
    steps,
    fifty,
    others,
  }: {
    steps: Step[];
    fifty: { name: string; amount: number | null } | null;
    others: Ranked[];
  }) {
    const key = JSON.stringify([steps, fifty, others]);
    if (key === this.#shown) return;
    this.#shown = key;
    const inOrder = [...steps].sort((one, other) => ORDER.indexOf(one.place) - ORDER.indexOf(other.place));
    const most = Math.max(...steps.flatMap(({ rows }) => rows.map(({ games }) => games)));
    const heaps = inOrder.map((step) => heap(step, most));
    this.#steps.replaceChildren(...heaps.map(({ node }) => node));
    for (const { names } of heaps) for (const [node, name] of names) fit(node, nameForms(name));
    this.#fifty.hidden = !fifty;
    if (fifty) this.#showFifty(fifty);
    showPlaces(this.#places, others);
  }

  #showFifty({ name, amount: cents }: { name: string; amount: number | null }) {
    const node = element("bdi", { class: "tv-name" });
    this.#fifty.replaceChildren(
      element("p", { class: "tv-fifty-title" }, t("tv.fifty_fifty")),
      node,
      cents === null ? "" : element("p", { class: "tv-fifty-amount" }, amount(cents)),
    );
    fit(node, nameForms(name));
  }
}

/** @param most the games of a card without a gap @returns the names are to be written once it is on the page */
function heap({ place, rows }: Step, most: number): { node: HTMLElement; names: [HTMLElement, string][] } {
  const isListed = rows.length > MOST_NAMES;
  const names: [HTMLElement, string][] = isListed
    ? []
    : rows.map(({ name }) => [element("bdi", { class: "tv-name" }), name]);
  const size = rows.length === 1 ? "one" : rows.length <= 2 ? "two" : "more";
  const node = element(
    "li",
    { class: `tv-step place-${place} ${size}` },
    isListed ? element("p", { class: "tv-name" }, t("tv.shared", { n: rows.length })) : names.map(([name]) => name),
    element("p", { class: rows[0].marked ? "tv-points marked" : "tv-points" }, pointsNodes(rows[0], most)),
    turnedPeg(),
    element(
      "div",
      { class: "tv-block" },
      element("p", { class: "tv-place" }, String(place)),
      element("p", { class: "tv-prize" }, prizeText(rows)),
    ),
  );
  return { node, names };
}

/** @param most the games of a card without a gap */
function pointsNodes(row: StandingsRow, most: number) {
  const { total, games, points, scored } = row;
  const sum = scored ?? total ?? 0;
  const isSum = points === null;
  const texts = isSum ? [t("tv.points", { n: Math.abs(sum), total: minus(sum) })] : [totalText(row), spokenTotal(row)];
  const [text, spoken = text] = texts.map((text) =>
    games < most ? t("tv.points.games", { points: text, n: games }) : text,
  );
  return readAs(text, spoken);
}

// A screen without a token gets no prizes. Tied players get the same prize, except for a cent that cannot be shared.
function prizeText(rows: StandingsRow[]) {
  const all = rows.flatMap(({ prize }) => (prize ? [prize] : []));
  const prizes = [...new Set(all)];
  // An unpaid partner gets no prize.
  if (prizes.length !== 1 || all.length < rows.length) return prizes.map(amount).join(" · ");
  return rows.length > 1 ? t("tv.each", { amount: amount(prizes[0]) }) : amount(prizes[0]);
}

// A turned peg: a ball, a collar and a stem.
function turnedPeg() {
  return drawing(
    "svg",
    { class: "tv-peg", viewBox: "0 0 40 76", "aria-hidden": "true" },
    drawing("path", { class: "tv-peg-part", d: "M14 34h12l-3 42h-6z" }),
    drawing("path", { class: "tv-peg-shade", d: "M22 34h4l-3 42h-2z" }),
    drawing("circle", { class: "tv-peg-part", cx: 20, cy: 19, r: 18.5 }),
    drawing("path", { class: "tv-peg-shade", d: "M4 28a18.500 18.500 0 0 0 32 0a24 24 0 0 1 -32 0z" }),
    drawing("circle", { class: "tv-peg-light", cx: 13, cy: 13, r: 4.5 }),
  );
}
