import { violations } from "../axe.js";
import { Hall } from "../hall.js";
import { AWAY } from "../service.js";
import { expect, test } from "../test.js";

const TV = "/tv.html";

test.use({
  viewport: { width: 1280, height: 720 },
  tolerated: new RegExp(`${AWAY}|ERR_FAILED`),
});

const heading = (page) => page.getByRole("heading", { level: 1 });
const state = (page) => page.locator("#state");
const board = (page) => page.locator("#board");

// What is cut off, or stands outside the screen. A name of more than 20 letters is cut on purpose.
function lost(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((node) => !node.matches(".unseen, noscript, .mark *"))
      .filter((node) => !(node.matches(".tv-names span") && node.textContent.trim().length > 20))
      .filter((node) => {
        const { right, bottom } = node.getBoundingClientRect();
        const cut = getComputedStyle(node).overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1;
        return cut || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((node) => node.outerHTML.slice(0, 80)),
  );
}

// In one step, as the board may put others in their place at any time.
function nameSize(page) {
  return page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".tv-names")).fontSize));
}

test("The board goes from seats to live scores to standings without a touch", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).open(7);
  await page.clock.install();
  await page.goto(hall.base + TV);
  const turned = (shown) =>
    expect(async () => {
      await page.clock.runFor(12_500);
      await shown();
    }).toPass();
  await expect(page.locator(".tv-here li")).toHaveCount(7);
  await expect(page.locator(".tv-when")).toHaveText("Tonight at 7:00 p.m. · 7 players are here");
  const [four, three] = await hall.draw();
  await expect(heading(page)).toHaveText("Round 1 of 4: take your seats");
  await expect(page.locator(".tv-names > span")).toHaveCount(7);
  await expect(page.locator(".tv-score")).toHaveCount(0);
  await hall.peg(four, 1, 12);
  await expect(heading(page)).toHaveText("Round 1 of 4");
  await expect(page.locator(".tv-score")).toHaveText(["0", "12", "0", "0", "0"]);
  await hall.result(three);
  await hall.result(four);
  await expect(heading(page)).toHaveText("Round 1 of 4 is over");
  await expect(page.locator("#page")).toHaveText(/ of 2$/);
  const drawn = await hall.call("POST", `/nights/${hall.id}/fifty-fifty`);
  await expect(page.locator("#page")).toHaveText(/ of 3$/);
  await turned(() => expect(page.locator(".tv-standings thead")).not.toContainText("Prize", { timeout: 500 }));
  await turned(() => expect(board(page)).toHaveText(`The 50/50: ${drawn.name} wins $7`, { timeout: 500 }));
  await hall.draw();
  await expect(heading(page)).toHaveText("Round 2 of 4: take your seats");
  await hall.results();
  await hall.finish();
  await expect(heading(page)).toHaveText("Final standings");
  const rows = await hall.standings();
  const totals = rows.map(({ total }) => String(total).replace("-", "−"));
  await turned(() => expect(page.locator(".tv-standings tbody .total")).toHaveText(totals, { timeout: 500 }));
  await expect(state(page)).toHaveText(/^updated \d/);
  await expect(page.locator("body")).not.toContainText(hall.code);
});

test("The board says how old it is while the service is down, and goes on by itself after it", async ({
  page,
  ownService,
}) => {
  const hall = await new Hall(ownService.url).open(4);
  const [table] = await hall.draw();
  await page.goto(hall.base + TV);
  await hall.peg(table, 0, 3);
  await expect(page.locator(".tv-score")).toHaveText(["3", "0"]);
  await ownService.kill();
  await expect(state(page)).toHaveText(/^No connection since .*: this may be old$/);
  await expect(page.locator(".tv-score")).toHaveText(["3", "0"]);
  await ownService.start();
  await hall.peg(table, 0, 4);
  await expect(page.locator(".tv-score")).toHaveText(["7", "0"], { timeout: 20_000 });
  await expect(state(page)).toHaveText(/^updated /);
});

test("A board that was opened while part of the page did not come loads itself again", async ({ page, ownService }) => {
  await page.clock.install();
  await new Hall(ownService.url).open(2);
  await page.route("**/tv/screen.js", (route) => route.abort());
  await page.goto(ownService.url + TV);
  await page.unroute("**/tv/screen.js");
  await expect(async () => {
    await page.clock.runFor(16_000);
    await expect(heading(page)).not.toBeEmpty({ timeout: 500 });
  }).toPass();
});

test("In the small hours the board loads itself anew, but only while the service answers", async ({
  page,
  ownService,
}) => {
  await new Hall(ownService.url).open(2);
  await page.clock.install({ time: new Date(2026, 0, 28, 23, 0) });
  await page.goto(ownService.url + TV);
  await expect(heading(page)).not.toBeEmpty();
  await page.evaluate(() => {
    window.first = true;
  });
  // While it loads there is no page to ask.
  const isFirst = () => page.evaluate(() => window.first === true).catch(() => null);
  await page.clock.fastForward("04:30:00");
  expect(await isFirst()).toBe(true);
  await ownService.kill();
  await page.clock.fastForward("00:40:00");
  await expect(heading(page)).not.toBeEmpty();
  expect(await isFirst()).toBe(true);
  await ownService.start();
  // What runs the clock goes with the page that loads itself anew.
  await expect(async () => {
    await page.clock.runFor(61_000);
    expect(await isFirst()).toBe(false);
  }).toPass();
  await expect(heading(page)).not.toBeEmpty();
});

test("The board asks each minute which night is on, and what the league is called", async ({ page, ownService }) => {
  const hall = new Hall(ownService.url);
  await hall.open(0, { date: "2099-01-07", starts_at: "14:30" });
  await page.clock.install();
  await page.goto(hall.base + TV);
  await expect(board(page)).toHaveText("Next night: Wednesday, January 7, 2:30 p.m.");
  await expect(page.locator("#league")).toHaveText("Cribbage league");
  const tonight = await new Hall(hall.base).open(4);
  await tonight.draw();
  await tonight.call("PUT", "/league", { name: "Ligue du jeudi" });
  // So much time at once may be over before an answer that was asked for in it.
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(page.locator("#league")).toHaveText("Ligue du jeudi", { timeout: 4000 });
  }).toPass();
  await expect(heading(page)).toHaveText("Round 1 of 4: take your seats");
  await page.goto(`${hall.base}${TV}?night=${hall.id}`);
  await expect(board(page)).toHaveText("Next night: Wednesday, January 7, 2:30 p.m.");
});

test("More than sixteen tables take turns", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).open(68);
  await hall.draw();
  await page.clock.install();
  await page.goto(hall.base + TV);
  await expect(page.locator("#page")).toHaveText("1 of 2");
  await expect(page.locator(".tv-table").first()).toContainText("Table 1");
  await expect(async () => {
    await page.clock.runFor(12_500);
    await expect(page.locator("#page")).toHaveText("2 of 2", { timeout: 500 });
  }).toPass();
  await expect(page.locator(".tv-table").first()).toContainText("Table 10");
  expect(await lost(page)).toEqual([]);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
]) {
  for (const locale of ["en-CA", "fr-CA"]) {
    test.describe(`${width} × ${height}, ${locale}`, () => {
      test.use({ viewport: { width, height }, locale });
      test("All of the board is on the screen, and easy to tell apart by light and by dark", async ({
        page,
        ownService,
      }) => {
        const hall = await new Hall(ownService.url).open(15);
        await page.goto(hall.base + TV);
        const look = async (there) => {
          await page.locator(there).first().waitFor();
          expect(await lost(page), there).toEqual([]);
          for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            expect(await violations(page), there).toEqual([]);
          }
        };
        await look(".tv-here");
        const [table] = await hall.draw();
        await look(".tv-tables");
        // At ten metres a letter of a thirtieth of the screen's height can be read.
        await expect.poll(() => nameSize(page)).toBeGreaterThan(Math.min(width, height) / 30);
        await hall.peg(table, 0, 12);
        await look(".tv-score");
        await hall.results().catch(() => {});
        await hall.finish();
        await look(".tv-standings");
      });
    });
  }
}

test("A name as long as a name may be makes nobody else's small", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).open(7);
  await hall.add("Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100));
  await hall.draw();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(hall.base + TV);
  await page.locator(".tv-names").first().waitFor();
  await expect.poll(() => nameSize(page)).toBeGreaterThan(720 / 30);
});

test("A night whose games were all void leaves no empty board", async ({ page, ownService }) => {
  const hall = await new Hall(ownService.url).open(4);
  await hall.draw();
  await hall.finish();
  await page.goto(`${ownService.url}/tv`);
  await expect(page.locator("#board")).toHaveText(/The night is over\.$/);
});

test("The address may name the language", async ({ page, ownService }) => {
  await new Hall(ownService.url).open(3);
  await page.goto(`${ownService.url}${TV}?lang=fr`);
  await expect(page.locator(".tv-when")).toHaveText("Ce soir à 19 h 00 · 3 joueurs sont arrivés");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
});
