/** @import { CardStep, GoStep, Next, Played, WrongGo } from "pegout-api" */
/** @import { Refusal } from "../lib/api.js" */
import { has, list, t } from "../lib/i18n.js";
import { cardName } from "../ui/cards.js";
import { seatName } from "./deal.js";
import { scoresText } from "./explanation.js";

/** The answer for a number of players. @typedef {Played & {players: number}} Answer */

/** Returns the newest card of a deal. @param {(CardStep|GoStep)[]} steps */
export function lastCard(steps) {
  return steps.filter((step) => "card" in step).at(-1);
}

/** Returns the points of the newest play in words, or the end of the deal. @param {Answer} answer @param {number} players @returns {string} */
export function newestText({ steps, finished, next, totals, wrong_go }, players) {
  if (finished) return endText(totals, steps.filter((step) => "go" in step).length, wrong_go);
  const last = steps.at(-1);
  const isOpen = next !== null && next.count > 0;
  if (last && "go" in last && isOpen) {
    return t("play.go.open", { player: seatName(last.player, players), next: seatName(next.player, players) });
  }
  const newest = lastCard(steps);
  if (!newest || newest.points === 0 || (newest !== last && isOpen)) return "";
  const points = t("app.points", { n: newest.points });
  return t("play.pegs", { player: seatName(newest.player, players), points, what: scoresText(newest.scores) });
}

/** @param {number[]} totals @param {number} gos @param {WrongGo|null} wrong */
function endText(totals, gos, wrong) {
  const scores = totals.map((n, player) => t("play.final.one", { player: seatName(player, totals.length), n }));
  const sentences = [t("play.final", { points: list(scores) })];
  if (wrong) {
    const { player, count, playable } = wrong;
    const cards = list(playable.map(cardName), "disjunction");
    sentences.push(t("play.gos.wrong", { player: seatName(player, totals.length), count, cards }));
  } else if (gos > 0) {
    sentences.push(t("play.gos.right", { n: gos }));
  }
  return sentences.join(" ");
}

/** Returns the player who is to act in words. @param {Next|null} next @param {number} players @returns {string} */
export function turnText(next, players) {
  if (!next) return t("play.over");
  return t(next.count === 0 ? "play.leads" : "play.turn", { player: seatName(next.player, players) });
}

/** Returns the name of a card, or of a go. @param {string} play @returns {string} */
export function playName(play) {
  return play === "go" ? t("play.go") : cardName(play);
}

/** Returns the reason of a refusal: in the page's words where it has them, else in the service's. @param {Refusal} refusal @param {string} refused the play @param {number} players @returns {string} */
export function refusalText({ slug, message, problem }, refused, players) {
  const { player, count, playable } = /** @type {{player?: number|null, count?: number, playable?: string[]|null}} */ (
    problem
  );
  const isOver = slug === "not-your-turn" && (player ?? null) === null;
  const base = `problem.${isOver ? "too-many-cards" : slug}`;
  const key = playable?.length && has(`${base}.playable`) ? `${base}.playable` : base;
  if (!has(key)) return message;
  return t(key, {
    card: playName(refused),
    cards: list((playable ?? []).map(cardName), "disjunction"),
    count,
    player: typeof player === "number" ? seatName(player, players) : "",
  });
}
