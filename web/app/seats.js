import { t } from "./i18n.js";

/** How many can play, where the cards are looked at one by one. */
export const PLAYERS = [2, 3, 4];

/**
 * What a seat is called. The dealer sits last, so that player 0 leads.
 * @param {number} player from 0, clockwise
 * @param {number} players how many play
 * @returns {string}
 */
export function seatName(player, players) {
  if (player === 0) return t("play.pone");
  return player === players - 1 ? t("play.dealer") : t("play.player", { n: player + 1 });
}

/** The side a seat plays for: four play as two pairs, two and three each for themselves. @param {number} player @param {number} players @returns {number} from 0 */
export function sideOf(player, players) {
  return players === 4 ? player % 2 : player;
}
