import { Refusal, Unreachable, send } from "../lib/api.js";
import { stayAwake } from "../lib/device.js";
import { addMessages, language, loadMessages, t } from "../lib/i18n.js";
import { boardOf } from "./board.js";
import { Programme } from "./programme.js";
import { clock } from "../lib/text.js";

// Milliseconds that one page stands, and between two looks at the clock.
const PAGE = 12_000;
const TICK = 2000;
const MINUTE = 60_000;

addMessages("shell", { en: () => import("../messages/en.js"), fr: () => import("../messages/fr.js") });
addMessages("night", { en: () => import("../night/messages/en.js"), fr: () => import("../night/messages/fr.js") });
await loadMessages("shell", "night");
const [heading, page, board, league, state, time] = ["heading", "page", "board", "league", "state", "clock"].map((id) =>
  document.getElementById(id),
);
document.documentElement.lang = language();
document.title = t("tv.title");

const programme = new Programme(new URLSearchParams(location.search).get("night"));
let at = 0;

function write(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

function show() {
  const { heading: words, pages } = boardOf(programme);
  const shown = at % Math.max(1, pages.length);
  write(heading, words);
  write(page, pages.length > 1 ? t("tv.page", { n: shown + 1, pages: pages.length }) : "");
  board.replaceChildren(...pages.slice(shown, shown + 1));
  tell();
}

function tell() {
  const { since, updated } = programme;
  write(time, clock(new Date()));
  state.classList.toggle("stale", Boolean(since));
  if (since) write(state, t("tv.stale", { time: clock(since) }));
  else write(state, updated ? t("tv.updated", { time: clock(updated) }) : "");
}

async function nameLeague() {
  try {
    write(league, (await send("GET", "/api/v1/league")).name);
  } catch (error) {
    // The board is right without the name.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

programme.addEventListener("change", show);
setInterval(() => {
  at += 1;
  show();
}, PAGE);
setInterval(tell, TICK);
show();
nameLeague();
setInterval(nameLeague, MINUTE);
stayAwake();
