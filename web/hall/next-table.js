import { learn, list, t } from "../app/i18n.js";
import { joinedNight } from "./joined.js";
import { LiveNight } from "./live-night.js";
import { minus } from "./place.js";
import { newestRound, seatOf, seatWords } from "./seat.js";

/**
 * Tells, after a game of a night, what the cards get for it, and where this phone's player sits next, once that is known.
 * @param {object} game a finished Game @param {string} night the night's id
 * @param {(words: string, closed: boolean) => void} told called with what there is to say, each time it changes; `closed` when phones can no longer change the game
 * @returns {Promise<() => void>} ends it; rejects without a network
 */
export async function nextTable(game, night, told) {
  await learn("hall");
  const joined = await joinedNight(night);
  const live = new LiveNight(night);
  let said = null;
  live.addEventListener("change", () => {
    if (!live.night) return;
    const next = nextWords(live.night, game.id, joined);
    if (next === said) return;
    said = next;
    told(`${linesWords(game)} ${next}`.trim(), next !== "");
  });
  return () => live.close();
}

function nextWords(night, game, joined) {
  if (night.status === "finished") return t("next.over");
  const round = newestRound(night);
  if (!round || round.tables.some((table) => table.game_id === game)) return "";
  const seat = joined && seatOf(round, joined);
  if (!seat) return t("next.drawn", { n: round.number });
  return t("next.seat", { n: round.number, seat: seatWords(seat, joined.player_id) });
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
