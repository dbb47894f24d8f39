/** @import { Night, RoundView, StandingsRow } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
/** @import { JoinedNight } from "./membership.js" */
/** @import { Seat } from "./seats.js" */
import { Refusal, Unreachable, refusalText, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { day, hour } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { AskedResult } from "./league-result.js";
import { Reader, askedBy, joinedNight, keepScore, showNight, updateSavedGames } from "./membership.js";
import { NightStore } from "./night-store.js";
import {
  drawnDealer,
  feeText,
  minus,
  newestRound,
  placeText,
  pointsOf,
  seatOf,
  tablemates,
  waitText,
  winnerOf,
} from "./seats.js";
import { gamesText } from "./standings.js";
import { clubLink } from "./tonight.js";

/** @type {Record<string, string>} */
const WON = { 0: "line.won", "-1": "line.skunk", "-2": "line.double_skunk" };

/** A player's card: a line a game, with whom and against whom, the total and the place. */
class CardLines {
  #body = element("tbody");
  #total = element("td", { class: "number" });
  #foot = element(
    "tfoot",
    {},
    element("tr", {}, element("th", { scope: "row", colspan: "2" }, t("card.total")), this.#total),
  );
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
        this.#foot,
      ),
      this.#place,
    );
  }

  /** Shows the card. @param {Night} night @param {StandingsRow[]|null} rows of its standings; null before they are loaded */
  show(night, rows) {
    const row = rows?.find(({ player_id: id }) => id === this.#player);
    const games = Math.max(row?.lines.length ?? night.games_per_night, night.rounds.length);
    const lines = Array.from({ length: games }, (_, at) =>
      this.#line(night, at, row?.lines[at] ?? null, row?.excused.includes(at + 1) ?? false),
    );
    this.#body.replaceChildren(...lines);
    const counted = row ? gamesText(row) : "";
    this.#foot.hidden = !row || row.total === null;
    this.#total.replaceChildren(
      row && row.total !== null ? minus(row.total) : "",
      counted ? element("small", {}, " ", counted) : "",
    );
    this.#place.textContent = (night.status !== "finished" && placeText(rows, this.#player, false)) || "";
  }

  /** @param {Night} night @param {number} at @param {number|null} points @param {boolean} isExcused */
  #line(night, at, points, isExcused) {
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
      element(
        "td",
        { class: "number" },
        points === null ? (isExcused ? t("standings.excused") : "") : minus(points),
        this.#won(points),
      ),
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
  #reader;
  #savedGamesKey = "";
  /** @type {string|null} */
  #seatText = null;
  #round = element("h2");
  #seat = element("p", { class: "my-seat", role: "status" });
  #line = element("p", { class: "seat-line" });
  #fee = element("p", { class: "help fee-line" });
  #led = element("p", { class: "help", role: "status", hidden: true });
  #sentAway = element("p", { class: "help sent-away", role: "status" });
  #notice = new Notice(() => this.#keepScore());
  #button = element("button", { type: "button", class: "primary keep", onclick: () => this.#keepScore() });
  #result = element("button", { type: "button", class: "quiet keep", onclick: () => this.#keepScore("result") });
  #rules = element("a", {}, t("rules.book"));
  #lines;
  #asked;
  #drawn;

  /** @param {HTMLElement} root @param {JoinedNight} joined @param {string|null} drawn the round whose draw led here, if it did */
  constructor(root, joined, drawn) {
    this.#joined = joined;
    this.#lines = joined.player_id ? new CardLines(joined.player_id) : null;
    this.#asked = new AskedResult(joined);
    this.#drawn = Number(drawn);
    this.#reader = new Reader([joined.token]);
    this.#store = new NightStore(joined.id, { ...askedBy(this.#reader), standings: true });
    showNight(root, this.#store, {
      build: (freshness) => this.#build(root, freshness),
      show: () => this.#show(),
    });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#store.close();
    this.#asked.close();
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
    const links = element(
      "nav",
      { class: "links", "aria-label": t("card.more") },
      link(`#/night?id=${id}`, "card.night"),
      this.#rules,
      link("#/join-night", "card.other"),
    );
    root.append(
      element("p", { class: "whose" }, name ?? t("card.whose.table", { table }), " · ", day(this.#night.date)),
      element(
        "section",
        { class: "now", "data-skip": true, tabindex: "-1" },
        this.#round,
        this.#seat,
        this.#led,
        this.#line,
        this.#fee,
        this.#sentAway,
      ),
      this.#asked.node,
      this.#button,
      this.#result,
      this.#notice.node,
      freshness,
      ...(this.#lines ? [this.#lines.node] : []),
      links,
    );
    this.#showClub(links);
  }

  // Without a network the card has no such link, and misses nothing.
  /** @param {HTMLElement} links */
  async #showClub(links) {
    try {
      links.append(clubLink(await send("GET", "/api/v1/league")) ?? "");
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
  }

  #show() {
    const night = this.#night;
    const round = newestRound(night);
    const seat = this.#currentSeat;
    this.#round.textContent = roundText(night, round);
    // Before the first draw the night will go by the league's rules.
    this.#rules.href = `#/rules?card=${this.#joined.id}${seat ? `&table=${seat.table.game_id}` : ""}`;
    this.#showSeat(seat);
    this.#line.textContent = this.#stateText(seat, round);
    this.#fee.textContent = feeText(night, this.#joined.player_id);
    this.#fee.hidden = this.#fee.textContent === "";
    const isJoined = this.#reader.token !== null;
    const isOver = ["finished", "cancelled"].includes(night.status);
    this.#sentAway.textContent = isJoined || isOver ? "" : t("card.sent_away");
    const isPlaying = isJoined && seat?.table.status === "playing";
    const hasPegs = isPlaying && seat.table.sides.some(({ score }) => score > 0);
    this.#button.hidden = !isPlaying;
    this.#result.hidden = !isPlaying;
    this.#result.textContent = t("card.result");
    this.#button.textContent = t(hasPegs ? "card.go_on" : "card.keep");
    this.#lines?.show(night, this.#store.standings);
    this.#asked.show(night, this.#reader);
    this.#updateSavedGames(night, round);
    this.#showDrawn(isOver ? undefined : round);
    // The score is then kept, and the result entered, without a network too.
    if (isPlaying) import("./league-game.js").catch(() => null);
  }

  // The next draw makes it old.
  /** @param {RoundView|undefined} round */
  #showDrawn(round) {
    if (!this.#drawn) return;
    const isNew = round?.number === this.#drawn;
    const words = [t("card.drawn", { n: this.#drawn }), this.#joined.player_id ? t("card.drawn.seat") : ""];
    const text = isNew ? words.join(" ").trim() : "";
    if (this.#led.textContent !== text) this.#led.textContent = text;
    this.#led.hidden = !isNew;
    if (!isNew) this.#drawn = 0;
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
      return points.some(Boolean) ? t("card.playing", { scores }) : beginText(night, round, seat);
    return `${resultText(seat, scores)} ${waitText(night, round)}`;
  }

  /** @param {"table"|"result"} [view] */
  async #keepScore(view = "table") {
    const seat = this.#currentSeat;
    if (!seat) return;
    const { game_id: game } = seat.table;
    this.#button.disabled = true;
    this.#notice.show("");
    try {
      await keepScore(seat, this.#joined);
      location.hash = `#/${view}?id=${game}`;
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.showOffline(new Date(), t("card.away"));
      else if (error instanceof Refusal) this.#notice.show(refusalText(error), "refusal");
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

/** @param {Night} night @param {RoundView} round @param {Seat} seat */
function beginText(night, round, { table }) {
  if (night.first_dealer === "table_cuts") return t("card.begin.cut");
  const drawn = drawnDealer(night, round, table);
  return drawn
    ? t("card.begin.drawn", { dealer: drawn.name })
    : t("card.begin", { dealer: table.sides[0].players[0].name });
}

/** @param {Seat} seat @param {string} scores */
function resultText({ table, side }, scores) {
  if (table.status === "void") return t("card.void");
  if (table.result?.contested.length) return t("card.contested", { scores });
  if (side === null) return t("card.ended", { scores });
  return t(winnerOf(table) === side ? "card.won" : "card.lost", { scores });
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
      if (joined) card = new Card(root, joined, query.get("drawn"));
      else root.append(notJoinedSection());
    });
    return () => {
      isClosed = true;
      card?.close();
    };
  },
};
