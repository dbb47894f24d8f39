/** @import { Season, SeasonRow, SeasonStandings } from "pegout-api" */
/** @import { Frame } from "./frame.js" */
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { poll } from "../lib/retry.js";
import { dayOfYear, number } from "../lib/text.js";
import { standingsTable } from "./frame.js";

// A season changes when a night ends.
const INTERVAL = 60_000;

/** The standings of a season, read again every minute. */
export class SeasonPart {
  #frame;
  #poll;

  node = element("section");

  /** @param {string} id @param {Frame} frame */
  constructor(id, frame) {
    const path = `/api/v1/seasons/${id}`;
    this.#frame = frame;
    frame.link(`/#/standings?season=${id}`, "embed.more.season");
    this.#poll = poll(
      async (signal) => {
        const asked = [path, `${path}/standings`].map((each) => send("GET", each, { signal }));
        return /** @type {Promise<[Season, SeasonStandings]>} */ (Promise.all(asked));
      },
      {
        interval: INTERVAL,
        onAnswer: ([season, { rows }]) => this.#show(season, rows),
        onOffline: () => frame.setConnected(false),
        whileVisible: true,
      },
    );
  }

  /** Ends what goes on by itself. */
  close() {
    this.#poll.close();
  }

  /** @param {Season} season @param {SeasonRow[]} rows */
  #show({ name, starts, ends, best_of: best }, rows) {
    this.#frame.setConnected(true);
    this.#frame.show(name, `${dayOfYear(starts)} – ${dayOfYear(ends)}`);
    const lines = rows.map(({ place, name: player, nights, average, best_average: bestAverage }) => {
      const ranking = best === null ? average : bestAverage;
      return { place, name: player, numbers: [String(nights), ranking === null ? "–" : number(ranking)] };
    });
    this.node.replaceChildren(
      lines.length > 0
        ? standingsTable(["embed.nights", "embed.average"], lines)
        : element("p", { class: "state" }, t("embed.empty")),
    );
  }
}
