import { refusalText, tapText } from "../game/labels.js";
import { list, loadMessages, t } from "../lib/i18n.js";
import { joinedNight } from "./joined.js";
import { LiveNight } from "./night-store.js";
import { minus, newestRound, seatOf, seatText } from "./seats.js";

/**
 * Tells on the sheet at the end of a league game what the cards get for it, where this phone's player sits next, once that
 * is known, and which taps came too late.
 * @param {{table: import("../game/game-store.js").GameStore, told?: string[], closed?: boolean, openSheet: () => void}} scorer of a
 *   finished game; `closed` when this phone can no longer change it
 * @returns {Promise<() => void>} ends it; rejects without a network
 */
export async function showNextTable(scorer) {
  await loadMessages("night");
  const { table } = scorer;
  const { night } = table.saved;
  const joined = await joinedNight(night);
  const live = new LiveNight(night);
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

function lateWords(entry, game) {
  return t("state.refused", { what: tapText(entry, game), why: refusalText(entry.refused) });
}

function nextWords(night, game, joined) {
  if (night.status === "finished") return t(joined?.player_id ? "next.over" : "next.ended");
  const round = newestRound(night);
  if (!round || round.tables.some((table) => table.game_id === game)) return "";
  const seat = joined && seatOf(round, joined);
  if (!seat) return t("next.drawn", { n: round.number });
  return t("next.seat", { n: round.number, seat: seatText(seat, joined.player_id) });
}

function skunkWords({ skunk }) {
  return skunk === "none" ? "" : t(`next.${skunk}`);
}

const WON = { none: 0, skunk: -1, double_skunk: -2 };

function linesWords({ sides, winner, skunk, rules }) {
  return sides
    .map(({ players, score }, side) => {
      const line = side === winner ? WON[skunk] : rules.target - score;
      return t("next.gets", { n: players.length, names: list(players), line: minus(line) });
    })
    .join(" ");
}
