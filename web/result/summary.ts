import type { GameSummary } from "pegout-api";
import { gamePath } from "../game/begin.ts";
import type { GameStore } from "../game/game-store.ts";
import type { GameRules, LocalGame } from "../game/local-game.ts";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { isolated, list, t } from "../lib/i18n.ts";
import { smallCards } from "../ui/cards.ts";
import { mark } from "../ui/controls.ts";
import { type ChartContent, LineChart } from "../ui/line-chart.ts";

/** The course of a game: its leads and its largest count in words, and its scores by deal as a chart with a table. */
export class Summary {
  #store;
  #words = element("div", {});
  #chart = new LineChart();
  #readings = 0;
  declare node;

  constructor(store: GameStore) {
    this.#store = store;
    this.node = element("section", { class: "game-summary", hidden: true }, this.#words, this.#chart.node);
    this.node.setAttribute("aria-label", t("summary.title"));
  }

  /** Shows the game as it is now. The sentences wait for its end. */
  async show() {
    const { game, names } = this.#store;
    this.#readings += 1;
    const reading = this.#readings;
    const summary = await readSummary(this.#store);
    // A newer summary may have come first. Without a network the last one stays.
    if (!summary || reading !== this.#readings) return;
    const lines = game.status === "finished" ? sentences(summary, game, names) : [];
    const chart = chartOf(summary, game, names);
    this.#words.replaceChildren(...lines);
    this.#chart.show(chart);
    this.node.hidden = !chart && lines.length === 0;
  }
}

// The engine of this phone has the games that it scores.
async function readSummary({ id, saved, summary }: GameStore): Promise<GameSummary | null> {
  if (summary || saved.game.version === 0) return summary;
  try {
    if (saved.removed) return (await import("../game/engine-game.ts")).keptSummary(id);
    return await send("GET", gamePath(id, `/summary?seen=${saved.game.version}`));
  } catch (error) {
    if (error instanceof Refusal || error instanceof Unreachable || error instanceof TypeError) return null;
    throw error;
  }
}

function sentences(
  { deals, lead_changes: changes, turned_at: turn, biggest }: GameSummary,
  game: LocalGame,
  names: string[],
) {
  const { winner = null, winners = winner === null ? [] : [winner] } = game;
  const won = list(winners.map((side) => isolated(names[side])));
  const turned =
    turn === null ? "" : t(turn === 0 ? "summary.never" : "summary.turned", { winner: won, deal: turn, n: turn });
  const isLast = turn !== null && turn > 0 && turn === deals.at(-1)?.number;
  const leads = [changes ? t("summary.leads", { n: changes }) : "", isLast ? t("summary.last") : turned];
  const text = leads.filter(Boolean).join(" ");
  const lines: HTMLElement[] = text ? [element("p", {}, text)] : [];
  if (!biggest) return lines;
  const { side, points, for: kind, cards, starter } = biggest;
  lines.push(element("p", {}, t(`summary.${kind}`, { name: isolated(names[side]), n: points })));
  return cards ? [...lines, smallCards([...cards, ...(starter ? [starter] : [])])] : lines;
}

// One deal has no course yet.
function chartOf({ deals, lead_changes: changes }: GameSummary, game: LocalGame, names: string[]): ChartContent | null {
  const { sides, rules, status } = game;
  if (deals.length === 0 || (deals.length === 1 && status === "playing")) return null;
  const ends = sides.map(({ score }) => score);
  const steps = ["", ...deals.map(({ number }) => String(number))];
  const scores = [sides.map(() => 0), ...deals.map((deal) => deal.scores)];
  // An entered result is the end of the lines.
  if (changes === null) {
    steps.push(t("summary.result"));
    scores.push(ends);
  }
  const said = list(names.map((name, side) => `${isolated(name)} ${ends[side]}`));
  return {
    sentence: t("history.chart", { scores: said }),
    steps,
    lines: names.map((name, side) => ({
      name,
      values: scores.map((all) => all[side]),
      look: `of-${side}`,
      mark: () => mark(side),
    })),
    levels: levels(rules),
    table: t("history.chart.table"),
    column: t("history.chart.deal"),
  };
}

function levels({ target, skunk_below: skunk, double_skunk_below: double }: GameRules) {
  const lines = [double ?? 0, skunk ?? 0].filter((score) => score > 0 && score < target);
  return [{ value: 0 }, ...lines.map((value) => ({ value, isDashed: true })), { value: target }];
}
