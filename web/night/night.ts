import type { Night, Nights, RoundView, TableSide, TableView } from "pegout-api";
import { AskedHand } from "../hands/asked-hand.ts";
import { NightPots } from "../hands/night-pots.ts";
import { send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { day, dayOnPaper, hour, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { addressOf } from "../lib/root.ts";
import type { Place } from "../lib/router.ts";
import { choice, mark, printKey } from "../ui/controls.ts";
import { Loading } from "../ui/notice.ts";
import { AskedResult } from "./league-result.ts";
import {
  askedBy,
  type JoinedNight,
  joinedNight,
  listRefusalText,
  openReader,
  type Reader,
  showNight,
} from "./membership.ts";
import { NightStore, seenOf } from "./night-store.ts";
import { cardsKey } from "./paper-keys.ts";
import {
  byesText,
  currentNight,
  drawnDealer,
  feeText,
  isOfCards,
  newestRound,
  repeatText,
  roundText,
  sideText,
  winnerOf,
} from "./seats.ts";
import { SeasonNote, StandingsTable, calendarLink, csvLink, paperLinks, printHead } from "./standings.ts";

/** The tables of a round with their players and scores, and the players who sit out. */
class RoundTables {
  #list = element("ul", { class: "round-tables" });
  #byes = element("p", { class: "sits-out" });
  node = element("div", {}, this.#list, this.#byes);
  #player;

  /** @param player the player who looks, whose table is marked; null for nobody */
  constructor(player: string | null) {
    this.#player = player;
  }

  /** Shows a round. */
  show(night: Night, round: RoundView) {
    this.#list.replaceChildren(
      ...round.tables.map((table) => this.#table(table, drawnDealer(night, round, table), repeatText(night, table))),
    );
    this.#byes.textContent = byesText(night, round);
    this.#byes.hidden = this.#byes.textContent === "";
  }

  /** @param dealer the player who deals first; null if the first dealer is not drawn @param met says that players have met */
  #table(table: TableView, dealer: { name: string } | null, met: string) {
    const { number, status, sides } = table;
    const own = sides.some(({ players }) => players.some(({ id }) => id === this.#player));
    const winner = winnerOf(table);
    const line = (side: TableSide, at: number) =>
      element(
        "li",
        { class: at === winner ? "winner" : null },
        mark(at),
        element("span", { class: "side-names" }, sideText(side)),
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
      dealer && status === "playing" ? element("p", { class: "help" }, t("night.deals", { name: dealer.name })) : null,
      met ? element("p", { class: "help" }, met) : null,
    );
  }
}

class NightView {
  #store;
  #reader;
  #player;
  #chosenRound = 0;
  #choiceLength = -1;
  #state = element("p", { class: "lead-line", "data-skip": true, tabindex: "-1" });
  #fee = element("p", { class: "help fee-line" });
  #rounds = element("div", { class: "rounds" });
  #heading = element("h2");
  #tables;
  #entries = element("ul", { class: "here" });
  #standings;
  #standingsPart = element("section", { class: "standings-part" });
  #cardsKey;
  #seasonNote;
  #asked;
  #pots: NightPots | null = null;
  #handPlace = element("div");
  #onPots = () => {};

  constructor(root: HTMLElement, id: string | null, joined: JoinedNight | null, reader: Reader) {
    const player = joined?.player_id ?? null;
    this.#asked = new AskedResult(joined);
    this.#reader = reader;
    this.#player = player;
    this.#tables = new RoundTables(player);
    this.#standings = new StandingsTable(player);
    this.#seasonNote = new SeasonNote(reader.ask);
    this.#cardsKey = cardsKey(root, () => this.#cards);
    // Only a phone that joined is asked about hands, and it answers for itself.
    if (joined && joined.id === id) this.#followPots(joined);
    this.#store = new NightStore(id, { ...askedBy(reader), standings: true });
    showNight(root, this.#store, {
      build: (freshness) => this.#build(root, freshness),
      show: () => this.#show(),
    });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#store.close();
    this.#asked.close();
    this.#pots?.close();
  }

  #followPots({ id, token, player_id, table }: JoinedNight) {
    const seen = () => seenOf(id).value;
    this.#pots = new NightPots(id, (method, path, options) => send(method, path, { ...options, token }), { seen });
    const asked = new AskedHand(id, { player_id, table }, this.#pots.ask, this.#pots);
    this.#onPots = () => {
      if (this.#store.night) asked.show(this.#store.night, this.#reader.has(token));
    };
    this.#pots.addEventListener("change", this.#onPots);
    this.#handPlace.append(asked.node);
  }

  get #night() {
    return this.#store.night as Night;
  }

  get #cards() {
    const { night, standings: rows } = this.#store;
    return night && rows && { night, rows };
  }

  #build(root: HTMLElement, freshness: HTMLElement) {
    const { id, date, status, season_id: season } = this.#night;
    this.#standingsPart.append(
      printHead(dayOnPaper(date)),
      element("h2", {}, t("night.standings")),
      this.#standings.node,
    );
    const link = (href: string, key: string) => element("a", { href }, t(key));
    const links = element(
      "nav",
      { class: "links", "aria-label": t("night.more") },
      this.#player ? link(`#/card?id=${id}`, "card.title") : null,
      season ? link(`#/standings?season=${season}`, "night.season") : null,
      ["scheduled", "open"].includes(status)
        ? calendarLink(addressOf(`/api/v1/nights/${id}.ics`), t("night.calendar"))
        : [],
      paperLinks(
        csvLink(`/api/v1/nights/${id}/standings.csv`, this.#reader, () => date),
        [printKey(t("paper.standings")), this.#cardsKey],
      ),
    );
    const tablesPart = element(
      "section",
      { class: "tables-part" },
      this.#heading,
      this.#rounds,
      this.#tables.node,
      this.#entries,
    );
    const note = this.#seasonNote.node;
    root.append(
      this.#state,
      this.#fee,
      note,
      this.#asked.node,
      this.#handPlace,
      freshness,
      tablesPart,
      this.#standingsPart,
      links,
    );
  }

  #show() {
    const night = this.#night;
    const { standings } = this.#store;
    this.#state.textContent = statusText(night);
    this.#asked.show(night, this.#reader);
    this.#pots?.note(night);
    this.#onPots();
    this.#seasonNote.show(night);
    this.#fee.textContent = feeText(night, this.#player);
    this.#fee.hidden = this.#fee.textContent === "";
    this.#showChoice(night.rounds);
    const round = night.rounds.find(({ number }) => number === this.#chosenRound) ?? newestRound(night);
    this.#heading.textContent = round ? roundText(night, round) : t("night.here", { n: night.entries.length });
    const isListed = night.entries.length > 0 && night.status !== "cancelled" && !isOfCards(night);
    this.#heading.hidden = !round && !isListed;
    this.#tables.node.hidden = !round;
    if (round) this.#tables.show(night, round);
    this.#entries.replaceChildren(
      ...(round || !isListed ? [] : night.entries.map(({ name }) => element("li", {}, name))),
    );
    const hasResult = standings?.some(({ total }) => total !== null) ?? false;
    this.#standingsPart.hidden = !hasResult;
    this.#cardsKey.hidden = !hasResult;
    if (standings && hasResult) this.#standings.show(standings, night.status === "finished", night);
  }

  // The newest round is shown until somebody chooses an earlier one.
  #showChoice(rounds: RoundView[]) {
    if (this.#choiceLength === rounds.length) return;
    this.#choiceLength = rounds.length;
    this.#chosenRound = 0;
    this.#rounds.hidden = rounds.length < 2;
    const answers = rounds.map(({ number }) => ({
      value: String(number),
      label: String(number),
      name: t("round.name", { n: number }),
    }));
    const choose = (value: string) => {
      this.#chosenRound = Number(value);
      this.#show();
    };
    this.#rounds.replaceChildren(
      element("span", { "aria-hidden": "true" }, t("night.rounds")),
      choice(t("night.rounds"), answers, String(rounds.length), choose),
    );
  }
}

function statusText({ date, starts_at: time, status, cancelled, import_id: imported }: Night) {
  const state = imported && status === "finished" ? "paper" : status;
  const text = t(`night_status.${state}`, { day: day(date), time: hour(time), reason: cancelled });
  // The reason of a night can be gone, with a player who was forgotten.
  return cancelled ? text : text.replace(/\s*:\s*$/, ".");
}

async function fetchNights(signal: AbortSignal): Promise<Nights> {
  return (await openReader()).ask("GET", "/api/v1/nights", { signal });
}

/**
 * A night for everybody: seats, scores, standings. State in the hash: `id`; without it the night that is on, else the
 * next.
 */
export default {
  mount({ root, query, keep }: Place) {
    let view: NightView | null = null;
    let loading: Loading<Nights> | null = null;
    let isClosed = false;
    const open = async (id: string | null) => {
      const [joined, reader] = await Promise.all([joinedNight(id ?? ""), openReader(id)]);
      if (isClosed) return;
      if (id) keep({ id });
      view = new NightView(root, id, joined, reader);
    };
    // The first date takes a slow phone long: it is made while the answer is on its way.
    setTimeout(() => day(today()));
    if (query.get("id")) {
      open(query.get("id"));
    } else {
      loading = new Loading(fetchNights, ({ nights }) => open(currentNight(nights, today())?.id ?? null), {
        loading: t("night.coming"),
        offline: () => t("night.away"),
        refused: listRefusalText,
      });
      root.append(loading.node);
    }
    return () => {
      isClosed = true;
      loading?.close();
      view?.close();
    };
  },
};
