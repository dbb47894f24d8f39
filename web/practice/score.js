/** @import { Exercise } from "../engine/engine.js" */
import { element } from "../lib/dom.js";
import { t, word } from "../lib/i18n.js";
import { ownName } from "../lib/root.js";
import { number } from "../lib/text.js";

/** @typedef {Exercise["kind"]} Kind */
/** The result of an exercise. `loss` is what a throw cost in points. `kinds` has the missed groups and all groups, by kind. @typedef {{isRight: boolean, loss?: number, kinds?: Record<string, [number, number]>}} Result */
/** The score as the phone keeps it: the newest tries of each kind last, 1 for a right one. @typedef {{tries: Record<Kind, number[]>, losses: number[], kinds: Record<string, [number, number]>}} Score */

const KEY = ownName("pegout.practice");
const [FEW, MANY] = [20, 100];

/** The kinds of exercises, in the order in which they are offered. @type {Kind[]} */
export const KINDS = ["count", "throw", "play"];

/** @type {Score|null} */
let score = null;

/** @returns {Score} */
function emptyScore() {
  return { tries: { count: [], throw: [], play: [] }, losses: [], kinds: {} };
}

// A browser that forbids storage throws here.
/** @returns {Score} */
function readScore() {
  try {
    return { ...emptyScore(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return score ?? emptyScore();
  }
}

/** @param {Score} newest */
function keep(newest) {
  score = newest;
  try {
    localStorage.setItem(KEY, JSON.stringify(newest));
  } catch {
    // The score then lasts as long as the page.
  }
}

/** Adds the result of an exercise to the score of this phone. @param {Kind} kind @param {Result} result */
export function addResult(kind, { isRight, loss, kinds = {} }) {
  const before = readScore();
  const tries = { ...before.tries, [kind]: [...before.tries[kind], Number(isRight)].slice(-MANY) };
  const losses = loss === undefined ? before.losses : [...before.losses, loss].slice(-MANY);
  const sums = Object.entries(kinds).map(([name, [missed, all]]) => {
    const [missedBefore, allBefore] = before.kinds[name] ?? [0, 0];
    return [name, [missedBefore + missed, allBefore + all]];
  });
  keep({ tries, losses, kinds: { ...before.kinds, ...Object.fromEntries(sums) } });
}

/** Makes the score of this phone, with the key that erases it. @returns {HTMLElement} */
export function scoreNode() {
  const node = element("section", { class: "practice-score", "aria-labelledby": "practice-score" });
  const show = () => node.replaceChildren(element("h2", { id: "practice-score" }, t("practice.score")), ...lines());
  const lines = () => {
    const { tries, losses, kinds } = readScore();
    if (KINDS.every((kind) => tries[kind].length === 0)) return [element("p", { class: "help" }, t("practice.none"))];
    const erase = () => {
      keep(emptyScore());
      show();
    };
    return [triesTable(tries), ...missedKinds(kinds), ...meanLoss(losses), eraseKey(erase)];
  };
  show();
  return node;
}

/** @param {Score["tries"]} tries */
function triesTable(tries) {
  const head = (/** @type {string} */ text) => element("th", { scope: "col" }, text);
  const share = (/** @type {number[]} */ some) =>
    t("practice.of", { right: some.reduce((sum, one) => sum + one, 0), n: some.length });
  const rows = KINDS.filter((kind) => tries[kind].length > 0).map((kind) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, t(`practice.kind.${kind}`)),
      [FEW, MANY].map((most) => element("td", {}, share(tries[kind].slice(-most)))),
    ),
  );
  return element(
    "table",
    {},
    element("caption", {}, t("practice.first")),
    element("thead", {}, element("tr", {}, head(""), ...[FEW, MANY].map((n) => head(t("practice.last", { n }))))),
    element("tbody", {}, rows),
  );
}

/** @param {Score["kinds"]} kinds */
function missedKinds(kinds) {
  const missed = Object.entries(kinds).filter(([, [count]]) => count > 0);
  if (missed.length === 0) return [];
  const line = (/** @type {[string, [number, number]]} */ [kind, [n, all]]) =>
    element("li", {}, t("practice.missed.kind", { kind: word("kind", kind), n, all }));
  return [element("h3", {}, t("practice.missed.kinds")), element("ul", { class: "missed-kinds" }, missed.map(line))];
}

/** @param {number[]} losses */
function meanLoss(losses) {
  if (losses.length === 0) return [];
  const points = number(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
  return [element("p", {}, t("practice.loss", { points }))];
}

/** @param {() => void} onErase */
function eraseKey(onErase) {
  return element("button", { type: "button", class: "quiet", onclick: onErase }, t("practice.erase"));
}
