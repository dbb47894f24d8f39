import { goOffline, tryAgain } from "../../support/game/scorer.js";
import { best, digits, notice, tap, ways } from "../../support/game/table.js";
import { AWAY } from "../../support/browser/service.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: new RegExp(`${AWAY}|ERR_INTERNET_DISCONNECTED|status of 503`) });

test("The service killed and back: the cards stay, and Try again counts them @service", async ({
  page,
  ownService,
}) => {
  await page.goto(`${ownService.url}/#/count`);
  await tap(page, "8S,7H,7D,AC");
  await expect(digits(page)).toHaveText("8");
  await ownService.kill();
  await tap(page, "TD");
  await expect(notice(page)).toHaveText(/^No answer since \d+:\d\d [ap]\.m\.: your cards are kept\.$/);
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(5);
  await expect(digits(page)).toHaveText("");
  await ownService.start();
  await tryAgain(page, ".notice");
  await expect(digits(page)).toHaveText("8");
  await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
});

test("Plays tapped while the service is away are kept and checked afterwards @service", async ({
  page,
  ownService,
}) => {
  await page.goto(`${ownService.url}/#/play`);
  await tap(page, "4C");
  await expect(digits(page)).toHaveText("4");
  await ownService.kill();
  await tap(page, "7D,4D");
  await expect(notice(page)).toContainText("No answer since");
  await expect(page.locator(".step.waiting")).toHaveCount(2);
  await ownService.start();
  await tryAgain(page, ".notice");
  await expect(digits(page)).toHaveText("15");
  await expect(page.locator(".step.waiting")).toHaveCount(0);
});

test("The service killed and back: the cards dealt stay, and no old advice stands beside them @service", async ({
  page,
  ownService,
}) => {
  await page.goto(`${ownService.url}/#/throw?cards=7C,9H,5H,5C,5D,JS`);
  await expect(ways(page)).toHaveCount(15);
  await ownService.kill();
  await page.getByRole("radio", { name: "Their crib" }).check();
  await expect(notice(page)).toContainText("No answer since");
  await expect(ways(page)).toHaveCount(0);
  await expect(best(page)).toHaveCount(0);
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(6);
  await ownService.start();
  await tryAgain(page, ".notice");
  await expect(notice(page)).toContainText("their crib takes off");
  await expect(ways(page)).toHaveCount(15);
});

test("The page asks again by itself when the network is back @service", async ({ page, context }) => {
  await page.goto("/#/count");
  await tap(page, "8S,7H,7D");
  await goOffline(page);
  await tap(page, "AC");
  await expect(notice(page)).toContainText("No answer since");
  await context.setOffline(false);
  await expect(digits(page)).toHaveText("8");
});

test("A network that is back before its loss is noticed is used at once @service", async ({ page }) => {
  await page.clock.install();
  await page.goto("/#/count");
  await tap(page, "8S,7H,7D");
  let lose, answer;
  const lost = new Promise((resolve) => (lose = resolve));
  const answered = new Promise((resolve) => (answer = resolve));
  let tries = 0;
  await page.route("**/api/v1/score/hand", async (route) => {
    tries += 1;
    const isFirst = tries === 1;
    await (isFirst ? lost : answered);
    await (isFirst ? route.abort("internetdisconnected") : route.continue());
  });
  await page.clock.pauseAt(Date.now() + 20_000);
  const asked = page.waitForRequest("**/api/v1/score/hand");
  await tap(page, "AC");
  await asked;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  lose();
  await expect(notice(page)).toContainText("No answer since");
  await expect.poll(() => tries, "though no second passes").toBe(2);
  answer();
  await expect(digits(page)).toHaveText("8");
});

test("A view that did not come comes by itself when the network is back", async ({ page }) => {
  // Its worker would have the view a moment later.
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error("forbidden"));
  });
  await page.route("**/cards.js", (route) => route.abort("internetdisconnected"));
  await page.goto("/#/count");
  await expect(page.getByText("This part comes with the connection.")).toBeVisible();
  await page.unroute("**/cards.js");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await tap(page, "8S,7H,7D,AC");
  await expect(digits(page)).toHaveText("8");
});

test("A service in trouble is treated as one that is away @service", async ({ page }) => {
  await page.route("**/api/v1/score/hand", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: { type: "/problems/busy" } }),
  );
  await page.goto("/#/count?cards=8S,7H,7D,AC");
  await expect(notice(page)).toContainText("No answer since");
});

test("A sixth card is refused for a moment, and the way to try again stays @service", async ({ page }) => {
  let tries = 0;
  await page.route("**/api/v1/score/hand", (route) => {
    tries += 1;
    // A later try stays open: its failure would end the sentence.
    if (tries > 1) return undefined;
    return route.fulfill({ status: 503, contentType: "application/problem+json", json: { type: "/problems/busy" } });
  });
  await page.goto("/#/count?cards=8S,7H,7D,AC&starter=TD");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await tap(page, "KC");
  await expect(notice(page)).toHaveText("That is five cards already. Tap one of them to take it back.");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(notice(page)).toContainText("No answer since");
});
