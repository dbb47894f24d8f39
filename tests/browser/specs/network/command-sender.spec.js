import { go, goSignedIn, unfold } from "../../support/night/club.js";
import {
  allSent,
  commandsOnDisk,
  cut,
  disk,
  done,
  evening,
  history,
  mend,
  openAgain,
  waiting,
} from "../../support/browser/journal.js";
import { enterResult, openAsCoordinator } from "../../support/night/night.js";
import { expect, foot, named, player, test, TOLERATED } from "../../support/night/tonight.js";
import { caughtUp } from "../../support/browser/waits.js";

test.use({ tolerated: new RegExp(`${TOLERATED.source}|status of 401|blocked by Playwright`), serviceWorkers: "block" });

test("No password and no token of a sign-in is ever on the disk with what waits @landing", async ({
  page,
  context,
  club,
}) => {
  const night = await evening(club);
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem("pegout.session")).token);
  await cut(context);
  await player(page, "Zoé Zwick").click();
  await waiting(page, 1);
  await go(page, "league");
  await unfold(page, "Name a representative");
  const form = page.locator("form").filter({ hasText: "Tell them the password" });
  await form.getByLabel("Name", { exact: true }).fill("Béa");
  await form.getByLabel("Password").fill("fifteen-six");
  await form.getByRole("button").click();
  await expect(form.getByText(/^No answer/)).toBeVisible();
  const kept = await disk(page);
  // Control: the test finds the waiting command.
  expect(JSON.stringify(kept)).toContain("Zoé Zwick");
  expect(Object.keys(kept).sort()).toEqual(["pegout", "pegout-commands"]);
  await page.evaluate(() => localStorage.removeItem("pegout.session"));
  await context.route("**/api/v1/session", (route) => route.abort("internetdisconnected"));
  await page.reload();
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  await expect(page.getByText(/No answer. Try again when/)).toBeVisible();
  const text = JSON.stringify([kept, await disk(page)]);
  for (const secret of ["fifteen-six", "wednesday", token]) expect(text).not.toContain(secret);
  expect((await club.ask("GET", "/representatives")).representatives).toEqual([]);
});

async function signIn(page, name, password) {
  await page.locator("#who").fill(name);
  await page.locator("#password").fill(password);
  await page.locator("#password").press("Enter");
  await expect(page.locator("#password")).toBeHidden();
}

// Ends the sign-in of a page at the service, as twelve hours would.
async function expire(page, club) {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem("pegout.session")).token);
  await fetch(`${club.base}/api/v1/session`, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
}

async function signOut(page) {
  await go(page, "coordinator");
  await named(page, "Sign out").click();
  await expect(page.locator("#password")).toBeVisible();
}

test("What one person did waits for their sign-in, and is nothing to another who signs in @landing", async ({
  page,
  context,
  club,
}) => {
  const night = await evening(club);
  await club.ask("POST", "/representatives", { name: "Béa", password: "fifteen-six" });
  const view = `check-in?id=${night.id}`;
  await goSignedIn(page, club.base, view, { name: "Béa", password: "fifteen-six" });
  await cut(context);
  await player(page, "Zoé Zwick").click();
  await waiting(page, 1);
  await expire(page, club);
  await mend(page);
  await signIn(page, "", "wednesday");
  await expect(player(page, "Zoé Zwick")).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("sending…")).toHaveCount(0);
  await player(page, "Ann Archer").click();
  await expect.poll(async () => (await done(club, night)).events).toEqual(["withdrawn Ann Archer"]);
  await expect.poll(() => commandsOnDisk(page)).toMatchObject([{ by: "Béa", player: { name: "Zoé Zwick" } }]);
  await signOut(page);
  await page.reload();
  // The service takes the name in capitals too.
  await signIn(page, "BEA", "fifteen-six");
  await allSent(page);
  expect((await done(club, night)).events).toEqual(["withdrawn Ann Archer", "entered Zoé Zwick"]);
  expect((await history(club, night.id)).slice(night.before).map(({ by }) => by)).toEqual([null, "Béa"]);
});

test("Control: it is the name on the disk that holds it back", async ({ page, context, club }) => {
  const night = await evening(club);
  await club.ask("POST", "/representatives", { name: "Béa", password: "fifteen-six" });
  await goSignedIn(page, club.base, `check-in?id=${night.id}`, { name: "Béa", password: "fifteen-six" });
  await cut(context);
  await player(page, "Zoé Zwick").click();
  await waiting(page, 1);
  await page.evaluate(async () => {
    const opened = await new Promise((resolve) => {
      indexedDB.open("pegout-commands").onsuccess = ({ target }) => resolve(target.result);
    });
    const commands = opened.transaction("commands", "readwrite").objectStore("commands");
    commands.openCursor().onsuccess = ({ target: { result: cursor } }) => cursor?.update({ ...cursor.value, by: "" });
    await new Promise((resolve) => (commands.transaction.oncomplete = resolve));
    localStorage.removeItem("pegout.session");
  });
  await page.reload();
  await mend(page);
  await signIn(page, "", "wednesday");
  await allSent(page);
  expect((await done(club, night)).events).toEqual(["entered Zoé Zwick"]);
});

test("A change that is refused goes from the disk, and its refusal is shown on the view that is open @landing", async ({
  page,
  context,
  club,
}) => {
  const { id, tables } = await evening(club);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  await cut(context);
  await enterResult(page, tables[0], 0, { 1: 90 });
  await waiting(page, 1);
  const opened = await openAgain(page);
  await club.play(id, [[100]]);
  await context.unroute("**/api/**");
  await openAsCoordinator(opened, club, `money?id=${id}`);
  // The question comes after a reload, when the user no longer remembers the tap, although the service refuses at once.
  await expect(opened.getByRole("dialog")).toContainText("entered this at table 1 meanwhile");
  // The question goes with the view, and not for good: nobody has answered it.
  await openAsCoordinator(opened, club, `tables?id=${id}`);
  await expect(opened.getByRole("dialog")).toContainText("entered this at table 1 meanwhile");
  await named(opened, "Keep theirs").click();
  await allSent(opened);
  await openAsCoordinator(opened, club, `money?id=${id}`);
  await expect(opened.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => commandsOnDisk(opened)).toEqual([]);
});

test("A sign-in that ends and is renewed while a change is on its way does not cost the change @landing", async ({
  page,
  context,
  club,
}) => {
  const night = await evening(club);
  await openAsCoordinator(page, club, `check-in?id=${night.id}`);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const hold = async (route) => {
    await held;
    await route.continue();
  };
  await page.route("**/entries/*", hold, { times: 1 });
  await player(page, "Zoé Zwick").click();
  await expire(page, club);
  const response = await fetch(`${club.base}/api/v1/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ password: "wednesday" }),
  });
  const { token } = await response.json();
  await page.evaluate(() => addEventListener("storage", () => (window.isRenewed = true)));
  const tab = await context.newPage();
  await tab.goto(`${club.base}/healthz`);
  await tab.evaluate(
    (token) => localStorage.setItem("pegout.session", JSON.stringify({ token, name: "", role: "coordinator" })),
    token,
  );
  await page.waitForFunction(() => window.isRenewed);
  release();
  await allSent(page);
  await expect(foot(page)).toHaveText("Zoé Zwick is here.");
  expect((await done(club, night)).events).toEqual(["entered Zoé Zwick"]);
});

test("A view that is gone opens its stream no more when what it sent is answered", async ({ page, context, club }) => {
  const { id, tables } = await evening(club);
  await openAsCoordinator(page, club, `tables?id=${id}`);
  // A view that was open once needs no network. Without this the page is loaded again after the cut.
  for (const view of [`check-in?id=${id}`, "count", `tables?id=${id}`]) await go(page, view);
  await cut(context);
  await enterResult(page, tables[0], 0, { 1: 90 });
  await waiting(page, 1);
  await context.setOffline(true);
  await go(page, `check-in?id=${id}`);
  await page.evaluate(() => {
    const { fetch } = window;
    window.streams = 0;
    window.fetch = (path, ...more) => {
      if (String(path).includes("/live")) window.streams += 1;
      return fetch(path, ...more);
    };
  });
  await go(page, "count");
  await page.evaluate(() => (window.streams = 0));
  await context.setOffline(false);
  await mend(page);
  await allSent(page);
  await caughtUp(page);
  expect(await page.evaluate(() => window.streams)).toBe(0);
});
