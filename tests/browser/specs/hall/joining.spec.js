import { ANN, expect, line, test, TOLERATED } from "../../support/night/hall.js";
import { goOffline, scores } from "../../support/game/scorer.js";
import { caughtUp } from "../../support/browser/waits.js";

test.use({ tolerated: TOLERATED });

const notice = (page) => page.locator(".view-join-night > .notice p");

test("A phone joins with the code on the wall, in small letters too, and a name @landing", async ({ page, hall }) => {
  await hall.publish();
  await page.goto(`${hall.base}/#/join-night`);
  await expect(page.getByText(/^Tonight’s league is on: /)).toBeVisible();
  const code = page.getByLabel("The code on the wall");
  await code.fill("AAAAAA");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(notice(page)).toHaveText(/^No night has this code\./);
  await code.fill(hall.code.toLowerCase());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: ANN }).click();
  await expect(line(page)).toHaveText("The draw is planned for 7:00 p.m.; 8 are here.");
  await page.reload();
  await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);
  const { phones } = await hall.call("GET", `/nights/${hall.id}/phones`);
  expect(phones).toHaveLength(1);
  await page.goto(`${hall.base}/#/`);
  await page.getByRole("link", { name: "My card" }).click();
  await page.getByRole("link", { name: "Another player or table" }).click();
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
  await goOffline(page);
  await page.getByRole("button", { name: ANN }).click();
  await expect(notice(page)).toHaveText(/^No answer yet\./);
  await context.setOffline(false);
  await page.locator(".view-join-night > .notice").getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);
});

// A hall's Wi-Fi may take its time: until it is released.
async function heldJoins(page) {
  const asked = [];
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/nights/join", async (route) => {
    asked.push(route);
    await held;
    await route.continue();
  });
  return { asked, release };
}

test("Whoever taps while the code of the link is on its way gets one list of names", async ({ page, hall }) => {
  const { asked, release } = await heldJoins(page);
  let answered = 0;
  page.on("response", (response) => response.url().endsWith("/nights/join") && (answered += 1));
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => asked.length).toBe(2);
  release();
  await expect.poll(() => answered).toBe(2);
  await page.getByRole("button", { name: ANN }).waitFor();
  await caughtUp(page);
  await expect(page.getByRole("heading", { name: "Who are you?" })).toHaveCount(1);
});

test("A wrong name that was tapped first does not win over the right one", async ({ page, hall }) => {
  await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
  await page.getByRole("button", { name: ANN }).waitFor();
  const { release } = await heldJoins(page);
  await page.getByRole("button", { name: ANN }).click();
  await page.getByRole("button", { name: "Bob Baker" }).click();
  release();
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
