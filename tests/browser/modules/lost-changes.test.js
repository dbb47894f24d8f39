import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { lostChanges } = await importScript("/lost/changes.ts");

const at = (second) => new Date(Date.UTC(2026, 10, 27, 20, 0, second)).toISOString();

/** A peg of the history: its number is the second in which it was stored. */
const pegged = (number, more = {}) => ({
  kind: "pegged",
  id: `peg-${number}`,
  ...{ side: number % 2, points: 2, for: "play", deal: 1, by: "Ann", at: at(number) },
  ...more,
});

/** The Game after these pegs, the oldest first: it shows the newest 20. */
const gameOf = (pegs, more = {}) => ({
  ...{ deal: pegs.at(-1)?.deal ?? 1, status: "playing", result: null },
  pegs: pegs.toReversed().slice(0, 20),
  latest: { at: pegs.at(-1)?.at },
  ...more,
});
const many = (from, to) => Array.from({ length: to - from + 1 }, (_, more) => pegged(from + more));

function compare({ known, kept = [], events, game = {} }) {
  return lostChanges({ before: gameOf(known), kept }, { game: gameOf(events, game), events });
}
const idsOf = (pegs) => pegs.map(({ id }) => id);

test("What the Game showed before is lost if the history of the service never had it", () => {
  const lost = compare({ known: many(1, 6), events: many(1, 4) });
  expect(idsOf(lost.pegs)).toEqual(["peg-5", "peg-6"]);
  expect([lost.amended, lost.back, lost.isClashing]).toEqual([[], [], false]);
});

test("The kept history has the pegs that the Game no longer showed, in their order", () => {
  const lost = compare({ known: many(1, 40), kept: many(1, 32), events: many(1, 5) });
  expect(idsOf(lost.pegs)).toEqual(idsOf(many(6, 40)));
  // This phone has no kept history: it knows only the newest 20 pegs, and takes no older peg back.
  const less = compare({ known: many(1, 40), events: many(1, 25) });
  expect(idsOf(less.pegs)).toEqual(idsOf(many(26, 40)));
  expect(less.back).toEqual([]);
});

test("A peg that was taken back before the loss is not sent, and taken back again if the service has it", () => {
  const back = { kind: "peg_taken_back", peg: "peg-5", at: at(50) };
  const known = many(1, 8).filter(({ id }) => id !== "peg-5");
  const lost = compare({ known, events: many(1, 4) });
  expect(idsOf(lost.pegs)).toEqual(["peg-6", "peg-7", "peg-8"]);
  expect(lost.back).toEqual([]);
  expect(idsOf(compare({ known, kept: many(1, 6), events: many(1, 6) }).back)).toEqual(["peg-5"]);
  // This phone never heard of the peg, so it may be new.
  expect(compare({ known, events: many(1, 6) })).toMatchObject({ back: [], isClashing: true });
  // The Game showed only newer pegs.
  const kept = [...many(1, 30), back];
  expect(idsOf(compare({ known: many(31, 51), kept, events: many(1, 6) }).back)).toEqual(["peg-5"]);
});

test("A peg that was changed before the loss is changed again, unless somebody changed it since", () => {
  const known = [...many(1, 3), pegged(4, { points: 8 }), pegged(5)];
  expect(compare({ known, events: many(1, 4) }).amended).toMatchObject([{ id: "peg-4", points: 8 }]);
  const values = { side: 0, points: 3, for: "play" };
  const changed = { kind: "peg_amended", id: "change", peg: "peg-4", ...values, by: "Bob", at: at(60) };
  expect(compare({ known, events: [...many(1, 4), changed] }).amended).toEqual([]);
});

test("A peg that this phone does not know clashes, whoever pegged it", () => {
  const known = many(1, 6);
  const since = (...pegs) => compare({ known, events: [...many(1, 3), ...pegs] });
  for (const by of ["Ann", "Bob"]) expect(since(pegged(70, { by })).isClashing).toBe(true);
  // The clock of the service may have gone back.
  expect(since(pegged(70, { at: at(2) }))).toMatchObject({ back: [], isClashing: true });
  const again = since(pegged(4, { by: "Bob", at: at(70) }));
  expect([again.isClashing, idsOf(again.pegs)]).toEqual([false, ["peg-5", "peg-6"]]);
  const taken = { kind: "peg_taken_back", peg: "peg-70", at: at(71) };
  expect(since(pegged(70), taken).isClashing).toBe(false);
});

test("Nothing is sent if pegs are missing between the kept history and the Game", () => {
  expect(compare({ known: many(1, 40), kept: many(1, 15), events: many(1, 5) }).isClashing).toBe(true);
  expect(compare({ known: many(1, 40), kept: many(1, 25), events: many(1, 5) }).isClashing).toBe(false);
});

test("Nothing is sent to a game that is over, or has a result", () => {
  const [known, events] = [many(1, 6), many(1, 3)];
  expect(compare({ known, events, game: { status: "finished" } }).isClashing).toBe(true);
  expect(compare({ known, events, game: { status: "void" } }).isClashing).toBe(true);
  expect(compare({ known, events, game: { result: { scores: [121, 90] } } }).isClashing).toBe(true);
});
