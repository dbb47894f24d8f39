/** @import { Language } from "../lib/i18n.js" */
/** @import { Screen } from "./screens.js" */
import { stayAwake } from "../lib/device.js";
import { addMessages, language, loadMessages, setLanguage, t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";
import { fit } from "./names.js";
import { Programme } from "./programme.js";
import { screensOf } from "./screens.js";

// Milliseconds that a page is shown, and between two looks at the clock.
const PAGE_INTERVAL = 10_000;
const CLOCK_INTERVAL = 2000;
// The least turns that a language is shown for.
const TURNS_OF_LANGUAGE = 2;

/** @type {Language[]} */
const LANGUAGES = ["en", "fr"];

const query = new URLSearchParams(location.search);

// The id of the night in the address; null for the night that is on.
const wantedNight = query.get("night");

// The languages that take turns, `?lang=en,fr`; empty unless the address names two.
const languages = languagesOf(query.get("lang") ?? "");

// The token behind the `#` of the address lets the screen see more; null without a token.
const token = new URLSearchParams(location.hash.slice(1)).get("token");

addMessages("shell", { en: () => import("../messages/en.js"), fr: () => import("../messages/fr.js") });
addMessages("night", { en: () => import("../night/messages/en.js"), fr: () => import("../night/messages/fr.js") });
addMessages("tv", { en: () => import("./messages/en.js"), fr: () => import("./messages/fr.js") });
const [heading, note, time, board, league, state, foot] = [
  "heading",
  "note",
  "clock",
  "board",
  "league",
  "state",
  "foot",
].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const programme = new Programme(wantedNight, token);
/** @type {InstanceType<Screen["View"]>|null} */
let view = null;
/** @type {Screen|null} */
let shown = null;
let turnsOfLanguage = 0;

/** @param {HTMLElement} node @param {string} text */
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// What is shown stays for its turn, if it is still to be shown.
/** @param {Screen[]} screens */
function indexOfShown(screens) {
  return Math.max(
    0,
    screens.findIndex(({ View, page }) => View === shown?.View && page === shown.page),
  );
}

/** @param {HTMLElement} node @param {string[]} texts from the longest to the shortest */
function fitText(node, texts) {
  fit(
    node,
    texts.map((rest) => ({ strong: "", rest })),
  );
}

function show() {
  const screens = screensOf(programme);
  showScreen(screens[indexOfShown(screens)]);
}

/** @param {Screen} screen */
function showScreen(screen) {
  write(foot, screen.foot ?? "");
  showState(screen);
  fitText(heading, [screen.title]);
  fitText(note, screen.notes ?? [""]);
  fitText(league, programme.league);
  // A view that goes on is the same one, so that its pegs glide.
  if (!view || shown?.View !== screen.View) {
    view = new screen.View();
    board.replaceChildren(view.node);
  }
  shown = screen;
  view.show(screen.shown);
}

/** @param {Screen} screen */
function showState({ loud = "" }) {
  const { since } = programme;
  write(time, clock(new Date()));
  document.body.classList.toggle("stale", Boolean(since));
  write(state, since ? t("tv.stale", { time: clock(since) }) : loud);
}

// The languages take turns when all pages were shown in one.
async function goOn() {
  const screens = screensOf(programme);
  const next = (indexOfShown(screens) + 1) % screens.length;
  turnsOfLanguage += 1;
  if (languages.length > 0 && next === 0 && turnsOfLanguage >= TURNS_OF_LANGUAGE) await speakNext();
  showScreen(screensOf(programme)[next] ?? screens[0]);
}

async function speakNext() {
  turnsOfLanguage = 0;
  await setLanguage(languages[(languages.indexOf(language()) + 1) % languages.length], { isKept: false });
  document.documentElement.lang = language();
  view = null;
}

/** Shows the night that is on, and keeps the screen on; rejects when the messages cannot be fetched. */
export async function openBoard() {
  applyTheme();
  await loadMessages("shell", "night", "tv");
  if (languages.length > 0) await setLanguage(languages[0], { isKept: false });
  document.documentElement.lang = language();
  document.title = t("tv.title");
  programme.addEventListener("change", show);
  setInterval(goOn, PAGE_INTERVAL);
  setInterval(() => write(time, clock(new Date())), CLOCK_INTERVAL);
  show();
  stayAwake();
}

// Colours the page dark, or light if the address has `?theme=light`, regardless of the system's setting.
function applyTheme() {
  const theme = query.get("theme") === "light" ? "light" : "dark";
  document.documentElement.style.setProperty("color-scheme", theme);
  // The sheets have the dark colours once, for users who prefer them.
  for (const rule of Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules))) {
    if (!(rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme"))) continue;
    rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
}

/** @param {string} named */
function languagesOf(named) {
  const wanted = named.split(",").flatMap((name) => LANGUAGES.filter((language) => language === name.trim()));
  return wanted.length > 1 ? wanted : [];
}
