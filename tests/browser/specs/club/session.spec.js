import { go, goSignedIn, row, unfold } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /status of (401|409|422|429)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

test("A representative signs in by name, and is out as soon as they are removed @landing", async ({
  page,
  browser,
  ownService,
}) => {
  await goSignedIn(page, ownService.url, "league");
  await unfold(page, "Name a representative");
  const form = page.locator("form").filter({ hasText: "Tell them the password" });
  await form.getByLabel("Name", { exact: true }).fill("Béa");
  await form.getByLabel("Password").fill("fifteen-six");
  await form.getByRole("button").click();
  await expect(page.getByText("Béa may sign in now.")).toBeVisible();
  await form.getByLabel("Name", { exact: true }).fill("BEA");
  await form.getByLabel("Password").fill("another one");
  await form.getByRole("button").click();
  await expect(page.getByText(/^There is a representative of that name already\./)).toBeVisible();

  const context = await browser.newContext({ locale: "en-CA" });
  const theirs = await context.newPage();
  await goSignedIn(theirs, ownService.url, "coordinator", { name: "Béa", password: "fifteen-six" });
  await expect(theirs.getByText("You are signed in as Béa.")).toBeVisible();
  await page.getByRole("button", { name: "Remove Béa" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.locator(".people li")).toHaveCount(0);
  await theirs.getByRole("link", { name: /^Players/ }).click();
  await expect(
    theirs.getByText(/^Your sign-in has ended\..* at once for a representative who is removed\./),
  ).toBeVisible();
  await theirs.locator("#who").fill("Béa");
  await theirs.locator("#password").fill("fifteen-six");
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs.getByText("That is not the password of Béa, and not the coordinator’s.")).toBeVisible();
  await context.close();
});

test("A sign-in that has expired comes back to the view it was needed for", async ({ page, ownService }) => {
  await new Club(ownService.url).members(1);
  await goSignedIn(page, ownService.url, "players");
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("pegout.session"));
    await fetch("/api/v1/session", { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
  });
  await row(page, "Ann Archer").getByRole("checkbox").click();
  await expect(page.getByText(/^Your sign-in has ended/)).toBeVisible();
  await page.locator("#password").fill("wednesday");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(row(page, "Ann Archer").getByRole("checkbox")).toBeChecked();
  await go(page, "coordinator");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("These pages are for whoever runs the night.")).toBeVisible();
});

test("Nobody signs out before what they tapped is sent: it would go out in another's name", async ({
  page,
  ownService,
}) => {
  test.slow();
  const club = new Club(ownService.url);
  const { id } = await club.gathered(2);
  await goSignedIn(page, ownService.url, `check-in?id=${id}`);
  await page.route("**/entries/**", (route) => route.abort());
  await page.getByRole("button", { name: /^Ann Archer/ }).click();
  await expect(page.getByText(/: 1 change waits here/)).toBeVisible();
  await go(page, "coordinator");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("1 change is not sent yet. Sign out when it is.")).toBeVisible();
  const sent = page.waitForResponse("**/entries/**");
  await page.unroute("**/entries/**");
  await (await sent).finished();
  expect((await club.look(id)).entries).toHaveLength(1);
  // The page has the answer a moment later.
  await expect(async () => {
    await page.getByRole("button", { name: "Sign out" }).click({ timeout: 1000 });
    await expect(page.getByText("These pages are for whoever runs the night.")).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test("Too many wrong passwords say when to try again", async ({ page, ownService }) => {
  // At the machine of the service itself only a device that it knows has a limit.
  await goSignedIn(page, ownService.url, "coordinator");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.locator("#password").waitFor();
  const device_secret = await page.evaluate(() => localStorage.getItem("pegout.device"));
  for (let tries = 0; tries < 10; tries += 1)
    await fetch(`${ownService.url}/api/v1/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ password: "tuesday", device_secret }),
    });
  await page.locator("#password").fill("wednesday");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(/^Pegout takes no passwords for the moment.* Try again at \d/)).toBeVisible();
});
