import { Refusal, Unreachable, refusalText } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { joinedNight, keepScore, updateSavedGames } from "./joined.js";
import { NightStore } from "./night-store.js";
import { minus, newestRound, openTables, placeText, pointsOf, seatOf, tablemates, winnerOf } from "./seats.js";
import { day, hour } from "../lib/text.js";

const WON = { 0: "line.won", "-1": "line.skunk", "-2": "line.double_skunk" };

/** A player's card: a line a game, with whom and against whom, the total and the place. */
class CardLines {
  #body = element("tbody");
  #total = element("td", { class: "number" });
  #place = element("p", { class: "help" });

  /** @param {string} player whose */
  constructor(player) {
    this.player = player;
    const head = (key, look) => element("th", { scope: "col", class: look }, t(key));
    this.node = element(
      "section",
      { class: "my-lines" },
      element("h2", {}, t("card.lines")),
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element("tr", {}, head("card.game"), head("card.who", "who"), head("card.line", "number")),
        ),
        this.#body,
        element(
          "tfoot",
          {},
          element("tr", {}, element("th", { scope: "row", colspan: "2" }, t("card.total")), this.#total),
        ),
      ),
      this.#place,
    );
  }

  /** Shows the card as it is. @param {object} night the Night @param {object[]|null} rows of its standings; null before they came */
  show(night, rows) {
    const row = rows?.find(({ player_id: id }) => id === this.player);
    const games = Math.max(row?.lines.length ?? night.games_per_night, night.rounds.length);
    const lines = Array.from({ length: games }, (_, at) => this.#line(night, at, row?.lines[at] ?? null));
    this.#body.replaceChildren(...lines);
    this.#total.textContent = row && row.total !== null ? minus(row.total) : "–";
    this.#place.textContent = (night.status !== "finished" && placeText(rows, this.player, false)) || "";
  }

  #line(night, at, points) {
    const seat = seatOf(night.rounds[at], { player_id: this.player, table: null });
    const who = [];
    if (seat) {
      const { partner, others } = tablemates(seat, this.player);
      who.push(t("seat.table", { n: seat.table.number }));
      if (partner) who.push(t("seat.with", { names: partner }));
      who.push(t("seat.against", { names: others }));
      if (points !== null) who.push(pointsOf(seat).join("\u2060–\u2060"));
    }
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, String(at + 1)),
      element(
        "td",
        { class: "who" },
        who.map((words) => element("span", {}, words, " ")),
      ),
      element("td", { class: "number" }, points === null ? "–" : minus(points), this.#won(points)),
    );
  }

  #won(points) {
    return Object.hasOwn(WON, points ?? "") ? element("small", {}, " ", t(WON[points])) : null;
  }
}

class Card {
  constructor(root, joined) {
    this.root = root;
    this.joined = joined;
    this.settled = null;
    this.evening = new NightStore(root, joined.id, this);
  }

  build({ freshness }) {
    this.round = element("h2");
    this.seat = element("p", { class: "my-seat", role: "status" });
    this.line = element("p", { class: "seat-line" });
    this.notice = new Notice(() => this.keep());
    this.key = element("button", { type: "button", class: "primary keep", onclick: () => this.keep() });
    this.lines = this.joined.player_id ? new CardLines(this.joined.player_id) : null;
    const { id, name, table } = this.joined;
    const whose = name ?? t("card.whose.table", { table });
    const link = (href, key) => element("a", { href }, t(key));
    this.root.append(
      element("p", { class: "whose" }, whose, " · ", day(this.evening.night.date)),
      element("section", { class: "now", "data-skip": true, tabindex: "-1" }, this.round, this.seat, this.line),
      this.key,
      this.notice.node,
      freshness.node,
      ...(this.lines ? [this.lines.node] : []),
      element(
        "nav",
        { class: "links", "aria-label": t("card.more") },
        link(`#/night?id=${id}`, "card.night"),
        link("#/join-night", "card.other"),
      ),
    );
  }

  show() {
    const { night, rows } = this.evening;
    const round = newestRound(night);
    const seat = seatOf(round, this.joined);
    this.game = seat?.table;
    this.round.textContent = this.roundWords(round);
    this.showSeat(seat);
    this.line.textContent = this.stateWords(seat, round);
    const playing = this.game?.status === "playing";
    this.key.hidden = !playing;
    this.key.textContent = t(playing && this.game.sides.some(({ score }) => score > 0) ? "card.go_on" : "card.keep");
    this.lines?.show(night, rows);
    this.settle(night, round);
  }

  roundWords(round) {
    const { status, games_per_night: games } = this.evening.night;
    if (status === "finished") return t("card.over");
    return round ? t("round.of", { n: round.number, games }) : t("card.before");
  }

  showSeat(seat) {
    const { status } = this.evening.night;
    const parts = [];
    if (seat && status !== "finished") {
      const { partner, others } = tablemates(seat, this.joined.player_id);
      parts.push(element("strong", {}, t("seat.table", { n: seat.table.number })));
      if (partner) parts.push(element("span", {}, t("seat.with", { names: partner })));
      parts.push(element("span", {}, seat.side === null ? others : t("seat.against", { names: others })));
    }
    // What a screen reader has said it need not say again.
    const words = parts.map((part) => part.textContent).join(" ");
    if (words === this.said) return;
    this.said = words;
    this.seat.replaceChildren(...parts.flatMap((part) => [part, " "]));
    this.seat.hidden = parts.length === 0;
  }

  stateWords(seat, round) {
    const { night, rows } = this.evening;
    const own = night.entries.find(({ player_id: id }) => id === this.joined.player_id);
    const here = night.entries.filter(({ left }) => !left).length;
    if (night.status === "cancelled") return t("card.cancelled", { reason: night.cancelled });
    if (night.status === "finished") return placeText(rows, this.joined.player_id, true) ?? t("card.finished");
    if (this.joined.player_id && !own) return t("card.absent");
    if (own?.left && seat?.table.status !== "playing") return t("card.left");
    if (!round) return t("card.draw", { time: hour(night.starts_at), n: here });
    if (!seat) return t(this.joined.player_id ? "card.next_round" : "card.no_table", { table: this.joined.table });
    const points = pointsOf(seat);
    const scores = points.join("\u2060–\u2060");
    if (seat.table.status === "playing")
      return points.some(Boolean)
        ? t("card.playing", { scores })
        : t("card.begin", { dealer: seat.table.sides[0].players[0].name });
    return `${resultWords(seat, scores)} ${this.nextWords(round)}`;
  }

  nextWords(round) {
    const open = openTables(round).map(({ number }) => String(number));
    if (round.number >= this.evening.night.games_per_night)
      return open.length ? t("card.last.waits", { n: open.length, tables: list(open) }) : t("card.last");
    return open.length ? t("card.waits", { n: open.length, tables: list(open) }) : t("card.soon");
  }

  async keep() {
    this.key.disabled = true;
    this.notice.show("");
    try {
      await keepScore(this.game.game_id, this.joined);
      location.hash = `#/table?id=${this.game.game_id}`;
    } catch (error) {
      if (error instanceof Unreachable) this.notice.showOffline(new Date(), t("card.away"));
      else if (error instanceof Refusal) this.notice.show(refusalText(error), "refusal");
      else if (error instanceof DOMException) this.notice.show(t("start.no_storage"), "refusal");
      else throw error;
    } finally {
      this.key.disabled = false;
    }
  }

  settle(night, round) {
    const now = `${night.status} ${round?.number}`;
    if (now === this.settled) return;
    this.settled = now;
    updateSavedGames(night);
  }
}

function resultWords({ table, side }, scores) {
  if (table.status === "void") return t("card.void");
  if (side === null) return t("card.ended", { scores });
  return t(winnerOf(table) === side ? "card.won" : "card.lost", { scores });
}

/** Where this phone's player sits tonight, and what is on their card. State in the hash: `id`, the night's; else the one joined last. */
export default {
  mount({ root, query }) {
    let card = null;
    let gone = false;
    joinedNight(query.get("id")).then((joined) => {
      if (gone) return;
      if (joined) card = new Card(root, joined);
      else root.append(stranger());
    });
    return () => {
      gone = true;
      card?.evening.close();
    };
  },
};

function stranger() {
  return element(
    "section",
    { class: "stranger" },
    element("p", {}, t("card.stranger")),
    element("a", { class: "primary", href: "#/join-night" }, t("join_night.title")),
  );
}
