import type { Night, NightAnswer, NightHand, RoundView, Season, SeasonRow, StandingsRow } from "pegout-api";
import { stayAwake } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { amount, clock, day, hour, number, signed, today } from "../lib/format.ts";
import { addMessages, type Language, language, loadMessages, setLanguage, t } from "../lib/i18n.ts";
import { cardOf, linesOf, orderOf, spokenTotal, totalText } from "../lib/standings.ts";
import {
  averageOf,
  byesText,
  hasFixedPairs,
  hasPrizes,
  isRotation,
  newestRound,
  openTables,
  roundText,
} from "../night/seats.ts";
import { PEOPLE, Roll, Waiting } from "./joining.ts";
import { Race, TABLES } from "./live-tables.ts";
import { fit, nameForms, sideForms, sortedByFamily } from "./names.ts";
import { BESIDE, PLACES, Podium, type Ranked, Ranking, followersOf, stepsOf } from "./podium.ts";
import { GreatHand, POTS, PotPanel, potRows } from "./pots.ts";
import { Programme, isBegun, isInLastStreet, progressTexts, shout } from "./schedule.ts";

/** A sentence on the whole screen. */
class Words {
  node = element("p", { class: "tv-words" });

  /** Shows the sentence. */
  show({ text }: { text: string }) {
    this.node.textContent = text;
  }
}

/**
 * A page of the television: the view, its data, the page's number among the pages of this view, and the title. `notes`
 * are the forms of the text next to the title, longest first. `loud` is the emphasised part of the foot.
 */
type Screen = {
  View: new () => { node: HTMLElement; show: (shown: any) => void };
  shown: object;
  page?: number;
  title: string;
  notes?: string[];
  loud?: string;
  foot?: string;
};

/** Returns the screens that take turns now. @returns at least one */
function screensOf(programme: Programme): Screen[] {
  const { night, isRefused, isKnown, isListRefused, listed, since, admission } = programme;
  if (isRefused && admission.code) return [{ View: Waiting, shown: admission.code, title: t("tv.let_in") }];
  const [hand] = night && !isRefused ? programme.hands.shown : [];
  if (hand) return [handScreen(hand)];
  if (isRefused) return [words(t(isKnown && !isListRefused ? "tv.refused" : "tv.coming"))];
  if (night) return numbered(nightScreens(programme, night));
  return [words(t(isKnown && !listed && !since ? "tv.nothing" : "tv.coming"))];
}

function nightScreens(programme: Programme, night: NightAnswer) {
  const { status, date, starts_at: starts, entries, cancelled } = night;
  const round = newestRound(night);
  if (status === "finished") return finalScreens(programme, night);
  if (status === "playing" && round) return roundScreens(programme, night, round);
  const values = { day: day(date), time: hour(starts), reason: cancelled || "—" };
  if (status === "cancelled") return [words(t("night_status.cancelled", values))];
  const here = sortedByFamily(entries.filter(({ left }) => !left));
  const isToday = date === today();
  if (here.length === 0 && !programme.joining) return [words(t(isToday ? "tv.tonight" : "tv.next", values))];
  const people = here.map(({ name }) => ({ name }));
  const foot = t("tv.open", { n: here.length });
  if (isToday) return rollScreens(programme, people, { title: t("tv.tonight", values), foot });
  return rollScreens(programme, people, { title: t("tv.soon"), notes: [t("tv.soon.when", values)], foot });
}

function roundScreens(programme: Programme, night: NightAnswer, round: RoundView) {
  const begun = round.tables.filter(isBegun).length;
  if (begun === 0) return seatScreens(programme, night, round);
  const race = raceScreens(programme, night, round);
  // Late players still find their table here: the seats stay until every table has its first peg.
  if (begun < round.tables.length) return [...race, ...seatScreens(programme, night, round)];
  if (openTables(round).length > 0) return race;
  const title = t("tv.so_far", { n: round.number });
  return [...race, ...rankingScreens(ranked(night, programme.standings), { title }), ...potScreens(programme)];
}

// Between the rounds. A league without pots has no such page.
function potScreens({ pots }: Programme): Screen[] {
  const rows = pots ? potRows(pots) : [];
  const pages = rows.length > 0 ? paginate(rows, POTS) : [];
  return pages.map((page) => ({ View: PotPanel, shown: { rows: page }, title: t("tv.pots") }));
}

function handScreen(hand: NightHand): Screen {
  const title = t(hand.crib ? "tv.crib_of" : "tv.hand_of", { n: hand.points });
  return { View: GreatHand, shown: { hand }, title, notes: [t("seat.table", { n: hand.table })] };
}

function raceScreens({ rules }: Programme, night: NightAnswer, round: RoundView): Screen[] {
  const isOver = openTables(round).length === 0;
  const title = isOver ? doneText(night, round) : roundText(night, round);
  const progress = progressTexts(round, rules);
  const byes = byesTexts(night, round);
  const shorter = byes.length > 0 ? progress.slice(1).map((text) => `${text} · ${byes[byes.length - 1]}`) : [];
  const notes = [...byes.map((text) => `${progress[0]} · ${text}`), ...shorter, ...progress];
  const loud = shout(night, round, rules);
  return paginate(round.tables, TABLES).map((tables) => {
    const foot = tables.some((table) => isInLastStreet(table, rules)) ? t("tv.plate") : "";
    return { View: Race, shown: { tables, rules }, title, notes, loud, foot };
  });
}

function doneText({ games_per_night: games }: Night, { number: n, extra }: RoundView) {
  return extra ? t("tv.done.made_up", { n }) : t("tv.done", { n, games });
}

function seatScreens(programme: Programme, night: NightAnswer, drawn: RoundView) {
  const { number: round, tables } = drawn;
  const seated = tables.flatMap(({ number: table, sides }) =>
    sides.flatMap(({ players }, side) => players.map(({ id, name }) => ({ id, name, table, side }))),
  );
  const ids = new Set(seated.map(({ id }) => id));
  const waiting = night.entries
    .filter(({ player_id: id, left }) => !left && !ids.has(id))
    .map(({ name }) => ({ name, table: null }));
  const people = sortedByFamily([...seated, ...waiting]);
  const [title, notes] = [t("tv.seats", { n: round }), byesTexts(night, drawn)];
  return rollScreens(programme, people, { title, notes, foot: footText(night, waiting) });
}

// From the longest to the shortest: first the given names become short, at last the family names too.
function byesTexts(night: Night, round: RoundView): string[] {
  if (round.byes.length === 0) return [];
  const forms = round.byes.map((player) => [...nameForms(player.name), ...sideForms([player.name]).slice(-1)]);
  return forms[0].map((_, at) =>
    byesText(night, { ...round, byes: round.byes.map((player, nth) => ({ ...player, name: forms[nth][at].rest })) }),
  );
}

// In a night of singles nobody has a partner, and a dash is also shown to players who sit out or have all games.
function footText(night: Night, waiting: object[]) {
  if (isRotation(night) && waiting.length > 0) return t("tv.no_game");
  if (isRotation(night) && !hasFixedPairs(night)) return "";
  return t(waiting.length > 0 ? "tv.waiting" : "tv.partners");
}

function rollScreens(
  { joining }: Programme,
  people: { name: string; table?: number | null; side?: number }[],
  around: { title: string; notes?: string[]; foot?: string },
): Screen[] {
  const pages = people.length > 0 ? paginate(people, PEOPLE) : [[]];
  return pages.map((page) => ({ View: Roll, shown: { people: page, everybody: people.length, joining }, ...around }));
}

function finalScreens({ standings, season }: Programme, night: NightAnswer): Screen[] {
  const { fifty_fifty: fifty, date, entries, full_card: full, format } = night;
  const steps = stepsOf(standings);
  // After a night of void games there is nobody to rank, and an empty podium looks like a broken one.
  if (steps.length === 0) return [words(t("night_status.finished", { day: day(date) }))];
  const others = ranked(night, standings, followersOf(standings), true);
  const pages = others.length > 0 ? paginate(others, fifty ? BESIDE.below : BESIDE.all) : [[]];
  const rule = t(
    `standings.rule.${orderOf(cardOf(standings[0]), standings, full === "every_round" && format === "doubles_movement")}`,
  );
  const foot = t("tv.rule", { rule, n: entries.length });
  const around = { title: t("tv.podium"), notes: [day(date)], foot };
  return [
    ...pages.map((page) => ({ View: Podium, shown: { steps, fifty, others: page }, ...around })),
    ...(season ? seasonScreens(season) : []),
  ];
}

function rankingScreens(rows: Ranked[], around: { title: string; notes?: string[] }): Screen[] {
  return paginate(rows, PLACES).map((page) => ({ View: Ranking, shown: { rows: page }, ...around }));
}

/** @param listed the rows to list @param isNarrow true if a line has no room for a total and its average */
function ranked(
  { status, games_per_night: usual }: Night,
  rows: StandingsRow[],
  listed: StandingsRow[] = rows,
  isNarrow: boolean = false,
): Ranked[] {
  const prizes = hasPrizes(rows, status === "finished", usual);
  const most = Math.max(...rows.map(({ games }) => games));
  return linesOf(listed).flatMap((row) => {
    const { place, name, total, games, prize, marked, rows: players } = row;
    if (total === null) return [];
    // A total of fewer games ranks by its average.
    const average = games < most ? number(averageOf(row)) : "";
    const of = average && !isNarrow ? t("tv.games", { n: games, average }) : "";
    const sum = prizes && prize ? amount(prize) : "";
    const note = [of, sum && players.length > 1 ? t("tv.each", { amount: sum }) : sum].filter(Boolean).join(" · ");
    const isMarked = cardOf(row) !== "game_points" || marked;
    if (average && isNarrow) return [{ place, name, note, value: t("tv.average", { average }), isMarked }];
    return [{ place, name, note, value: totalText(row), spoken: spokenTotal(row), isMarked }];
  });
}

function seasonScreens({ season, rows }: { season: Season; rows: SeasonRow[] }) {
  const isSum = season.counts === "sum";
  const lines = rows.flatMap((row) => {
    const { place, name, nights, wins, points, spread, scored, best_average: average, full_cards: cards } = row;
    if (isSum ? cards === 0 : average === null) return [];
    const more = spread === null ? [] : [t("app.wins", { n: wins }), signed(spread)];
    const note = [t("tv.nights", { n: nights }), ...more].join(" · ");
    return [{ place, name, note, value: isSum ? String(points ?? scored) : number(average ?? 0) }];
  });
  return rankingScreens(lines, { title: season.name, notes: [t(isSum ? "tv.season.sum" : "tv.season")] });
}

function words(text: string): Screen {
  return { View: Words, shown: { text }, title: t("tv.title") };
}

// If a view has several pages, each page shows its number.
function numbered(screens: Screen[]): Screen[] {
  return screens.map((screen) => {
    const pages = screens.filter(({ View }) => View === screen.View);
    if (pages.length < 2) return screen;
    const page = pages.indexOf(screen) + 1;
    const number = t("tv.page", { n: page, pages: pages.length });
    return { ...screen, page, notes: [...(screen.notes ?? []).map((note) => `${note} · ${number}`), number] };
  });
}

// Pages of about the same size.
function paginate<Item>(items: Item[], most: number): Item[][] {
  const pages = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size));
}

// Milliseconds that a page is shown, and between two looks at the clock.
const PAGE_INTERVAL = 10_000;
const CLOCK_INTERVAL = 2000;
// The least turns that a language is shown for.
const TURNS_OF_LANGUAGE = 2;

const LANGUAGES: Language[] = ["en", "fr"];

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
].map((id) => document.getElementById(id) as HTMLElement);
const programme = new Programme(wantedNight, token);
let view: InstanceType<Screen["View"]> | null = null;
let shown: Screen | null = null;
let turnsOfLanguage = 0;

function write(node: HTMLElement, text: string) {
  if (node.textContent !== text) node.textContent = text;
}

// The shown screen stays for its turn if it is still in the list.
function indexOfShown(screens: Screen[]) {
  return Math.max(
    0,
    screens.findIndex(({ View, page }) => View === shown?.View && page === shown.page),
  );
}

/** @param texts from the longest to the shortest */
function fitText(node: HTMLElement, texts: string[]) {
  fit(
    node,
    texts.map((rest) => ({ strong: "", rest })),
  );
}

function show() {
  const screens = screensOf(programme);
  showScreen(screens[indexOfShown(screens)]);
}

function showScreen(screen: Screen) {
  write(foot, screen.foot ?? "");
  showState(screen);
  fitText(heading, [screen.title]);
  fitText(note, screen.notes?.length ? screen.notes : [""]);
  fitText(league, programme.league);
  // If the next screen has the same view, the view is kept, so that its pegs glide.
  if (!view || shown?.View !== screen.View) {
    view = new screen.View();
    board.replaceChildren(view.node);
  }
  shown = screen;
  view.show(screen.shown);
}

function showState({ loud = "" }: Screen) {
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

function languagesOf(named: string) {
  const wanted = named.split(",").flatMap((name) => LANGUAGES.filter((language) => language === name.trim()));
  return wanted.length > 1 ? wanted : [];
}
