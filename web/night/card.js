/** @import { Night, RoundView, StandingsRow } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
/** @import { JoinedNight } from "./joined.js" */
/** @import { Seat } from "./seats.js" */
import { Refusal, Unreachable, refusalText } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { day, hour } from "../lib/text.js";
import { Notice } from "../ui/notice.js";
import { joinedNight, keepScore, updateSavedGames } from "./joined.js";
import { showNight } from "./night-notice.js";
import { NightStore } from "./night-store.js";
import { minus, newestRound, openTables, placeText, pointsOf, seatOf, tablemates, winnerOf } from "./seats.js";

/** @type {Record<string, string>} */
const WON = { 0: "line.won", "-1": "line.skunk", "-2": "line.double_skunk" };

/** A player's card: a line a game, with whom and against whom, the total and the place. */
class CardLines {
  #body = element("tbody");
  #total = element("td", { class: "number" });
  #place = element("p", { class: "help" });

  #player;

  /** @param {string} player the id of the card's player */
  constructor(player) {
    this.#player = player;
    const head = (/** @type {string} */ key, /** @type {string|null} */ look = null) =>
      element("th", { scope: "col", class: look }, t(key));
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

  /** Shows the card. @param {Night} night @param {StandingsRow[]|null} rows of its standings; null before they are loaded */
  show(night, rows) {
    const row = rows?.find(({ player_id: id }) => id === this.#player);
    const games = Math.max(row?.lines.length ?? night.games_per_night, night.rounds.length);
    const lines = Array.from({ length: games }, (_, at) => this.#line(night, at, row?.lines[at] ?? null));
    this.#body.replaceChildren(...lines);
    this.#total.textContent = row && row.total !== null ? minus(row.total) : "–";
    this.#place.textContent = (night.status !== "finished" && placeText(rows, this.#player, false)) || "";
  }

  /** @param {Night} night @param {number} at @param {number|null} points */
  #line(night, at, points) {
    const seat = seatOf(night.rounds[at], { player_id: this.#player, table: null });
    /** @type {string[]} */
    const who = [];
    if (seat) {
      const { partner, others } = tablemates(seat, this.#player);
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
        who.map((text) => element("span", {}, text, " ")),
      ),
      element("td", { class: "number" }, points === null ? "–" : minus(points), this.#won(points)),
    );
  }

  /** @param {number|null} points */
  #won(points) {
    return points !== null && points in WON ? element("small", {}, " ", t(WON[points])) : null;
  }
}

class Card {
  #store;
  #joined;
  #savedGamesKey = "";
  /** @type {string|null} */
  #seatText = null;
  #round = element("h2");
  #seat = element("p", { class: "my-seat", role: "status" });
  #line = element("p", { class: "seat-line" });
  #notice = new Notice(() => this.#keepScore());
  #button = element("button", { type: "button", class: "primary keep", onclick: () => this.#keepScore() });
  #lines;

  /** @param {HTMLElement} root @param {JoinedNight} joined */
  constructor(root, joined) {
    this.#joined = joined;
    this.#lines = joined.player_id ? new CardLines(joined.player_id) : null;
    this.#store = new NightStore(joined.id, { standings: true });
    showNight(root, this.#store, {
      build: (freshness) => this.#build(root, freshness),
      show: () => this.#show(),
    });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#store.close();
  }

  get #night() {
    return /** @type {Night} */ (this.#store.night);
  }

  get #currentSeat() {
    return seatOf(newestRound(this.#night), this.#joined);
  }

  /** @param {HTMLElement} root @param {HTMLElement} freshness */
  #build(root, freshness) {
    const { id, name, table } = this.#joined;
    const link = (/** @type {string} */ href, /** @type {string} */ key) => element("a", { href }, t(key));
    root.append(
      element("p", { class: "whose" }, name ?? t("card.whose.table", { table }), " · ", day(this.#night.date)),
      element("section", { class: "now", "data-skip": true, tabindex: "-1" }, this.#round, this.#seat, this.#line),
      this.#button,
      this.#notice.node,
      freshness,
      ...(this.#lines ? [this.#lines.node] : []),
      element(
        "nav",
        { class: "links", "aria-label": t("card.more") },
        link(`#/night?id=${id}`, "card.night"),
        link("#/join-night", "card.other"),
      ),
    );
  }

  #show() {
    const night = this.#night;
    const round = newestRound(night);
    const seat = this.#currentSeat;
    this.#round.textContent = roundText(night, round);
    this.#showSeat(seat);
    this.#line.textContent = this.#stateText(seat, round);
    const isPlaying = seat?.table.status === "playing";
    const hasPegs = isPlaying && seat.table.sides.some(({ score }) => score > 0);
    this.#button.hidden = !isPlaying;
    this.#button.textContent = t(hasPegs ? "card.go_on" : "card.keep");
    this.#lines?.show(night, this.#store.standings);
    this.#updateSavedGames(night, round);
  }

  /** @param {Seat|null} seat */
  #showSeat(seat) {
    const parts = [];
    if (seat && this.#night.status !== "finished") {
      const { partner, others } = tablemates(seat, this.#joined.player_id);
      parts.push(element("strong", {}, t("seat.table", { n: seat.table.number })));
      if (partner) parts.push(element("span", {}, t("seat.with", { names: partner })));
      parts.push(element("span", {}, seat.side === null ? others : t("seat.against", { names: others })));
    }
    // A screen reader would read the same text again.
    const text = parts.map((part) => part.textContent).join(" ");
    if (text === this.#seatText) return;
    this.#seatText = text;
    this.#seat.replaceChildren(...parts.flatMap((part) => [part, " "]));
    this.#seat.hidden = parts.length === 0;
  }

  /** @param {Seat|null} seat @param {RoundView|undefined} round */
  #stateText(seat, round) {
    const night = this.#night;
    const { player_id: player, table } = this.#joined;
    const own = night.entries.find(({ player_id: id }) => id === player);
    const here = night.entries.filter(({ left }) => !left).length;
    if (night.status === "cancelled") return t("card.cancelled", { reason: night.cancelled });
    if (night.status === "finished") return placeText(this.#store.standings, player, true) ?? t("card.finished");
    if (player && !own) return t("card.absent");
    if (own?.left && seat?.table.status !== "playing") return t("card.left");
    if (!round) return t("card.draw", { time: hour(night.starts_at), n: here });
    if (!seat) return t(player ? "card.next_round" : "card.no_table", { table });
    const points = pointsOf(seat);
    const scores = points.join("\u2060–\u2060");
    if (seat.table.status === "playing")
      return points.some(Boolean)
        ? t("card.playing", { scores })
        : t("card.begin", { dealer: seat.table.sides[0].players[0].name });
    return `${resultText(seat, scores)} ${nextText(night, round)}`;
  }

  async #keepScore() {
    const seat = this.#currentSeat;
    if (!seat) return;
    const { game_id: game } = seat.table;
    this.#button.disabled = true;
    this.#notice.show("");
    try {
      await keepScore(game, this.#joined);
      location.hash = `#/table?id=${game}`;
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.showOffline(new Date(), t("card.away"));
      else if (error instanceof Refusal) this.#notice.show(refusalText(error), "refusal");
      else if (error instanceof DOMException) this.#notice.show(t("start.no_storage"), "refusal");
      else throw error;
    } finally {
      this.#button.disabled = false;
    }
  }

  /** @param {Night} night @param {RoundView|undefined} round */
  #updateSavedGames(night, round) {
    const key = `${night.status} ${round?.number}`;
    if (key === this.#savedGamesKey) return;
    this.#savedGamesKey = key;
    updateSavedGames(night);
  }
}

/** @param {Night} night @param {RoundView|undefined} round */
function roundText({ status, games_per_night: games }, round) {
  if (status === "finished") return t("card.over");
  return round ? t("round.of", { n: round.number, games }) : t("card.before");
}

/** @param {Seat} seat @param {string} scores */
function resultText({ table, side }, scores) {
  if (table.status === "void") return t("card.void");
  if (side === null) return t("card.ended", { scores });
  return t(winnerOf(table) === side ? "card.won" : "card.lost", { scores });
}

/** @param {Night} night @param {RoundView} round */
function nextText({ games_per_night: games }, round) {
  const open = openTables(round).map(({ number }) => String(number));
  if (round.number >= games)
    return open.length ? t("card.last.waits", { n: open.length, tables: list(open) }) : t("card.last");
  return open.length ? t("card.waits", { n: open.length, tables: list(open) }) : t("card.soon");
}

function notJoinedSection() {
  return element(
    "section",
    { class: "stranger" },
    element("p", {}, t("card.stranger")),
    element("a", { class: "primary", href: "#/join-night" }, t("join_night.title")),
  );
}

/** The seat of this phone's player tonight, and the card. State in the hash: `id`, the night's; else the one joined last. */
export default {
  /** @param {Place} place */
  mount({ root, query }) {
    /** @type {Card|null} */
    let card = null;
    let isClosed = false;
    joinedNight(query.get("id")).then((joined) => {
      if (isClosed) return;
      if (joined) card = new Card(root, joined);
      else root.append(notJoinedSection());
    });
    return () => {
      isClosed = true;
      card?.close();
    };
  },
};
