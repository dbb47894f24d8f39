import { openAsCoordinator } from "../../support/night/night.js";
import { expect, named, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 }, timezoneId: "America/Montreal" });

const MINUTE = 60_000;

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
