import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { paceOf } = await importScript("/coordinator/pace.ts");

test("The pace counts from draw to draw, and says when the last game is over", () => {
  const at = (time) => `2026-01-28T${time}:00`;
  const round = (number, began, ended = null) => ({ number, began_at: at(began), ended_at: ended && at(ended) });
  const pace = (rounds, now, end = null) => {
    const night = paceOf({ games_per_night: 4, ends_at: end, rounds }, Date.parse(at(now)));
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
