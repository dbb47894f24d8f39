import { go, goSignedIn } from "../../support/night/club.js";
import { ANN, expect, Hall, joinAs, test } from "../../support/night/hall.js";
import { sheet } from "../../support/game/scorer.js";
import { foot, named } from "../../support/night/tonight.js";

test.use({ tolerated: /ERR_(INTERNET_DISCONNECTED|FAILED)|status of 4(01|03|04|09|22)/ });

const HOW = /Scan the code in the hall, or ask for the night’s link/;

// A night of one game in a season, which `end` finishes with prizes.
async function season(hall) {
  const { id } = await hall.call("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const night = await new Hall(hall.base).open(4, { season_id: id, starts_at: "20:00", games_per_night: 1 });
  const end = async () => {
    await night.draw();
    await night.results();
    await night.finish();
  };
  return { id, night, end };
}

test("A stranger sees no list of a private league, and reads how to see the night @landing", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/`);
  await expect(page.locator(".tonight")).toContainText(HOW);
  await go(page, "standings");
  await expect(page.getByText(HOW)).toBeVisible();
  await go(page, "night");
  await expect(page.getByText(HOW)).toBeVisible();
  await hall.publish();
  await page.goto(`${hall.base}/?again#/`);
  await expect(page.locator(".tonight")).toContainText(/Tonight, 7:00/);
});

test("By its link a stranger sees a night without prizes, and never null", async ({ page, hall }) => {
  const { id, night, end } = await season(hall);
  await end();
  await page.goto(`${hall.base}/#/night?id=${night.id}`);
  await expect(page.locator(".standings tbody tr")).toHaveCount(4);
  await expect(page.getByRole("columnheader", { name: "Prize" })).toHaveCount(0);
  await expect(page.locator("main")).not.toContainText(/null|\$/);
  await hall.publish();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Prize" })).toHaveCount(1);
  await go(page, `standings?season=${id}`);
  await expect(page.locator(".season-standings")).toContainText("$");
});

test("A phone that joined sees the lists and its own prize", async ({ page, hall }) => {
  const { id, night, end } = await season(hall);
  await joinAs(page, night, ANN);
  await end();
  const { prize } = (await night.standings()).find(({ name }) => name === ANN);
  await go(page, `standings?season=${id}`);
  await expect(page.locator(".season-standings tbody tr")).toHaveCount(4);
  await expect(page.locator(".nights li")).toHaveCount(1);
  await go(page, `night?id=${night.id}`);
  await expect(page.locator(".standings tbody tr")).toHaveCount(4);
  // The phone’s own prize appears after the public standings.
  const prizes = async () => (await page.locator(".prize").allTextContents()).filter(Boolean);
  await expect.poll(prizes).toHaveLength(prize > 0 ? 1 : 0);
});

test("Whoever is signed in gets the standings as a file with the prizes", async ({ page, hall }) => {
  const { id, end } = await season(hall);
  await end();
  await goSignedIn(page, hall.base, "coordinator");
  await go(page, `standings?season=${id}`);
  await page.locator(".paper-links summary").click();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "For a spreadsheet (CSV)" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^standings-.+\.csv$/);
  await expect(page.locator(".season-standings")).toContainText("$");
});

test("The coordinator of a public league is asked once who may see it", async ({ page, hall }) => {
  await hall.publish();
  await goSignedIn(page, hall.base, "coordinator");
  await page.getByRole("button", { name: "Only people who are here" }).click();
  await expect(page.getByText(/^Strangers see no lists and no prizes now\./)).toBeVisible();
  expect((await hall.call("GET", "/league")).public).toBe(false);
  await hall.publish();
  await page.reload();
  await expect(page.getByText("Another night")).toBeVisible();
  await expect(page.getByText("Who may see the league?")).toHaveCount(0);
  await go(page, "league");
  const box = page.getByRole("checkbox", { name: "Everybody may see the lists and the prizes" });
  await expect(box).toBeChecked();
  await box.click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await hall.call("GET", "/league")).public).toBe(false);
});

test("The coordinator of a league that counts hand-outs with the finish is asked once whether to tick them", async ({
  page,
  hall,
}) => {
  const league = async () => hall.call("GET", "/league");
  const assume = async () => hall.call("PUT", "/league", { ...(await league()), hand_outs: "assumed" });
  await hall.publish();
  await assume();
  await goSignedIn(page, hall.base, "coordinator");
  // The second answer keeps the first answer.
  await page.getByRole("button", { name: "Only people who are here" }).click();
  await expect(page.getByText(/^Strangers see no lists and no prizes now\./)).toBeVisible();
  await page.getByRole("button", { name: "Tick them" }).click();
  await expect(page.getByText(/^From the next night on, each hand-out is ticked\./)).toBeVisible();
  expect(await league()).toMatchObject({ public: false, hand_outs: "ticked" });
  await assume();
  await page.reload();
  await expect(page.getByText("Another night")).toBeVisible();
  await expect(page.getByText("Tick each hand-out?")).toHaveCount(0);
  await go(page, "league");
  await page.getByLabel("How prizes and the 50/50 are handed out").selectOption("ticked");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await league()).hand_outs).toBe("ticked");
});

test("The picture’s link joins without a code, and says when it is an old one", async ({ page, hall, elsewhere }) => {
  const { join_secret: secret } = await hall.call("GET", `/nights/${hall.id}`);
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}&secret=${secret}`);
  await expect(page.getByRole("button", { name: ANN })).toBeVisible();
  await expect(page.getByLabel("The code on the wall")).toBeHidden();
  await page.getByRole("button", { name: ANN }).click();
  await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);

  const desk = await elsewhere();
  await goSignedIn(desk, hall.base, `phones?id=${hall.id}`);
  await expect(desk.locator(".join-link")).toContainText(`secret=${secret}`);
  await named(desk, "New code").click();
  await expect(sheet(desk)).toContainText("open nothing any more");
  await sheet(desk).getByRole("button", { name: "New code" }).click();
  await expect(foot(desk)).toHaveText("There is a new code: the printed picture is void.");
  await expect(desk.locator(".code-letters")).not.toHaveText(hall.code);
  await expect(desk.getByText("1 phone has joined.")).toBeVisible();

  const late = await elsewhere();
  await late.goto(`${hall.base}/#/join-night?secret=${secret}`);
  await expect(late.getByText(/^This picture or link is an old one/)).toBeVisible();
  const code = await desk.locator(".code-letters").textContent();
  await late.getByLabel("The code on the wall").fill(code);
  await late.keyboard.press("Enter");
  await expect(late.getByRole("button", { name: ANN })).toBeVisible();

  await desk.getByRole("button", { name: "Send away: Ann Archer" }).click();
  await sheet(desk).getByRole("button", { name: "Send away" }).click();
  await expect(foot(desk)).toHaveText(/^Sent away: Ann Archer\. There is a new code: the printed picture is void\.$/);
  await expect(desk.locator(".code-letters")).not.toHaveText(code);
});

test("A television gets a link of its own, which is listed and taken back", async ({ page, hall }) => {
  await goSignedIn(page, hall.base, `phones?id=${hall.id}`);
  await expect(page.locator(".join-picture svg")).toHaveCount(1);
  await page.getByLabel("Name of the screen").fill("The bar");
  await page.getByText("A link instead of a code").click();
  await named(page, "Make a link").click();
  const link = page.locator(".made-link a");
  await expect(link).toHaveText(new RegExp(`^${hall.base}/tv\\?lang=en#token=[\\w-]{43}$`));
  await expect(page.getByRole("img", { name: "QR code of the television’s link" })).toBeVisible();
  const token = (await link.textContent()).split("token=")[1];
  const lists = () =>
    fetch(`${hall.base}/api/v1/nights`, { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status);
  expect(await lists()).toBe(200);
  await page.getByRole("button", { name: "Send away: The bar" }).click();
  await sheet(page).getByRole("button", { name: "Send away" }).click();
  await expect(page.getByRole("button", { name: /^Send away: The bar/ })).toHaveCount(0);
  expect(await lists()).toBe(401);
});

test("The coordinator’s page leads to a link for the television where the league is private, in its language and colours", async ({
  page,
  hall,
}) => {
  await goSignedIn(page, hall.base, "coordinator");
  await page.getByRole("link", { name: "Show on the television" }).click();
  await page.getByText("A link instead of a code").click();
  await page.getByLabel("Its language").selectOption("English and French, in turn");
  await page.getByLabel("Its colours").selectOption("Light");
  await named(page, "Make a link").click();
  const link = page.locator(".made-link a");
  await expect(link).toHaveText(new RegExp(`^${hall.base}/tv\\?lang=en,fr&theme=light#token=[\\w-]{43}$`));
  await page.goto(await link.textContent());
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("#board")).toContainText(ANN.split(" ")[1]);
  await hall.publish();
  await page.goto(`${hall.base}/#/coordinator`);
  await expect(page.getByRole("link", { name: "Television" })).toHaveAttribute("href", "tv");
  await expect(page.getByRole("link", { name: "Show on the television" })).toHaveCount(0);
});
