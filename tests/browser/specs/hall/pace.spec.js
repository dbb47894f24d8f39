import { WEB } from "../../support/browser/modules.js";
import { openAsCoordinator } from "../../support/night/night.js";
import { expect, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 }, timezoneId: "America/Montreal" });

const MINUTE = 60_000;
const { paceOf } = await import(`data:text/javascript,${encodeURIComponent(WEB.read("/admin/pace.js"))}`);

test("The tables say since when the round is played, until it is over", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  const { rounds } = await club.look(id);
  await page.clock.setFixedTime(Date.parse(rounds[0].began_at) + 25 * MINUTE);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await expect(page.getByText("Round 1 has been going for 25 min.", { exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("tables.png") });
  for (const { game_id: game } of rounds[0].tables)
    await club.ask("PUT", `/games/${game}/result`, { scores: [121, 100] });
  await expect(page.getByText("Round 1 has been going")).toHaveCount(0);
  const after = await club.look(id);
  expect(Date.parse(after.rounds[0].ended_at)).toBeGreaterThanOrEqual(Date.parse(after.rounds[0].began_at));
  await named(page, "Français").click();
  await expect(
    page.getByText(/^Une ronde prend \d+ min jusqu’ici\. À ce rythme, les 4 parties finissent vers /),
  ).toBeVisible();
});

test("The pace counts from draw to draw, and says when the last game is over", () => {
  const at = (time) => `2026-01-28T${time}:00`;
  const round = (number, began, ended = null) => ({ number, began_at: at(began), ended_at: ended && at(ended) });
  const pace = (rounds, now, end = null) => {
    const night = paceOf({ games_per_night: 4, ends_at: end, rounds }, Date.parse(at(now)));
    return night && { ...night, over: night.over?.toTimeString().slice(0, 5) ?? null };
  };
  expect(pace([round(1, "19:00")], "19:12")).toEqual({ since: 12, takes: null, over: null, isLate: false });
  // 40 minutes with the break, of which 35 were played.
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
