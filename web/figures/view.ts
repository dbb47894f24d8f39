import { element } from "../lib/dom.ts";
import { dayOfYear } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { listRefusalText, openReader, type Reader } from "../night/membership.ts";
import { ownLink } from "../replies/own-link.ts";
import { type ChartContent, LineChart } from "../ui/line-chart.ts";
import { Notice } from "../ui/notice.ts";

/** A view of figures: `read` asks for them, and `show` makes the nodes. `wanted` is what the address names. */
type Figures<Answer> = {
  wanted: string;
  read: (wanted: string, reader: Reader, signal: AbortSignal) => Promise<Answer>;
  show: (answer: Answer, reader: Reader, again: (wanted: string) => void) => (Node | string)[];
};

/**
 * Shows figures in a view: a notice until they are there, or the reason why there are none. They are read as the user who
 * signed in, the joined phone, or the player of the personal link.
 * @returns ends it
 */
export function mountFigures<Answer>({ root }: Place, { wanted, read, show }: Figures<Answer>): () => void {
  const view = element("div", { class: "figure-view", "data-skip": true, tabindex: "-1" });
  const notice = new Notice(() => request.retry());
  const ask = async (query: string, signal: AbortSignal) => {
    const reader = await openReader(null, ownLink.token);
    return { reader, answer: await read(query, reader, signal) };
  };
  const request = new LatestRequest(ask, {
    onAnswer({ reader, answer }) {
      notice.show("");
      view.replaceChildren(...show(answer, reader, (query) => request.request(query)));
    },
    onRefusal: (refusal) => notice.show(listRefusalText(refusal), "refusal"),
    onOffline: (since) => notice.showOffline(since, t("figures.away")),
  });
  root.append(notice.node, view);
  notice.show(t("figures.coming"));
  request.request(wanted);
  // Paper has no folds.
  const unfold = () => view.querySelectorAll("details").forEach((fold) => (fold.open = true));
  addEventListener("beforeprint", unfold);
  return () => {
    removeEventListener("beforeprint", unfold);
    request.close();
  };
}

/** A column of a table: the key of its heading, and the cell of a row. `isNumber` aligns it at its end. */
export type Column<Row> = { key: string; cell: (row: Row) => Node | string; isNumber?: boolean };

/** Makes a table whose first column names its rows. @param caption read aloud, and shown if the class is `titled` */
export function figureTable<Row>(caption: string, rows: Row[], columns: Column<Row>[], look = ""): HTMLElement {
  const classOf = ({ isNumber }: Column<Row>) => (isNumber ? "number" : null);
  const head = (column: Column<Row>) => element("th", { scope: "col", class: classOf(column) }, t(column.key));
  const cell = (column: Column<Row>, row: Row, at: number) =>
    at === 0
      ? element("th", { scope: "row" }, column.cell(row))
      : element("td", { class: classOf(column) }, column.cell(row));
  return element(
    "table",
    { class: `figure-table ${look}` },
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, columns.map(head))),
    element(
      "tbody",
      {},
      rows.map((row) =>
        element(
          "tr",
          {},
          columns.map((column, at) => cell(column, row, at)),
        ),
      ),
    ),
  );
}

// Rows that are shown before the rest is asked for.
const FIRST_ROWS = 5;

/** Makes a table of the first rows, and a fold with the other rows. */
export function foldedTable<Row>(caption: string, rows: Row[], columns: Column<Row>[]): HTMLElement[] {
  const first = figureTable(caption, rows.slice(0, FIRST_ROWS), columns);
  const rest = rows.slice(FIRST_ROWS);
  if (rest.length === 0) return [first];
  const summary = element("summary", {}, t("figures.others", { n: rest.length }));
  return [first, element("details", { class: "more-rows" }, summary, figureTable(caption, rest, columns))];
}

/** Makes a link to a night, as its day. */
export function nightLink({ night_id: id, date }: { night_id: string; date: string }): HTMLElement {
  return element("a", { class: "tap-link", href: `#/night?id=${id}` }, dayOfYear(date));
}

// Fewer nights make no line.
const LEAST_NIGHTS = 3;

/**
 * Makes a chart of places by night, the first place at the top; empty for too few nights.
 * @param sentence the chart in words @param lowest the place at its bottom
 */
export function placeChart(
  sentence: string,
  nights: { date: string }[],
  lines: ChartContent["lines"],
  lowest: number,
): Node | string {
  if (nights.length < LEAST_NIGHTS || lines.every(({ values }) => values.every((place) => place === null))) return "";
  const chart = new LineChart();
  const steps = nights.map(({ date }) => date.slice("2026-".length));
  const levels = [{ value: 1 }, { value: lowest }];
  chart.show({ sentence, steps, lines, levels, isFromTop: true, table: t("figures.chart"), column: t("player.day") });
  return chart.node;
}

/** Makes a section with a heading; empty without content. */
export function section(title: string, content: (Node | string)[]): Node | string {
  return content.length > 0 ? element("section", {}, element("h3", {}, title), content) : "";
}
