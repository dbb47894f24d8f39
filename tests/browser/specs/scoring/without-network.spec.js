import { goOffline } from "../../support/game/scorer.js";
import { digits, notice, tap, ways } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

// The engine comes after the first paint.
async function openWithEngine(page, address) {
  const loaded = page.waitForResponse("**/engine.wasm");
  const view = page.waitForResponse("**/cards.js");
  await page.goto(address);
  await Promise.all([(await loaded).finished(), (await view).finished()]);
}

// Lists the requests that a view without the engine sends to the service.
function countRequests(page) {
  const sent = [];
  page.on("request", (request) => {
    if (/\/api\/v1\/(score|play|discard)/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

test.describe("In the phone", () => {
  test.skip(({ engine }) => !engine, "This is about the engine in the phone.");
  test("Without a network a hand and a crib are counted, the play is checked and a throw is advised @landing", async ({
    page,
  }) => {
    await openWithEngine(page, "/");
    await page.locator(".tools").waitFor();
    await goOffline(page);
    await page.locator('.tools a[href="#/count"]').click();
    await tap(page, "5H,5D,5S,JC,5C");
    await expect(digits(page)).toHaveText("29");
    await expect(page.locator(".call")).toHaveText(/^Fifteen two, .* and one for his nob is twenty-nine\.$/);
    await expect(notice(page)).toHaveText("The perfect hand! One deal in 216,580 has it.");
    await page.goto("/#/count?cards=2H,4H,8H,TH&starter=KD&crib=1");
    await expect(notice(page)).toContainText("In the crib the starter must match them too.");
    await page.goto("/#/play");
    await tap(page, "KC,KD,5C,go,go,QD,QC,JD,AC,9H");
    await expect(notice(page)).toContainText("Pone should not have said go at 25: the ace of clubs could be played.");
    await page.getByRole("button", { name: "New deal" }).click();
    await tap(page, "4C,4C");
    await expect(notice(page)).toHaveText("The 4 of clubs is on the table already.");
    await page.goto("/#/throw?cards=7C,9H,5H,5C,5D,JS");
    await expect(ways(page)).toHaveCount(15);
  });

  test("The numbers of the engine are those of the service", async ({ page, baseURL }) => {
    await openWithEngine(page, "/#/throw?cards=2C,7C,9H,QH,KD&players=4&crib=other");
    const body = { cards: ["2C", "7C", "9H", "QH", "KD"], players: 4, crib: "other" };
    const answer = await fetch(`${baseURL}/api/v1/discard`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const { options } = await answer.json();
    await page.route("**/api/v1/discard", (route) => route.abort("internetdisconnected"));
    await page.getByRole("radio", { name: "Our crib" }).check();
    await page.getByRole("radio", { name: "Their crib" }).check();
    const worth = options.map(({ expected }) => `Worth ${expected.toFixed(2).replace("-", "−")}`);
    await expect(ways(page).locator(".points")).toHaveText(worth);
  });
});

test("While the engine has not come the service counts, and without both the cards wait for the engine", async ({
  page,
  context,
  engine,
}) => {
  test.skip(!engine, "This is about the engine in the phone.");
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
  });
  let isLost = true;
  await context.route("**/engine.wasm", (route) => (isLost ? route.abort("internetdisconnected") : route.continue()));
  const sent = countRequests(page);
  await page.goto("/#/count");
  await tap(page, "8S,7H,7D,AC");
  await expect(digits(page)).toHaveText("8");
  expect(sent).toHaveLength(1);
  await context.route("**/api/v1/score/**", (route) => route.abort("internetdisconnected"));
  await tap(page, "TD");
  await expect(notice(page)).toContainText("No answer since");
  isLost = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(digits(page)).toHaveText("8");
  await expect(page.locator(".call")).toHaveText("Fifteen two, fifteen four, fifteen six, and a pair is eight.");
});
