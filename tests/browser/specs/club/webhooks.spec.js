import { createServer } from "node:http";
import { violations, overflow, smallTargets } from "../../support/browser/axe.js";
import { goSignedIn, unfold } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { expect, test as base, TOLERATED } from "../../support/night/tonight.js";
import { isFirst } from "../../support/browser/waits.js";

/** Tests with a program on this machine that hears of the nights, and a service that may send to it. */
const test = base.extend({
  receiver: async ({}, use) => {
    const receiver = { status: 500, messages: [] };
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        receiver.messages.push({ headers: request.headers, ...JSON.parse(body) });
        response.writeHead(receiver.status).end();
      });
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    receiver.url = `http://127.0.0.1:${server.address().port}/hook`;
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
});

test.use({ tolerated: TOLERATED });

async function sendTo(service, webhooks) {
  await service.kill();
  await service.start({ PEGOUT_WEBHOOKS: webhooks });
}

const section = (page) => page.getByRole("region", { name: "Other programs" });

async function add(page, url) {
  const address = page.getByLabel("Address of the other program");
  const isOpen = await isFirst(address, page.locator("details:not([open]) summary", { hasText: "Add an address" }));
  if (!isOpen) await unfold(page, "Add an address");
  await address.fill(url);
  await page.getByRole("button", { name: "Add it" }).click();
}

test("An address is added, switched, hears of a night, is sent a message again, and removed", async ({
  page,
  ownService,
  receiver,
}) => {
  await sendTo(ownService, "any");
  const club = new Club(ownService.url);
  await goSignedIn(page, ownService.url, "league");
  await add(page, receiver.url);
  const secret = page.getByLabel(`The secret of ${receiver.url}`);
  await expect(secret).toHaveValue(/^whsec_.{44}$/);
  const told = await secret.inputValue();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the secret" }).click();
  await expect(section(page)).toContainText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(told);

  const line = page.locator(".people > li", { hasText: receiver.url });
  await expect(line).toContainText("On.");
  const { id: night } = await club.night({});
  await club.ask("PUT", `/nights/${night}/cancellation`, { reason: "Snow" });
  await expect.poll(() => receiver.messages.length).toBeGreaterThan(0);
  const failingSince = async () => (await club.ask("GET", "/webhooks")).webhooks[0].failing_since;
  await expect.poll(failingSince).not.toBeNull();
  await page.reload();
  await expect(page.getByLabel(/^The secret of/), "it is shown once").toHaveCount(0);
  await expect(line).toContainText(/Nothing has arrived since .*\./);
  await expect(line).toContainText("1 message waits.");
  await line.getByText("Newest messages").click();
  const message = line.getByRole("listitem");
  await expect(message).toContainText("Night cancelled, ");
  await expect(message).toContainText(/Next attempt: .*\..*attempts?\. The answer was 500\./);
  for (const size of [
    { width: 320, height: 664 },
    { width: 390, height: 664 },
  ]) {
    await page.setViewportSize(size);
    expect(await overflow(page)).toBe(0);
    expect(await smallTargets(page)).toEqual([]);
  }
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath("webhooks.png"), fullPage: true });

  receiver.status = 204;
  const [before] = receiver.messages;
  await line.getByRole("button", { name: /^Send again/ }).click();
  await expect.poll(() => receiver.messages.at(-1).headers["webhook-id"]).toBe(before.headers["webhook-id"]);
  await expect(message).toContainText("Arrived.");

  await line.getByRole("button", { name: `Switch off ${receiver.url}` }).click();
  await expect(line).toContainText("Off: what happens now is never sent.");
  await expect(message).toContainText("Arrived.");
  await expect(line.getByRole("button", { name: /^Send again/ })).toHaveCount(0);
  await line.getByRole("button", { name: `Switch on ${receiver.url}` }).click();
  await expect(line).toContainText("On.");
  await expect(line.getByRole("button", { name: /^Send again/ }).first()).toBeVisible();

  await line.getByRole("button", { name: `Remove ${receiver.url}` }).click();
  await page.locator(".sheet").getByRole("button", { name: "Remove" }).click();
  await expect(line).toHaveCount(0);
  expect(await club.ask("GET", "/webhooks")).toEqual({ sending: true, webhooks: [] });
});

test("An address that may not be sent to is refused with the reason, and an answer that is lost adds it once", async ({
  page,
  ownService,
  receiver,
}) => {
  const club = new Club(ownService.url);
  await goSignedIn(page, ownService.url, "league");
  await add(page, "https://localhost/hook");
  await expect(section(page)).toContainText("Messages are sent to receivers on the internet alone");
  await sendTo(ownService, "any");
  await page.reload();
  await page.route("**/api/v1/webhooks", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
    await page.unroute("**/api/v1/webhooks");
  });
  await add(page, receiver.url);
  await section(page).getByRole("button", { name: "Try again" }).click();
  await expect(section(page)).toContainText("its secret got lost on the way");
  expect((await club.ask("GET", "/webhooks")).webhooks).toHaveLength(1);
});

test("In French a refused address is refused in French", async ({ page, ownService }) => {
  await goSignedIn(page, ownService.url, "league");
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByText("Ajouter une adresse").click();
  await page.getByLabel("Adresse de l’autre programme").fill("https://localhost/hook");
  await page.getByRole("button", { name: "L’ajouter" }).click();
  await expect(page.getByText(/^Les messages vont seulement à des programmes sur Internet/)).toBeVisible();
});

test("A secret is shown until its own address is removed", async ({ page, ownService, receiver }) => {
  await sendTo(ownService, "any");
  await goSignedIn(page, ownService.url, "league");
  const [first, second] = [`${receiver.url}/1`, `${receiver.url}/2`];
  for (const url of [first, second]) {
    await add(page, url);
    await expect(page.getByLabel(`The secret of ${url}`)).toBeVisible();
  }
  const secret = page.getByLabel(`The secret of ${second}`);
  const remove = async (url) => {
    await page.getByRole("button", { name: `Remove ${url}` }).click();
    await page.locator(".sheet").getByRole("button", { name: "Remove" }).click();
    await expect(page.locator(".people > li", { hasText: url })).toHaveCount(0);
  };
  await remove(first);
  await expect(secret).toHaveValue(/^whsec_/);
  await remove(second);
  await expect(secret).toHaveCount(0);
});

test("Where the browser copies nothing, the page does not say that it did", async ({ page, ownService, receiver }) => {
  await sendTo(ownService, "any");
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => window.copies ?? false;
  });
  await goSignedIn(page, ownService.url, "league");
  await add(page, receiver.url);
  const copy = page.getByRole("button", { name: "Copy the secret" });
  await copy.click();
  await expect(section(page)).toContainText("The browser did not copy it. Hold your finger on the secret.");
  await expect(page.getByLabel(`The secret of ${receiver.url}`)).toBeFocused();
  await page.evaluate(() => (window.copies = true));
  await copy.click();
  await expect(section(page)).toContainText("Copied.");
});

test("Where the service sends nothing, the settings do not speak of it", async ({ page, ownService }) => {
  await sendTo(ownService, "off");
  const asked = page.waitForResponse("**/api/v1/webhooks");
  await goSignedIn(page, ownService.url, "league");
  await asked;
  await expect(page.getByRole("heading", { name: "Representatives" })).toBeVisible();
  await expect(page.getByText("Other programs")).toBeHidden();
});
