import { Hall } from "../../support/night/hall.js";
import { heading, turnUntil, TV } from "../../support/night/television.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ viewport: { width: 1280, height: 720 }, tolerated: /status of 40[134]/ });

// The time that an answer may take until the test moves the clock on. The page's own time limits run with that clock.
const SOON = { timeout: 1500 };

test("With a token the board shows the code to join by until the first peg; without one, none", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).openPublic(4);
  const sent = [];
  page.on("request", (request) => sent.push(request));
  await page.goto(`${hall.base}/tv#token=${hall.token}`);
  const letters = `${hall.code.slice(0, 3)} ${hall.code.slice(3)}`;
  await expect(page.locator(".tv-letters")).toHaveText(letters);
  await expect(page.getByRole("img", { name: "QR code to join the night" })).toBeVisible();
  await expect(page.locator(".tv-address")).toHaveText(/:\d+$/);
  const [table] = await hall.draw();
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await expect(page.locator(".tv-letters")).toHaveText(letters);
  await hall.peg(table, 0, 2);
  await expect(heading(page)).toHaveText("Round 1 of 4");
  await expect(page.locator("body")).not.toContainText(letters);
  const asked = sent.filter((request) => request.url().includes("/api/v1/"));
  expect(asked.some((request) => request.url().includes("/live"))).toBe(true);
  const without = asked.filter((request) => request.headers().authorization !== `Bearer ${hall.token}`);
  expect(without.map((request) => request.url())).toEqual([]);
  const stranger = await page.context().newPage();
  await stranger.goto(hall.base + TV);
  await hall.call("DELETE", `/nights/${hall.id}/rounds/1`).catch(() => {});
  await expect(heading(stranger)).not.toBeEmpty();
  await expect(stranger.locator(".tv-join:visible")).toHaveCount(0);
});

test("What is no token, and a token that opens nothing, show what a stranger sees of a public league", async ({
  page,
  ownService,
}) => {
  await new Hall(ownService.url).openPublic(4);
  await page.goto(`${ownService.url}/tv#token=nonsense`);
  await expect(heading(page)).toHaveText(/^Tonight/);
  await page.goto(`${ownService.url}/tv?again#token=${"A".repeat(43)}`);
  await expect(heading(page)).toHaveText(/^Tonight/);
});

test("The address may name the language, or two that take turns, and nothing of it is remembered", async ({
  page,
  ownService,
}) => {
  await new Hall(ownService.url).openPublic(3);
  await page.goto(`${ownService.url}${TV}?lang=fr`);
  await expect(heading(page)).toHaveText("Ce soir à 19 h 00");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.clock.install();
  await page.goto(`${ownService.url}${TV}?lang=en,fr`);
  const [english, french] = ["3 players are here", "3 joueurs sont arrivés"];
  await expect(page.locator("#foot")).toHaveText(english);
  await turnUntil(page, () => expect(page.locator("#foot")).toHaveText(french, SOON));
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await turnUntil(page, () => expect(page.locator("#foot")).toHaveText(english, SOON));
  expect(await page.evaluate(() => localStorage.getItem("pegout.language"))).toBeNull();
});

for (const colorScheme of ["light", "dark"]) {
  test(`The board is dark unless its address asks for light, whatever the system prefers: ${colorScheme}`, async ({
    page,
    ownService,
  }) => {
    await new Hall(ownService.url).openPublic(2);
    await page.emulateMedia({ colorScheme });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto(ownService.url + TV);
    await expect(heading(page)).not.toBeEmpty();
    expect(await ground()).toBe("rgb(21, 16, 12)");
    await page.goto(`${ownService.url}${TV}?theme=light`);
    await expect(heading(page)).not.toBeEmpty();
    expect(await ground()).toBe("rgb(246, 240, 228)");
  });
}
