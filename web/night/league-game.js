/** @import { Night } from "pegout-api" */
/** @import { TitledView } from "../lib/router.js" */
/** @import { RejectedTap } from "../game/outbox.js" */
/** @import { LocalGame, NamedSide } from "../game/rules.js" */
import { refusalText, tapText } from "../game/labels.js";
import { scorecardLines } from "../game/rules.js";
import { savedGames } from "../game/saved-games.js";
import { Scorer, mountScorer } from "../game/scorer.js";
import { list, loadMessages, t } from "../lib/i18n.js";
import { joinedNight } from "./joined.js";
import { NightStore } from "./night-store.js";
import { minus, newestRound, seatOf, seatText } from "./seats.js";

/**
 * The scorer of a game of a league night. The sheet at its end has the lines for the scorecards, the changes that came too
 * late, and the next table of this phone's player as soon as it is drawn.
 */
export async function showNextTable(scorer) {
  await loadMessages("night");
  const { table } = scorer;
  const { night } = table.saved;
  const joined = await joinedNight(night);
  const live = new NightStore(night);
  const tell = () => {
    if (!live.night || table.game.status !== "finished") return;
    const next = nextWords(live.night, table.id, joined);
    const late = table.refused.map((entry) => lateWords(entry, table.game));
    const told = [...late, skunkWords(table.game), linesWords(table.game), next];
    if (String(told) === String(scorer.told)) return;
    Object.assign(scorer, { told, closed: next !== "" });
    scorer.openSheet();
  };
  live.addEventListener("change", tell);
  table.addEventListener("change", tell);
  return () => live.close();
}

// No key has room for whole names, so the sides have first names where these tell them apart.
/** @param {NamedSide[]} sides @returns {NamedSide[]} */
function shortNamed(sides) {
  const short = sides.map(({ players }) => players.map((name) => name.split(" ")[0]));
  const names = short.map((players) => players.join(" + "));
  return new Set(names).size < names.length ? sides : names.map((name, side) => ({ name, players: short[side] }));
}

/** @param {RejectedTap} entry @param {LocalGame} game */
function lateText(entry, game) {
  return t("state.refused", { what: tapText(entry, game), why: refusalText(entry.refused) });
}

/** @param {Night} night @param {string} game @param {Awaited<ReturnType<typeof joinedNight>>} joined */
function nextText(night, game, joined) {
  if (night.status === "finished") return t(joined?.player_id ? "next.over" : "next.ended");
  const round = newestRound(night);
  if (!round || round.tables.some((table) => table.game_id === game)) return "";
  const seat = joined && seatOf(round, joined);
  if (!seat) return t("next.drawn", { n: round.number });
  return t("next.seat", { n: round.number, seat: seatText(seat, joined.player_id) });
}

/** @param {LocalGame} game */
function skunkText({ skunk }) {
  return skunk === "none" ? "" : t(`next.${skunk}`);
}

/** @param {LocalGame} game */
function linesText(game) {
  const lines = scorecardLines(game);
  return game.sides
    .map(({ players }, side) => t("next.gets", { n: players.length, names: list(players), line: minus(lines[side]) }))
    .join(" ");
}

/** The scorer of one table of a league night. State in the hash: `id`. @type {TitledView} */
export default {
  title: "table.title",
  mount: (place) => mountScorer(place, (root, id) => new LeagueGame(root, id)),
};
