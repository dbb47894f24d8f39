import type { Night, NightStandings, Season, SeasonRow, SeasonStandings, TableView } from "pegout-api";
import { atLeast, send } from "../lib/api.ts";
import { element, readAs } from "../lib/dom.ts";
import { clock, day, dayOfYear, hour, number, signed } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { Live } from "../lib/live.ts";
import { LatestRequest, poll } from "../lib/retry.ts";
import { linesOf, orderOf, spokenTotal, totalText } from "../lib/standings.ts";

/** The heading of the page, the state of the connection, and the way to the whole. */
export class Frame {
  #league = element("p", { class: "league" });
  #title = element("h1", {}, t("embed.coming"));
  #words = "";
  #state = element("p", { class: "state", role: "status" });
  #more = element("p", { class: "more" });
  #since: Date | null = null;
  declare root;

  constructor(root: HTMLElement) {
    this.root = root;
    root.replaceChildren(this.#league, this.#title, this.#state, this.#more);
  }

  /** Puts the content between the heading and the foot. */
  fill(node: HTMLElement) {
    this.#more.before(node);
  }

  /** Names the league. */
  name(name: string) {
    this.#league.textContent = name;
  }

  /** Shows the title, and the line below it: the state of a night, or the days of a season. */
  show(title: string, words: string) {
    this.#title.textContent = title;
    document.title = title;
    this.#words = words;
    this.#showState();
  }

  /** Shows whether the content is up to date. */
  setConnected(isConnected: boolean) {
    this.#since = isConnected ? null : (this.#since ?? new Date());
    this.#showState();
  }

  /** Links to the whole in a window of its own. @param key its words */
  link(href: string, key: string) {
    this.#more.replaceChildren(element("a", { href, target: "_blank", rel: "noopener" }, t(key)));
  }

  /** Shows nothing more than this sentence. */
  end(sentence: string) {
    this.root.replaceChildren(element("h1", {}, "Pegout"), element("p", {}, sentence));
  }

  #showState() {
    const words = this.#since ? t("embed.stale", { time: clock(this.#since) }) : this.#words;
    // Said once, not with each score.
    if (this.#state.textContent !== words) this.#state.textContent = words;
    this.#state.classList.toggle("stale", Boolean(this.#since));
  }
}

/** A number of a row, and for screen readers the same in words; `isMarked` for a card that clubs mark. */
type Cell = { text: string; spoken?: string; isMarked?: boolean };
/** A row of standings. */
type Row = { place: number | null; name: string; numbers: Cell[] };

/** Makes a table of standings: place, name, and numbers. @param heads the keys of the numbers' headings */
function standingsTable(heads: string[], rows: Row[]): HTMLTableElement {
  const cell = ({ text, spoken = text, isMarked = false }: Cell) =>
    element("td", { class: isMarked ? "number marked" : "number" }, readAs(text, spoken));
  const head = (key: string, look = "number") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "table",
    {},
    element("caption", {}, t("embed.standings")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("embed.place"),
        head("embed.player", ""),
        heads.map((key) => head(key)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map(({ place, name, numbers }) =>
        element(
          "tr",
          {},
          element("td", { class: "number" }, place === null ? "–" : String(place)),
          element("th", { scope: "row" }, element("bdi", {}, name)),
          numbers.map(cell),
        ),
      ),
    ),
  );
}

/** A night as it goes on: the tables of the newest round with their scores, and the standings. */
export class NightPart {
  #path;
  #frame;
  #heading = element("h2", {}, t("embed.tables"));
  #list = element("ul", { class: "tables" });
  #tables = element("section", { hidden: true }, this.#heading, this.#list);
  #standings = element("section");
  #outcomes = "";
  #seen: string | null = null;
  #isByTotal = false;
  #request = new LatestRequest((path: string, signal) => send("GET", path, { signal }), {
    onAnswer: (standings: NightStandings) => this.#showStandings(standings),
  });
  #live;

  node = element("div", { class: "night" }, this.#tables, this.#standings);

  constructor(id: string, frame: Frame) {
    this.#path = `/api/v1/nights/${id}`;
    this.#frame = frame;
    frame.link(`/#/night?id=${id}`, "embed.more.night");
    this.#live = new Live(
      `${this.#path}/live`,
      (night: Night) => this.#show(night),
      (isOpen) => frame.setConnected(isOpen),
      { seen: () => this.#seen },
    );
  }

  /** Closes the live connection, and ends the request for standings. */
  close() {
    this.#live.close();
    this.#request.close();
  }

  #show({
    version,
    date,
    starts_at: start,
    status,
    entries,
    rounds,
    games_per_night: games,
    full_card,
    format,
  }: Night) {
    const round = rounds.at(-1);
    const key = status === "playing" && round?.extra ? "embed.playing.made_up" : `embed.${status}`;
    this.#isByTotal = full_card === "every_round" && format === "doubles_movement";
    const played = rounds.flatMap(({ tables }) => tables).map((table) => table.version);
    this.#seen = `${version}.${played.reduce((sum, one) => sum + one, 0)}`;
    this.#frame.show(
      day(date),
      t(key, { time: hour(start), n: round?.number ?? entries.length, games: String(games) }),
    );
    const tables = status === "playing" ? (round?.tables ?? []) : [];
    this.#tables.hidden = tables.length === 0;
    this.#list.replaceChildren(...tables.map(tableItem));
    this.#requestStandings(rounds.flatMap((each) => each.tables));
  }

  // The players of a table may be put right after its game; the score of an unfinished one is in nobody's standings
  // yet.
  #requestStandings(tables: TableView[]) {
    const outcomes = tables.map(({ status, sides }) => [
      status,
      sides.map(({ players, score }) => [players, status === "finished" && score]),
    ]);
    const key = JSON.stringify(outcomes);
    if (key === this.#outcomes) return;
    this.#outcomes = key;
    this.#request.request(atLeast(`${this.#path}/standings`, this.#seen));
  }

  #showStandings({ card, rows }: NightStandings) {
    const lines = linesOf(rows)
      .filter(({ total }) => total !== null)
      .map((row) => {
        const { place, name, marked: isMarked } = row;
        return { place, name, numbers: [{ text: totalText(row), spoken: spokenTotal(row), isMarked }] };
      });
    const rule = t(`embed.rule.${orderOf(card, rows, this.#isByTotal)}`);
    this.#standings.replaceChildren(
      ...(lines.length > 0 ? [standingsTable(["embed.total"], lines), element("p", { class: "state" }, rule)] : []),
    );
  }
}

function tableItem({ number: at, status, sides }: TableView) {
  const best = Math.max(...sides.map(({ score }) => score));
  const words = { finished: "embed.table.finished", void: "embed.table.void" };
  const key = status === "finished" || status === "void" ? words[status] : "embed.table";
  return element(
    "li",
    {},
    element("h3", {}, t(key, { n: at })),
    sides.map(({ players, score }) =>
      element(
        "p",
        { class: status === "finished" && score === best ? "side winner" : "side" },
        element("bdi", {}, players.map(({ name }) => name).join(" + ")),
        element("span", {}, String(score)),
      ),
    ),
  );
}

// A season changes when a night ends.
const INTERVAL = 60_000;

/** The standings of a season, read again every minute. */
export class SeasonPart {
  #frame;
  #poll;

  node = element("section");

  constructor(id: string, frame: Frame) {
    const path = `/api/v1/seasons/${id}`;
    this.#frame = frame;
    frame.link(`/#/standings?season=${id}`, "embed.more.season");
    this.#poll = poll(
      async (signal) => {
        const asked = [path, `${path}/standings`].map((each) => send("GET", each, { signal }));
        return Promise.all(asked) as Promise<[Season, SeasonStandings]>;
      },
      {
        interval: INTERVAL,
        onAnswer: ([season, standings]) => this.#show(season, standings),
        onOffline: () => frame.setConnected(false),
        whileVisible: true,
      },
    );
  }

  /** Ends the regular requests. */
  close() {
    this.#poll.close();
  }

  #show({ name, starts, ends, best_of: best }: Season, { card, counts, rows }: SeasonStandings) {
    this.#frame.setConnected(true);
    this.#frame.show(name, `${dayOfYear(starts)} – ${dayOfYear(ends)}`);
    const isSum = counts === "sum";
    const ranking = (row: SeasonRow) => {
      if (isSum) return row.full_cards > 0 ? String(row.points ?? row.scored) : "–";
      const average = best === null ? row.average : row.best_average;
      return average === null ? "–" : number(average);
    };
    const hasPoints = card === "game_points";
    const head = isSum ? "embed.points" : hasPoints ? "embed.per_game" : "embed.average";
    // A narrow frame has no room for the nights too.
    const heads = hasPoints ? [head, "embed.wins", "embed.spread"] : ["embed.nights", head];
    const lines = rows.map((row) => {
      const { place, name: player, nights, wins, spread } = row;
      const texts = hasPoints ? [ranking(row), String(wins), signed(spread ?? 0)] : [String(nights), ranking(row)];
      return { place, name: player, numbers: texts.map((text) => ({ text })) };
    });
    this.node.replaceChildren(
      lines.length > 0 ? standingsTable(heads, lines) : element("p", { class: "state" }, t("embed.empty")),
    );
  }
}
