/** @import { League, NightAnswer, NightSummary, Nights, StandingsRow } from "pegout-api" */
import { send } from "../lib/api.js";
import { stayAwake } from "../lib/device.js";
import { addMessages, language, loadMessages, t } from "../lib/i18n.js";
import { poll } from "../lib/retry.js";
import { clock, today } from "../lib/text.js";
import { NightStore } from "../night/night-store.js";
import { currentNight } from "../night/seats.js";
import { boardOf } from "./board.js";

// Milliseconds between two looks at the list of nights; fewer while no night is on.
const INTERVAL = 60_000;
const SHORT_INTERVAL = 5000;

/** The night that the board shows, kept up to date. Fires `change`. */
export class Programme extends EventTarget {
  /** @type {NightStore|null} */
  #store = null;
  /** @type {Date|null} */
  #since = null;

  /** True once the service has answered which night is on, if any is. */
  isKnown = false;

  /** The night in the list of nights; null while none is on, and while it is not known. @type {NightSummary|null} */
  listed = null;

  /** @param {string|null} night the id of the night to show; null for the one that is on */
  constructor(night) {
    super();
    if (night) this.#follow(night);
    else this.#poll();
  }

  /** The newest state. @returns {NightAnswer|null} */
  get night() {
    return this.#store?.night ?? null;
  }

  /** The night's standings. @returns {StandingsRow[]|null} */
  get standings() {
    return this.#store?.standings ?? null;
  }

  /** The time since which the board is not up to date; null while it is. @returns {Date|null} */
  get since() {
    return this.#store ? this.#store.since : this.#since;
  }

  /** The time of the newest state. @returns {Date|null} */
  get updatedAt() {
    return this.#store?.updatedAt ?? null;
  }

  #poll() {
    poll((signal) => send("GET", "/api/v1/nights", { signal }), {
      interval: () => (this.listed ? INTERVAL : SHORT_INTERVAL),
      onAnswer: (/** @type {Nights} */ { nights }) => {
        this.isKnown = true;
        this.#since = null;
        this.#choose(currentNight(nights, today()));
        this.#notify();
      },
      // The board stays as it is; it says how old it is.
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
    this.#store = null;
    if (listed) this.#follow(listed.id);
  }

  /** @param {string} id */
  #follow(id) {
    this.#store = new NightStore(id, { standings: true });
    this.#store.addEventListener("change", () => this.#notify());
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

// Milliseconds that a page is shown, between two looks at the clock, and between two looks at the league's name.
const PAGE_INTERVAL = 12_000;
const CLOCK_INTERVAL = 2000;
const LEAGUE_INTERVAL = 60_000;

addMessages("shell", { en: () => import("../messages/en.js"), fr: () => import("../messages/fr.js") });
addMessages("night", { en: () => import("../night/messages/en.js"), fr: () => import("../night/messages/fr.js") });
await loadMessages("shell", "night");
const [heading, page, board, league, state, time] = ["heading", "page", "board", "league", "state", "clock"].map(
  (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
);
document.documentElement.lang = language();
document.title = t("tv.title");

const programme = new Programme(new URLSearchParams(location.search).get("night"));
let turns = 0;

/** @param {HTMLElement} node @param {string} text */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function show() {
  const { heading: title, pages } = boardOf(programme);
  const shown = turns % Math.max(1, pages.length);
  write(heading, title);
  write(page, pages.length > 1 ? t("tv.page", { n: shown + 1, pages: pages.length }) : "");
  board.replaceChildren(...pages.slice(shown, shown + 1));
  showState();
}

function showState() {
  const { since, updatedAt } = programme;
  write(time, clock(new Date()));
  state.classList.toggle("stale", Boolean(since));
  if (since) write(state, t("tv.stale", { time: clock(since) }));
  else write(state, updatedAt ? t("tv.updated", { time: clock(updatedAt) }) : "");
}

programme.addEventListener("change", show);
setInterval(() => {
  turns += 1;
  show();
}, PAGE_INTERVAL);
setInterval(showState, CLOCK_INTERVAL);
show();
poll((signal) => send("GET", "/api/v1/league", { signal }), {
  interval: LEAGUE_INTERVAL,
  onAnswer: (/** @type {League} */ { name }) => write(league, name),
});
stayAwake();
