import { ANN, expect, joinAs, seat, test } from "../../support/night/hall.js";
import { Club, openAsCoordinator } from "../../support/night/night.js";
import { board, heading, state } from "../../support/night/television.js";

// The browser logs an error of its own if the service refuses a token.
test.use({ tolerated: /status of 4(01|10)/ });

const keep = (page) => page.getByRole("button", { name: "Keep score" });

test("A phone that is sent away while its card is open says so, and goes on as a stranger", async ({ page, hall }) => {
  await joinAs(page, hall, ANN);
  await hall.draw();
  await expect(keep(page)).toBeVisible();
  const { phones } = await hall.call("GET", `/nights/${hall.id}/phones`);
  await hall.call("DELETE", `/nights/${hall.id}/phones/${phones[0].id}`);
  const away = page.locator(".sent-away");
  await expect(away).toHaveText(
    "This phone is not joined to the night any more. Join it again with the code on the wall.",
  );
  await expect(keep(page)).toBeHidden();
  await expect(page.locator(".freshness p")).toHaveText("");
  await hall.results();
  await hall.draw();
  await expect(page.getByRole("heading", { name: "Round 2 of 4" })).toBeVisible();
  await expect(seat(page)).toContainText("Table");
  await page.reload();
  await expect(away).toBeVisible();
});

test("A television whose link is taken back shows no night any more, and waits to be let in", async ({
  page,
  hall,
}) => {
  const { id, token } = await hall.call("POST", "/displays", { name: "The bar" });
  await hall.draw();
  await page.goto(`${hall.base}/tv#token=${token}`);
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  await new Club(hall.base).ask("DELETE", `/displays/${id}`);
  await expect(heading(page)).toHaveText("Let this screen in", { timeout: 20_000 });
  await expect(board(page)).not.toContainText(ANN.split(" ")[1]);
  await expect(state(page)).toHaveText("");
});

test("A device that is signed out from another one shows the check-in no more", async ({ page, hall }) => {
  const club = new Club(hall.base);
  await openAsCoordinator(page, club, `check-in?id=${hall.id}`);
  await expect(page.getByRole("button", { name: ANN })).toBeVisible();
  const { sessions } = await club.ask("GET", "/sessions");
  for (const { id, current } of sessions) if (!current) await club.ask("DELETE", `/sessions/${id}`);
  await expect(page.locator("#password")).toBeVisible();
  await expect(page.getByRole("button", { name: ANN })).toHaveCount(0);
});

test("A television that was refused shows the night again once the service knows its link again", async ({
  page,
  hall,
}) => {
  await hall.draw();
  const { token } = await hall.call("POST", "/displays", { name: "The bar" });
  let isKnown = true;
  const unknown = { type: "/problems/unauthorized", title: "Sign in first", status: 401 };
  await page.route("**/api/v1/nights/**", (route) =>
    isKnown ? route.continue() : route.fulfill({ status: 401, contentType: "application/problem+json", json: unknown }),
  );
  await page.clock.install();
  await page.goto(`${hall.base}/tv#token=${token}`);
  await expect(heading(page)).toHaveText("Round 1: where you sit");
  isKnown = false;
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await expect(board(page)).toHaveText(/Open the television link on the coordinator’s page again\.$/);
  isKnown = true;
  await page.clock.fastForward(60_000);
  await expect(heading(page)).toHaveText("Round 1: where you sit");
});
