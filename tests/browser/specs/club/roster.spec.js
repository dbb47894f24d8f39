import { readFile } from "node:fs/promises";
import { goSignedIn, loseAnswer, row, unfold } from "../../support/night/club.js";
import { goOffline } from "../../support/game/scorer.js";
import { Club } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /status of (401|409|422|429)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

const look = (page) => page.getByRole("button", { name: "See what it does" }).click();

test("A list of Windows' own letters is imported, after its bad line was mended @landing", async ({
  page,
  ownService,
}) => {
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
  await look(page);
  await expect(page.locator(".wrong-lines li")).toHaveText([
    "Line 3: “1” is not a phone number. Write 5 to 20 digits, like 555-0134, or leave it out.",
  ]);
  await expect(page.locator(".roll li")).toHaveCount(0);
  await pasted.fill(table.replace(";1;", ";;"));
  await look(page);
  await expect(page.locator(".import-plan li")).toHaveText(["2 new: Zoé Côté and Béa Émond"]);
  await expect(page.locator(".roll li")).toHaveCount(0);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 players were added. 0 were changed.")).toBeVisible();
  await expect(page.locator(".roll strong")).toHaveText(["Béa Émond", "Zoé Côté"]);
  await expect(row(page, "Béa Émond").getByRole("checkbox")).not.toBeChecked();
  await pasted.fill("name,phone,active_member\nZOÉ CÔTÉ,,n\nBéa Émond,418-555-0135,\nCy,,\n");
  await look(page);
  await expect(page.locator(".import-plan li")).toHaveText([
    "New: Cy",
    "ZOÉ CÔTÉ: membership changes",
    "Béa Émond: phone number changes",
  ]);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("1 player was added. 2 were changed.")).toBeVisible();
  await expect(row(page, "Zoé Côté").getByRole("checkbox")).not.toBeChecked();
  await pasted.fill("name\nCy\n");
  await look(page);
  await expect(page.getByText("So there is nothing to import.")).toBeVisible();

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the list" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("players.csv");
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.startsWith("\ufeffname,active_member,phone,email\r\n")).toBe(true);
  expect(csv).toContain("Zoé Côté,no,418-555-0134,");
});

test("Every sentence that the service has about a line of a list is known to the page", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  for (const name of ["Doe", "Doe", "Roe"]) await club.ask("POST", "/players", { name });
  await page.addInitScript(() => localStorage.setItem("pegout.language", "fr"));
  await goSignedIn(page, ownService.url, "players");
  await unfold(page, "Importer une liste");
  const wrong = [
    ["name,phone,email,active_member\nA,1,,\nB,,b,\nC,,,maybe\n,555-0134,,\nE,,,,x", 5],
    ["name\nJos\ufffd", 1],
    ["name,name", 1],
    ["name,phone\nDoe,555-0134\nDoe,555-0135", 2],
    ["name,phone\nRoe,555-0134\nRoe,555-0135", 2],
    ["phone", 1],
  ];
  for (const [table, count] of wrong) {
    await page.getByLabel("Ou collez-le ici").fill(table);
    await page.getByRole("button", { name: "Voir ce que cela change" }).click();
    await expect(page.locator(".wrong-lines li")).toHaveCount(count);
    for (const words of await page.locator(".wrong-lines li").allTextContents()) expect(words).toMatch(/^Ligne \d/);
  }
});

test("A name that looks like another is asked about before anybody is added @landing", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await club.ask("POST", "/players", { name: "Pat O'Neil" });
  await goSignedIn(page, ownService.url, "players");
  await unfold(page, "Import a list");
  const table =
    "\ufeffsep=;\r\nNom;Prénom;Âge;Tél.\r\nO’Neil;Pat;61;418-555-0134\r\nCé;Zoe;7;\r\nCé;Zoé;8;\r\nRé;JosÃ©;9;\r\n";
  const bytes = Buffer.from(table, "utf16le").swap16();
  await page.getByLabel("File").setInputFiles({ name: "liste.csv", mimeType: "text/csv", buffer: bytes });
  await expect(page.getByLabel("Or paste it here")).toHaveValue(/Pat;61/);
  await look(page);
  const pat = page.getByRole("group", { name: "Is “Pat O’Neil” the player “Pat O'Neil”?" });
  await expect(pat.getByRole("radio", { name: "Yes, one person" })).toBeFocused();
  await look(page);
  await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  await pat.getByRole("radio", { name: "Yes, one person" }).check();
  const zoe = page.getByRole("group", { name: "Is “Zoé Cé” the player “Zoe Cé”?" });
  await zoe.getByRole("radio", { name: "Yes, one person" }).check();
  await look(page);
  await expect(page.locator(".import-plan li")).toHaveText([
    "2 new: Zoe Cé and JosÃ© Ré",
    "Pat O’Neil: phone number changes",
    "1 stays as before",
    "Look at “JosÃ© Ré”. If it is “José Ré”, correct it in the text above.",
    "Column not used: Âge",
  ]);
  await expect(page.locator(".roll li")).toHaveCount(1);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 players were added. 1 was changed.")).toBeVisible();
  await expect(row(page, "Pat O'Neil")).toContainText("418-555-0134");
  await expect(page.locator(".roll li")).toHaveCount(3);
  await page.getByLabel("Or paste it here").fill("name\nPat O’Neil\n");
  await look(page);
  await page.getByRole("radio", { name: "No, a new player" }).check();
  await look(page);
  await expect(page.locator(".import-plan li")).toHaveText(["New: Pat O’Neil"]);
  // Another answer makes another plan.
  await page.getByRole("radio", { name: "Yes, one person" }).check();
  await expect(page.locator(".import-plan li")).toHaveCount(0);
  await page.getByRole("radio", { name: "No, a new player" }).check();
  await look(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.locator(".roll li")).toHaveCount(4);
});

test("Players are found by the letters of any keyboard @landing", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  for (const name of ["Pat O'Neil", "Jean\u2011Luc Côté", "Łukasz Żak", "Ida Straße", "Ann Archer"])
    await club.ask("POST", "/players", { name });
  await goSignedIn(page, ownService.url, "players");
  for (const [typed, found] of [
    ["O’Neil", "Pat O'Neil"],
    ["oneil", "Pat O'Neil"],
    ["jean luc", "Jean\u2011Luc Côté"],
    ["lukasz zak", "Łukasz Żak"],
    ["strasse", "Ida Straße"],
  ]) {
    await page.getByRole("searchbox").fill(typed);
    await expect(page.locator(".roll li:visible strong")).toHaveText([found]);
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
  await goOffline(page);
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

test("A tick is sent again when the network is back before its loss is noticed", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  await club.members(1);
  await goSignedIn(page, ownService.url, "players");
  let lose;
  const held = new Promise((resolve) => (lose = resolve));
  const lost = async (route) => {
    await held;
    await route.abort();
  };
  await page.route("**/players/*", lost, { times: 1 });
  const asked = page.waitForRequest("**/players/*");
  await row(page, "Ann Archer").getByRole("checkbox").click();
  await asked;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  lose();
  await expect.poll(async () => (await club.ask("GET", "/players")).players[0].active_member).toBe(false);
});

test("Whoever forgets a player is shown the texts that name the player, and keeps those of a namesake", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.members(4);
  const [{ id: late }, { id: kept }] = [await club.night(), await club.night()];
  await club.ask("PUT", `/nights/${late}/cancellation`, { reason: "Cy is ill" });
  await club.ask("PUT", `/nights/${kept}/cancellation`, { reason: "Cy’s Hall burnt down" });
  await goSignedIn(page, ownService.url, "players");
  await page.getByRole("button", { name: "Cy Côté" }).click();
  await page.getByRole("button", { name: "Forget this player…" }).click();
  const asked = page.getByRole("dialog", { name: "Forget Cy Côté?" });
  await expect(asked.locator("li")).toHaveText(["Cy is ill", "Cy’s Hall burnt down"]);
  await asked.getByRole("checkbox", { name: "Cy’s Hall burnt down" }).uncheck();
  await asked.getByRole("button", { name: "Forget for good" }).click();
  await expect(page.getByText("Cy Côté is forgotten.")).toBeVisible();
  const reasonOf = async (night) => (await club.ask("GET", `/nights/${night}`)).cancelled;
  expect([await reasonOf(late), await reasonOf(kept)]).toEqual(["", "Cy’s Hall burnt down"]);
  await page.goto(`${ownService.url}/#/night?id=${late}`);
  await expect(page.getByText(/ The night is cancelled\.$/)).toBeVisible();
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
