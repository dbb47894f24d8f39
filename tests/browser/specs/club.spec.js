import { readFile } from "node:fs/promises";
import { dayFromNow, go, goSignedIn, loseAnswer, row, unfold } from "../club.js";
import { Club } from "../night.js";
import { expect, test } from "../test.js";

test.use({ tolerated: /status of (401|409|422|429)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

test("An empty database becomes a league with a night tonight, by keyboard and taps", async ({ page, ownService }) => {
  await page.goto(`${ownService.url}/#/coordinator`);
  await page.locator("#password").focus();
  await page.keyboard.type("wednesday");
  await page.keyboard.press("Enter");
  const steps = page.locator(".first-steps li");
  await expect(steps).toHaveCount(4);
  await expect(steps.first()).toHaveAttribute("aria-current", "step");

  await steps.first().getByRole("link").press("Enter");
  await page.getByLabel("Name of the league").fill("Crib d’Auclair");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByText("Crib d’Auclair is saved.")).toBeVisible();
  await page.getByRole("link", { name: "Coordinator" }).click();
  await expect(page.locator(".first-steps .done")).toHaveCount(1);

  await page.getByRole("link", { name: "Add the players" }).click();
  await expect(page.getByText("There is nobody on the list yet.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).focus();
  for (const name of ["Bob Baker", "Ann Archer", "Émile Roy"]) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${name} is on the list.`)).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  }
  await expect(page.locator(".roll strong")).toHaveText(["Ann Archer", "Bob Baker", "Émile Roy"]);
  await page.getByRole("link", { name: "Coordinator" }).click();

  await page.getByRole("link", { name: "Add a season" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Winter");
  await page.getByLabel("First day").fill(dayFromNow(0));
  await page.getByLabel("Last day").fill(dayFromNow(-1));
  await page.getByRole("button", { name: "Add the season" }).click();
  await expect(page.getByText("The season ends before it starts. Choose a later last day.")).toBeVisible();
  await page.getByLabel("Last day").fill(dayFromNow(10));
  await page.getByRole("button", { name: "Add the season" }).click();
  await expect(page.getByRole("heading", { name: "Winter" })).toBeVisible();
  await page.getByRole("link", { name: "Coordinator" }).click();

  await expect(page.locator(".first-steps .done")).toHaveCount(3);
  await expect(page.getByLabel("Day")).toHaveValue(dayFromNow(0));
  await expect(page.getByLabel("Hour")).toHaveValue("19:00");
  await expect(page.getByLabel("Season").locator("option:checked")).toHaveText("Winter");
  await page.getByRole("button", { name: "Schedule the night" }).dblclick();
  await expect(page.locator(".on-now")).toContainText("Scheduled");
  await expect(page.locator(".on-now").getByRole("link", { name: "Check-in" })).toHaveAttribute(
    "href",
    /^#\/check-in\?id=[0-9a-f-]{36}$/,
  );
  const club = new Club(ownService.url);
  expect((await club.ask("GET", "/nights")).nights).toHaveLength(1);
  const again = page.getByRole("button", { name: /^Add a night on/ });
  await again.click();
  await expect(page.locator(".night-list")).toContainText("Scheduled");
  expect((await club.ask("GET", "/nights")).nights.map(({ date }) => date)).toEqual([dayFromNow(0), dayFromNow(7)]);
  // The season is over a fortnight from now.
  await expect(again).toBeHidden();
});

test("The link that a night needs next stands in front, whatever its status", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  const players = await club.members(4);
  const { id } = await club.night({ date: dayFromNow(0) });
  await goSignedIn(page, ownService.url, "coordinator");
  const next = page.locator(".on-now .primary");
  await expect(next).toHaveText("Check-in");
  for (const player of players) await club.enter(id, player.id);
  await club.draw(id);
  await page.reload();
  await expect(next).toHaveText("Tables");
  await expect(page.locator(".on-now")).toContainText("Being played · 4 players");
  await club.play(id, [[91]]);
  await club.ask("POST", `/nights/${id}/finish`, {});
  await page.reload();
  await expect(next).toHaveText("Standings and money");
});

test("A list of Windows' own letters is imported, after its bad line was mended", async ({ page, ownService }) => {
  await goSignedIn(page, ownService.url, "players");
  await unfold(page, "Import a list");
  const table = "nom;telephone;membre_actif\r\nZoé Côté;418-555-0134;oui\r\nBéa Émond;1;non\r\n";
  await page.getByLabel("File").setInputFiles({
    name: "liste.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(table, "latin1"),
  });
  const pasted = page.getByLabel("Or paste it here");
  await expect(pasted).toHaveValue(/Zoé Côté/);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator(".wrong-lines li")).toHaveText([
    "Line 3: “1” is not a phone number. Write 5 to 20 digits, like 555-0134, or leave it out.",
  ]);
  await expect(page.locator(".roll li")).toHaveCount(0);
  await pasted.fill(table.replace(";1;", ";;"));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 players were added.")).toBeVisible();
  await expect(page.locator(".roll strong")).toHaveText(["Béa Émond", "Zoé Côté"]);
  await expect(row(page, "Béa Émond").getByRole("checkbox")).not.toBeChecked();
  await pasted.fill("name\nZOÉ CÔTÉ\nCy\n");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(
    page.getByText("1 player was added. One was on the list already and stays as before: ZOÉ CÔTÉ."),
  ).toBeVisible();

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the list" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("players.csv");
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.startsWith("\ufeffname,active_member,phone,email\r\n")).toBe(true);
  expect(csv).toContain("Zoé Côté,yes,418-555-0134,");
});

test("Every sentence that the service has about a line of a list is known to the page", async ({
  page,
  ownService,
}) => {
  await page.addInitScript(() => localStorage.setItem("pegout.language", "fr"));
  await goSignedIn(page, ownService.url, "players");
  await unfold(page, "Importer une liste");
  const wrong = [
    ["name,phone,email,active_member\nA,1,,\nB,,b,\nC,,,maybe\n,555-0134,,\nE,,,,x", 5],
    ["name,age", 1],
    ["name,name", 1],
    ["phone", 1],
  ];
  for (const [table, count] of wrong) {
    await page.getByLabel("Ou collez-le ici").fill(table);
    await page.getByRole("button", { name: "Importer", exact: true }).click();
    await expect(page.locator(".wrong-lines li")).toHaveCount(count);
    for (const words of await page.locator(".wrong-lines li").allTextContents()) expect(words).toMatch(/^Ligne \d/);
  }
});

test("A player whose answer was lost, or whose key was tapped twice, is there once", async ({ page, ownService }) => {
  await goSignedIn(page, ownService.url, "players");
  await loseAnswer(page, "/api/v1/players", "POST");
  await page.getByLabel("Name", { exact: true }).fill("Ann Archer");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Ann Archer is on the list.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Bob Baker");
  await page.getByRole("button", { name: "Add", exact: true }).dblclick();
  await expect(page.getByText("Bob Baker is on the list.")).toBeVisible();
  const { players } = await new Club(ownService.url).ask("GET", "/players");
  expect(players.map(({ name }) => name)).toEqual(["Ann Archer", "Bob Baker"]);
});

test("A view that has no answer yet says so, and goes on when asked again", async ({ page, ownService }) => {
  await new Club(ownService.url).members(1);
  await page.route("**/api/v1/players", (route) => route.abort());
  await goSignedIn(page, ownService.url, "players");
  await expect(page.getByText(/^No answer since \d/)).toBeVisible();
  await page.unroute("**/api/v1/players");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, "Ann Archer")).toBeVisible();
});

test("Two people of one name are two after a warning, and are told apart on the list", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await club.ask("POST", "/players", { name: "Zoé Roy", phone: "555-0134" });
  await goSignedIn(page, ownService.url, "players");
  await unfold(page, "Add a player");
  await page.getByLabel("Name", { exact: true }).fill("zoe  roy");
  const add = page.getByRole("button", { name: "Add", exact: true });
  await add.click();
  await expect(page.getByText(/^Zoé Roy is on the list already\./)).toBeVisible();
  await expect(page.locator(".roll li")).toHaveCount(1);
  await add.click();
  await expect(page.locator(".roll li")).toHaveCount(2);
  await expect(page.locator(".roll li").filter({ hasText: "Two of this name" })).toHaveCount(2);
});

test("A tick shows at once, is kept without a network, and is sent when it is back", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await club.members(2);
  await goSignedIn(page, ownService.url, "players");
  await page.context().setOffline(true);
  const ticked = row(page, "Ann Archer").getByRole("checkbox");
  await ticked.click();
  await expect(ticked).not.toBeChecked();
  await expect(row(page, "Ann Archer")).toContainText("Not sent yet");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, "Ann Archer")).toContainText("Not sent yet");
  await page.context().setOffline(false);
  await expect(row(page, "Ann Archer")).not.toContainText("Not sent yet");
  await expect(page.getByText("2 players, active members: 1.")).toBeVisible();
  const { players } = await club.ask("GET", "/players");
  expect(players.map((player) => player.active_member)).toEqual([false, true]);
});

test("A player is changed, found by part of a name without its accents, and forgotten", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.members(4);
  await goSignedIn(page, ownService.url, "players");
  await page.getByRole("searchbox").fill("cote");
  await expect(page.locator(".roll li:visible strong")).toHaveText(["Cy Côté"]);
  await page.getByRole("button", { name: "Cy Côté" }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "Cy Côté" });
  await sheet.getByLabel("Phone").fill("call me");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.getByText(/^That is not a phone number\./)).toBeVisible();
  await expect(sheet.getByLabel("Phone")).toBeFocused();
  await sheet.getByLabel("Phone").fill("418-555-0134");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Cy Côté")).toContainText("418-555-0134");

  await page.getByRole("button", { name: "Cy Côté" }).click();
  await sheet.getByRole("button", { name: "Forget this player…" }).click();
  const asked = page.getByRole("dialog", { name: "Forget Cy Côté?" });
  await expect(asked).toContainText("nobody can bring them back");
  await page.keyboard.press("Escape");
  await expect(asked).toBeHidden();
  expect((await club.ask("GET", "/players")).players).toHaveLength(4);
  await sheet.getByRole("button", { name: "Forget this player…" }).click();
  await asked.getByRole("button", { name: "Forget for good" }).click();
  await expect(page.getByText("Cy Côté is forgotten.")).toBeVisible();
  await expect(row(page, "Cy Côté")).toHaveCount(0);
  expect((await club.ask("GET", "/players")).players).toHaveLength(3);
});

test("A night is moved, then cancelled with numbers to call and one e-mail to all, then reinstated", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Crib & Cie" });
  await club.ask("POST", "/players", { name: "Ann", phone: "418-555-0134 x12", email: "ann+crib@example.org" });
  await club.ask("POST", "/players", { name: "Bob", email: "bob@example.org" });
  const { id } = await club.night();
  await goSignedIn(page, ownService.url, `cancel?id=${id}`);
  await page.getByLabel("Hour").fill("19:30");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Wednesday, January 28, 7:30 p.m." })).toBeVisible();
  await page.getByLabel("Reason").fill("Snow & ice");
  await page.getByRole("button", { name: "Cancel the night" }).click();
  await expect(page.getByText("Cancelled: Snow & ice")).toBeVisible();
  await expect(page.getByRole("link", { name: "418-555-0134 x12" })).toHaveAttribute("href", "tel:4185550134;ext=12");
  const draft = new URL(await page.getByRole("link", { name: "Write the e-mail" }).getAttribute("href"));
  expect(draft.protocol + draft.pathname).toBe("mailto:");
  expect(draft.searchParams.get("bcc")).toBe("ann+crib@example.org,bob@example.org");
  const when = "Wednesday, January 28, 7:30\u00a0p.m.";
  expect(draft.searchParams.get("subject")).toBe(`Crib & Cie: no cribbage on ${when}`);
  expect(draft.searchParams.get("body")).toBe(`Our night of ${when} is cancelled: Snow & ice`);
  // Whoever comes back later is told again.
  await page.reload();
  await page.getByRole("button", { name: "Show whom to tell" }).click();
  await expect(page.getByRole("link", { name: "Write the e-mail" })).toBeVisible();
  await page.getByRole("button", { name: "It takes place after all" }).click();
  await expect(page.getByText("Scheduled")).toBeVisible();
  expect((await club.look(id)).status).toBe("scheduled");
});

test("A season is changed, and a season whose answer was lost is there once", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await goSignedIn(page, ownService.url, "seasons");
  await loseAnswer(page, "/api/v1/seasons", "POST");
  await page.getByLabel("Name", { exact: true }).fill("Winter 2026");
  await page.getByLabel("First day").fill("2026-01-07");
  await page.getByLabel("Last day").fill("2026-04-15");
  await page.getByRole("button", { name: "Add the season" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Winter 2026 is saved.")).toBeVisible();
  await unfold(page, "Change the season");
  await page.getByLabel("Best nights that count").first().fill("10");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The 10 best nights count.")).toBeVisible();
  const { seasons } = await club.ask("GET", "/seasons");
  expect(seasons.map(({ name, best_of }) => [name, best_of])).toEqual([["Winter 2026", 10]]);
  await expect(page.getByRole("link", { name: "Standings of the season" })).toHaveAttribute(
    "href",
    `#/standings?season=${seasons[0].id}`,
  );
});

test("The league's money is set in dollars and percent, and what does not add up is said", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Auclair", rules: { muggins: true } });
  await goSignedIn(page, ownService.url, "league");
  await page.getByLabel("Fee, in dollars").fill("7,50");
  await page.getByLabel("Of it, to the 50/50").fill("8");
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByText(/^What goes to the 50\/50 is not an amount within the fee\./)).toBeVisible();
  await page.getByLabel("Of it, to the 50/50").fill("1.25");
  await page.getByRole("button", { name: "One more prize" }).click();
  await page.getByLabel("Prize of place 4, in percent of the pot").fill("10");
  await save.click();
  await expect(page.locator(".notice", { hasText: "Together 110%, which is 10% too much." })).toBeVisible();
  await page.getByLabel("Prize of place 1, in percent of the pot").fill("35");
  await expect(page.getByText("Together 95%. The other 5% go to activities.")).toBeVisible();
  await save.click();
  await expect(page.getByText("Auclair is saved.")).toBeVisible();
  const league = await club.ask("GET", "/league");
  expect([league.fee, league.draw_part, league.prize_shares]).toEqual([750, 125, [35, 30, 20, 10]]);
  expect(league.rules.muggins, "rules that are the league's own stay").toBe(true);
});

test("A representative signs in by name, and is out as soon as they are removed", async ({
  page,
  browser,
  ownService,
}) => {
  await goSignedIn(page, ownService.url, "league");
  await unfold(page, "Name a representative");
  const form = page.locator("form").filter({ hasText: "Tell it to them" });
  await form.getByLabel("Name").fill("Béa");
  await form.getByLabel("Password").fill("fifteen-six");
  await form.getByRole("button").click();
  await expect(page.getByText("Béa may sign in now.")).toBeVisible();
  await form.getByLabel("Name").fill("BEA");
  await form.getByLabel("Password").fill("another");
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
  await expect(theirs.getByText(/^Your sign-in has ended/)).toBeVisible();
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
  const club = new Club(ownService.url);
  const { id } = await club.gathered(2);
  await goSignedIn(page, ownService.url, `check-in?id=${id}`);
  await page.route("**/entries/**", (route) => route.abort());
  await page.getByRole("button", { name: /^Ann Archer/ }).click();
  await expect(page.getByText(/: 1 change waits here/)).toBeVisible();
  await go(page, "coordinator");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("1 change is not sent yet. Sign out when it is.")).toBeVisible();
  await page.unroute("**/entries/**");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(async () => (await club.look(id)).entries.length).toBe(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("These pages are for whoever runs the night.")).toBeVisible();
});

test("A coordinator's page that was left open overnight shows the night of the new day", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.night({ date: dayFromNow(1) });
  await page.clock.install();
  await goSignedIn(page, ownService.url, "coordinator");
  await expect(page.getByText("There is no night today.")).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator(".on-now")).toBeVisible();
});

test("Too many wrong passwords say when to try again", async ({ page, ownService }) => {
  await page.goto(`${ownService.url}/#/coordinator`);
  const tries = Array.from({ length: 10 }, () =>
    fetch(`${ownService.url}/api/v1/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ password: "tuesday" }),
    }),
  );
  await Promise.all(tries);
  await page.locator("#password").fill("wednesday");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText(/^Pegout takes no passwords for the moment.* Try again at \d/)).toBeVisible();
});
