import { ANN, expect, joinAs, tableOf, test, TOLERATED } from "../../support/night/hall.js";
import { resultKey, typeNumber, winnerKey } from "../../support/game/results.js";
import {
  begin,
  call,
  happened,
  link,
  newest,
  OFFER_REST,
  openTable,
  peg,
  pegAndAnswer,
  pegElsewhere,
  scores,
  sheet,
  takeBack,
  tapAndAnswer,
  undo,
} from "../../support/game/scorer.js";
import { outlast } from "../../support/browser/waits.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const key = (page, side, points) => page.locator(`.block.of-${side} [value="${points}"]`);
const told = (page) => page.locator(".confirmation");

for (const viewport of [
  { width: 390, height: 664 },
  { width: 360, height: 604 },
]) {
  test(`Hands of 7, 9 and 11 have a key at ${viewport.width} × ${viewport.height}`, async ({ page, baseURL }) => {
    await page.setViewportSize(viewport);
    const game = await begin(baseURL);
    await openTable(page, game);
    for (const points of [7, 9, 11]) {
      await tapAndAnswer(page, () => key(page, 1, points).click(), { body: { points } });
      await page.keyboard.press("Escape");
    }
    await expect(scores(page)).toHaveText(["0", "27"]);
    expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([7, 9, 11]);
  });
}

test("With a number first, 9 and 11 have a key too, and a side waits for its number", async ({ page, baseURL }) => {
  await page.addInitScript(() => localStorage.setItem("pegout.keys", "two"));
  await page.setViewportSize({ width: 320, height: 568 });
  const game = await begin(baseURL);
  await openTable(page, game);
  const side = page.locator(".side-key.of-0");
  for (const points of [9, 11]) {
    await expect(side).toBeDisabled();
    await page.locator(`.numbers [value="${points}"]`).click();
    await expect(side).toBeEnabled();
    await tapAndAnswer(page, () => side.click(), { body: { points } });
    await page.keyboard.press("Escape");
  }
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([9, 11]);
});

for (const [locale, word, dealt] of [
  ["en-CA", "Result", "Deal 1, dealer: Us"],
  ["fr-CA", "Résultat", "Donne 1 : Nous"],
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("The result is one tap away until something is pegged, then Undo has its place", async ({ page, baseURL }) => {
      await page.goto(link(await begin(baseURL)));
      await expect(newest(page).first()).toHaveText(dealt);
      await expect(resultKey(page)).toHaveText(word);
      await expect(undo(page)).toBeHidden();
      const place = await resultKey(page).boundingBox();
      await key(page, 0, 2).click();
      await expect(undo(page)).toBeVisible();
      await expect(resultKey(page)).toBeHidden();
      expect(await undo(page).boundingBox()).toEqual(place);
      await page.keyboard.press("Escape");
      // The second tap of two on Undo does not leave the table.
      await page.evaluate(() => {
        for (const key of [".undo", ".result-key"]) document.querySelector(key).click();
      });
      await expect(resultKey(page)).toBeVisible();
      await expect(newest(page).first()).toHaveText(/^(Taken back|Annulé|Repris)/);
      await expect(page).toHaveURL(/#\/table/);
    });
  });
}

test("The key of the result opens it", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await pegAndAnswer(page, 0, 2);
  await takeBack(page);
  await resultKey(page).click();
  await typeNumber(page, 18);
  await winnerKey(page, 0).click();
  await expect.poll(async () => (await call(game, "GET", "")).status).toBe("finished");
});

test("A tap on the result in the moment of another phone's first peg takes nothing back", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await expect(resultKey(page)).toBeVisible();
  // The finger that was on its way to the result meets Undo.
  await page.evaluate(() => {
    const undo = document.querySelector(".undo");
    const watch = new MutationObserver(() => {
      watch.disconnect();
      undo.click();
    });
    watch.observe(undo, { attributeFilter: ["class"] });
  });
  await pegElsewhere(game, 1, 4);
  await expect(undo(page)).toBeVisible();
  await expect(scores(page)).toHaveText(["0", "4"]);
  await outlast(page, OFFER_REST);
  await takeBack(page);
  await expect(scores(page)).toHaveText(["0", "0"]);
});

test("A phone that looks on is offered no result", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(`${baseURL}/#/table?id=${game.id}`);
  await expect(scores(page)).toHaveText(["0", "0"]);
  await expect(resultKey(page)).toHaveCount(0);
});

test("A league table shows its number and, in the menu, who plays", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  const table = tableOf(await hall.draw(), ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(page.locator(".table-number")).toHaveText(`Table ${table.number}`);
  const menu = page.locator(".menu-key");
  await expect(menu).toHaveAccessibleName(`Table ${table.number}. Menu. Every phone at the table sees this.`);
  await menu.click();
  const names = table.sides.map(({ players }) => players.map(({ name }) => name).join(" + "));
  await expect(page.locator(".fact").first()).toHaveText(
    new RegExp(
      `^Table ${table.number} · \\W?${names[0].replaceAll("+", "\\+")}\\W? · \\W?${names[1].replaceAll("+", "\\+")}\\W?$`,
    ),
  );
});

for (const [locale, keep, waits, go] of [
  ["en-CA", "Keep score", "Table 2 is still playing. Your next table is shown here.", "Go to table"],
  ["fr-CA", "Marquer les points", "La table 2 joue encore. Votre prochaine table s’affiche ici.", "Aller à la table"],
]) {
  test.describe(`${locale}, the next seat`, () => {
    test.use({ locale });

    test("The table tells what it waits for, and one tap leads to the next one", async ({ page, hall }) => {
      await joinAs(page, hall, ANN);
      await hall.draw();
      const [first, second] = await hall.tables();
      const own = tableOf([first, second], ANN);
      const other = own === first ? second : first;
      await page.getByRole("button", { name: keep }).click();
      await expect(scores(page)).toHaveText(["0", "0"]);
      await hall.result(own);
      await expect(sheet(page)).toContainText(waits.replace("2", String(other.number)));
      await hall.result(other);
      await expect(sheet(page)).not.toContainText(waits.replace("2", String(other.number)));
      const next = tableOf(await hall.draw(), ANN);
      await page.getByRole("button", { name: `${go} ${next.number}`, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`#/table\\?id=${next.game_id}`));
      await expect(page.locator(".table-number")).toHaveText(`Table ${next.number}`);
      await expect(scores(page)).toHaveText(["0", "0"]);
    });
  });
}

test("A draw that is taken back takes its table off the open sheet, and the result can be undone again", async ({
  page,
  hall,
}) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  await page.getByRole("button", { name: "Keep score" }).click();
  for (const points of [29, 29, 29, 29]) await peg(page, 0, points);
  await pegAndAnswer(page, 0, 5);
  for (const table of tables) if (table !== tableOf(tables, ANN)) await hall.result(table);
  const next = sheet(page).getByRole("button", { name: /^Go to table/ });
  const takesBack = sheet(page).getByRole("button", { name: /^Take back/ });
  await expect(takesBack).toBeVisible();
  await hall.draw();
  await expect(next).toBeVisible();
  await expect(takesBack).toHaveCount(0);
  await hall.call("DELETE", `/nights/${hall.id}/rounds/2`);
  await expect(takesBack).toBeVisible();
  await expect(next).toHaveCount(0);
  await expect(sheet(page)).not.toContainText("Round 2");
  const { number } = tableOf(await hall.draw(), ANN);
  await expect(next).toHaveText(`Go to table ${number}`);
});

test("A finished table does not open its sheet again while it waits", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  const tables = await hall.draw();
  const own = tableOf(tables, ANN);
  await page.getByRole("button", { name: "Keep score" }).click();
  await hall.result(own);
  await expect(sheet(page)).toContainText("still playing");
  await page.getByRole("button", { name: "Look at the board" }).click();
  await hall.result(tables.find(({ number }) => number !== own.number));
  await expect(page.locator(".end-words")).toContainText("The next round comes any moment.");
  await expect(sheet(page)).toBeHidden();
});

for (const [locale, waiting, contested, confirmed] of [
  ["en-CA", "Waiting for the other side to confirm.", "Contested. The other side: 121", "The other side: confirmed."],
  ["fr-CA", "En attente de la confirmation de l’autre camp.", "Contesté. L’autre camp : 121", "confirmé"],
]) {
  test.describe(`${locale}, a result`, () => {
    test.use({ locale });

    test("The table tells how far its result is confirmed", async ({ page, baseURL }) => {
      const game = await begin(baseURL, { sides: [{}, {}] });
      await page.goto(link(game));
      await resultKey(page).click();
      await typeNumber(page, 18);
      await winnerKey(page, 0).click();
      await page.locator(".result-keys .primary").click();
      await expect(told(page)).toHaveText(waiting);
      const device = crypto.randomUUID();
      const judge = (verdict) =>
        call(game, "PUT", "/result/confirmation", { id: crypto.randomUUID(), side: 1, by: "Bob", device, ...verdict });
      await judge({ agrees: false, scores: [121, 104] });
      await expect(told(page)).toContainText(contested);
      await judge({ agrees: true });
      await expect(told(page)).toContainText(confirmed);
      await expect(told(page).getByRole("button")).toHaveCount(0);
    });
  });
}

test("The confirmation of a partner leaves the question to the other side", async ({ page, baseURL }) => {
  const game = await begin(baseURL, { sides: [{}, {}] });
  await call(game, "PUT", "/result", { winner: 0, short_by: 18, by: "Ann", device: crypto.randomUUID() });
  const partner = { side: 0, by: "Amy", device: crypto.randomUUID() };
  await call(game, "PUT", "/result/confirmation", { id: crypto.randomUUID(), agrees: true, ...partner });
  await page.goto(link(game, 1));
  await expect(page.locator(".confirmation").getByRole("button")).toHaveCount(2);
});
