/** @import { NightAnswer, RoundView, StandingsRow } from "pegout-api" */
/** @import { Programme } from "./programme.js" */
/** @import { Ranked } from "./ranking.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount, day, hour, number, today } from "../lib/text.js";
import { hasPrizes, minus, newestRound, openTables } from "../night/seats.js";
import { Waiting } from "./admission.js";
import { sortedByFamily } from "./names.js";
import { BESIDE, Podium, followersOf, stepsOf } from "./podium.js";
import { isBegun, isInLastStreet, progressTexts, shout } from "./progress.js";
import { Race, TABLES } from "./race.js";
import { PLACES, Ranking } from "./ranking.js";
import { PEOPLE, Roll } from "./roll.js";

/** A sentence on the whole screen. */
class Words {
  node = element("p", { class: "tv-words" });

  /** Shows the sentence. @param {{text: string}} shown */
  show({ text }) {
    this.node.textContent = text;
  }
}

/**
 * A page of the television: a view with what it shows, the number among those of this view, the heading, what stands
 * beside it from its longest form to its shortest, and the foot, of which `loud` is what is shouted.
 * @typedef {{View: new () => {node: HTMLElement, show: (shown: any) => void}, shown: object, page?: number, title: string,
 *   notes?: string[], loud?: string, foot?: string}} Screen
 */

/** Returns the screens that take turns now. @param {Programme} programme @returns {Screen[]} at least one */
export function screensOf(programme) {
  const { night, isRefused, isKnown, isListRefused, listed, since, admission } = programme;
  if (isRefused && admission.code) return [{ View: Waiting, shown: admission.code, title: t("tv.let_in") }];
  if (isRefused) return [words(t(isKnown && !isListRefused ? "tv.refused" : "tv.coming"))];
  if (night) return numbered(nightScreens(programme, night));
  return [words(t(isKnown && !listed && !since ? "tv.nothing" : "tv.coming"))];
}

/** @param {Programme} programme @param {NightAnswer} night */
function nightScreens(programme, night) {
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

/** @param {Programme} programme @param {NightAnswer} night @param {RoundView} round */
function roundScreens(programme, night, round) {
  const begun = round.tables.filter(isBegun).length;
  if (begun === 0) return seatScreens(programme, night, round);
  const race = raceScreens(programme, night, round);
  // Whoever comes to a table late finds it until its first peg stands, too.
  if (begun < round.tables.length) return [...race, ...seatScreens(programme, night, round)];
  if (openTables(round).length > 0) return race;
  const title = t("tv.so_far", { n: round.number });
  return [...race, ...rankingScreens(ranked(programme.standings, false), { title })];
}

/** @param {Programme} programme @param {NightAnswer} night @param {RoundView} round @returns {Screen[]} */
function raceScreens({ rules }, night, round) {
  const isOver = openTables(round).length === 0;
  const title = t(isOver ? "tv.done" : "tv.live", { n: round.number, games: night.games_per_night });
  const notes = progressTexts(round, rules);
  const loud = shout(night, round, rules);
  return paginate(round.tables, TABLES).map((tables) => {
    const foot = tables.some((table) => isInLastStreet(table, rules)) ? t("tv.plate") : "";
    return { View: Race, shown: { tables, rules }, title, notes, loud, foot };
  });
}

/** @param {Programme} programme @param {NightAnswer} night @param {RoundView} drawn */
function seatScreens(programme, night, drawn) {
  const { number: round, tables } = drawn;
  const seated = tables.flatMap(({ number: table, sides }) =>
    sides.flatMap(({ players }, side) => players.map(({ id, name }) => ({ id, name, table, side }))),
  );
  const ids = new Set(seated.map(({ id }) => id));
  const waiting = night.entries
    .filter(({ player_id: id, left }) => !left && !ids.has(id))
    .map(({ name }) => ({ name, table: null }));
  const people = sortedByFamily([...seated, ...waiting]);
  const foot = t(waiting.length > 0 ? "tv.waiting" : "tv.partners");
  return rollScreens(programme, people, { title: t("tv.seats", { n: round }), foot });
}

/** @param {Programme} programme @param {{name: string, table?: number|null, side?: number}[]} people @param {{title: string, notes?: string[], foot?: string}} around @returns {Screen[]} */
function rollScreens({ joining }, people, around) {
  const pages = people.length > 0 ? paginate(people, PEOPLE) : [[]];
  return pages.map((page) => ({ View: Roll, shown: { people: page, everybody: people.length, joining }, ...around }));
}

/** @param {Programme} programme @param {NightAnswer} night @returns {Screen[]} */
function finalScreens({ standings, season }, { fifty_fifty: fifty, date, entries }) {
  const steps = stepsOf(standings);
  // After a night of void games there is nobody to rank, and an empty podium looks like a broken one.
  if (steps.length === 0) return [words(t("night_status.finished", { day: day(date) }))];
  const others = ranked(standings, true, followersOf(standings), true);
  const pages = others.length > 0 ? paginate(others, fifty ? BESIDE.below : BESIDE.all) : [[]];
  const foot = t("tv.lowest", { n: entries.length });
  const around = { title: t("tv.podium"), notes: [day(date)], foot };
  return [
    ...pages.map((page) => ({ View: Podium, shown: { steps, fifty, others: page }, ...around })),
    ...(season ? rankingScreens(seasonRows(season.rows), { title: season.season.name, notes: [t("tv.season")] }) : []),
  ];
}

/** @param {Ranked[]} rows @param {{title: string, notes?: string[]}} around @returns {Screen[]} */
function rankingScreens(rows, around) {
  return paginate(rows, PLACES).map((page) => ({ View: Ranking, shown: { rows: page }, ...around }));
}

/**
 * @param {StandingsRow[]} rows @param {boolean} isOver @param {StandingsRow[]} [listed] those that are listed
 * @param {boolean} [isNarrow] true if a line has no room for a total and its average
 * @returns {Ranked[]}
 */
function ranked(rows, isOver, listed = rows, isNarrow = false) {
  const prizes = hasPrizes(rows, isOver);
  const most = Math.max(...rows.map(({ games }) => games));
  return listed.flatMap(({ place, name, total, games, prize }) => {
    if (total === null) return [];
    // A total of fewer games ranks by what it is on the average.
    const average = games < most ? number(total / games) : "";
    const of = average && !isNarrow ? t("tv.games", { n: games, average }) : "";
    const note = [of, prizes && prize ? amount(prize) : ""].filter(Boolean).join(" · ");
    return [{ place, name, note, value: average && isNarrow ? t("tv.average", { average }) : minus(total) }];
  });
}

/** @param {import("pegout-api").SeasonRow[]} rows @returns {Ranked[]} */
function seasonRows(rows) {
  return rows.flatMap(({ place, name, nights, best_average: average }) =>
    average === null ? [] : [{ place, name, note: t("tv.nights", { n: nights }), value: number(average) }],
  );
}

/** @param {string} text @returns {Screen} */
function words(text) {
  return { View: Words, shown: { text }, title: t("tv.title") };
}

// Of several pages each says which it is.
/** @param {Screen[]} screens @returns {Screen[]} */
function numbered(screens) {
  return screens.map((screen) => {
    const pages = screens.filter(({ View }) => View === screen.View);
    if (pages.length < 2) return screen;
    const page = pages.indexOf(screen) + 1;
    const number = t("tv.page", { n: page, pages: pages.length });
    return { ...screen, page, notes: [...(screen.notes ?? []).map((note) => `${note} · ${number}`), number] };
  });
}

// Pages of about the same size.
/** @template Item @param {Item[]} items @param {number} most @returns {Item[][]} */
function paginate(items, most) {
  const pages = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size));
}
