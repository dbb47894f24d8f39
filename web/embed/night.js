/** @import { Night, NightStandings, StandingsRow, TableView } from "pegout-api" */
/** @import { Frame } from "./frame.js" */
import { atLeast, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Live } from "../lib/live.js";
import { LatestRequest } from "../lib/retry.js";
import { day, hour, number } from "../lib/text.js";
import { standingsTable } from "./frame.js";

/** A night as it goes on: the tables of the newest round with their scores, and the standings. */
export class NightPart {
  #path;
  #frame;
  #heading = element("h2", {}, t("embed.tables"));
  #list = element("ul", { class: "tables" });
  #tables = element("section", { hidden: true }, this.#heading, this.#list);
  #standings = element("section");
  #outcomes = "";
  /** @type {string|null} */
  #seen = null;
  #request = new LatestRequest((/** @type {string} */ path, signal) => send("GET", path, { signal }), {
    onAnswer: (/** @type {NightStandings} */ { rows }) => this.#showStandings(rows),
  });
  #live;

  node = element("div", { class: "night" }, this.#tables, this.#standings);

  /** @param {string} id @param {Frame} frame */
  constructor(id, frame) {
    this.#path = `/api/v1/nights/${id}`;
    this.#frame = frame;
    frame.link(`/#/night?id=${id}`, "embed.more.night");
    this.#live = new Live(
      `${this.#path}/live`,
      (/** @type {Night} */ night) => this.#show(night),
      (isOpen) => frame.setConnected(isOpen),
      { seen: () => this.#seen },
    );
  }

  /** Ends what goes on by itself. */
  close() {
    this.#live.close();
    this.#request.close();
  }

  /** @param {Night} night */
  #show({ version, date, starts_at: start, status, entries, rounds, games_per_night: games }) {
    const round = rounds.at(-1);
    const played = rounds.flatMap(({ tables }) => tables).map((table) => table.version);
    this.#seen = `${version}.${played.reduce((sum, one) => sum + one, 0)}`;
    this.#frame.show(
      day(date),
      t(`embed.${status}`, { time: hour(start), n: round?.number ?? entries.length, games: String(games) }),
    );
    const tables = status === "playing" ? (round?.tables ?? []) : [];
    this.#tables.hidden = tables.length === 0;
    this.#list.replaceChildren(...tables.map(tableItem));
    this.#requestStandings(rounds.flatMap((each) => each.tables));
  }

  // The players of a table may be put right after its game; the score of an unfinished one is in nobody's standings yet.
  /** @param {TableView[]} tables */
  #requestStandings(tables) {
    const outcomes = tables.map(({ status, sides }) => [
      status,
      sides.map(({ players, score }) => [players, status === "finished" && score]),
    ]);
    const key = JSON.stringify(outcomes);
    if (key === this.#outcomes) return;
    this.#outcomes = key;
    this.#request.request(atLeast(`${this.#path}/standings`, this.#seen));
  }

  /** @param {StandingsRow[]} rows */
  #showStandings(rows) {
    const ranked = rows.filter(({ total }) => total !== null);
    const lines = ranked.map(({ place, name, total }) => ({ place, name, numbers: [number(total ?? 0, 0)] }));
    this.#standings.replaceChildren(
      ...(lines.length > 0
        ? [standingsTable(["embed.total"], lines), element("p", { class: "state" }, t("embed.lowest"))]
        : []),
    );
  }
}

/** @param {TableView} table */
function tableItem({ number: at, status, sides }) {
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
