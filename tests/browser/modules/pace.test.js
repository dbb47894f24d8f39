import { test } from "node:test";
import { expect } from "@playwright/test";
import "../support/browser/bare-page.js";
import { importScript } from "../support/browser/modules.js";

const { paceOf } = await importScript("/coordinator/pace.ts");

test("The pace counts from draw to draw, and says when the last game is over", () => {
  const at = (time) => `2026-01-28T${time}:00`;
  const round = (number, began, ended = null) => ({
    ...{ number, extra: false, tables: [], began_at: at(began), ended_at: ended && at(ended) },
  });
  const pace = (rounds, now, end = null) => {
    const night = paceOf({ format: "doubles_movement", games_per_night: 4, ends_at: end, rounds }, Date.parse(at(now)));
    return night && { ...night, over: night.over?.toTimeString().slice(0, 5) ?? null };
  };
  expect(pace([round(1, "19:00")], "19:12")).toEqual({ since: 12, takes: null, over: null, isLate: false });
  // 40 minutes with the break, 35 minutes of play.
  const two = [round(1, "19:00", "19:35"), round(2, "19:40")];
  expect(pace(two, "19:50")).toEqual({ since: 10, takes: 40, over: "21:40", isLate: false });
  // The second has taken 50 minutes already, and two are to come.
  expect(pace(two, "20:30", "21:30")).toEqual({ since: 50, takes: 40, over: "21:50", isLate: true });
  const over = [round(1, "19:00", "19:35"), round(2, "19:40", "20:20")];
  expect(pace(over, "20:25", "22:00")).toEqual({ since: null, takes: 40, over: "21:45", isLate: false });
  const all = [...over, round(3, "20:25", "21:05"), round(4, "21:05", "21:45")];
  expect(pace(all, "21:50")).toEqual({ since: null, takes: 41, over: null, isLate: false });
  // A clock that is wrong, and a night that nobody finished.
  expect([pace(two, "09:00"), pace(two, "19:40"), pace([round(1, "10:00")], "19:00")].map(Boolean)).toEqual([
    false,
    true,
    false,
  ]);
});

// The first of five sits out in the first round, the second in the second round, and so on. From the fifth round on the
// first four make their games up.
const ROTATIONS = [
  { units: 4, drawn: 1, left: 3 },
  // With four games each, five play five rounds, nine too. At one table three play six.
  { units: 5, drawn: 1, left: 4 },
  { units: 5, drawn: 4, left: 1 },
  { units: 5, drawn: 5, left: 0 },
  { units: 9, drawn: 2, left: 3 },
  { units: 3, drawn: 1, left: 5 },
];

test("The pace of a night of singles or of fixed pairs counts the rounds that byes cost", () => {
  const start = Date.parse("2026-01-28T19:00:00");
  const moment = (round) => new Date(start + round * 30 * 60_000).toISOString();
  for (const format of ["singles_rotation", "fixed_pairs"]) {
    for (const { units, drawn, left } of ROTATIONS) {
      const names = Array.from({ length: units }, (_, at) => `P${at}`);
      const isOut = (at, round) => (round < 4 ? units % 2 === 1 && at === round % units : at >= 4);
      const side = (id) => ({ pair_id: id, players: [{ id }, { id: `${id}’s partner` }] });
      const rounds = Array.from({ length: drawn }, (_, round) => ({
        ...{ number: round + 1, extra: round >= 4, began_at: moment(round), ended_at: moment(round + 1) },
        tables: names.flatMap((id, at) => (isOut(at, round) ? [] : [{ status: "finished", sides: [side(id)] }])),
      }));
      const pairs = names.map((id) => ({ id, players: side(id).players.map((one) => ({ player_id: one.id })) }));
      const people =
        format === "fixed_pairs" ? pairs.flatMap(({ players }) => players) : names.map((player_id) => ({ player_id }));
      const night = {
        ...{ format, games_per_night: 4, ends_at: null, rounds, pairs, to_make_up: drawn === 4 ? 4 : 0 },
        entries: people.map((player) => ({ ...player, left: false })),
      };
      const now = moment(drawn);
      const { over } = paceOf(night, Date.parse(now));
      const what = JSON.stringify({ format, units, drawn });
      expect(over?.toISOString() ?? now, what).toBe(moment(drawn + left));
    }
  }
});
