/** @import { Item, Score, Show, Step } from "pegout-api" */
/** @import { Gos } from "./deal.js" */
import { sideOf } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { language, list, t, word } from "../lib/i18n.js";
import { cardName, smallCards } from "../ui/cards.js";
import { mark } from "../ui/controls.js";
import { seatName } from "./deal.js";

const UNITS =
  "zéro,un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,dix-sept,dix-huit,dix-neuf".split(
    ",",
  );
const TENS = [
  "",
  "",
  "vingt",
  "trente",
  "quarante",
  "cinquante",
  "soixante",
  "soixante",
  "quatre-vingt",
  "quatre-vingt",
];

// Without fifteens and runs, whose names contain a number.
/** @type {Record<string, string>} */
const SPOKEN = {
  pair: "une paire",
  pair_royal: "une paire royale",
  double_pair_royal: "une double paire royale",
  five_of_a_kind: "cinq cartes pareilles",
  six_of_a_kind: "six cartes pareilles",
  flush: "la couleur",
  nobs: "un pour le valet de la couleur",
};

/** The kind of an item for a show that counts nothing. @type {string} */
const NINETEEN = "nineteen";

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

/** Returns the count as it is spoken at the table, in the language in use. @param {Pick<Show, "items"|"call">} show @returns {string} */
export function spokenCall({ items, call }) {
  return language() === "fr" ? frenchCall(items) : call;
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
 * @param {Step[]} steps the service's
 * @param {string[]} pending taps that have no answer yet
 * @param {{players: number, gos?: Gos}} deal
 * @returns {HTMLElement}
 */
export function stepList(steps, pending, { players, gos }) {
  const known = steps.map((step, at) =>
    stepLine(step, { players, verdict: verdict(at, gos), isFresh: isFresh(steps, at) }),
  );
  const unanswered = pending.map((play) => element("li", { class: "step waiting" }, pendingPlay(play)));
  return element("ol", { class: "steps", reversed: true }, [...known, ...unanswered].reverse());
}

/** The scores of a step in words: “fifteen and pair royal”. @param {Score[]} scores @returns {string} */
export function scoresText(scores) {
  return list(scores.map(({ kind, points }) => kindText(kind, points)));
}

// The points said are a running total, as players in Québec count aloud.
/** @param {Item[]} items in counting order */
function frenchCall(items) {
  if (items.length === 0) return "Rien.";
  if (items.some(({ kind }) => NINETEEN === kind)) return "Rien, et dix-neuf pour cela.";
  let total = 0;
  const phrases = items.map((item, at) => {
    total += item.points;
    if (item.kind === "fifteen") return `quinze-${frenchNumber(total)}`;
    const name = item.kind === "run" ? `une suite de ${frenchNumber(item.cards.length)}` : frenchName(item.kind);
    const joined = at > 0 && at === items.length - 1 ? `et ${name}` : name;
    return `${joined}, ${frenchNumber(total)}`;
  });
  const call = phrases.join(", ");
  return `${call[0].toUpperCase()}${call.slice(1)}.`;
}

/** @param {number} n from 0 to 99 @returns {string} */
function frenchNumber(n) {
  if (n < UNITS.length) return UNITS[n];
  const ten = Math.floor(n / 10);
  // Seventy and ninety go on from sixty and eighty: soixante-douze.
  const rest = ten === 7 || ten === 9 ? n - (ten - 1) * 10 : n % 10;
  if (rest === 0) return ten === 8 ? "quatre-vingts" : TENS[ten];
  const isJoined = (rest === 1 || rest === 11) && ten < 8;
  return `${TENS[ten]}${isJoined ? " et " : "-"}${UNITS[rest]}`;
}

/** @param {string} kind */
function frenchName(kind) {
  return SPOKEN[kind] ?? kind.replaceAll("_", " ");
}

/** @param {string} kind @param {number} n the cards of a run */
function kindText(kind, n) {
  return kind === "run" ? t("kind.run.of", { n }) : word("kind", kind);
}

/** @param {Item} item */
function itemLine({ kind, cards, points }) {
  return element(
    "li",
    { class: "item" },
    smallCards(cards),
    element("span", { class: "kind" }, kindText(kind, cards.length)),
    element("span", { class: "points" }, ...spokenPoints(points)),
  );
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

/** @param {number} at @param {Gos|undefined} gos */
function verdict(at, gos) {
  if (!gos) return "";
  if (gos.wrong === null || at < gos.wrong.step) return t("play.right");
  return at === gos.wrong.step ? t("play.wrong", { cards: list(gos.wrong.playable.map(cardName)) }) : "";
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
