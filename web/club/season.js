import { refusalText, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { choice, printHead, printKey } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { amount, day, hour, number, today } from "../lib/text.js";

/** A season's standings as a table. What a narrow screen has no room for stands below the name. @param {object[]} rows as the service tells them @param {boolean} best whether the season ranks by the best nights @returns {HTMLElement} */
function seasonStandings(rows, best) {
  const head = (key, look = "number") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "table",
    { class: "standings season-standings" },
    element("caption", { class: "unseen" }, t("season.standings")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("standings.place"),
        head("standings.player", "player"),
        head("season.nights", "number line"),
        head("season.games", "number line"),
        head("season.wins", "number line"),
        head("season.skunks", "number line"),
        head("season.average", best ? "number line" : "number"),
        best ? head("season.best") : null,
        head("season.money", "number line"),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map((row) => line(row, best)),
    ),
  );
}

function line(row, best) {
  const cell = (words, look = "number") => element("td", { class: look }, words);
  const average = (value, look) => cell(value === null ? "–" : number(value), look);
  const { place, name, nights, games, wins, skunks, double_skunks: doubles, money_won: money } = row;
  const won = money > 0 ? amount(money) : "";
  return element(
    "tr",
    {},
    cell(place === null ? "–" : String(place)),
    element(
      "th",
      { scope: "row", class: "player" },
      name,
      element(
        "span",
        { class: "lines-below" },
        [t("season.below", { nights, wins, games }), won].filter(Boolean).join(" · "),
      ),
    ),
    cell(String(nights), "number line"),
    cell(String(games), "number line"),
    cell(String(wins), "number line"),
    cell(skunkWords(skunks, doubles), "number line"),
    average(row.average, best ? "number line" : "number"),
    best ? average(row.best_average) : null,
    cell(won, "number line"),
  );
}

function skunkWords(skunks, doubles) {
  return doubles > 0 ? t("season.skunks.doubles", { n: skunks, doubles }) : String(skunks);
}

async function ask(wanted, signal) {
  const { seasons } = await send("GET", "/api/v1/seasons", { signal });
  const season = seasons.find(({ id }) => id === wanted) ?? presentSeason(seasons);
  if (!season) return { seasons };
  const [{ rows }, { nights }] = await Promise.all([
    send("GET", `/api/v1/seasons/${season.id}/standings`, { signal }),
    send("GET", `/api/v1/nights?season_id=${season.id}`, { signal }),
  ]);
  return { seasons, season, rows, nights };
}

// The one that runs today, else the newest.
function presentSeason(seasons) {
  const date = today();
  const runs = seasons.find(({ starts, ends }) => starts <= date && date <= ends);
  return runs ?? [...seasons].sort((one, other) => one.starts.localeCompare(other.starts)).at(-1);
}

function rulesWords({ best_of: best, minimum_nights: minimum }) {
  const words = [];
  if (best) words.push(t("season.best_of", { n: best }));
  if (minimum) words.push(t("season.minimum", { n: minimum }));
  return words.join(" ");
}

class SeasonView {
  constructor(root, id, keep) {
    this.keep = keep;
    this.room = element("div", { class: "season", "data-skip": true, tabindex: "-1" });
    this.notice = new Notice(() => this.question.retry());
    root.append(this.notice.node, this.room);
    this.question = new LatestRequest(ask, {
      onAnswer: (answer) => this.show(answer),
      onRefusal: (refusal) => this.notice.show(refusalText(refusal), "refusal"),
      onOffline: (since) => this.notice.showOffline(since, t("season.away")),
    });
    this.notice.show(t("season.coming"));
    this.question.request(id);
  }

  show({ seasons, season, rows, nights }) {
    this.notice.show(season ? "" : t("season.none"));
    if (!season) return;
    this.keep({ season: season.id });
    const answers = seasons.map(({ id, name }) => ({ value: id, label: name }));
    const csv = `/api/v1/seasons/${season.id}/standings.csv`;
    this.room.replaceChildren(
      seasons.length > 1 ? choice(t("season.which"), answers, season.id, (id) => this.question.request(id)) : "",
      printHead(season.name),
      element("h2", {}, season.name),
      element("p", { class: "help" }, rulesWords(season)),
      rows.length ? seasonStandings(rows, season.best_of !== null) : element("p", { class: "help" }, t("season.empty")),
      element(
        "nav",
        { class: "links", "aria-label": t("night.more") },
        element("a", { href: csv, download: "" }, t("standings.csv")),
        printKey(),
      ),
      this.nights(nights),
    );
  }

  nights(nights) {
    const line = ({ id, date, starts_at: time, status, players }) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: `#/night?id=${id}` },
          element("strong", {}, day(date)),
          element("span", {}, t(`season_night.${status}`, { time: hour(time), n: players })),
        ),
      );
    const sorted = [...nights].sort((one, other) => other.date.localeCompare(one.date));
    return element(
      "section",
      { class: "nights" },
      element("h2", {}, t("season.all_nights")),
      element("ul", {}, sorted.map(line)),
    );
  }
}

/** A season for everybody: who leads, and its nights. State in the hash: `season`; without it the one that runs. */
export default {
  mount({ root, query, keep }) {
    const view = new SeasonView(root, query.get("season") ?? "", keep);
    return () => view.question.close();
  },
};
