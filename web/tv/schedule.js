/** @import { Game, League, Night, NightAnswer, NightSummary, Nights, RoundView, Rules, Season, SeasonRow, SeasonStandings, StandingsRow, TableView } from "pegout-api" */
/** @import { Joining } from "./joining.js" */
import { Refusal, send } from "../lib/api.js";
import { amount, today } from "../lib/format.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest, poll } from "../lib/retry.js";
import { NightStore } from "../night/night-store.js";
import { currentNight, newestRound, winnerOf } from "../night/seats.js";
import { Admission, JoinCode } from "./joining.js";

/** The rules that a track is drawn by. @typedef {Pick<Required<Rules>, "target"|"skunk_below"|"double_skunk_below">} RaceRules */

// Milliseconds between two looks at the list of nights, fewer while no night is on; and at the league.
const INTERVAL = 60_000;
const SHORT_INTERVAL = 5000;
/** @type {RaceRules} */
const USUAL = { target: 121, skunk_below: 91, double_skunk_below: 61 };

/** All that the screens show, kept up to date. Fires `change`. */
export class Programme extends EventTarget {
  #wanted;
  #wasMissing = false;
  /** @type {ReturnType<typeof poll>|null} */
  #nights = null;
  /** @type {NightStore|null} */
  #store = null;
  /** @type {Date|null} */
  #since = null;
  /** @type {JoinCode|null} */
  #code = null;
  #gameId = "";
  /** @type {StandingsRow[]|null} */
  #seasonRows = null;
  #send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ options) =>
    send(method, path, { ...options, token: this.admission.token });
  #game = new LatestRequest((/** @type {string} */ id, signal) => this.#read(`/games/${id}`, signal), {
    onAnswer: (/** @type {Game} */ { rules }) => {
      // A row whose rules are others is drawn anew.
      const { target, skunk_below, double_skunk_below } = { ...USUAL, ...rules };
      this.rules = { target, skunk_below, double_skunk_below };
      this.#notify();
    },
  });
  #season = new LatestRequest((/** @type {string} */ id, signal) => this.#readSeason(id, signal), {
    onAnswer: (season) => {
      this.season = season;
      this.#notify();
    },
  });

  /** The token of the screen, and its code while the token opens nothing. */
  admission;

  /** True once the service has answered which night is on, if any is. */
  isKnown = false;

  /** True if the service refuses the list of nights: the screen has no token, or the token was taken back. */
  isListRefused = false;

  /** The night in the list of nights; null while none is on, and while it is not known. @type {NightSummary|null} */
  listed = null;

  /** The rules of the night's games. */
  rules = USUAL;

  /** The season of a night that is over, with its standings; null before it is loaded. @type {{season: Season, rows: SeasonRow[]}|null} */
  season = null;

  /** The league's name, first with the address of its page if it has one; one empty text before it is loaded. @type {string[]} */
  league = [""];

  /** @param {string|null} night the id of the night to show; null for the one that is on @param {string|null} token */
  constructor(night, token) {
    super();
    this.admission = new Admission(token);
    this.#wanted = night;
    if (night) this.#follow(night);
    else this.#poll();
    poll((signal) => this.#read("/league", signal), {
      interval: INTERVAL,
      onAnswer: (/** @type {League} */ { name, address }) => {
        this.league = address ? [`${name} · ${shortAddress(address)}`, name] : [name];
        // A backup that is put back may hold the screen's link again.
        if (this.#store?.isMissing) this.#store.reload();
        this.#notify();
      },
    });
  }

  /** The newest state. @returns {NightAnswer|null} */
  get night() {
    return this.#store?.night ?? null;
  }

  /** True if the service does not tell this screen what it asks for, or no more. A stranger may still see the night that is on. */
  get isRefused() {
    return this.#store?.isMissing || (this.isListRefused && !this.night);
  }

  /** The night's standings. @returns {StandingsRow[]} */
  get standings() {
    return this.#store?.standings ?? [];
  }

  /** The time since which the screens are not up to date; null while they are. @returns {Date|null} */
  get since() {
    return this.#store && !this.isRefused ? this.#store.since : this.#since;
  }

  /** The code that phones join with; null where the screen may not show it. @returns {Joining|null} */
  get joining() {
    return this.#code?.joining ?? null;
  }

  #poll() {
    this.#nights = poll((signal) => this.#readNights(signal), {
      interval: () => ((this.listed || this.#wanted) && !this.isRefused ? INTERVAL : SHORT_INTERVAL),
      onAnswer: (/** @type {Nights|null} */ answer) => {
        this.isListRefused = !answer;
        this.#since = null;
        this.isKnown = true;
        if (answer) this.admission.code = null;
        // A screen that was let in, or let in again, sees what it was refused.
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

  /** @param {NightSummary|null} listed */
  #choose(listed) {
    const isSame = listed?.id === this.listed?.id;
    this.listed = listed;
    if (isSame) return;
    this.#store?.close();
    this.#code?.close();
    [this.#store, this.#code, this.season] = [null, null, null];
    if (listed) this.#follow(listed.id);
  }

  /** @param {string} id */
  #follow(id) {
    const { admission } = this;
    this.#store = new NightStore(id, { request: this.#send, standings: true, token: () => admission.token });
    this.#store.addEventListener("change", () => this.#onNight());
  }

  #onNight() {
    const { night } = this;
    const isMissing = Boolean(this.#store?.isMissing);
    if (isMissing && !this.#wasMissing) this.#look();
    this.#wasMissing = isMissing;
    if (night) {
      if (this.admission.token) this.#code ??= new JoinCode(night.id, this.#send, () => this.#notify());
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
  /** @param {NightAnswer} night */
  #requestGame(night) {
    const game = newestRound(night)?.tables[0]?.game_id;
    if (!game || game === this.#gameId) return;
    this.#gameId = game;
    this.#game.request(game);
  }

  /** @param {NightAnswer} night */
  #requestSeason({ status, season_id: season }) {
    const rows = this.#store?.standings;
    if (status !== "finished" || !season || !rows || rows === this.#seasonRows) return;
    this.#seasonRows = rows;
    this.#season.request(season);
  }

  /** @param {string} id @param {AbortSignal} signal */
  async #readSeason(id, signal) {
    /** @type {[Season, SeasonStandings]} */
    const [season, { rows }] = await Promise.all([
      this.#read(`/seasons/${id}`, signal),
      this.#read(`/seasons/${id}/standings`, signal),
    ]);
    return { season, rows };
  }

  // Everybody sees the list of a public league, and the service refuses an unknown token there too.
  /** @param {AbortSignal} signal @returns {Promise<Nights|null>} */
  async #readAsStranger(signal) {
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
  /** @param {AbortSignal} signal @returns {Promise<Nights|null>} */
  async #readNights(signal) {
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

  /** @param {string} path @param {AbortSignal} signal */
  #read(path, signal) {
    return this.#send("GET", `/api/v1${path}`, { signal });
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

// An address as people type it.
/** @param {string} address */
function shortAddress(address) {
  return address.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}

const LAST_STREET = 25;

/** True of a game under way in which somebody is in the last street. @param {TableView} table @param {RaceRules} rules */
export function isInLastStreet({ status, sides }, { target }) {
  return status === "playing" && sides.some(({ score }) => score >= target - LAST_STREET);
}

/** True of a table at which a peg stands, or whose game is over. @param {TableView} table */
export function isBegun({ status, sides }) {
  return status !== "playing" || sides.some(({ score }) => score > 0);
}

/** Returns how far a round is, from the longest form to the shortest: “9 playing, 1 finished, 3 in the last street”. @param {RoundView} round @param {RaceRules} rules @returns {string[]} */
export function progressTexts({ tables }, rules) {
  const count = (/** @type {string} */ status) => tables.filter((table) => table.status === status).length;
  const parts = [
    { key: "tv.playing", n: count("playing") },
    { key: "tv.finished", n: count("finished") },
    { key: "tv.void", n: count("void") },
    { key: "tv.street", n: tables.filter((table) => isInLastStreet(table, rules)).length },
  ];
  const words = parts.filter(({ n }) => n > 0).map(({ key, n }) => t(key, { n }));
  return words.map((_, at) => words.slice(0, words.length - at).join(", "));
}

/** Returns the one thing of a round that is worth shouting; empty if there is none. @param {Night} night @param {RoundView} round @param {RaceRules} rules @returns {string} */
export function shout({ fifty_fifty: drawn }, { tables }, rules) {
  const { target, skunk_below: skunk, double_skunk_below: doubleSkunk } = rules;
  const stuck = tables.filter(
    ({ status, sides }) => status === "playing" && sides.some(({ score }) => score === target - 1),
  );
  if (stuck.length > 0) return at("tv.stink", stuck);
  const losersBelow = (/** @type {number|null} */ line) =>
    tables.filter((table) => winnerOf(table) >= 0 && bestLoser(table) < (line ?? 0));
  const doubly = losersBelow(doubleSkunk);
  if (doubly.length > 0) return at("tv.double_skunk", doubly);
  const skunked = losersBelow(skunk);
  if (skunked.length > 0) return at("tv.skunk", skunked);
  if (!drawn) return "";
  // A stranger is not told the amount.
  const { name, amount: cents } = drawn;
  return t("tv.fifty_fifty.of", { name: cents === null ? name : `${name}, ${amount(cents)}` });
}

// At a table of three the better loser decides.
/** @param {TableView} table */
function bestLoser({ sides }) {
  return sides.map(({ score }) => score).sort((one, other) => other - one)[1];
}

/** @param {string} key @param {TableView[]} tables */
function at(key, tables) {
  return t(key, { n: tables.length, tables: list(tables.map(({ number }) => String(number))) });
}
