import { goSignedIn } from "../../support/night/club.js";
import { Hall, today } from "../../support/night/hall.js";
import { Club } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ locale: "fr-CA" });

// A round was played, and a player of it was forgotten.
async function forgotten(base) {
  const season = { name: "Hiver", starts: today(), ends: today() };
  const { id: season_id } = await new Club(base).ask("POST", "/seasons", season);
  const hall = await new Hall(base).openPublic(4, { season_id });
  await hall.draw();
  await hall.results();
  await hall.finish();
  const [{ id }] = hall.players;
  // A player with money to get is not forgotten.
  const { prize } = (await hall.standings()).find((row) => row.player_id === id);
  await hall.call("PUT", `/nights/${hall.id}/payouts/${id}`, { amount: prize });
  await hall.call("DELETE", `/players/${id}`);
  return hall;
}

test("Somebody who was forgotten has a French name on every French view", async ({ page, ownService }) => {
  const { id, base } = await forgotten(ownService.url);
  const views = [`night?id=${id}`, "standings", `check-in?id=${id}`, `tables?id=${id}`, `money?id=${id}`];
  await goSignedIn(page, base, "coordinator");
  for (const view of views) {
    await page.goto(`${base}/#/${view}`);
    await expect(page.locator("main"), view).toContainText("Ancien joueur");
    await expect(page.locator("main"), view).not.toContainText("Former");
  }
  const tables = await (await fetch(`${base}/api/v1/nights/${id}`)).json();
  const [table] = tables.rounds[0].tables;
  await page.goto(`${base}/#/table?id=${table.game_id}`);
  // The draw decides which of the two partners comes first.
  await expect(page.locator(".tiles")).toContainText(/Ancien joueur \+|\+Ancien joueur/);
  await expect(page.locator("main")).not.toContainText("Former");
  await page.goto(`${base}/tv`);
  await expect(page.locator("#board")).toContainText("Ancien joueur");
  await expect(page.locator("body")).not.toContainText("Former");
});

test("The question before somebody is forgotten tells the French name", async ({ page, ownService }) => {
  await new Hall(ownService.url).open(1);
  await goSignedIn(page, ownService.url, "players");
  await page.getByRole("button", { name: "Ann Archer" }).click();
  await page.getByRole("button", { name: "Oublier cette personne…" }).click();
  await expect(page.getByRole("dialog", { name: "Ann Archer?" })).toContainText("«\u00a0Ancien joueur\u00a0»");
});
