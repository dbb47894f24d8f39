import { openAsCoordinator } from "../../support/night/night.js";
import { goOffline, tryAgain } from "../../support/game/scorer.js";
import {
  count,
  expect,
  foot,
  loseAnswers,
  named,
  openRound,
  player,
  test,
  TOLERATED,
} from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED });

test("Players are checked in and out by taps, before any answer, and a lost network loses none of them @landing", async ({
  page,
  context,
  club,
}) => {
  await club.members(5);
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Ann Archer").click();
  await page.getByRole("checkbox", { name: "Ann Archer has paid" }).check();
  await expect(count(page)).toHaveText("1 here · all paid");
  await expect(page.getByText("sending…")).toHaveCount(0);
  await goOffline(page);
  await player(page, "Bob Baker").click();
  await player(page, "Cy Côté").click();
  await player(page, "Di Dubé").click();
  await page.getByRole("checkbox", { name: "Di Dubé has paid" }).check();
  await player(page, "Cy Côté").click();
  await expect(count(page)).toHaveText("3 here · 1 unpaid · 1 table of three");
  await expect(player(page, "Bob Baker")).toHaveText("Bob Baker sending…");
  await expect(foot(page)).toHaveText(/^No answer since .*: 5 changes wait here/);
  expect((await club.look(id)).entries).toHaveLength(1);
  await context.setOffline(false);
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(foot(page)).toHaveText("Cy Côté is not here.");
  // A player who is tapped out leaves the list before the request is sent, so no row shows "sending…".
  const noted = async () => (await club.look(id)).entries.map(({ name, paid }) => [name, paid]);
  await expect.poll(noted).toEqual([
    ["Ann Archer", true],
    ["Bob Baker", false],
    ["Di Dubé", true],
  ]);
});

test("A tap by mistake is undone by another, and the fee that was paid is not forgotten", async ({ page, club }) => {
  const { id } = await club.gathered(3);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Bob Baker").click();
  await expect(count(page)).toHaveText("2 here · all paid · 1 table of two");
  await expect.poll(async () => (await club.look(id)).entries.length).toBe(2);
  await player(page, "Bob Baker").click();
  await expect(page.getByRole("checkbox", { name: "Bob Baker has paid" })).toBeChecked();
  await expect.poll(async () => (await club.look(id)).entries.filter(({ paid }) => paid).length).toBe(3);
});

test("A tap by mistake that another device mends keeps the fee, and says so", async ({ page, elsewhere, club }) => {
  const { id } = await club.gathered(3, 1);
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Bob Baker").click();
  await expect.poll(async () => (await club.look(id)).entries.length).toBe(2);
  const other = await elsewhere();
  await openAsCoordinator(other, club, `check-in?id=${id}`);
  await player(other, "Bob Baker").click();
  await expect(foot(other)).toHaveText("Bob Baker is here and has paid $10.");
  const paid = async (/** @type {string} */ name) =>
    (await club.look(id)).entries.find((one) => one.name === name)?.paid;
  await expect.poll(() => paid("Bob Baker")).toBe(true);
  // The newest note counts, not the older note of this device.
  await other.getByRole("checkbox", { name: "Bob Baker has paid" }).click();
  await expect.poll(() => paid("Bob Baker")).toBe(false);
  await player(other, "Bob Baker").click();
  await expect.poll(() => paid("Bob Baker")).toBeUndefined();
  await expect(page.getByRole("checkbox", { name: "Bob Baker is here and has paid" })).toBeVisible();
  // A change of another device is news for two seconds, and a tap against it does nothing.
  await page.clock.setFixedTime(now + 2100);
  await player(page, "Bob Baker").click();
  await expect(foot(page)).toHaveText("Bob Baker is here.");
  await expect.poll(() => paid("Bob Baker")).toBe(false);
});

test("Somebody who is no member plays as a guest, and a new name is added on the spot, once @landing", async ({
  page,
  club,
}) => {
  await club.members(2);
  await club.ask("POST", "/players", { name: "Zoé Zwick", active_member: false });
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(player(page, "Zoé Zwick")).toBeHidden();
  await page.getByText("Someone else").click();
  await player(page, "Zoé Zwick").click();
  await expect(page.getByRole("button", { name: "Zoé Zwick guest" })).toHaveAttribute("aria-pressed", "true");
  await loseAnswers(page, "**/api/v1/players");
  await page.getByLabel("A new name").fill("Yves Yelle");
  await named(page, "Add and check in").click();
  await tryAgain(page, ".foot");
  await expect(page.getByRole("button", { name: "Yves Yelle guest" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("sending…")).toHaveCount(0);
  await page.getByLabel("A new name").fill("ann archer");
  await named(page, "Add and check in").click();
  await expect(foot(page)).toHaveText("ann archer is on the list already: find the name above.");
  const { players } = await club.ask("GET", "/players");
  expect(players.filter(({ name }) => name === "Yves Yelle")).toHaveLength(1);
  expect((await club.look(id)).entries.map(({ name, guest }) => [name, guest])).toEqual([
    ["Zoé Zwick", true],
    ["Yves Yelle", true],
  ]);
});

test("Whoever is tapped among the others does not come back to them for a moment", async ({ page, club }) => {
  await club.members(1);
  await club.ask("POST", "/players", { name: "Zoé Zwick", active_member: false });
  const { id } = await club.night();
  // Cut the live stream: it may bring the change before the answer.
  await page.route("**/live*", (route) => route.abort());
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await page.getByText("Someone else").click();
  await page.locator(".someone .attendance").evaluate((node) => {
    const back = (changes) => changes.some(({ addedNodes }) => addedNodes.length > 0) && (node.dataset.back = true);
    new MutationObserver(back).observe(node, { childList: true });
  });
  await player(page, "Zoé Zwick").click();
  await expect(page.getByRole("button", { name: "Zoé Zwick guest" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(page.locator(".someone .attendance")).not.toHaveAttribute("data-back");
});

test("A name is found without its accents and its apostrophe", async ({ page, club }) => {
  await club.members(12);
  await club.ask("POST", "/players", { name: "Pat O'Neil" });
  const { id } = await club.night();
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await page.getByLabel("Find a name").fill("leo l");
  await expect(page.locator(".player-name:visible")).toHaveText(["Léo Lavoie"]);
  await page.getByLabel("Find a name").fill("pat o’neil");
  await expect(page.locator(".player-name:visible")).toHaveText(["Pat O'Neil"]);
  await page.getByLabel("Find a name").fill("nobody");
  await expect(page.getByText("Nobody is called “nobody”.")).toBeVisible();
});

test("Between games somebody comes late, and somebody goes home and comes back", async ({ page, club }) => {
  const { id, players } = await club.gathered(8);
  await club.ask("POST", "/players", { name: "Zoé Zwick" });
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await player(page, "Zoé Zwick").click();
  await expect(page.getByRole("button", { name: "Zoé Zwick plays from round 2" })).toBeVisible();
  await player(page, players[0].name).click();
  await expect(page.getByRole("button", { name: `${players[0].name} leaves after this game` })).toBeVisible();
  await club.play(id, [[100], [90]]);
  await expect(page.getByRole("button", { name: `${players[0].name} has left` })).toBeVisible();
  await page.getByRole("button", { name: `${players[0].name} has left` }).click();
  await expect(page.getByRole("checkbox", { name: `${players[0].name} has paid` })).toBeChecked();
  await expect.poll(async () => (await club.look(id)).entries.filter(({ left }) => left).length).toBe(0);
});

test("A refusal is told in the page's words, and what was tapped goes back", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  await club.ask("POST", `/nights/${id}/fifty-fifty`);
  const { fifty_fifty: drawn } = await club.look(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  const tick = page.getByRole("checkbox", { name: `${drawn.name} has paid` });
  // Not `uncheck`: the refusal may be there before it looks.
  await tick.click();
  await expect(foot(page)).toHaveText(/^The 50\/50 was drawn from this fee\./);
  await expect(tick).toBeChecked();
});

test("A night that is not there says so", async ({ page, club }) => {
  await page.goto(`${club.base}/#/tables?id=${crypto.randomUUID()}`);
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  await expect(page.getByText("This night is not to be found.")).toBeVisible();
});

test("No key is there to tap before the night is known", async ({ page, club }) => {
  const { id } = await club.gathered(4);
  await club.draw(id);
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/nights/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${club.base}/#/money?id=${id}`);
  await page.locator("#password").fill("wednesday");
  await page.locator("#password").press("Enter");
  await expect(page.getByRole("link", { name: "Tables" })).toBeVisible();
  await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  release();
  await expect(named(page, "Draw the 50/50: $4")).toBeVisible();
});

test("A new name is added once however often it is sent, and not before the list is there", async ({
  page,
  context,
  club,
}) => {
  const { id } = await club.gathered(4);
  let arrive;
  const held = new Promise((resolve) => (arrive = resolve));
  await page.route("**/api/v1/players", async (route) => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(page.locator("#seek")).toBeVisible();
  await expect(page.locator(".someone")).toBeHidden();
  arrive();
  await page.locator(".someone summary").click();
  await goOffline(page);
  for (const name of ["Zoé Zola", "zoe zola"]) {
    await page.getByLabel("A new name").fill(name);
    await named(page, "Add and check in").click();
  }
  await context.setOffline(false);
  await expect(player(page, "Zoé Zola")).toBeVisible();
  await expect(page.getByText("sending…")).toHaveCount(0);
  await expect(foot(page)).toHaveText("");
  expect((await club.ask("GET", "/players")).players).toHaveLength(5);
  expect((await club.look(id)).entries).toHaveLength(5);
});

test("A screen reader hears no count again at another table's peg, and a row that goes leaves the focus in its list", async ({
  page,
  club,
}) => {
  const { id, players } = await club.gathered(4, 2);
  await club.draw(id);
  await openAsCoordinator(page, club, `check-in?id=${id}`);
  await expect(count(page)).toHaveText(/^4 here/);
  await page.locator(".count").evaluate((node) => {
    window.heard = [];
    const hear = () => window.heard.push(node.textContent);
    new MutationObserver(hear).observe(node, { childList: true, characterData: true });
  });
  const [table] = (await openRound(club, id)).tables;
  await club.ask("PUT", `/games/${table.game_id}/result`, { scores: [121, 100] });
  // The night's stream sends the changes in order.
  await club.ask("PUT", `/nights/${id}/entries/${players[0].id}`, { paid: false });
  await expect(count(page)).toHaveText(/3 unpaid/);
  expect(await page.evaluate(() => window.heard)).toEqual([await count(page).textContent()]);
  await page.evaluate((hash) => (location.hash = hash), `#/money?id=${id}`);
  // Three fees, and the prize of the player who has paid.
  await expect(page.locator(".settlement").first().locator("li")).toHaveCount(4);
  await page.locator(".settlement input").first().focus();
  await page.keyboard.press("Space");
  await expect(page.locator(".settlement").first().locator("li")).toHaveCount(3);
  await expect(page.locator(".settlement").first()).toBeFocused();
});

test.describe("in a French browser, on the narrowest phone", () => {
  test.use({ locale: "fr-CA", viewport: { width: 320, height: 568 } });

  test("The links of a night share a line, and do not touch", async ({ page, club }) => {
    const { id } = await club.gathered(8);
    await openAsCoordinator(page, club, `check-in?id=${id}`);
    const links = page.locator(".night-links a");
    await expect(links).toHaveCount(4);
    const boxes = await links.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()));
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    const gaps = boxes.slice(1).map(({ left }, at) => left - boxes[at].right);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
  });
});
