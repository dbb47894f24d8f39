import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { choice, mark, printHead, printKey } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { joinedNight } from "./joined.js";
import { NightStore } from "./night-store.js";
import { namesOf, newestRound, whichNight, winnerOf } from "./seats.js";
import { NightStandings } from "./standings.js";
import { day, dayOnPaper, hour, today } from "../lib/text.js";

/** The tables of a round: who sits where, and the scores as they stand. */
class RoundTables {
  node = element("ul", { class: "round-tables" });
  #player;

  /** @param {string|null} player who is marked as the one who looks; null for nobody */
  constructor(player) {
    this.#player = player;
  }

  /** Shows a round. @param {{tables: object[]}} round of a Night */
  show({ tables }) {
    this.node.replaceChildren(...tables.map((table) => this.#table(table)));
  }

  #table(table) {
    const { number, status, sides, forced_repeat: repeat } = table;
    const own = sides.some(({ players }) => players.some(({ id }) => id === this.#player));
    const winner = winnerOf(table);
    const line = (side, at) =>
      element(
        "li",
        { class: at === winner ? "winner" : null },
        mark(at),
        element("span", { class: "side-names" }, namesOf(side)),
        element("span", { class: "number" }, String(side.score)),
      );
    return element(
      "li",
      { class: own ? "round-table own" : "round-table" },
      element(
        "h3",
        {},
        t("seat.table", { n: number }),
        element("small", {}, " ", t(own ? "night.own" : `table_status.${status}`)),
      ),
      element("ul", {}, sides.map(line)),
      repeat ? element("p", { class: "help" }, t("night.repeat")) : null,
    );
  }
}

class NightView {
  constructor(root, id, player) {
    this.root = root;
    this.player = player;
    this.chosen = null;
    this.evening = new NightStore(root, id, this);
  }

  build({ night, freshness }) {
    this.state = element("p", { class: "lead-line", "data-skip": true, tabindex: "-1" });
    this.rounds = element("div", { class: "rounds" });
    this.heading = element("h2");
    this.tables = new RoundTables(this.player);
    this.here = element("ul", { class: "here" });
    this.standings = new NightStandings(this.player);
    this.standingsPart = element("section", { class: "standings-part" }, printHead(dayOnPaper(night.date)));
    this.standingsPart.append(element("h2", {}, t("night.standings")), this.standings.node);
    const link = (href, key, more) => element("a", { href, ...more }, t(key));
    const csv = `/api/v1/nights/${night.id}/standings.csv`;
    this.links = element(
      "nav",
      { class: "links", "aria-label": t("night.more") },
      this.player ? link(`#/card?id=${night.id}`, "card.title") : null,
      night.season_id ? link(`#/standings?season=${night.season_id}`, "night.season") : null,
      link(csv, "standings.csv", { download: "" }),
      printKey(),
    );
    this.tablesPart = element(
      "section",
      { class: "tables-part" },
      this.heading,
      this.rounds,
      this.tables.node,
      this.here,
    );
    this.root.append(this.state, freshness.node, this.tablesPart, this.standingsPart, this.links);
  }

  show() {
    const { night, rows } = this.evening;
    const newest = newestRound(night);
    this.state.textContent = stateWords(night);
    this.layChoice(night.rounds);
    const round = night.rounds.find(({ number }) => number === this.chosen) ?? newest;
    this.heading.textContent = round
      ? t("round.of", { n: round.number, games: night.games_per_night })
      : t("night.here", { n: night.entries.length });
    if (round) this.tables.show(round);
    this.here.replaceChildren(...(round ? [] : night.entries.map(({ name }) => element("li", {}, name))));
    const played = rows?.some(({ total }) => total !== null) ?? false;
    this.standingsPart.hidden = !played;
    if (played) this.standings.show(rows, night.status === "finished");
  }

  // The newest round is shown until somebody asks for an earlier one.
  layChoice(rounds) {
    if (this.laid === rounds.length) return;
    this.laid = rounds.length;
    this.chosen = null;
    this.rounds.hidden = rounds.length < 2;
    const answers = rounds.map(({ number }) => ({
      value: String(number),
      label: String(number),
      name: t("round.name", { n: number }),
    }));
    const choose = (value) => {
      this.chosen = Number(value);
      this.show();
    };
    this.rounds.replaceChildren(
      element("span", { "aria-hidden": "true" }, t("night.rounds")),
      choice(t("night.rounds"), answers, String(rounds.length), choose),
    );
  }
}

function stateWords({ date, starts_at: time, status, cancelled }) {
  const words = { day: day(date), time: hour(time), reason: cancelled };
  return t(`night_status.${status}`, words);
}

async function tonight() {
  const { nights } = await send("GET", "/api/v1/nights");
  return whichNight(nights, today())?.id ?? null;
}

/** A night for everybody: seats, scores, standings. State in the hash: `id`; without it the night that is on, else the next. */
export default {
  mount({ root, query, keep }) {
    let view = null;
    let gone = false;
    const begin = async (id) => {
      notice.node.remove();
      const joined = await joinedNight(id ?? "");
      if (gone) return;
      if (id) keep({ id });
      view = new NightView(root, id, joined?.player_id ?? null);
    };
    const notice = new Notice(() => which.retry());
    const which = new LatestRequest(tonight, {
      onAnswer: begin,
      onRefusal: () => begin(null),
      onOffline: (since) => notice.showOffline(since, t("night.away")),
    });
    if (query.get("id")) begin(query.get("id"));
    else {
      root.append(notice.node);
      notice.show(t("night.coming"));
      which.request("");
    }
    return () => {
      gone = true;
      which.close();
      view?.evening.close();
    };
  },
};
