/** @import { League } from "pegout-api" */
import { send } from "../lib/api.js";
import { stayAwake } from "../lib/device.js";
import { addMessages, language, loadMessages, t } from "../lib/i18n.js";
import { poll } from "../lib/retry.js";
import { clock } from "../lib/text.js";
import { boardOf } from "./board.js";
import { Programme } from "./programme.js";

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
