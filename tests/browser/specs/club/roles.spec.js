import { go, goSignedIn, unfold } from "../../support/night/club.js";
import { card, enterResult } from "../../support/night/night.js";
import { expect, foot, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: new RegExp(`${TOLERATED.source}|status of (401|403|429)`) });

const PASSWORD = "fifteen-six";

// Names a helper over HTTP, and signs them in at a view.
async function helper({ club, page }, role, view) {
  await club.ask("POST", "/representatives", { name: "Dora", password: PASSWORD, role });
  await goSignedIn(page, club.base, view, { name: "Dora", password: PASSWORD });
}

test("The coordinator chooses in plain words what a helper may do, and the list says it", async ({ page, club }) => {
  await goSignedIn(page, club.base, "league");
  await unfold(page, "Name a representative");
  const form = page.locator("form").filter({ hasText: "Tell them the password" });
  await form.getByLabel("Name", { exact: true }).fill("Dora");
  await form.getByLabel("Password").fill(PASSWORD);
  await expect(form.getByRole("radio", { name: /^Representative/ })).toBeChecked();
  await form.getByRole("radio", { name: /^Help at the door Checks people in/ }).check();
  await form.getByRole("button").click();
  await expect(page.getByText("Dora may sign in now.")).toBeVisible();
  await expect(page.locator(".people li")).toHaveText(/Dora\s*Help at the door/);
  const { representatives } = await club.ask("GET", "/representatives");
  expect(representatives.map(({ role }) => role)).toEqual(["door"]);
});

test("Help at the door checks in, takes fees, adds a guest and shows the code, and sees nothing else", async ({
  page,
  club,
}) => {
  const { id } = await club.gathered(4, 1);
  await helper({ club, page }, "door", "coordinator");
  await expect(page.getByText(/You are signed in as Dora\. You check people in/)).toBeVisible();
  await expect(page.locator(".entry strong")).toHaveText(["Blank scorecards"]);
  await expect(page.getByText("Another night")).toBeHidden();
  await page.getByRole("link", { name: "Check-in" }).first().click();
  await expect(page.locator(".night-links a")).toHaveText(["Check-in", "Phones"]);
  await expect(page.locator(".count")).toContainText("4 here");
  await page
    .getByRole("checkbox", { name: /Di Dubé/ })
    .last()
    .click();
  await expect.poll(async () => (await club.look(id)).entries.every(({ paid }) => paid)).toBe(true);
  await expect(page.getByRole("link", { name: /Draw/ })).toBeHidden();
  await page.getByRole("link", { name: "Phones" }).click();
  await expect(page.locator(".code-letters")).toHaveText((await club.look(id)).join_code);
  await expect(page.locator(".join-picture svg")).toBeVisible();
  await expect(named(page, "New code")).toBeHidden();
  await expect(page.getByText("Show on the television")).toBeHidden();
  for (const view of ["displays", `money?id=${id}`, `tables?id=${id}`, "players", "league"]) {
    await go(page, view);
    await expect(page.getByText(/^This page is not for your part of the work \(Help at the door\)/)).toBeVisible();
  }
});

test("Help with results enters and corrects results, and neither draws nor finishes", async ({ page, club }) => {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await helper({ club, page }, "results", "coordinator");
  await page.getByRole("link", { name: "Tables" }).click();
  await expect(page.locator(".night-links a")).toHaveText(["Tables"]);
  const { tables } = await openRound(club, id);
  await enterResult(page, tables[0], 0, { 1: 98 });
  await expect(card(page, tables[0].number)).toContainText("finished");
  const parts = page.locator(".next > button, .more, .table-deeds");
  await expect(parts).toHaveCount(3 + tables.length);
  for (const part of await parts.all()) await expect(part).toBeHidden();
  await expect(page.locator(".fifty-fifty")).toBeHidden();
  await expect(page.getByText("Nobody has paid yet")).toBeHidden();
  await enterResult(page, tables[0], 1, { 0: 100 });
  await page.getByLabel("Reason (kept in the record; other people can read it)").fill("The other side won.");
  await named(page, "Save the correction").click();
  await expect
    .poll(async () => (await openRound(club, id)).tables[0].sides.map(({ score }) => score))
    .toEqual([100, 121]);
  await expect(foot(page)).not.toContainText("null");
  const correct = page.getByRole("button", { name: /^Correct/ });
  await expect(correct).toHaveCount(1);
  await club.ask("POST", `/nights/${id}/finish`, { void_open_games: true });
  await expect(page.locator(".tonight")).toHaveText(/finished$/);
  await expect(correct).toHaveCount(0);
});

test("What a role may not do is refused in words that say which role may @landing", async ({ page, club }) => {
  await helper({ club, page }, "representative", "players");
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("pegout.session"));
    localStorage.setItem("pegout.session", JSON.stringify({ ...session, role: "coordinator" }));
  });
  await page.goto(`${club.base}/?again#/league`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Only the coordinator may do this.").first()).toBeVisible();
});

test("A sign-in of an older page learns its role", async ({ page, club }) => {
  await helper({ club, page }, "door", "coordinator");
  await page.evaluate(() => {
    const { token, name } = JSON.parse(localStorage.getItem("pegout.session"));
    localStorage.setItem("pegout.session", JSON.stringify({ token, name }));
  });
  await page.goto(`${club.base}/?again#/coordinator`);
  await expect(page.getByText(/You check people in/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Players/ })).toHaveCount(0);
});

test("A browser keeps its device secret, and the coordinator signs another device out", async ({
  page,
  elsewhere,
  club,
}) => {
  await goSignedIn(page, club.base, "coordinator");
  const secret = await page.evaluate(() => localStorage.getItem("pegout.device"));
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await page.evaluate(() => localStorage.getItem("pegout.session"))).not.toContain(secret);
  await page.getByRole("button", { name: "Sign out" }).click();
  const sent = page.waitForRequest((request) => request.url().endsWith("/session") && request.method() === "POST");
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  expect((await sent).postDataJSON().device_secret).toBe(secret);

  const other = await elsewhere();
  await goSignedIn(other, club.base, "coordinator");
  await unfold(page, "Signed-in devices");
  const devices = page.locator(".devices li");
  await expect(devices.first()).toContainText("This device");
  await expect(devices).toHaveCount(2);
  await devices.last().getByRole("button").click();
  await expect(devices).toHaveCount(1);
  await go(other, "players");
  await expect(other.getByText(/^Your sign-in has ended\./)).toBeVisible();
});

test("A short password is warned of, and too many tries say when to try again", async ({ page, club }) => {
  await page.route("**/api/v1/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), warning: "Too short." } });
  });
  await goSignedIn(page, club.base, "coordinator");
  await expect(page.getByText(/^Your password has less than eight letters/)).toBeVisible();
  await page.unroute("**/api/v1/session");
  const signedOut = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Sign out" }).click();
  await signedOut;
  await page.route("**/api/v1/session", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "40" },
      contentType: "application/problem+json",
      body: "{}",
    }),
  );
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  await expect(page.getByText(/^Pegout takes no passwords for the moment.* Try again at /)).toBeVisible();
});
