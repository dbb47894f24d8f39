/** @import { Exercise } from "../engine/engine.js" */
/** @import { Place } from "../lib/router.js" */
import { isEngineHere, makeExercise } from "../engine/engine.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { day, number, today } from "../lib/format.js";
import { t, word } from "../lib/i18n.js";
import { ownName } from "../lib/root.js";
import { Loading } from "../ui/notice.js";
import { CountPractice, PlayPractice, ThrowPractice } from "./exercises.js";
import { Stage } from "./stage.js";

/** @typedef {Exercise["kind"]} Kind */
/** The result of an exercise. `loss` is what a throw cost in points. `kinds` has the missed groups and all groups, by kind. @typedef {{isRight: boolean, loss?: number, kinds?: Record<string, [number, number]>}} Result */
/** The score as the phone keeps it: the newest tries of each kind last, 1 for a right one. @typedef {{tries: Record<Kind, number[]>, losses: number[], kinds: Record<string, [number, number]>}} Score */

const KEY = ownName("pegout.practice");
const [FEW, MANY] = [20, 100];

/** The kinds of exercises, in the order in which they are offered. @type {Kind[]} */
const KINDS = ["count", "throw", "play"];

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
function addResult(kind, { isRight, loss, kinds = {} }) {
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
function scoreNode() {
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

// A round has ten exercises. The hand of the day has one of each kind, as they come in a deal.
const ROUND = 10;
/** @type {Kind[]} */
const OF_DAY = ["throw", "play", "count"];
const MAX_SEED = 64;

/** A round of exercises: of one kind, or the hand of a day, whose seed is the date. `at` counts the answered exercises, `right` those right at the first try. @typedef {{kind: Kind|"day", seed: string, at: number, right: number}} Round */

class Practice {
  #root;
  #keep;
  #loading;
  /** @type {Stage|null} */
  #stage = null;

  /** @param {Place} place */
  constructor({ root, query, keep }) {
    this.#root = root;
    this.#keep = keep;
    const round = readRound(query);
    const start = (/** @type {boolean} */ isHere) => {
      if (!isHere) return this.#refuse();
      if (round && !query.has("over") && round.at < kindsOf(round).length) this.#ask(round);
      else this.#showStart(round);
    };
    this.#loading = new Loading(isEngineHere, start, { loading: "", offline: () => t("practice.away") });
    root.append(element("div", { class: "arrival" }, this.#loading.node));
  }

  close() {
    this.#loading.close();
    this.#stage?.close();
  }

  #clear() {
    this.#stage?.close();
    this.#stage = null;
    this.#root.classList.remove("framed");
    this.#root.replaceChildren();
  }

  #refuse() {
    this.#clear();
    this.#root.append(element("p", { class: "arrival" }, t("practice.refused")));
  }

  /** @param {Round|null} round the round that has ended */
  #showStart(round) {
    this.#clear();
    this.#keep(round ? { ...round, over: 1 } : {});
    const begin = (/** @type {Round["kind"]} */ kind) => this.#ask(newRound(kind));
    const key = (/** @type {Round["kind"]} */ kind) =>
      element(
        "button",
        { type: "button", class: "quiet practice-start", onclick: () => begin(kind) },
        element("strong", {}, t(`practice.kind.${kind}`)),
        element("span", {}, t(`practice.about.${kind}`, { day: day(today()) })),
      );
    this.#root.append(
      element("p", { class: "round-result", role: "status" }, round ? resultText(round) : t("practice.line")),
      element("div", { class: "practice-starts" }, KINDS.map(key), key("day")),
      scoreNode(),
    );
  }

  /** @param {Round} round */
  #ask(round) {
    const kinds = kindsOf(round);
    const kind = kinds[round.at];
    const exercise = makeExercise(round.seed, kind, round.kind === "day" ? 0 : round.at);
    if (!exercise) return this.#refuse();
    this.#clear();
    this.#keep({ ...round });
    const stop = element(
      "button",
      { type: "button", class: "to-rules", onclick: () => this.#showStart(next.at > 0 ? next : null) },
      t("practice.stop"),
    );
    let next = round;
    const stage = new Stage(this.#root, stop);
    this.#stage = stage;
    // A reload after an answer shows the next exercise, so that no answer counts twice.
    const onEnd = (/** @type {Result} */ result) => {
      addResult(kind, result);
      next = { ...round, at: round.at + 1, right: round.right + Number(result.isRight) };
      this.#keep({ ...next });
      if (next.at < kinds.length) stage.end(t("practice.next"), () => this.#ask(next));
      else stage.end(t("practice.end"), () => this.#showStart(next));
    };
    practiceOf(stage, exercise, onEnd).ask(t("practice.place", { n: round.at + 1, all: kinds.length }));
  }
}

/** @param {Stage} stage @param {Exercise} exercise @param {(result: Result) => void} onEnd */
function practiceOf(stage, exercise, onEnd) {
  if (exercise.kind === "count") return new CountPractice(stage, exercise, onEnd);
  if (exercise.kind === "throw") return new ThrowPractice(stage, exercise, onEnd);
  return new PlayPractice(stage, exercise, onEnd);
}

/** @param {Round} round @returns {Kind[]} */
function kindsOf({ kind }) {
  return kind === "day" ? OF_DAY : Array(ROUND).fill(kind);
}

/** @param {Round["kind"]} kind @returns {Round} */
function newRound(kind) {
  return { kind, seed: kind === "day" ? today() : newId(), at: 0, right: 0 };
}

/** @param {Round} round */
function resultText(round) {
  const { at, right, seed } = round;
  if (round.kind === "day") return t("practice.result.day", { n: right, all: at, day: day(seed) });
  return t("practice.result", { n: right, all: at });
}

/** @param {URLSearchParams} query @returns {Round|null} */
function readRound(query) {
  const kind = [...KINDS, /** @type {const} */ ("day")].find((each) => each === query.get("kind"));
  if (!kind) return null;
  const begun = newRound(kind);
  const seed = query.get("seed")?.slice(0, MAX_SEED) || begun.seed;
  if (kind === "day" && Number.isNaN(Date.parse(seed))) return null;
  const count = (/** @type {string} */ name) => Math.max(Number.parseInt(query.get(name) ?? "", 10) || 0, 0);
  return { ...begun, seed, at: count("at"), right: count("right") };
}

/**
 * Practises counting, throwing and the play, with exercises of the engine. State in the hash: `kind` and `seed` of the round, `at` and
 * `right` for the exercises that were answered, and `over=1` after the round.
 */
export default {
  /** @param {Place} place */
  mount(place) {
    const practice = new Practice(place);
    return () => practice.close();
  },
};
