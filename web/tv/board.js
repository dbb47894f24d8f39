import { t } from "../app/i18n.js";
import { day, hour, today } from "../hall/date.js";
import { newestRound, openTables } from "../hall/seat.js";
import { amount } from "../hall/amount.js";
import { namesPages, wordsPage } from "./names-board.js";
import { standingsPages } from "./standings-board.js";
import { tablesPages } from "./tables-board.js";

/**
 * What the board shows now.
 * @param {import("./programme.js").Programme} programme
 * @returns {{heading: string, pages: HTMLElement[]}} pages are shown one after the other
 */
export function boardOf({ known, listed, night, rows }) {
  if (night) return boardOfNight(night, rows ?? []);
  if (known && !listed) return { heading: t("tv.title"), pages: [wordsPage(t("tv.nothing"))] };
  return { heading: t("tv.title"), pages: [wordsPage(t("tv.coming"))] };
}

function boardOfNight(night, rows) {
  const round = newestRound(night);
  if (night.status === "finished") return boardOfEnd(night, rows);
  if (night.status === "playing" && round) return boardOfRound(night, round, rows);
  return { heading: day(night.date), pages: waiting(night) };
}

function boardOfEnd(night, rows) {
  const standings = standingsPages(rows, true);
  // Where every game was void there is nobody to rank, and an empty board looks like a broken one.
  if (standings.length === 0) standings.push(wordsPage(t("night_status.finished", { day: day(night.date) })));
  return { heading: t("tv.final"), pages: [...standings, ...drawnPages(night)] };
}

function waiting({ status, date, starts_at: starts, entries, cancelled }) {
  const words = { day: day(date), time: hour(starts), reason: cancelled };
  if (status === "cancelled") return [wordsPage(t("night_status.cancelled", words))];
  const when = date === today() ? t("tv.tonight", words) : t("tv.next", words);
  const here = entries.filter(({ left }) => !left);
  return here.length ? namesPages(here, when, t("tv.open", { n: here.length })) : [wordsPage(when)];
}

// Who won the 50/50 is told while nobody plays.
function drawnPages({ fifty_fifty: drawn }) {
  return drawn ? [wordsPage(t("tv.fifty_fifty", { name: drawn.name, amount: amount(drawn.amount) }))] : [];
}

function boardOfRound(night, round, rows) {
  const { entries, games_per_night: games } = night;
  const words = { n: round.number, games };
  const begun = round.tables.some(({ status, sides }) => status !== "playing" || sides.some(({ score }) => score > 0));
  const tables = tablesPages(round.tables, entries, begun);
  if (!begun) return { heading: t("tv.seats", words), pages: tables };
  if (openTables(round).length > 0) return { heading: t("tv.live", words), pages: tables };
  return { heading: t("tv.done", words), pages: [...tables, ...standingsPages(rows, false), ...drawnPages(night)] };
}
