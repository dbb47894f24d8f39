import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { minus, prizesNear } from "./seats.js";
import { amount } from "../lib/text.js";

/** A night's standings as a table: place, player, a line a game, total, prize. On a narrow screen the lines stand below the name. */
export class NightStandings {
  #player;
  #head = element("tr");
  #body = element("tbody");
  #caption = element("caption", { class: "unseen" }, t("night.standings"));

  /** @param {string|null} player who is marked as the one who looks; null for nobody */
  constructor(player) {
    this.#player = player;
    this.node = element(
      "table",
      { class: "standings night-standings" },
      this.#caption,
      element("thead", {}, this.#head),
      this.#body,
    );
  }

  /** Shows the rows. @param {object[]} rows as the service tells them @param {boolean} over whether prizes are told however early it is, as when the night is over */
  show(rows, over) {
    const prizes = prizesNear(rows, over);
    const games = Math.max(0, ...rows.map(({ lines }) => lines.length));
    const head = (words, look) => element("th", { scope: "col", class: look }, words);
    this.#head.replaceChildren(
      head(t("standings.place"), "number"),
      head(t("standings.player"), "player"),
      ...Array.from({ length: games }, (_, at) =>
        element(
          "th",
          { scope: "col", class: "number line" },
          element("span", { "aria-hidden": "true" }, String(at + 1)),
          element("span", { class: "unseen" }, t("standings.game", { n: at + 1 })),
        ),
      ),
      head(t("standings.total"), "number"),
      prizes ? head(t("standings.prize"), "number") : "",
    );
    this.#body.replaceChildren(...rows.map((row) => this.#row(row, prizes)));
  }

  #row({ place, player_id: id, name, lines, total, prize, prize_at_finish: before }, prizes) {
    const written = lines.map((points) => (points === null ? "–" : minus(points)));
    const cell = (words, look = "number") => element("td", { class: look }, words);
    return element(
      "tr",
      { class: id === this.#player ? "own" : null },
      cell(place === null ? "–" : String(place)),
      element(
        "th",
        { scope: "row", class: "player" },
        name,
        id === this.#player ? element("small", {}, " ", t("standings.own")) : null,
        element("span", { class: "lines-below" }, written.join(" · ")),
      ),
      written.map((words) => cell(words, "number line")),
      cell(total === null ? "–" : minus(total), "number total"),
      prizes ? element("td", { class: "number prize" }, prizeWords(prize, before)) : null,
    );
  }
}

// A correction after the finish changes a prize, and both amounts are shown.
function prizeWords(prize, before) {
  if (before !== null && before !== prize)
    return t("standings.prize.changed", { now: amount(prize), before: amount(before) });
  return prize > 0 ? amount(prize) : "";
}
