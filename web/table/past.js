import { firstDealer } from "./seating.js";

const NAMED = ["result_entered", "result_taken_back", "voided", "rematch_begun"];

/**
 * What happened at a table, the oldest first: deals, pegs with whether they were taken back, and what is still in the
 * outbox.
 * @param {object[]|null} events the service's history; null when it is out of reach: then the pegs of the Game must do
 * @param {object} game the service's Game @param {object[]} waiting the outbox's entries
 * @returns {object[]} `{kind: "peg"|"deal"|"other", at, by, …}`
 */
export function pastOf(events, game, waiting) {
  const first = firstDealer(game);
  const past = [];
  const strike = (is) => {
    const at = past.findLastIndex((event) => is(event) && !event.taken);
    if (at >= 0) past[at] = { ...past[at], taken: true };
  };
  const told = events ?? game.pegs.map((peg) => ({ ...peg, kind: "pegged" })).reverse();
  const isKnown = new Set(told.map(({ id }) => id));
  const untold = waiting.filter(({ kind, subject }) => kind !== "peg" || !isKnown.has(subject)).map(fromEntry);
  for (const event of [...told, ...untold]) {
    const { kind, peg, number } = event;
    if (kind === "pegged") past.push({ ...event, kind: "peg", at: event.tapped_at ?? event.at });
    else if (kind === "begun") past.push({ ...event, kind: "deal", number: 1, first });
    else if (kind === "deal_begun") past.push({ ...event, kind: "deal", first });
    else if (kind === "peg_taken_back") strike(({ id }) => id === peg);
    else if (kind === "deal_taken_back") strike((deal) => deal.kind === "deal" && deal.number === number);
    else if (NAMED.includes(kind)) past.push({ ...event, kind: "other", what: kind });
  }
  return past;
}

const TOLD_AS = {
  begin: "begun",
  rematch: "begun",
  peg: "pegged",
  peg_back: "peg_taken_back",
  deal: "deal_begun",
  deal_back: "deal_taken_back",
};

// What the service will tell of an entry once it has it.
function fromEntry({ kind, subject, number, body, at }) {
  return { ...body, kind: TOLD_AS[kind], id: subject, peg: subject, number, at, waiting: true };
}
