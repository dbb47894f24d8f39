/** @import { SavedGame } from "../game/saved-games.js" */
import { Refusal, Unreachable } from "../lib/api.js";
import { dateOf } from "../lib/text.js";
import { standingPegs } from "../game/fold.js";
import { readHistory } from "../game/past-events.js";
import { savedGames } from "../game/saved-games.js";

// Milliseconds after which a game that is not over rests.
const DAY = 86_400_000;

/** A phone's record over its games; null where it has none to tell of. @typedef {{games: number, won: number|null, skunks: number|null, best: number|null}} GameRecord */

/** Returns the time of the last thing that happened in a game, as this phone knows it. @param {SavedGame} saved @returns {Date} */
export function lastTime({ game, opened }) {
  return new Date(game.pegs[0]?.at ?? game.latest?.at ?? opened);
}

/** Returns the day of a game. @param {SavedGame} saved @returns {string} as `2026-01-28` */
export function dayOf(saved) {
  return dateOf(lastTime(saved));
}

/** Returns the record of this phone's own games, without those that it only watched. @param {SavedGame[]} games @returns {GameRecord} */
export function recordOf(games) {
  const played = games.filter(({ token, game }) => token && game.status === "finished");
  const known = played.filter(({ side }) => side !== null && side !== undefined);
  const wins = known.filter(({ game, side }) => game.winner === side);
  const hands = known.map((saved) => bestHands(saved)[Number(saved.side)]).filter((points) => points > 0);
  return {
    games: played.length,
    won: known.length ? wins.length : null,
    skunks: known.length ? wins.filter(({ game }) => game.skunk !== "none").length : null,
    best: hands.length ? Math.max(...hands) : null,
  };
}

// The Game tells of its newest pegs alone; all hands stand in the history, which is read once.
/** @param {SavedGame} saved */
function bestHands({ game, best }) {
  return best?.version === game.version ? best.hands : handsOf(game.pegs, game.sides.length);
}

/** @param {{side: number, points: number, for: string}[]} pegs @param {number} sides */
function handsOf(pegs, sides) {
  const hands = pegs.filter((peg) => peg.for === "hand");
  return Array.from({ length: sides }, (_, side) =>
    Math.max(0, ...hands.filter((peg) => peg.side === side).map(({ points }) => points)),
  );
}

/**
 * Reads the history of the games that are over, or that nobody has changed for a day, unless this phone keeps it, and with it
 * the best hands of its own.
 * @param {() => boolean} isWanted returns false to stop
 */
export async function keepHistories(isWanted) {
  for (const saved of savedGames.list()) {
    const { id, game, past, removed } = saved;
    const isResting = game.status !== "playing" || Date.now() - lastTime(saved).getTime() > DAY;
    if (removed || game.version === 0 || !isResting || ((past ?? 0) >= game.version && !needsBest(saved))) continue;
    try {
      const events = await readHistory(saved);
      if (!isWanted()) return;
      const hands = handsOf(standingPegs(events), game.sides.length);
      if (needsBest(saved)) await savedGames.save({ id, best: { version: game.version, hands } });
    } catch (error) {
      if (error instanceof Unreachable) return;
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** @param {SavedGame} saved */
function needsBest({ game, token, side, best }) {
  const isOwn = Boolean(token) && side !== null && side !== undefined;
  return isOwn && game.status === "finished" && best?.version !== game.version;
}
