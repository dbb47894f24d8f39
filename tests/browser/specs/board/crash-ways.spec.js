import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { LIVE, playing, standing, way } from "../../support/game/crash.js";
import { call, chosenRules, peg, sheet, shownGame, state } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test("Start asks which way each side goes, and the pegs go so", async ({ page, baseURL }) => {
  await page.goto("/#/start");
  await expect(chosenRules(page)).not.toBeEmpty();
  await expect(way(page, 0)).toBeHidden();
  await page.getByRole("button", { name: "Change the house rules" }).click();
  await page.getByRole("button", { name: /^Crash / }).click();
  await page.getByRole("button", { name: "Play by these" }).click();
  await expect(way(page, 0)).toHaveText("Us clockwise");
  await expect(way(page, 1)).toHaveText("Them clockwise");
  await way(page, 1).click();
  await expect(way(page, 1)).toHaveText("Them counter-clockwise");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(state(page)).toHaveText(LIVE);
  const { crash_directions: directions } = await call({ ...(await shownGame(page)), base: baseURL }, "GET", "");
  expect(directions).toEqual([1, -1]);
  await expect(page.locator(".pegboard")).toHaveAccessibleName(/Them: counter-clockwise, on hole 0\./);
  await peg(page, 1, 8);
  await peg(page, 0, 6);
  await expect(page.locator(".pegboard")).toHaveAccessibleName(
    /Us: clockwise, on hole 6\. Them: counter-clockwise, on hole 113\./,
  );
  expect(await standing(page, [1, -1])).toEqual([
    [null, 6],
    [null, 8],
  ]);
  await page.locator(".menu-key").click();
  await expect(page.locator(".menu")).toContainText("Around the track: Us clockwise and Them counter-clockwise.");
  await page.goto(`${baseURL}/#/start`);
  await expect(way(page, 1)).toHaveText("Them counter-clockwise");
});

for (const [lang, words] of [
  ["en", "Solange counter-clockwise"],
  ["fr", "Solange antihoraire"],
]) {
  test(`The ways are read whole at Start on a narrow phone: ${lang}`, async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      const usual = { seating: "1-1-1", names: ["Ann", "Solange", "Bob"], preset: "crash", directions: [1, -1, 1] };
      localStorage.setItem("pegout.start", JSON.stringify(usual));
    });
    for (const [width, height] of [
      [390, 664],
      [360, 604],
      [320, 568],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${baseURL}/?lang=${lang}#/start`);
      await expect(way(page, 1)).toHaveText(words);
      await expect(way(page, 1)).toBeVisible();
      const cut = await page
        .locator(".way-key bdi, .way-key .way")
        .evaluateAll((nodes) =>
          nodes.filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0),
        );
      expect(cut, `${width}`).toEqual([]);
      expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await smallTargets(page, ".way-key"), `${width}`).toEqual([]);
    }
    expect(await violations(page)).toEqual([]);
  });
}

test("A rematch keeps the ways, or goes others", async ({ page, baseURL }) => {
  const game = await playing(page, baseURL, [], { crash_directions: [1, -1] });
  await call(game, "PUT", "/result", { scores: [121, 100] });
  await expect(way(page, 1)).toHaveText("Them counter-clockwise");
  await expect(sheet(page)).toContainText("Which way does each side go in the rematch?");
  await way(page, 0).click();
  await expect(way(page, 0)).toHaveText("Us counter-clockwise");
  await sheet(page).getByRole("button", { name: "Rematch" }).click();
  await expect(page).not.toHaveURL(new RegExp(game.id));
  await expect(state(page)).toHaveText(LIVE);
  const next = await call({ ...(await shownGame(page)), base: baseURL }, "GET", "");
  expect(next.crash_directions).toEqual([-1, -1]);
  await expect(page.locator("svg.pegboard")).toHaveAccessibleName(/Us: counter-clockwise/);
});
