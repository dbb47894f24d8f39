import { type Exercise, isEngineHere, makeExercise } from "../engine/engine.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { day, number, today } from "../lib/format.ts";
import { t, word } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";
import type { Place } from "../lib/router.ts";
import { Loading } from "../ui/notice.ts";
import { CountPractice, PlayPractice, ThrowPractice } from "./exercises.ts";
import { Stage } from "./stage.ts";

type Kind = Exercise["kind"];
/**
 * The result of an exercise. `loss` is what a throw cost in points. `kinds` has the missed groups and all groups, by
 * kind.
 */
export type Result = { isRight: boolean; loss?: number; kinds?: Record<string, [number, number]> };
/** The score as the phone keeps it: the newest tries of each kind last, 1 for a right one. */
type Score = { tries: Record<Kind, number[]>; losses: number[]; kinds: Record<string, [number, number]> };

const KEY = ownName("pegout.practice");
const [FEW, MANY] = [20, 100];

/** The kinds of exercises, in the order in which they are offered. */
const KINDS: Kind[] = ["count", "throw", "play"];

let score: Score | null = null;

function emptyScore(): Score {
  return { tries: { count: [], throw: [], play: [] }, losses: [], kinds: {} };
}

// A browser that forbids storage throws here.
function readScore(): Score {
  try {
    return { ...emptyScore(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return score ?? emptyScore();
  }
}

function keep(newest: Score) {
  score = newest;
  try {
    localStorage.setItem(KEY, JSON.stringify(newest));
  } catch {
    // The score then lasts as long as the page.
  }
}

/** Adds the result of an exercise to the score of this phone. */
function addResult(kind: Kind, { isRight, loss, kinds = {} }: Result) {
  const before = readScore();
  const tries = { ...before.tries, [kind]: [...before.tries[kind], Number(isRight)].slice(-MANY) };
  const losses = loss === undefined ? before.losses : [...before.losses, loss].slice(-MANY);
  const sums = Object.entries(kinds).map(([name, [missed, all]]) => {
    const [missedBefore, allBefore] = before.kinds[name] ?? [0, 0];
    return [name, [missedBefore + missed, allBefore + all]];
  });
  keep({ tries, losses, kinds: { ...before.kinds, ...Object.fromEntries(sums) } });
}

/** Makes the score of this phone, with the key that erases it. */
function scoreNode(): HTMLElement {
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

function triesTable(tries: Score["tries"]) {
  const head = (text: string) => element("th", { scope: "col" }, text);
  const share = (some: number[]) =>
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

function missedKinds(kinds: Score["kinds"]) {
  const missed = Object.entries(kinds).filter(([, [count]]) => count > 0);
  if (missed.length === 0) return [];
  const line = ([kind, [n, all]]: [string, [number, number]]) =>
    element("li", {}, t("practice.missed.kind", { kind: word("kind", kind), n, all }));
  return [element("h3", {}, t("practice.missed.kinds")), element("ul", { class: "missed-kinds" }, missed.map(line))];
}

function meanLoss(losses: number[]) {
  if (losses.length === 0) return [];
  const points = number(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
  return [element("p", {}, t("practice.loss", { points }))];
}

function eraseKey(onErase: () => void) {
  return element("button", { type: "button", class: "quiet", onclick: onErase }, t("practice.erase"));
}

// A round has ten exercises. The hand of the day has one of each kind, as they come in a deal.
const ROUND = 10;
const OF_DAY: Kind[] = ["throw", "play", "count"];
const MAX_SEED = 64;

/**
 * A round of exercises: of one kind, or the hand of a day, whose seed is the date. `at` counts the answered exercises,
 * `right` those right at the first try.
 */
type Round = { kind: Kind | "day"; seed: string; at: number; right: number };

class Practice {
  #root;
  #keep;
  #loading;
  #stage: Stage | null = null;

  constructor({ root, query, keep }: Place) {
    this.#root = root;
    this.#keep = keep;
    const round = readRound(query);
    const start = (isHere: boolean) => {
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

  /** @param round the round that has ended */
  #showStart(round: Round | null) {
    this.#clear();
    this.#keep(round ? { ...round, over: 1 } : {});
    const begin = (kind: Round["kind"]) => this.#ask(newRound(kind));
    const key = (kind: Round["kind"]) =>
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

  #ask(round: Round) {
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
    const onEnd = (result: Result) => {
      addResult(kind, result);
      next = { ...round, at: round.at + 1, right: round.right + Number(result.isRight) };
      this.#keep({ ...next });
      if (next.at < kinds.length) stage.end(t("practice.next"), () => this.#ask(next));
      else stage.end(t("practice.end"), () => this.#showStart(next));
    };
    practiceOf(stage, exercise, onEnd).ask(t("practice.place", { n: round.at + 1, all: kinds.length }));
  }
}

function practiceOf(stage: Stage, exercise: Exercise, onEnd: (result: Result) => void) {
  if (exercise.kind === "count") return new CountPractice(stage, exercise, onEnd);
  if (exercise.kind === "throw") return new ThrowPractice(stage, exercise, onEnd);
  return new PlayPractice(stage, exercise, onEnd);
}

function kindsOf({ kind }: Round): Kind[] {
  return kind === "day" ? OF_DAY : Array(ROUND).fill(kind);
}

function newRound(kind: Round["kind"]): Round {
  return { kind, seed: kind === "day" ? today() : newId(), at: 0, right: 0 };
}

function resultText(round: Round) {
  const { at, right, seed } = round;
  if (round.kind === "day") return t("practice.result.day", { n: right, all: at, day: day(seed) });
  return t("practice.result", { n: right, all: at });
}

function readRound(query: URLSearchParams): Round | null {
  const kind = [...KINDS, "day" as const].find((each) => each === query.get("kind"));
  if (!kind) return null;
  const begun = newRound(kind);
  const seed = query.get("seed")?.slice(0, MAX_SEED) || begun.seed;
  if (kind === "day" && Number.isNaN(Date.parse(seed))) return null;
  const count = (name: string) => Math.max(Number.parseInt(query.get(name) ?? "", 10) || 0, 0);
  return { ...begun, seed, at: count("at"), right: count("right") };
}

/**
 * Practises counting, throwing and the play, with exercises of the engine. State in the hash: `kind` and `seed` of the
 * round, `at` and `right` for the exercises that were answered, and `over=1` after the round.
 */
export default {
  mount(place: Place) {
    const practice = new Practice(place);
    return () => practice.close();
  },
};
