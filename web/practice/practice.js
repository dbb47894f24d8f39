/** @import { Exercise } from "../engine/engine.js" */
/** @import { Place } from "../lib/router.js" */
/** @import { Kind, Result } from "./score.js" */
import { isEngineHere, makeExercise } from "../engine/engine.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { day, today } from "../lib/text.js";
import { Loading } from "../ui/notice.js";
import { CountPractice } from "./count.js";
import { PlayPractice } from "./play.js";
import { KINDS, addResult, scoreNode } from "./score.js";
import { Stage } from "./stage.js";
import { ThrowPractice } from "./throw.js";

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
