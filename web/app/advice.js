import { cardName } from "./card.js";
import { list, number, t } from "./i18n.js";

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
export function tied(one, other) {
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
export function why(ways, { crib, players }) {
  const [best] = ways;
  const worse = ways.filter((way) => !tied(way, best));
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
