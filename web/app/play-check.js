import { post, Refusal } from "./api.js";

const PATH = "/api/v1/play";

function send(plays, players, hands, signal) {
  return post(PATH, { players, dealer: players - 1, hands, plays }, signal);
}

/**
 * Checks the plays; when they finish the deal every hand is known, and the gos are checked too.
 * @param {{players: number, plays: string[]}} asked the deal so far; the dealer sits last
 * @param {AbortSignal} signal gives it up
 * @returns {Promise<{steps: object[], totals: number[], finished: boolean, next: object|null, gos?: Gos}>} the service's answer
 *
 * @typedef {{wrong: null}|{wrong: {step: number, player: number, count: number, playable: string[]}}} Gos
 *   `step` is the go that was wrong, by its place in `steps`
 */
export async function checkPlay({ players, plays }, signal) {
  const answer = await send(plays, players, undefined, signal);
  if (answer.finished) answer.gos = await checkGos(answer.steps, players, signal);
  return answer;
}

async function checkGos(steps, players, signal) {
  const laid = steps.filter((step) => step.card);
  const cards = laid.map((step) => step.card);
  const hands = Array.from({ length: players }, (_, player) =>
    laid.filter((step) => step.player === player).map((step) => step.card),
  );
  const at = await firstDifference(laid, cards, hands, signal);
  if (at < 0) return { wrong: null };
  const able = await whoCould(cards.slice(0, at), hands, signal);
  const after = steps.indexOf(laid[at]);
  const step = steps.findLastIndex((said, place) => place < after && said.go && said.player === able.player);
  return { wrong: { step, ...able } };
}

// With the hands known, a card after a wrong go is refused, or falls on another count.
async function firstDifference(laid, cards, hands, signal) {
  try {
    const { steps } = await send(cards, hands.length, hands, signal);
    const known = steps.filter((step) => step.card);
    return laid.findIndex((step, at) => step.count !== known[at].count || step.player !== known[at].player);
  } catch (error) {
    const at = error instanceof Refusal ? error.indexIn("plays") : -1;
    if (at < 0) throw error;
    return at;
  }
}

// Whoever is to act but cannot says go, until somebody can.
async function whoCould(cards, hands, signal) {
  const plays = [...cards];
  let { next } = await send(plays, hands.length, hands, signal);
  while (next.playable.length === 0) {
    plays.push("go");
    ({ next } = await send(plays, hands.length, hands, signal));
  }
  return next;
}
