/** @import { Item, Played, Score, Show, Step } from "pegout-api" */
import { sideOf } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { language, list, t, word } from "../lib/i18n.js";
import { cardName, smallCards } from "../ui/cards.js";
import { mark } from "../ui/controls.js";
import { seatName } from "./played-deal.js";

/** The explanation of a count: the spoken call, then each item with its cards, its kind and its points. @param {Show} show @returns {HTMLElement[]} */
export function explanation(show) {
  return [
    element("p", { class: "call" }, spokenCall(show)),
    ...(show.declared ? [element("p", { class: "declared" }, declaredText(show))] : []),
    element("ol", { class: "items" }, show.items.map(itemLine)),
  ];
}

// The cards that the jokers are, and how many others would do as well.
/** @param {Show} show */
function declaredText({ declared = {}, ways = 1 }) {
  const cards = Object.entries(declared).map(([joker, card]) => cardName(`${joker}=${card}`));
  const said = list(cards);
  const sentence = `${said[0].toUpperCase()}${said.slice(1)}.`;
  return ways > 1 ? `${sentence} ${t("joker.ways", { n: ways - 1 })}` : sentence;
}

/** Returns the count as it is spoken at the table, in the language in use. @param {Pick<Show, "call"|"call_fr">} show @returns {string} */
export function spokenCall({ call, call_fr }) {
  return language() === "fr" ? call_fr : call;
}

/**
 * The points that each player has pegged, and whose turn it is.
 * @param {number[]} totals points by player, player 0 first
 * @param {number|null} turn the next player; null for nobody
 * @returns {HTMLElement}
 */
export function scoreboard(totals, turn) {
  const players = totals.length;
  return element(
    "ul",
    { class: "scoreboard" },
    totals.map((points, player) =>
      element(
        "li",
        { class: player === turn ? "turn" : "" },
        element("span", { class: "seat" }, seatName(player, players)),
        element("span", { class: "pegged" }, seatMark(player, players), ...spokenPoints(points)),
      ),
    ),
  );
}

// Five and six can be sides in more than one way.
/** @param {number} player @param {number} players */
function seatMark(player, players) {
  return players > 4 ? null : mark(sideOf(player, players));
}

/**
 * The deal card by card, the newest first, so that it is seen without scrolling.
 * @param {Step[]} steps the checked steps
 * @param {string[]} pending taps that have no answer yet
 * @param {{players: number, checked: Pick<Played, "finished"|"wrong_go">}} deal
 * @returns {HTMLElement}
 */
export function stepList(steps, pending, { players, checked }) {
  const known = steps.map((step, at) =>
    stepLine(step, { players, verdict: verdict(at, checked), isFresh: isFresh(steps, at) }),
  );
  const unanswered = pending.map((play) => element("li", { class: "step waiting" }, pendingPlay(play)));
  return element("ol", { class: "steps", reversed: true }, [...known, ...unanswered].reverse());
}

/** The scores of a step in words: “fifteen and pair royal”. @param {Score[]} scores @returns {string} */
export function scoresText(scores) {
  return list(scores.map(({ kind, points }) => kindText(kind, points)));
}

/** Returns the kind of an item in words. @param {string} kind @param {number} n the cards of a run @returns {string} */
export function kindText(kind, n) {
  return kind === "run" ? t("kind.run.of", { n }) : word("kind", kind);
}

/** The line of an item: its cards, its kind and its points. @param {Item|Score} item @returns {HTMLElement} */
export function itemLine(item) {
  return element("li", { class: "item" }, itemParts(item));
}

/** The cards, the kind and the points of an item. @param {Item|Score} item @returns {HTMLElement[]} */
export function itemParts({ kind, cards, points }) {
  return [
    smallCards(cards),
    element("span", { class: "kind" }, kindText(kind, cards.length)),
    element("span", { class: "points" }, ...spokenPoints(points)),
  ];
}

/** Returns the cards since the count began. @template {{count: number}} Card @param {Card[]} cards every card that was played @returns {Card[]} */
export function sinceCountBegan(cards) {
  return cards.slice(cards.findLastIndex(({ count }, at) => at === 0 || count <= cards[at - 1].count));
}

// A number to see, and “2 points” for screen readers.
/** @param {number} points */
function spokenPoints(points) {
  return [
    element("span", { "aria-hidden": "true" }, String(points)),
    element("span", { class: "unseen" }, t("app.points", { n: points })),
  ];
}

/** @param {Step} step @param {{players: number, verdict: string, isFresh: boolean}} options */
function stepLine(step, { players, verdict, isFresh }) {
  const { player } = step;
  const seat = element("span", { class: "seat" }, seatMark(player, players), seatName(player, players));
  if ("go" in step) {
    const text = [t("play.says_go"), verdict].filter(Boolean).join(", ");
    return element("li", { class: "step go" }, seat, element("span", { class: "kind" }, text));
  }
  return element(
    "li",
    { class: isFresh ? "step fresh" : "step" },
    seat,
    smallCards([step.card]),
    element("span", { class: "running" }, String(step.count)),
    element("span", { class: "kind" }, scoresText(step.scores)),
    step.points > 0 ? element("span", { class: "points" }, ...spokenPoints(step.points)) : null,
  );
}

// All hands are known at the end alone.
/** @param {number} at @param {Pick<Played, "finished"|"wrong_go">} checked */
function verdict(at, { finished, wrong_go: wrong }) {
  if (!finished) return "";
  if (!wrong || (wrong.step !== null && at < wrong.step)) return t("play.right");
  return at === wrong.step ? t("play.wrong", { cards: list(wrong.playable.map(cardName)) }) : "";
}

// A count that does not grow is a new one.
/** @param {Step[]} steps @param {number} at */
function isFresh(steps, at) {
  return at > 0 && "card" in steps[at] && steps[at].count <= steps[at - 1].count;
}

/** @param {string} play */
function pendingPlay(play) {
  return play === "go" ? element("span", { class: "kind" }, t("play.go")) : smallCards([play]);
}
