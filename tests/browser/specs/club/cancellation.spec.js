import { go, goSignedIn } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /status of (401|409|422|429)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

test("A night is moved, then cancelled with numbers to call and one e-mail to all, then reinstated", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  await club.ask("PUT", "/league", { name: "Crib & Cie" });
  await club.ask("POST", "/players", { name: "Ann", phone: "418-555-0134 x12", email: "ann+crib@example.org" });
  await club.ask("POST", "/players", { name: "Bob", email: "bob@example.org" });
  const { id } = await club.night();
  await goSignedIn(page, ownService.url, `cancel?id=${id}`);
  await page.getByLabel("Starts").fill("19:30");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Wednesday, January 28, 7:30 p.m." })).toBeVisible();
  await page.getByLabel("Reason").fill("Snow & ice");
  await page.getByRole("button", { name: "Cancel the night" }).click();
  await expect(page.getByText("Cancelled: Snow & ice")).toBeVisible();
  await expect(page.getByRole("link", { name: "418-555-0134 x12" })).toHaveAttribute("href", "tel:4185550134;ext=12");
  const draft = new URL(await page.getByRole("link", { name: "Write the e-mail" }).getAttribute("href"));
  expect(draft.protocol + draft.pathname).toBe("mailto:");
  expect(draft.searchParams.get("bcc")).toBe("ann+crib@example.org,bob@example.org");
  const when = "Wednesday, January 28, 7:30\u00a0p.m.";
  expect(draft.searchParams.get("subject")).toBe(`Crib & Cie: no cribbage on ${when}`);
  expect(draft.searchParams.get("body")).toBe(`Our night of ${when} is cancelled: Snow & ice`);
  // A coordinator who comes back later sees the people to notify again.
  await page.reload();
  await expect(page.getByRole("link", { name: "Write the e-mail" })).toBeVisible();
  await page.getByRole("button", { name: "Hold this night after all" }).click();
  await expect(page.getByText("Scheduled")).toBeVisible();
  expect((await club.look(id)).status).toBe("scheduled");
});

test("Nobody is here, and nothing is drawn, on a night that is cancelled", async ({ page, ownService }) => {
  const club = new Club(ownService.url);
  const { id } = await club.gathered(4);
  await goSignedIn(page, ownService.url, `check-in?id=${id}`);
  await expect(page.getByText("Draw round 1")).toBeVisible();
  await go(page, `night?id=${id}`);
  await expect(page.getByRole("heading", { name: "4 are here" })).toBeVisible();
  await club.ask("PUT", `/nights/${id}/cancellation`, { reason: "Snow" });
  await expect(page.locator(".lead-line")).toContainText("Snow");
  await expect(page.getByText("are here")).toBeHidden();
  await expect(page.locator(".here li")).toHaveCount(0);
  await go(page, `check-in?id=${id}`);
  await expect(page.getByText("The night is cancelled, so nobody is checked in.")).toBeVisible();
  await expect(page.getByText("Draw round 1")).toBeHidden();
});

test("Two helpers share the list of a cancelled night, and a tick waits for the network", async ({
  page,
  browser,
  ownService,
}) => {
  const club = new Club(ownService.url);
  for (const name of ["Ann", "Bob", "Cy"]) await club.ask("POST", "/players", { name, phone: "418-555-0134" });
  const { id } = await club.night();
  await club.ask("PUT", `/nights/${id}/cancellation`, { reason: "Snow" });
  await club.ask("POST", "/representatives", { name: "Lou", password: "thursday" });
  const context = await browser.newContext({ locale: "en-CA" });
  const other = await context.newPage();
  await goSignedIn(page, ownService.url, `cancel?id=${id}`);
  await goSignedIn(other, ownService.url, `cancel?id=${id}`, { name: "Lou", password: "thursday" });
  const box = (/** @type {import("@playwright/test").Page} */ on, /** @type {string} */ name) =>
    on.getByRole("checkbox", { name });
  await box(page, "Ann").check();
  await expect(box(other, "Ann")).toBeChecked();
  await expect(other.getByText("2 still to call.")).toBeVisible();
  await page.route("**/notified/*", (route) => route.abort());
  await box(page, "Bob").check();
  await box(other, "Cy").check();
  await expect(box(page, "Cy")).toBeChecked();
  await expect(page.getByText("told by Lou")).toBeVisible();
  await expect(box(page, "Bob")).toBeChecked();
  await expect(box(other, "Bob")).not.toBeChecked();
  await page.reload();
  await expect(box(page, "Bob")).toBeChecked();
  await page.unroute("**/notified/*");
  await expect(other.getByText("Everybody was called.")).toBeVisible({ timeout: 20_000 });
  // For two seconds a tap does not reverse what another device has ticked.
  await expect(async () => box(other, "Ann").uncheck({ timeout: 1000 })).toPass();
  await expect(box(page, "Ann")).not.toBeChecked();
  await other.getByRole("button", { name: "Hold this night after all" }).click();
  await expect(page.getByRole("button", { name: "Cancel the night" })).toBeVisible();
  await context.close();
});

test("A tap that would reverse a tick of another helper's, made a moment ago, does nothing and says who made it", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  const { id: ann } = await club.ask("POST", "/players", { name: "Ann", phone: "418-555-0134" });
  const { id } = await club.night();
  await club.ask("PUT", `/nights/${id}/cancellation`, { reason: "Snow" });
  await club.ask("POST", "/representatives", { name: "Lou", password: "thursday" });
  const { token } = await club.ask("POST", "/session", { name: "Lou", password: "thursday" });
  // The seconds in which it is news do not pass by themselves.
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await goSignedIn(page, ownService.url, `cancel?id=${id}`);
  const box = page.getByRole("checkbox", { name: "Ann" });
  await expect(box).not.toBeChecked();
  await fetch(`${ownService.url}/api/v1/nights/${id}/cancellation/notified/${ann}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}` },
  });
  await expect(box).toBeChecked();
  await box.click();
  await expect(page.getByText("Lou has just changed this for Ann, so your tap did nothing.")).toBeVisible();
  await expect(box).toBeChecked();
  await page.clock.setFixedTime(now + 2100);
  await box.click();
  const told = async () => (await club.ask("GET", `/nights/${id}/cancellation`)).phones[0].notified;
  await expect.poll(told).toBeNull();
  await expect(page.getByText(/so your tap did nothing/)).toHaveCount(0);
});

test("A night is moved and cancelled without a network, over a reload, and both are sent when it is back", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  const { id } = await club.night();
  await goSignedIn(page, ownService.url, `cancel?id=${id}`);
  const changes = (route) => (route.request().method() === "GET" ? route.fallback() : route.abort());
  await page.route(`**/nights/${id}**`, changes);
  await page.route(`**/nights/${id}/cancellation`, changes);
  await page.getByLabel("Starts").fill("19:30");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Not sent yet: Wednesday, January 28, 7:30 p.m.")).toBeVisible();
  await page.getByLabel("Reason").fill("Snow");
  await page.getByRole("button", { name: "Cancel the night" }).click();
  await expect(page.getByText("Not sent yet: cancelled, Snow.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Not sent yet: cancelled, Snow.")).toBeVisible();
  await expect(page.getByText("It waits on this device")).toBeVisible();
  expect((await club.look(id)).starts_at).toBe("19:00");
  await page.unroute(`**/nights/${id}**`);
  await page.unroute(`**/nights/${id}/cancellation`);
  await expect(page.getByText("Cancelled: Snow")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Not sent yet/)).toHaveCount(0);
  const { status, starts_at } = await club.look(id);
  expect([status, starts_at]).toEqual(["cancelled", "19:30"]);
});

test("A day that another session has chosen meanwhile is asked about, and replaced only when it is meant", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  const { id } = await club.night();
  const { token } = await club.ask("POST", "/session", { name: "Lou", password: "wednesday" });
  await goSignedIn(page, ownService.url, `cancel?id=${id}`);
  await fetch(`${ownService.url}/api/v1/nights/${id}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ date: "2026-01-29" }),
  });
  await page.getByLabel("Starts").fill("19:30");
  await page.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("dialog", { name: "Somebody else was first" });
  await expect(question).toContainText(/^.*Lou changed the day or the hours meanwhile: Thursday, January 29/);
  await question.getByRole("button", { name: "Keep theirs" }).click();
  await expect(page.getByRole("heading", { name: "Thursday, January 29" })).toBeVisible();
  expect((await club.look(id)).starts_at).toBe("19:00");
  await page.getByLabel("Starts").fill("19:30");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Thursday, January 29, 7:30 p.m." })).toBeVisible();
});
