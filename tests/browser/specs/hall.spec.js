import { overflow, violations } from "../axe.js";
import { Hall, joinAs, tableOf } from "../hall.js";
import { textSize } from "../table.js";
import { peg, scores, sheet, state } from "../scorer.js";
import { test as base, expect } from "../test.js";

const ANN = "Ann Archer";

// The first view and the views without an id look for the night that is on, so each test has a service of its own.
const test = base.extend({
  hall: async ({ ownService }, use) => use(await new Hall(ownService.url).open(8)),
});

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (404|409|422)/ });

const seat = (page) => page.locator(".my-seat");
const line = (page) => page.locator(".seat-line");
const notice = (page) => page.locator(".view-join-night > .notice p");

test("A phone joins with the code on the wall, in small letters too, and a name", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/join-night`);
  await expect(page.getByText(/^Tonight’s league is on: /)).toBeVisible();
  const code = page.getByLabel("The code on the wall");
  await code.fill("AAAAAA");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(notice(page)).toHaveText(/^No night has this code\./);
  await code.fill(hall.code.toLowerCase());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: ANN }).click();
  await expect(line(page)).toHaveText("The draw comes at 7:00 p.m.; 8 are here.");
  await page.reload();
  await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);
  const { phones } = await hall.call("GET", `/nights/${hall.id}/phones`);
  expect(phones).toHaveLength(1);
  await page.goto(`${hall.base}/#/`);
  await page.getByRole("link", { name: /^Join tonight/ }).click();
  await expect(code).toHaveValue("");
});

test("A name appears for a phone that waits when the coordinator checks it in", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await expect(page.getByRole("button", { name: ANN })).toBeVisible();
  await hall.add("Zoé Zola");
  await page.getByRole("button", { name: "Zoé Zola" }).click();
  await expect(page.locator(".whose")).toHaveText(/^Zoé Zola · /);
});

test("Among many names a search without accents finds one", async ({ page, hall }) => {
  for (let at = 0; at < 6; at += 1) await hall.add(`Player ${at}`);
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByLabel("Search for a name").fill("helene");
  await expect(page.locator(".name-key")).toHaveText(["Hélène Hébert"]);
  await page.getByLabel("Search for a name").fill("nobody");
  await expect(page.getByText("Nobody of this name is checked in.")).toBeVisible();
});

test("Without a network a phone is told so, and joins when it tries again", async ({ page, context, hall }) => {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByRole("button", { name: ANN }).waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: ANN }).click();
  await expect(notice(page)).toHaveText(/^No answer yet\./);
  await context.setOffline(false);
  await page.locator(".view-join-night > .notice").getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);
});

// A hall's Wi-Fi may take its time.
async function slowJoins(page) {
  await page.route("**/nights/join", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
}

test("Whoever taps while the code of the link is on its way gets one list of names", async ({ page, hall }) => {
  await slowJoins(page);
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  const answers = [1, 2].map(() => page.waitForResponse("**/nights/join"));
  await page.getByRole("button", { name: "Go on" }).click();
  await Promise.all(answers);
  await page.getByRole("button", { name: ANN }).waitFor();
  await page.waitForTimeout(1000);
  await expect(page.getByRole("heading", { name: "Who are you?" })).toHaveCount(1);
});

test("A wrong name that was tapped first does not win over the right one", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByRole("button", { name: ANN }).waitFor();
  await slowJoins(page);
  await page.getByRole("button", { name: ANN }).click();
  await page.getByRole("button", { name: "Bob Baker" }).click();
  await expect(page.locator(".whose")).toHaveText(/^Bob Baker · /);
});

test("A night that is over is not joined any more, and says so", async ({ page, hall }) => {
  await hall.draw();
  await hall.finish();
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByRole("button", { name: ANN }).click();
  await expect(notice(page)).toHaveText(
    "The night is over, so nobody joins any more. The standings are there to look at.",
  );
});

test("Who joined sees their seat with the draw, keeps the score there, and two phones at a table agree", async ({
  page,
  hall,
  elsewhere,
}) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  const table = tableOf(tables, ANN);
  await expect(seat(page).locator("strong")).toHaveText(`Table ${table.number}`);
  const own = table.sides.findIndex(({ players }) => players.some(({ name }) => name === ANN));
  const [partner] = table.sides[own].players.filter(({ name }) => name !== ANN);
  const others = table.sides[1 - own].players.map(({ name }) => name).join(" and ");
  await expect(seat(page)).toHaveText(`Table ${table.number} with ${partner.name} against ${others}`);
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  const second = await elsewhere();
  await joinAs(second, hall, partner.name);
  await second.getByRole("button", { name: "Keep score" }).click();
  await peg(page, 0, 8);
  await expect(scores(second)).toHaveText(["8", "0"]);
  await peg(second, 1, 12);
  await expect(scores(page)).toHaveText(["8", "12"]);
  await page.getByRole("link", { name: "My card" }).click();
  // A card tells the player's own side first, and the draw may seat Ann at either.
  const said = own === 0 ? "8\u2060–\u206012" : "12\u2060–\u20608";
  await expect(line(page)).toHaveText(`The score is ${said}.`);
});

test("A phone that stays at a table keeps the score of whoever sits there, round after round", async ({
  page,
  hall,
}) => {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByText("This phone stays at one table").click();
  await page.getByLabel("Number of the table").fill("2");
  await page.getByRole("button", { name: "Stay there" }).click();
  await page.waitForURL(/#\/card/);
  for (const round of [1, 2]) {
    const [, table] = await hall.draw();
    await page.goto(`${hall.base}/#/card?id=${hall.id}`);
    await expect(page.getByRole("heading", { name: `Round ${round} of 4` })).toBeVisible();
    await expect(seat(page)).toContainText(table.sides[0].players[0].name);
    await page.getByRole("button", { name: "Keep score" }).click();
    await peg(page, 0, 5);
    await expect(state(page)).toHaveText("Every phone at the table sees this.");
    await expect.poll(async () => (await hall.tables())[1].sides[0].score).toBe(5);
    await hall.results();
  }
});

test("A game that is called off tells so at its table", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  await peg(page, 0, 8);
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await hall.finish();
  await expect(page.locator(".tabletop .notice p")).toHaveText("The game was called off.");
});

test("After the game the sheet tells what the cards get and, with the next round, the next table", async ({
  page,
  hall,
}) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  for (const points of [29, 29, 29, 29, 5]) await peg(page, 0, points);
  const [winners, losers] = tableOf(tables, ANN).sides.map(({ players }) =>
    players.map(({ name }) => name).join(" and "),
  );
  await expect(sheet(page)).toContainText(`${winners} get −2 each. ${losers} get 121 each.`);
  await expect(sheet(page).getByRole("button", { name: "Rematch" })).toHaveCount(0);
  await expect(sheet(page).getByRole("button", { name: "Take back the last peg" })).toBeVisible();
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  for (const table of tables) if (table !== tableOf(tables, ANN)) await hall.result(table);
  const next = tableOf(await hall.draw(), ANN);
  await expect(sheet(page)).toContainText(`Round 2 is drawn. You are at table ${next.number} with `);
  await expect(sheet(page).getByRole("button", { name: "Take back the last peg" })).toHaveCount(0);
  await sheet(page).getByRole("button", { name: "My card" }).click();
  await expect(seat(page).locator("strong")).toHaveText(`Table ${next.number}`);
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(scores(page)).toHaveText(["0", "0"]);
  await peg(page, 0, 3);
  await expect.poll(async () => tableOf(await hall.tables(), ANN).sides[0].score).toBe(3);
});

test("A tap that comes after its round was closed is kept and told", async ({ page, context, hall }) => {
  await joinAs(page, hall, ANN);
  const table = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await peg(page, 0, 4);
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await context.setOffline(true);
  await peg(page, 1, 6);
  await expect(state(page)).toHaveText(/1 tap saved on this phone/);
  await hall.result(table);
  await hall.results().catch(() => {});
  for (const other of await hall.tables()) if (other.status === "playing") await hall.result(other);
  await hall.draw();
  await context.setOffline(false);
  await expect(sheet(page)).toContainText("Not counted: ");
  await expect(sheet(page)).toContainText("The round was over. Tell the coordinator if its result is wrong.");
  await expect(sheet(page)).toContainText("Round 2 is drawn.");
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  await expect(state(page)).toHaveText(/^Not counted: .*The round was over\./);
});

test("The lines of a card are those of the service’s standings, as is the place", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  for (let round = 0; round < 4; round += 1) {
    await hall.draw();
    await hall.results();
  }
  await hall.finish();
  const rows = await hall.standings();
  const row = rows.find(({ name }) => name === ANN);
  const written = row.lines.map((points) => String(points).replace("-", "−"));
  const shown = page.locator(".my-lines tbody .number");
  await expect(shown).toHaveText(written.map((points) => new RegExp(`^${points}(\\D|$)`)));
  await expect(page.locator(".my-lines tfoot .number")).toHaveText(String(row.total).replace("-", "−"));
  await expect(line(page)).toHaveText(
    new RegExp(`^Place ${row.place}( \\(shared\\))? of 8, with a total of ${row.total}`),
  );
});

test("The first view offers tonight’s seat first, and nothing moves when it comes", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/v1/nights/${hall.id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Home" }).click();
  const first = page.locator(".entries li").first();
  const places = () =>
    page.locator(".entries li").evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  await expect(first).toContainText("My card");
  const before = await places();
  release();
  await expect(first).toContainText(/Tonight: table \dwith /);
  expect(await places()).toEqual(before);
  await first.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`#/card\\?id=${hall.id}`));
});

test("The first view does not offer to resume a game that was entered by hand", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  await peg(page, 0, 4);
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  await page.goto("about:blank");
  await hall.results();
  await hall.draw();
  await page.goto(`${hall.base}/#/card?id=${hall.id}`);
  await expect(page.getByRole("heading", { name: "Round 2 of 4" })).toBeVisible();
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: /Tonight: table/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Resume/ })).toHaveCount(0);
});

test("Whoever has the link sees seats, live scores, earlier rounds and standings", async ({ page, hall }) => {
  const [table] = await hall.draw();
  await page.goto(`${hall.base}/#/night`);
  await expect(page).toHaveURL(new RegExp(`id=${hall.id}`));
  await hall.peg(table, 0, 7);
  await expect(page.locator(".round-table").first().locator(".number").first()).toHaveText("7");
  await hall.results();
  await hall.draw();
  await expect(page.getByRole("heading", { name: "Round 2 of 4" })).toBeVisible();
  await expect(page.locator(".standings tbody tr")).toHaveCount(8);
  await page.getByRole("radio", { name: "Round 1" }).check({ force: true });
  await expect(page.getByRole("heading", { name: "Round 1 of 4" })).toBeVisible();
  await expect(page.locator(".round-table .winner")).toHaveCount(2);
  await page.goto(`${hall.base}/#/night?id=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText("There is no such night.")).toBeVisible();
});

test("Without an answer nobody is told that tonight's night is not there", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await page.getByText("8 are here").waitFor();
  await page.route("**/api/v1/nights", (route) => route.abort());
  await page.goto(`${hall.base}/?again#/night`);
  await expect(page.getByText("No answer yet. The night comes as soon as there is a connection.")).toBeVisible();
  await page.unroute("**/api/v1/nights");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("8 are here")).toBeVisible();
});

test("A season shows who leads, its nights, and a table for a spreadsheet", async ({ page, hall }) => {
  const season = await hall.call("POST", "/seasons", { name: "Winter", starts: "2026-01-01", ends: "2099-01-01" });
  const night = await new Hall(hall.base).open(4, { season_id: season.id, starts_at: "20:00" });
  await night.draw();
  await night.results();
  await night.finish();
  await page.goto(`${hall.base}/#/standings?season=${season.id}`);
  await expect(page.locator(".season-standings tbody tr")).toHaveCount(4);
  await expect(page.locator(".season-standings tbody tr").first().locator("td").first()).toHaveText("1");
  await expect(page.locator(".nights li")).toHaveCount(1);
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "For a spreadsheet (CSV)" }).click();
  expect(await (await coming).suggestedFilename()).toMatch(/\.csv$/);
});

test("A league night is joined by keyboard alone", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/join-night`);
  await page.getByLabel("The code on the wall").focus();
  await page.keyboard.type(hall.code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Who are you?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: ANN })).toBeFocused();
  await page.keyboard.press("Enter");
  await hall.draw();
  const keep = page.getByRole("button", { name: "Keep score" });
  await expect(keep).toBeVisible();
  for (let at = 0; at < 10 && !(await keep.evaluate((node) => node === document.activeElement)); at += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(scores(page)).toHaveText(["0", "0"]);
});

for (const [width, locale] of [
  [320, "fr-CA"],
  [390, "en-CA"],
  [1280, "en-CA"],
]) {
  test.describe(`${width} wide, ${locale}`, () => {
    test.use({ viewport: { width, height: 720 }, locale });
    test("Everybody can use the views of the hall, by light and by dark", async ({ page, hall }) => {
      const axe = async (view) => {
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page), view).toEqual([]);
        }
        expect(await overflow(page), view).toBeLessThanOrEqual(0);
        const targets = page.locator("a:visible, button:visible, input:visible, summary:visible");
        const small = await targets.evaluateAll((nodes) =>
          nodes
            .map((node) => ({ name: node.textContent, ...node.getBoundingClientRect().toJSON() }))
            .filter((box) => box.width < 47.99 || box.height < 47.99),
        );
        expect(small, view).toEqual([]);
      };
      await page.goto(`${hall.base}/#/join-night`);
      await page.locator(".join-code").waitFor();
      await axe("join");
      await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
      await page.locator(".name-key").first().waitFor();
      await page.locator("summary").click();
      await axe("names");
      await page.getByRole("button", { name: ANN }).click();
      await seat(page).waitFor({ state: "attached" });
      await hall.draw();
      await page.locator(".keep").waitFor();
      await axe("card");
      await hall.results();
      await hall.draw();
      await page.goto(`${hall.base}/#/night?id=${hall.id}`);
      await page.locator(".standings tbody tr").first().waitFor();
      await axe("night");
      const season = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01", best_of: 3, minimum_nights: 2 };
      const { id } = await hall.call("POST", "/seasons", season);
      const night = await new Hall(hall.base).open(4, { season_id: id });
      await night.draw();
      await night.results();
      await page.goto(`${hall.base}/#/standings?season=${id}`);
      await page.locator(".nights li").waitFor();
      await axe("standings");
      await page.goto(`${hall.base}/#/blank-cards`);
      await page.locator(".blank-card").first().waitFor();
      await axe("blank");
    });
  });
}

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(`Large text, ${locale}`, () => {
    test.use({ viewport: { width: 320, height: 568 }, locale });
    test("With text at 200 % nothing of the hall is wider than a small phone", async ({ page, hall }) => {
      const season = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01", best_of: 3, minimum_nights: 2 };
      const { id } = await hall.call("POST", "/seasons", season);
      const night = await new Hall(hall.base).open(7, { season_id: id, starts_at: "20:00" });
      await night.add("Marie-Antoinette de la Bellefeuille-Desrochers");
      await textSize(page, 32);
      const look = async (there) => {
        await page.locator(there).first().waitFor();
        expect(await overflow(page), there).toBeLessThanOrEqual(0);
      };
      await page.goto(`${hall.base}/#/join-night?code=${night.code}`);
      await look(".name-key");
      await page.getByRole("button", { name: /^Marie-Antoinette/ }).click();
      await look(".my-lines");
      await night.draw();
      await look(".keep");
      await night.results();
      await night.finish();
      await page.goto(`${hall.base}/#/night?id=${night.id}`);
      await look(".standings tbody tr");
      await page.goto(`${hall.base}/#/standings?season=${id}`);
      await look(".nights li");
      await page.goto(`${hall.base}/#/blank-cards`);
      await look(".blank-card");
    });
  });
}
