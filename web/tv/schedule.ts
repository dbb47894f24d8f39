import type {
  Game,
  League,
  Night,
  NightAnswer,
  NightPots as Pots,
  Nights,
  NightSummary,
  RoundView,
  Rules,
  Season,
  SeasonRow,
  SeasonStandings,
  StandingsRow,
  TableView,
} from "pegout-api";
import { NightPots } from "../hands/night-pots.ts";
import { Refusal, send } from "../lib/api.ts";
import { amount, today } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { LatestRequest, poll } from "../lib/retry.ts";
import { NightStore, seenOf } from "../night/night-store.ts";
import { currentNight, newestRound, winnerOf } from "../night/seats.ts";
import { Admission, JoinCode, type Joining } from "./joining.ts";
import { NewHands } from "./pots.ts";

/** The rules that a track is drawn by. */
export type RaceRules = Pick<Required<Rules>, "target" | "skunk_below" | "double_skunk_below">;

// Milliseconds between two looks at the list of nights, fewer while no night is on; and at the league.
const INTERVAL = 60_000;
const SHORT_INTERVAL = 5000;
// Milliseconds between two requests for the pots while the tables peg.
const PAUSE_OF_PEGS = 5000;
const USUAL: RaceRules = { target: 121, skunk_below: 91, double_skunk_below: 61 };

/** The data that the screens show, kept up to date. Fires `change`. */
export class Programme extends EventTarget {
  #wanted;
  #wasMissing = false;
  #nights: ReturnType<typeof poll> | null = null;
  #store: NightStore | null = null;
  #since: Date | null = null;
  #code: JoinCode | null = null;
  #pots: NightPots | null = null;
  #gameId = "";
  #seasonRows: StandingsRow[] | null = null;
  #send = (method: string, path: string, options: object) =>
    send(method, path, { ...options, token: this.admission.token });
  #game = new LatestRequest((id: string, signal) => this.#read(`/games/${id}`, signal), {
    onAnswer: ({ rules }: Game) => {
      // A row is drawn again if its rules change.
      const { target, skunk_below, double_skunk_below } = { ...USUAL, ...rules };
      this.rules = { target, skunk_below, double_skunk_below };
      this.#notify();
    },
  });
  #season = new LatestRequest((id: string, signal) => this.#readSeason(id, signal), {
    onAnswer: (season) => {
      this.season = season;
      this.#notify();
    },
  });

  /** The token of the screen, and its code while the token opens nothing. */
  admission;

  /** The great hands that have come since the last state, one at a time. */
  hands = new NewHands(() => this.#notify());

  /** True once the service has answered which night is on, if any is. */
  isKnown = false;

  /** True if the service refuses the list of nights: the screen has no token, or the token was taken back. */
  isListRefused = false;

  /** The night in the list of nights; null while none is on, and while it is not known. */
  listed: NightSummary | null = null;

  /** The rules of the night's games. */
  rules = USUAL;

  /** The season of a night that is over, with its standings; null before it is loaded. */
  season: { season: Season; rows: SeasonRow[] } | null = null;

  /** The league's name, first with the address of its page if it has an address; one empty text before it is loaded. */
  league: string[] = [""];

  /** @param night the id of the night to show; null for the night that is on */
  constructor(night: string | null, token: string | null) {
    super();
    this.admission = new Admission(token);
    this.#wanted = night;
    if (night) this.#follow(night);
    else this.#poll();
    poll((signal) => this.#read("/league", signal), {
      interval: INTERVAL,
      onAnswer: ({ name, address }: League) => {
        this.league = address ? [`${name} · ${shortAddress(address)}`, name] : [name];
        // A backup that is put back may hold the screen's link again.
        if (this.#store?.isMissing) this.#store.reload();
        this.#notify();
      },
    });
  }

  /** The newest state. */
  get night(): NightAnswer | null {
    return this.#store?.night ?? null;
  }

  /**
   * True if the service does not send this screen its data, or no longer does. A screen without a token may still see
   * the night that is on.
   */
  get isRefused() {
    return this.#store?.isMissing || (this.isListRefused && !this.night);
  }

  /** The night's pots; null before they are loaded. */
  get pots(): Pots | null {
    return this.#pots?.answer ?? null;
  }

  /** The night's standings. */
  get standings(): StandingsRow[] {
    return this.#store?.standings ?? [];
  }

  /** The time since which the screens are not up to date; null while they are. */
  get since(): Date | null {
    return this.#store && !this.isRefused ? this.#store.since : this.#since;
  }

  /** The code that phones join with; null if the screen may not show it. */
  get joining(): Joining | null {
    return this.#code?.joining ?? null;
  }

  #poll() {
    this.#nights = poll((signal) => this.#readNights(signal), {
      interval: () => ((this.listed || this.#wanted) && !this.isRefused ? INTERVAL : SHORT_INTERVAL),
      onAnswer: (answer: Nights | null) => {
        this.isListRefused = !answer;
        this.#since = null;
        this.isKnown = true;
        if (answer) this.admission.code = null;
        // A screen that was let in, or let in again, now sees the night that was refused.
        if (answer && this.#store?.isMissing) this.#store.reload();
        if (answer && !this.#wanted) this.#choose(currentNight(answer.nights, today()));
        this.#notify();
      },
      // The screen stays as it is; it says how old it is.
      onOffline: (since) => {
        this.#since = since;
        this.#notify();
      },
    });
  }

  #choose(listed: NightSummary | null) {
    const isSame = listed?.id === this.listed?.id;
    this.listed = listed;
    if (isSame) return;
    this.#store?.close();
    this.#code?.close();
    this.#pots?.close();
    [this.#store, this.#code, this.#pots, this.season] = [null, null, null, null];
    if (listed) this.#follow(listed.id);
  }

  #follow(id: string) {
    const { admission } = this;
    this.#store = new NightStore(id, { request: this.#send, standings: true, token: () => admission.token });
    this.#store.addEventListener("change", () => this.#onNight());
    const seen = () => seenOf(id).value;
    const pots = (this.#pots = new NightPots(id, this.#send, { seen, pauseOfPegs: PAUSE_OF_PEGS }));
    pots.addEventListener("change", () => {
      this.hands.take(pots.answer);
      this.#notify();
    });
    this.hands = new NewHands(() => this.#notify());
  }

  #onNight() {
    const { night } = this;
    const isMissing = Boolean(this.#store?.isMissing);
    if (isMissing && !this.#wasMissing) this.#look();
    this.#wasMissing = isMissing;
    if (night) {
      if (this.admission.token) this.#code ??= new JoinCode(night.id, this.#send, () => this.#notify());
      this.#pots?.note(night);
      this.#requestGame(night);
      this.#requestSeason(night);
    }
    this.#notify();
  }

  // A token that was taken back opens no list of nights.
  #look() {
    this.isKnown = false;
    this.#nights?.close();
    this.#poll();
  }

  // The games of a night have the rules that it took with its first draw, which the league may have changed since.
  #requestGame(night: NightAnswer) {
    const game = newestRound(night)?.tables[0]?.game_id;
    if (!game || game === this.#gameId) return;
    this.#gameId = game;
    this.#game.request(game);
  }

  #requestSeason({ status, season_id: season }: NightAnswer) {
    const rows = this.#store?.standings;
    if (status !== "finished" || !season || !rows || rows === this.#seasonRows) return;
    this.#seasonRows = rows;
    this.#season.request(season);
  }

  async #readSeason(id: string, signal: AbortSignal) {
    const [season, { rows }]: [Season, SeasonStandings] = await Promise.all([
      this.#read(`/seasons/${id}`, signal),
      this.#read(`/seasons/${id}/standings`, signal),
    ]);
    return { season, rows };
  }

  // Everybody sees the list of a public league, and the service refuses an unknown token there too.
  async #readAsStranger(signal: AbortSignal): Promise<Nights | null> {
    try {
      const nights = await send("GET", "/api/v1/nights", { signal });
      this.admission.token = null;
      return nights;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }

  // A list may be refused to a screen without a token, or whose token was taken back.
  async #readNights(signal: AbortSignal): Promise<Nights | null> {
    try {
      return await this.#read("/nights", signal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const open = this.admission.token && (await this.#readAsStranger(signal));
      if (open) return open;
      // A night that is shown stays.
      const isVoid = (this.isRefused || !this.night) && (await this.admission.ask(signal));
      return isVoid ? this.#readNights(signal) : null;
    }
  }

  #read(path: string, signal: AbortSignal) {
    return this.#send("GET", `/api/v1${path}`, { signal });
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

// An address as people type it.
function shortAddress(address: string) {
  return address.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}

const LAST_STREET = 25;

/** True of a game under way in which somebody is in the last street. */
export function isInLastStreet({ status, sides }: TableView, { target }: RaceRules) {
  return status === "playing" && sides.some(({ score }) => score >= target - LAST_STREET);
}

/** True of a table at which a peg stands, or whose game is over. */
export function isBegun({ status, sides }: TableView) {
  return status !== "playing" || sides.some(({ score }) => score > 0);
}

/** Returns how far a round is, from the longest form to the shortest: “9 playing, 1 finished, 3 in the last street”. */
export function progressTexts({ tables }: RoundView, rules: RaceRules): string[] {
  const count = (status: string) => tables.filter((table) => table.status === status).length;
  const parts = [
    { key: "tv.playing", n: count("playing") },
    { key: "tv.finished", n: count("finished") },
    { key: "tv.void", n: count("void") },
    { key: "tv.street", n: tables.filter((table) => isInLastStreet(table, rules)).length },
  ];
  const words = parts.filter(({ n }) => n > 0).map(({ key, n }) => t(key, { n }));
  return words.map((_, at) => words.slice(0, words.length - at).join(", "));
}

/** Returns the one thing of a round that is worth shouting; empty if there is none. */
export function shout({ fifty_fifty: drawn }: Night, { tables }: RoundView, rules: RaceRules): string {
  const { target, skunk_below: skunk, double_skunk_below: doubleSkunk } = rules;
  const stuck = tables.filter(
    ({ status, sides }) => status === "playing" && sides.some(({ score }) => score === target - 1),
  );
  if (stuck.length > 0) return at("tv.stink", stuck);
  const losersBelow = (line: number | null) =>
    tables.filter((table) => winnerOf(table) >= 0 && bestLoser(table) < (line ?? 0));
  const doubly = losersBelow(doubleSkunk);
  if (doubly.length > 0) return at("tv.double_skunk", doubly);
  const skunked = losersBelow(skunk);
  if (skunked.length > 0) return at("tv.skunk", skunked);
  if (!drawn) return "";
  // A screen without a token gets no amount.
  const { name, amount: cents } = drawn;
  return t("tv.fifty_fifty.of", { name: cents === null ? name : `${name}, ${amount(cents)}` });
}

// At a table of three the better loser decides.
function bestLoser({ sides }: TableView) {
  return sides.map(({ score }) => score).sort((one, other) => other - one)[1];
}

function at(key: string, tables: TableView[]) {
  return t(key, { n: tables.length, tables: list(tables.map(({ number }) => String(number))) });
}
