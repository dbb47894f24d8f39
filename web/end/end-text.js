/** @import { Event as PastEvent } from "pegout-api" */
/** @import { LocalGame } from "../game/rules.js" */
import { standingPegs } from "../game/fold.js";
import { peopleNamed } from "../game/names.js";
import { isolated, list, t } from "../lib/i18n.js";
import { dateOf, day } from "../lib/text.js";

/**
 * The end of a game as it is told: who beat whom in a sentence and as two lines, the scores with the winner's first, one
 * sentence about it, the day, and the club where there is one.
 * @typedef {{game: LocalGame, beat: string, winner: string, losers: string, scores: number[], sentence: string, date: string, club: string}} EndStory
 */

const BY = { none: "end.by", skunk: "end.by.skunk", double_skunk: "end.by.double_skunk" };
const LOWBALL = { none: "", skunk: "end.lowball.skunk", double_skunk: "end.lowball.double_skunk" };

/**
 * Tells the end of a game.
 * @param {LocalGame} game a finished one
 * @param {PastEvent[]|null} [events] all of its events, if they are here; else its newest pegs are looked at
 * @param {string} [club]
 * @returns {EndStory}
 */
export function endStory(game, events = null, club = "") {
  if (game.rules.lowball) return lowballStory(game, events, club);
  const { sides, winner, rules, skunk } = game;
  const winning = sides[winner ?? 0];
  const losing = sides.filter((side) => side !== winning);
  const scores = [winning, ...losing].map(({ score }) => score);
  const losers = list(losing.map(({ name }) => isolated(name)));
  const names = { winner: isolated(winning.name), losers, n: peopleNamed(winning) };
  const isStink = losing.some(({ score }) => score === rules.target - 1);
  const by = scores[0] - Math.max(...scores.slice(1));
  const margin = isStink ? t("end.stink") : t(BY[skunk], { n: by });
  return {
    game,
    beat: t("end.beat", { ...names, scores: scores.join("\u2060–\u2060") }),
    winner: t("end.winner", names),
    losers: t("end.losers", names),
    scores,
    sentence: [margin, bestHandText(game, events)].filter(Boolean).join(" "),
    date: dateText(game),
    club,
  };
}

// The side on the target has lost; whoever has the fewest points has won.
/** @param {LocalGame} game @param {PastEvent[]|null} events @param {string} club @returns {EndStory} */
function lowballStory(game, events, club) {
  const { sides, winner, winners = [winner ?? 0], rules, skunk } = game;
  const out = sides.filter(({ score }) => score >= rules.target);
  const won = winners.map((side) => sides[side]);
  const [{ score }] = won;
  const nameText = (/** @type {typeof sides} */ all) => list(all.map(({ name }) => isolated(name)));
  const names = { winner: nameText(won), losers: nameText(out), n: rules.target, score };
  return {
    game,
    beat: t("end.lowball.beat", names),
    winner: t("end.lowball.winner", names),
    losers: t("end.lowball.losers", names),
    scores: [score, rules.target],
    sentence: [LOWBALL[skunk] && t(LOWBALL[skunk]), bestHandText(game, events)].filter(Boolean).join(" "),
    date: dateText(game),
    club,
  };
}

/** @param {LocalGame} game */
function dateText({ pegs, latest }) {
  return day(dateOf(new Date(pegs[0]?.at ?? latest?.at ?? Date.now())));
}

/** Returns the sentences about the match: the worth of a skunk, and the tally after more games than one. @param {LocalGame} game a finished one @returns {string[]} */
export function matchText({ sides, match, value, match_winner: winner = null }) {
  const games = match.reduce((sum, won) => sum + won, 0);
  const tally = list(sides.map(({ name }, side) => `${isolated(name)} ${match[side]}`));
  return [
    (value ?? 1) > 1 ? t("end.worth", { n: value }) : "",
    games > (value ?? 0) ? t("end.match", { tally }) : "",
    winner === null ? "" : t("end.match.won", { winner: isolated(sides[winner].name) }),
  ].filter(Boolean);
}

/** @param {LocalGame} game @param {PastEvent[]|null} events */
function bestHandText({ sides, pegs }, events) {
  const hands = (events ? standingPegs(events) : pegs).filter((peg) => peg.for === "hand");
  if (hands.length === 0) return "";
  const best = Math.max(...hands.map(({ points }) => points));
  const owners = new Set(hands.filter(({ points }) => points === best).map(({ side }) => side));
  const names = list([...owners].sort().map((side) => isolated(sides[side].name)));
  return t("end.best", { names, n: best });
}
