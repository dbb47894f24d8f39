import { execFileSync } from "node:child_process";

import { expect, test } from "../../support/browser/test.js";

// Operations that need no set-up: the test runs them with the documented examples. `tests/examples` runs all operations.
const READY = [
  ["post", "/api/v1/score/hand"],
  ["get", "/api/v1/score/hand"],
  ["post", "/api/v1/score/crib"],
  ["get", "/api/v1/score/crib"],
  ["post", "/api/v1/score/batch"],
  ["post", "/api/v1/play"],
  ["post", "/api/v1/discard"],
  ["get", "/api/v1/rules"],
  ["get", "/api/v1/rules/fields"],
  ["post", "/api/v1/games"],
  ["post", "/api/v1/qr"],
  ["post", "/api/v1/displays/codes"],
  ["get", "/problems"],
  ["get", "/problems/{slug}"],
  ["get", "/healthz"],
  ["get", "/readyz"],
];

// Unfolds the group of an operation, and opens the operation.
async function opened(page, tag, operation) {
  const heading = page.locator(`.opblock-tag[data-tag="${tag}"]`);
  if ((await heading.getAttribute("data-is-open")) === "false") await heading.click();
  await operation.locator(".opblock-summary-control").click();
}

test("The page begins with a command that counts a hand and one that keeps a game", async ({ page, baseURL }) => {
  await page.goto("/docs/");
  const answers = [];
  for (const command of ["hand", "game"]) {
    const code = page.locator(`[data-command=${command}]`);
    await expect(code).toContainText(`${baseURL}/api/v1/`);
    answers.push(JSON.parse(execFileSync("bash", ["-ec", await code.textContent()], { stdio: "pipe" })));
  }
  expect(answers[0].total).toBe(29);
  expect(answers[1].sides.map(({ score }) => score)).toEqual([0, 8]);
  const order = ["[data-command=hand]", "[data-command=game]", ".opblock-tag", ".info .description"];
  await expect(page.locator(order.at(-1))).toBeVisible();
  const tops = await Promise.all(order.map(async (each) => (await page.locator(each).first().boundingBox()).y));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});

test.describe("in a wide window", () => {
  test.use({ viewport: { width: 1280, height: 900 } });
  test("Every operation that needs nothing set up opens, and its example is answered with success", async ({
    page,
  }) => {
    test.slow();
    const { paths } = await (await page.request.get("/openapi.json")).json();
    await page.goto("/docs/");
    await expect(page.locator(".opblock-tag").first()).toBeVisible();
    await expect(page.locator(".opblock-tag-section .opblock")).toHaveCount(0);
    for (const [method, path] of READY) {
      await test.step(`${method.toUpperCase()} ${path}`, async () => {
        const operation = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
        await opened(page, paths[path][method].tags[0], operation);
        await operation.getByRole("button", { name: "Execute" }).click();
        await expect(operation.locator(".live-responses-table .response-col_status").last()).toHaveText(/^2\d\d/);
        await operation.locator(".opblock-summary-control").click();
      });
    }
  });

  test("Two visitors keep a game each, with the examples as they stand", async ({ page, elsewhere, baseURL }) => {
    test.slow();
    const other = await elsewhere({ viewport: { width: 1280, height: 900 } });
    const games = [];
    for (const visitor of [page, other]) {
      await visitor.goto(`${baseURL}/docs/`);
      const told = async (id, status) => {
        const operation = visitor.locator(`#operations-Games-${id}`);
        await opened(visitor, "Games", operation);
        const answer = visitor.waitForResponse((response) => response.request().method() !== "GET");
        await operation.getByRole("button", { name: "Execute" }).click();
        await expect(operation.locator(".live-responses-table .response-col_status").last()).toHaveText(status);
        // A closed operation leaves the page quick.
        await operation.locator(".opblock-summary-control").click();
        return (await answer).json();
      };
      const { game } = await told("putGame", /^201/);
      expect(game.sides.map(({ score }) => score)).toEqual([0, 0]);
      const pegged = await told("putPeg", /^201/);
      expect(pegged.id).toBe(game.id);
      expect(pegged.pegs).toHaveLength(1);
      await told("deletePeg", /^200/);
      await told("putDeal", /^201/);
      await told("putResult", /^20[01]/);
      games.push(game.id);
    }
    expect(new Set(games).size).toBe(2);
  });

  test("The page has our name, filters, and goes to an operation by its link", async ({ page, baseURL }) => {
    await page.goto("/docs/#/Nights/getNight");
    await expect(page).toHaveTitle("Pegout: the HTTP interface");
    // A hundred operations with their examples need time to render on a busy machine.
    await expect(page.locator("#operations-Nights-getNight .execute")).toBeVisible({ timeout: 60_000 });
    await expect(page.locator(".info .description")).toContainText(`api=${baseURL}/api/v1`);
    const tags = await page.locator(".opblock-tag").evaluateAll((nodes) => nodes.map((node) => node.dataset.tag));
    const league = ["People", "Pots", "Ledger", "Seasons", "League", "Webhooks", "Session", "Service"];
    expect(tags).toEqual(["Scoring", "Games", "Nights", ...league, "Problems"]);
    await page.getByRole("link", { name: "putGame" }).click();
    await expect(page.locator("#operations-Games-putGame .execute")).toBeVisible();
    const filter = page.getByRole("textbox", { name: "Filter the operations" });
    await filter.fill("discard");
    await expect(page.locator(".opblock-tag")).toHaveText([/^Scoring/]);
    await filter.fill("pegs");
    await expect(page.locator("#operations-Games-putPeg")).toBeVisible();
    await expect(page.locator("#operations-Games-getGame")).toHaveCount(0);
    await filter.fill("");
    await expect(page.locator(".opblock-tag-section .opblock")).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath("docs.png") });
  });
});
