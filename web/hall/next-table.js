import { learn, t } from "../app/i18n.js";
import { joinedNight } from "./joined.js";
import { LiveNight } from "./live-night.js";
import { newestRound, seatOf, seatWords } from "./seat.js";

/**
 * Tells, after a game of a night, where this phone's player sits next, once that is known.
 * @param {string} game the game's id @param {string} night the night's id @param {(words: string) => void} told called with each sentence that is new
 * @returns {Promise<() => void>} ends it; rejects without a network
 */
export async function nextTable(game, night, told) {
  await learn("hall");
  const joined = await joinedNight(night);
  const live = new LiveNight(night);
  let said = "";
  live.addEventListener("change", () => {
    const words = live.night ? wordsOf(live.night, game, joined) : "";
    if (words && words !== said) told((said = words));
  });
  return () => live.close();
}

function wordsOf(night, game, joined) {
  if (night.status === "finished") return t("next.over");
  const round = newestRound(night);
  if (!round || round.tables.some((table) => table.game_id === game)) return "";
  const seat = joined && seatOf(round, joined);
  if (!seat) return t("next.drawn", { n: round.number });
  return t("next.seat", { n: round.number, seat: seatWords(seat, joined.player_id) });
}
