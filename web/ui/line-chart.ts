import { drawing, element } from "../lib/dom.ts";
import { loadStyles } from "../lib/router.ts";

/**
 * A line of a chart: its name, and a value for each step, null where it has none. `look` is a class with the colour
 * `--side`; without it the line is black. `mark` makes the shape at its end. A bold line stands out.
 */
type Line = {
  name: string;
  values: (number | null)[];
  look?: string;
  mark?: () => SVGElement;
  isBold?: boolean;
};
/** A horizontal line at a value. The lowest and the highest level are the edges of the chart. */
type Level = { value: number; isDashed?: boolean };
/**
 * The content of a chart: up to eight lines. `steps` names the values of each line in order. `isFromTop` is true if the
 * least value is at the top, as the first place is. A reader hears the sentence. `table` and `column` are the words above
 * the same values as a table.
 */
export type ChartContent = {
  sentence: string;
  steps: string[];
  lines: Line[];
  levels: Level[];
  isFromTop?: boolean;
  table: string;
  column: string;
};
type Scale = { x: (step: number) => number; y: (value: number) => number };

const STYLES = new URL("../styles/chart.css", import.meta.url);
const WIDTH = 300;
const LEFT = 30;
// The room for the names at the ends of the lines, and the most letters there.
const RIGHT = 84;
const LETTERS = 9;
const TOP = 12;
const FOOT = 22;
const LEAST_HEIGHT = 180;
const MARK = 11;
// The least distance of two names, and the least width of a number of a step, in pixels.
const NAME = 15;
const STEP = 18;
// Lines without a colour differ by these dashes.
const DASHES = ["", "7 4", "2 4", "11 3 2 3", "12 6", "5 2", "1 6", "8 3 2 3 2 3"];

/** Lines from step to step with their names at the end, and the same values as a table. It needs no colour. */
export class LineChart {
  #drawing = element("div", {});
  #caption = element("summary", {});
  #table = element("div", { class: "chart-table" });
  declare node;

  constructor() {
    // Without its styles the chart is plain, and its table can be read.
    loadStyles(STYLES).catch(() => {});
    const details = element("details", {}, this.#caption, this.#table);
    this.node = element("figure", { class: "chart", hidden: true }, this.#drawing, details);
  }

  /** Shows a chart; null hides it. */
  show(content: ChartContent | null) {
    this.node.hidden = content === null;
    if (!content) return;
    this.#drawing.replaceChildren(draw(content));
    this.#caption.textContent = content.table;
    this.#table.replaceChildren(table(content));
    // A wide table is moved with the keys.
    if (content.lines.length > 3) this.#table.tabIndex = 0;
  }
}

function draw({ sentence, steps, lines, levels, isFromTop = false }: ChartContent) {
  const height = Math.max(LEAST_HEIGHT, TOP + FOOT + lines.length * NAME);
  const [low, high] = [Math.min, Math.max].map((most) => most(...levels.map(({ value }) => value)));
  const share = (value: number) => (isFromTop ? high - value : value - low) / Math.max(1, high - low);
  const scale: Scale = {
    x: (step) => LEFT + ((WIDTH - LEFT - RIGHT) * step) / Math.max(1, steps.length - 1),
    y: (value) => height - FOOT - (height - TOP - FOOT) * share(value),
  };
  return drawing(
    "svg",
    { class: "chart-lines", role: "img", "aria-label": sentence, viewBox: `0 0 ${WIDTH} ${height}` },
    ...levels.flatMap(({ value, isDashed }) => [
      drawing("path", {
        class: isDashed ? "level dashed" : "level",
        d: `M${LEFT} ${scale.y(value).toFixed(1)}H${WIDTH - RIGHT}`,
      }),
      words(String(value), LEFT - 6, scale.y(value) + 4, "end"),
    ]),
    ...stepNames(steps, scale, height - 6),
    ...lines.map((line, at) => path(line, at, scale)),
    ...names(lines, scale, height - FOOT),
  );
}

// Each step is named, as far as there is room.
function stepNames(steps: string[], { x }: Scale, y: number) {
  let free = 0;
  return steps.flatMap((step, at) => {
    if (!step || x(at) < free) return [];
    free = x(at) + Math.max(STEP, step.length * 8);
    return [words(step, x(at), y, "middle")];
  });
}

function path({ values, look = "", isBold }: Line, at: number, { x, y }: Scale) {
  const points = values.map((value, step) => {
    if (value === null) return "";
    const isStart = step === 0 || values[step - 1] === null;
    return `${isStart ? "M" : "L"}${x(step).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  const classes = ["chart-line", look, isBold && "bold"].filter(Boolean).join(" ");
  const dashes = DASHES[at % DASHES.length];
  return drawing("path", { class: classes, fill: "none", "stroke-dasharray": dashes || null, d: points.join("") });
}

// The names stay near the ends of their lines and apart.
function names(lines: Line[], { x, y }: Scale, bottom: number) {
  const ends = lines.flatMap((line) => {
    const step = line.values.findLastIndex((value) => value !== null);
    return step < 0 ? [] : [{ line, x: x(step), y: y(Number(line.values[step])), at: 0 }];
  });
  ends.sort((a, b) => a.y - b.y);
  let free = TOP;
  for (const end of ends) free = (end.at = Math.max(end.y, free)) + NAME;
  let last = bottom;
  for (const end of [...ends].reverse()) last = (end.at = Math.min(end.at, last)) - NAME;
  const left = WIDTH - RIGHT + 12;
  return ends.flatMap(({ line, x, y, at }) => {
    const isFar = Math.abs(at - y) > 1 || left - x > 16;
    return [
      ...(line.mark ? [placed(line.mark(), x, y)] : []),
      ...(isFar ? [drawing("path", { class: "chart-lead", fill: "none", d: `M${x + 7} ${y}L${left - 2} ${at}` })] : []),
      words(cut(line.name), left, at + 4, "start", line.isBold),
    ];
  });
}

function placed(node: SVGElement, x: number, y: number) {
  const place = { x: x - MARK / 2, y: y - MARK / 2, width: MARK, height: MARK };
  for (const [name, value] of Object.entries(place)) node.setAttribute(name, value.toFixed(1));
  return node;
}

function cut(name: string) {
  const letters = [...name];
  return letters.length > LETTERS + 1 ? `${letters.slice(0, LETTERS).join("").trim()}…` : name;
}

function words(text: string, x: number, y: number, anchor: "start" | "end" | "middle", isBold = false) {
  const place = { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, class: isBold ? "bold" : null };
  return drawing("text", place, new Text(text));
}

function table({ steps, lines, column }: ChartContent) {
  const heads = lines.map(({ name, mark }) =>
    element("th", { scope: "col" }, mark?.(), mark ? " " : null, element("bdi", {}, name)),
  );
  const cell = (value: number | null) => element("td", {}, value === null ? "–" : String(value));
  const rows = steps.map((step, at) =>
    step
      ? element("tr", {}, element("th", { scope: "row" }, step), ...lines.map(({ values }) => cell(values[at])))
      : null,
  );
  return element("table", {}, element("tr", {}, element("th", { scope: "col" }, column), heads), rows);
}
