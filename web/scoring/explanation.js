import { element } from "../lib/dom.js";
import { language, list, t, word } from "../lib/i18n.js";
import { cardName, smallCards } from "../ui/cards.js";
import { number } from "../lib/text.js";

const NUMBERS =
  "zéro,un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,dix-sept,dix-huit,dix-neuf,vingt,vingt et un,vingt-deux,vingt-trois,vingt-quatre,vingt-cinq,vingt-six,vingt-sept,vingt-huit,vingt-neuf".split(
    ",",
  );

const SPOKEN = {
  pair: "une paire",
  pair_royal: "une paire royale",
  double_pair_royal: "une double paire royale",
  run: (item) => `une suite de ${NUMBERS[item.cards.length]}`,
  flush: "la couleur",
  nobs: "un pour le valet de la couleur",
};

/**
 * The count as a Québec player says it aloud, from the service's items: the points said are a running total of theirs.
 * @param {{kind: string, cards: string[], points: number}[]} items in counting order
 * @returns {string} a sentence
 */
function frenchCall(items) {
  if (items.length === 0) return "Rien.";
  let said = 0;
  const parts = items.map((item, at) => {
    said += item.points;
    if (item.kind === "fifteen") return `quinze-${NUMBERS[said]}`;
    const spoken = SPOKEN[item.kind] ?? item.kind.replaceAll("_", " ");
    const words = typeof spoken === "function" ? spoken(item) : spoken;
    const joined = at > 0 && at === items.length - 1 ? `et ${words}` : words;
    return `${joined}, ${NUMBERS[said]}`;
  });
  const call = parts.join(", ");
  return `${call[0].toUpperCase()}${call.slice(1)}.`;
}

/**
 * Why a hand counts what it counts: the spoken call, then each item with its cards, its kind and its points.
 * @param {{items: {kind: string, cards: string[], points: number}[], call: string}} answer the service's
 * @returns {HTMLElement[]}
 */
export function explanation({ items, call }) {
  const spoken = language() === "fr" ? frenchCall(items) : call;
  return [element("p", { class: "call" }, spoken), element("ol", { class: "items" }, items.map(line))];
}

function line({ kind, cards, points }) {
  const named = kind === "run" ? t("kind.run.of", { n: cards.length }) : word("kind", kind);
  return element(
    "li",
    { class: "item" },
    smallCards(cards),
    element("span", { class: "kind" }, named),
    pointsOf(points),
  );
}

/** Points as a figure, read aloud as “2 points”. @param {number} points @returns {HTMLElement} */
export function pointsOf(points) {
  return element(
    "span",
    { class: "points" },
    element("span", { "aria-hidden": "true" }, String(points)),
    element("span", { class: "unseen" }, t("app.points", { n: points })),
  );
}

// The service's numbers are sums of fractions: what differs by less than this is the same.
const SAME = 1e-9;

// The smallest difference that two decimals can show.
const LEAST = 0.01;

// The second is for a best way that keeps less in the hand than another.
const WHY = {
  own: ["throw.why.own", "throw.why.own.less"],
  other: ["throw.why.other", "throw.why.other.less"],
};

/** Whether two ways to throw are worth the same. @param {Way} one @param {Way} other @returns {boolean} */
function isTied(one, other) {
  return Math.abs(one.expected - other.expected) < SAME;
}

function cribName(crib, players) {
  if (crib === "other") return t("throw.crib.other");
  return t(players === 4 ? "throw.crib.side" : "throw.crib.own");
}

/**
 * Why the best way is the best: what hand and crib bring, and how far behind the next one is.
 * @param {Way[]} ways the service's, best first
 * @param {{crib: "own"|"other", players: number}} asked whose crib it is, and how many play
 * @returns {string} a sentence or two
 *
 * @typedef {{keep: string[], throw: string[], hand: {mean: number}, crib: {mean: number}, expected: number}} Way
 */
export function explainBest(ways, { crib, players }) {
  const [best] = ways;
  const worse = ways.filter((way) => !isTied(way, best));
  const more = Math.max(...worse.map((way) => way.hand.mean));
  const [plain, less] = WHY[crib];
  return t(more > best.hand.mean + SAME ? less : plain, {
    cards: list(best.throw.map(cardName)),
    hand: number(best.hand.mean),
    points: number(best.crib.mean),
    more: number(more),
    crib: cribName(crib, players),
    rest: behind(best, worse, ways.length - worse.length - 1),
  });
}

function behind(best, worse, ties) {
  if (ties > 0) return t("throw.tie", { n: ties });
  const gap = best.expected - worse[0].expected;
  if (gap < LEAST) return t("throw.close", { gap: number(LEAST) });
  return t("throw.next", { n: gap, gap: number(gap) });
}

/**
 * Every way to throw, best first: the cards thrown and kept, what it is worth, and how hand and crib make that up.
 * @param {Way[]} ways the service's
 * @param {"own"|"other"} crib whose it is: one's own is added, another's taken off
 * @returns {HTMLElement[]}
 */
export function wayList(ways, crib) {
  const named = ["throw.thrown", "throw.kept", "throw.worth"].map((key) => element("span", {}, t(key)));
  return [
    element("p", { class: "help" }, t("throw.assumes")),
    element("div", { class: "way heads", "aria-hidden": "true" }, named),
    element(
      "ol",
      { class: "ways" },
      ways.map((way, at) => wayLine(way, isTie(ways, at), crib)),
    ),
  ];
}

function isTie(ways, at) {
  return [ways[at - 1], ways[at + 1]].some((neighbour) => neighbour && isTied(neighbour, ways[at]));
}

function wayLine(way, tie, crib) {
  const part = (name, value, sign = "") =>
    element("span", {}, `${sign}${name} `, element("span", { class: "mean" }, number(value)));
  return element(
    "li",
    { class: "way" },
    element("span", { class: "thrown" }, spoken("throw.thrown"), smallCards(way.throw)),
    element("span", { class: "kept" }, spoken("throw.kept"), smallCards(way.keep)),
    element("span", { class: "points" }, spoken("throw.worth"), number(way.expected)),
    element(
      "span",
      { class: "sum" },
      part(t("throw.hand"), way.hand.mean),
      part(t("throw.crib"), way.crib.mean, crib === "own" ? "+ " : "− "),
    ),
    tie ? element("span", { class: "tie" }, t("throw.tied")) : null,
  );
}

// The heads of the columns stand on top for the eye; the ear gets them with each way.
function spoken(key) {
  return element("span", { class: "unseen" }, `${t(key)} `);
}
