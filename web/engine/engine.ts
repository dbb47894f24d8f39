import type { Advice, Crib, Game, PegFor, Played, Problem, Rules, Show } from "pegout-api";
import { Refusal, Unreachable, post } from "../lib/api.ts";

// The engine of the service, compiled for browsers. The build copies it next to the scripts. `engine/wasm/src`
// describes its functions and the texts of the questions.
const FILE = new URL("../engine.wasm", import.meta.url);

/** The functions for the game of a table. */
type OfTable = {
  open: () => number;
  append: () => number;
  show: () => number;
  summary: () => number;
  check: () => number;
};
/** The functions of the file. Addresses and lengths are numbers of bytes. */
export type Engine = {
  memory: WebAssembly.Memory;
  question: (length: number) => number;
  answer: () => number;
  count: (isCrib: number) => number;
  play: (players: number) => number;
  discard: (players: number, isOwn: number) => number;
  exercise: (kind: number, number: number) => number;
  points: (players: number) => number;
  ending: () => number;
} & OfTable;

/** The members of a Game that say how it ended. */
type Ending = Pick<Game, "winner" | "winners" | "loser" | "skunk" | "value">;
/** A question to the engine. */
type Question = { ask: (engine: Engine) => number; lines: string[] };
/** The same question as a request to the service. */
type Request = Question & { path: string; body: object };

/** A hand or a crib to count, with the answer. */
export type CountExercise = { kind: "count"; cards: string[]; starter: string; crib: boolean; show: Show };
/** Six cards to throw two from, with all ways. */
export type ThrowExercise = { kind: "throw"; cards: string[]; crib: Crib; advice: Advice };
/** A moment of the play. With a hand: which of its cards may be played? Without: the points of the newest card? */
export type PlayExercise = { kind: "play"; hand: string[] | null; played: Played };
/** An exercise of practice. */
export type Exercise = CountExercise | ThrowExercise | PlayExercise;

// The kinds of exercises by the number that the engine has for them.
const EXERCISES = ["count", "throw", "play"];

// Milliseconds that the file may take. The next question asks for it again.
const TIMEOUT = 20_000;

let engine: Engine | null = null;
// True if this browser does not run the file: without WebAssembly, or with a policy against it.
let isRefused = !("WebAssembly" in globalThis);
let loading: Promise<void> | null = null;
loadEngine();

function loadEngine() {
  loading ??= load().finally(() => (loading = null));
  return loading;
}

async function load() {
  if (engine || isRefused) return;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT);
  try {
    const response = await fetch(FILE, { signal: limit.signal });
    if (response.ok) await run(await response.arrayBuffer());
  } catch {
    // Without a network the service is asked, and the file at the next question.
  } finally {
    clearTimeout(timer);
  }
}

async function run(file: ArrayBuffer) {
  try {
    const { instance } = await WebAssembly.instantiate(file);
    engine = instance.exports as unknown as Engine;
  } catch {
    isRefused = true;
  }
}

/**
 * Counts a hand or a crib.
 * @returns rejects with {@link Refusal}, or with Unreachable without the engine and the service
 */
export function countHand(
  { cards, starter, crib, rules }: { cards: string[]; starter: string | null; crib: boolean; rules: Rules | null },
  signal: AbortSignal,
): Promise<Show> {
  const question = {
    ask: (engine: Engine) => engine.count(Number(crib)),
    lines: [cards.join(","), starter ?? "", textOf(rules)],
    path: `/api/v1/score/${crib ? "crib" : "hand"}`,
    body: { cards, ...(starter && { starter }), ...(rules && { rules }) },
  };
  return answerTo(question, signal);
}

/** Checks the play of a deal. The dealer sits last. @returns rejects as {@link countHand} */
export function checkPlay(
  { players, plays, rules }: { players: number; plays: string[]; rules: Rules | null },
  signal: AbortSignal,
): Promise<Played> {
  const question = {
    ask: (engine: Engine) => engine.play(players),
    lines: [plays.join(","), textOf(rules)],
    path: "/api/v1/play",
    body: { players, dealer: players - 1, plays, ...(rules && { rules }) },
  };
  return answerTo(question, signal);
}

/** Advises which cards to throw. @returns rejects as {@link countHand} */
export function adviseDiscard(
  { cards, players, crib, rules }: { cards: string[]; players: number; crib: Crib; rules: Rules | null },
  signal: AbortSignal,
): Promise<Advice> {
  const question = {
    ask: (engine: Engine) => engine.discard(players, Number(crib === "own")),
    lines: [cards.join(","), textOf(rules)],
    path: "/api/v1/discard",
    body: { cards, players, crib, ...(rules && { rules }) },
  };
  return answerTo(question, signal);
}

/** Returns true if this browser runs the engine. @returns rejects with Unreachable while it has not come */
export async function isEngineHere(): Promise<boolean> {
  await loadEngine();
  if (!engine && !isRefused) throw new Unreachable("The engine has not come.");
  return engine !== null;
}

/**
 * Makes the exercise of a kind with this number. A seed names the same exercises on every phone.
 * @returns null without the engine: the service makes none
 */
export function makeExercise(seed: string, kind: Exercise["kind"], number: number): Exercise | null {
  return answerHere({ ask: (engine) => engine.exercise(EXERCISES.indexOf(kind), number), lines: [seed] });
}

/**
 * The points that can be pegged, by the reason of the peg. A hand and a crib have the points for counting nothing. Only
 * the reasons of these rules have an entry.
 */
export type PossiblePoints = Partial<Record<PegFor, { points: number[]; nothing?: number }>>;

/** Returns the points that can be pegged by these rules. @returns null without the engine */
export function possiblePoints(rules: Rules | null, players: number): PossiblePoints | null {
  const known: { for: PegFor; points: number[]; nothing?: number }[] | null = answerOrNull({
    ask: (engine) => engine.points(players),
    lines: [textOf(rules)],
  });
  return known && Object.fromEntries(known.map(({ for: kind, ...numbers }) => [kind, numbers]));
}

/** Returns the end of a game with these scores by side. @returns null while nobody has won, and without the engine */
export function endingOf(rules: Rules, scores: number[]): Ending | null {
  return answerOrNull({ ask: (engine) => engine.ending(), lines: [scores.join(","), textOf(rules)] });
}

// A game of an older release may have rules that cannot be chosen any more.
function answerOrNull(question: Question) {
  try {
    return answerHere(question);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** @param rules null for the usual rules */
function textOf(rules: Rules | null) {
  return rules ? JSON.stringify(rules) : "";
}

// While the engine is on its way, the first answer counts: its own, or that of the service.
async function answerTo(question: Request, signal: AbortSignal): Promise<any> {
  const known = answerHere(question);
  if (known) return known;
  const here = loadEngine().then(() => answerHere(question));
  const there = post(question.path, question.body, signal);
  const first = await Promise.race([here, there.catch(() => null)]);
  return first ?? (await here) ?? there;
}

/** Returns false while the engine may still come. */
export function isEngineReady() {
  return engine !== null || isRefused;
}

/** Resolves when the engine has come, or cannot come now. */
export function engineCame() {
  return loadEngine();
}

/** Returns the answer of the engine; null without the engine, or if only the service can answer. */
export function answerHere(question: Question) {
  if (!engine) return null;
  try {
    return ask(engine, question);
  } catch (error) {
    // A refusal without a place is about rules that a newer service has.
    if (error instanceof Refusal && error.field === "") return null;
    if (error instanceof Refusal) throw error;
    // An engine that broke off in a question is not asked again.
    engine = null;
    isRefused = true;
    return null;
  }
}

function ask(engine: Engine, question: Question) {
  const text = new TextEncoder().encode(question.lines.join("\n"));
  // A function may make the memory larger, which detaches its buffer: read the buffer after each call.
  const address = engine.question(text.length);
  new Uint8Array(engine.memory.buffer).set(text, address);
  const length = question.ask(engine);
  const bytes = new Uint8Array(engine.memory.buffer, engine.answer(), length);
  const { answer, fault } = JSON.parse(new TextDecoder().decode(bytes));
  if (fault) throw new Refusal(problemOf(fault));
  return answer;
}

function problemOf({ pointer, ...fault }: Pick<Problem, "type" | "detail"> & { pointer?: string }): Partial<Problem> {
  return pointer ? { ...fault, errors: [{ pointer, detail: fault.detail }] } : fault;
}
