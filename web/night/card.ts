import type { Night, NightHand, RoundView } from "pegout-api";
import { gamePath } from "../game/begin.ts";
import { AskedHand } from "../hands/asked-hand.ts";
import { CardPots } from "../hands/card-pots.ts";
import { NightPots } from "../hands/night-pots.ts";
import { Refusal, Unreachable, refusalText, send } from "../lib/api.ts";
import { newId, phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { day, hour } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { Notice } from "../ui/notice.ts";
import { CardLines, placeNodes } from "./card-lines.ts";
import { AskedResult } from "./league-result.ts";
import {
  type JoinedNight,
  Reader,
  askedBy,
  joinedNight,
  keepScore,
  readAhead,
  showNight,
  updateSavedGames,
} from "./membership.ts";
import { NightStore, seenOf } from "./night-store.ts";
import {
  drawnDealer,
  feeText,
  hasFixedPairs,
  newestRound,
  noSeatText,
  partnerOf,
  pointsOf,
  roundText,
  type Seat,
  seatOf,
  tablemates,
  waitText,
  winnerOf,
} from "./seats.ts";
import { clubLink } from "./tonight.ts";

class Card {
  #store;
  #joined;
  #reader;
  #savedGamesKey = "";
  #seatText: string | null = null;
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
  #pots;
  #cardPots;
  #askedHand;
  #drawn;

  /** @param drawn the round whose draw led here, if it did */
  constructor(root: HTMLElement, joined: JoinedNight, drawn: string | null) {
    this.#joined = joined;
    this.#lines = joined.player_id ? new CardLines(joined.player_id) : null;
    this.#asked = new AskedResult(joined);
    this.#drawn = Number(drawn);
    const reader = (this.#reader = new Reader([joined.token]));
    const pots = (this.#pots = new NightPots(joined.id, (...sent) => reader.ask(...sent), {
      seen: () => seenOf(joined.id).value,
    }));
    this.#cardPots = new CardPots(joined.id, joined, pots.ask, pots, (...held) => this.#nameHolder(...held));
    this.#askedHand = new AskedHand(joined.id, joined, pots.ask, pots);
    pots.addEventListener("change", () => this.#showPots());
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
    this.#pots.close();
  }

  get #night() {
    return this.#store.night as Night;
  }

  get #currentSeat() {
    return seatOf(newestRound(this.#night), this.#joined);
  }

  #build(root: HTMLElement, freshness: HTMLElement) {
    const { id, name, table } = this.#joined;
    const link = (href: string, key: string) => element("a", { href }, t(key));
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
      this.#askedHand.node,
      this.#button,
      this.#result,
      this.#notice.node,
      this.#cardPots.claims,
      freshness,
      ...(this.#lines ? [this.#lines.node] : []),
      this.#cardPots.node,
      links,
    );
    this.#showClub(links);
  }

  // Without a network the card has no such link, and misses nothing.
  async #showClub(links: HTMLElement) {
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
    this.#round.textContent = headingText(night, round);
    // Before the first draw the night will go by the league's rules.
    this.#rules.href = `#/rules?card=${this.#joined.id}${seat ? `&table=${seat.table.game_id}` : ""}`;
    this.#showSeat(seat);
    const place = night.status === "finished" && placeNodes(night, this.#store.standings, this.#joined.player_id);
    this.#line.replaceChildren(...(place || [this.#stateText(seat, round)]));
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
    this.#pots.note(night);
    this.#showPots();
    this.#updateSavedGames(night, round);
    this.#showDrawn(isOver ? undefined : round);
    if (isPlaying) readAhead(seat, import("./league-game.ts"));
  }

  #showPots() {
    if (!this.#store.night) return;
    const isJoined = this.#reader.token !== null;
    this.#cardPots.show(this.#night, isJoined);
    this.#askedHand.show(this.#night, isJoined);
  }

  // Partners pegged a hand with its cards, and one of them held it.
  async #nameHolder({ id, game_id: game }: NightHand, player: number) {
    const body = { id: newId(), player, by: phoneName(), at: new Date().toISOString() };
    await this.#reader.ask("PATCH", gamePath(game, `/pegs/${id}`), { body });
    this.#pots.reload();
  }

  // The next draw makes it old.
  #showDrawn(round: RoundView | undefined) {
    if (!this.#drawn) return;
    const isNew = round?.number === this.#drawn;
    const isSeated = typeof this.#currentSeat?.side === "number";
    const words = [t("card.drawn", { n: this.#drawn }), isSeated ? t("card.drawn.seat") : ""];
    const text = isNew ? words.join(" ").trim() : "";
    if (this.#led.textContent !== text) this.#led.textContent = text;
    this.#led.hidden = !isNew;
    if (!isNew) this.#drawn = 0;
  }

  #showSeat(seat: Seat | null) {
    const parts = [];
    // After its game the table is no longer the seat of anybody.
    if (seat?.table.status === "playing" && this.#night.status !== "finished") {
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

  #stateText(seat: Seat | null, round: RoundView | undefined) {
    const night = this.#night;
    const { player_id: player, table } = this.#joined;
    const own = night.entries.find(({ player_id: id }) => id === player);
    const here = night.entries.filter(({ left }) => !left).length;
    // The reason can be gone, with a player who was forgotten.
    if (night.status === "cancelled") return t("card.cancelled", { reason: night.cancelled }).replace(/\s*:\s*$/, ".");
    if (night.status === "finished") return t("card.finished");
    if (player && !own) return t("card.absent");
    if (own?.left && seat?.table.status !== "playing") return t("card.left");
    if (!round)
      return [pairText(night, player), t("card.draw", { time: hour(night.starts_at), n: here })].join(" ").trim();
    if (!seat) return noSeatText(night, round, player) || t(player ? "card.next_round" : "card.no_table", { table });
    const points = pointsOf(seat);
    const scores = points.join("\u2060–\u2060");
    if (seat.table.status === "playing")
      return points.some(Boolean) ? t("card.playing", { scores }) : beginText(night, round, seat);
    return `${resultText(seat, scores)} ${waitText(night, round, player)}`;
  }

  async #keepScore(view: "table" | "result" = "table") {
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

  #updateSavedGames(night: Night, round: RoundView | undefined) {
    const key = `${night.status} ${round?.number}`;
    if (key === this.#savedGamesKey) return;
    this.#savedGamesKey = key;
    updateSavedGames(night);
  }
}

// Before the draw a player of fixed pairs reads who the partner is.
function pairText(night: Night, player: string | null) {
  if (!hasFixedPairs(night) || player === null) return "";
  const partner = partnerOf(night, player);
  return partner ? t("card.partner", { name: partner.name }) : t("card.no_partner");
}

function headingText(night: Night, round: RoundView | undefined) {
  if (night.status === "finished") return t("card.over");
  return round ? roundText(night, round) : t("card.before");
}

function beginText(night: Night, round: RoundView, { table }: Seat) {
  if (night.first_dealer === "table_cuts") return t("card.begin.cut");
  const drawn = drawnDealer(night, round, table);
  return drawn
    ? t("card.begin.drawn", { dealer: drawn.name })
    : t("card.begin", { dealer: table.sides[0].players[0].name });
}

function resultText({ table, side }: Seat, scores: string) {
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

/**
 * The seat of this phone's player tonight, and the card. State in the hash: `id`, the night's; else the one joined
 * last.
 */
export default {
  mount({ root, query }: Place) {
    let card: Card | null = null;
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
