import { faults, smallTargets } from "../../support/browser/axe.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { dayFromNow } from "../../support/night/club.js";
import { linkOf, repliesOf, replyFor } from "../../support/night/links.js";
import { expect, named, test } from "../../support/night/tonight.js";

test.use({
  tolerated: /ERR_(INTERNET_DISCONNECTED|FAILED)|status of 4(01|04|09)/,
  viewport: { width: 390, height: 664 },
});

const nightCard = (page, at = 0) => page.locator(".own-night").nth(at);
const said = (page, at = 0) => nightCard(page, at).locator(".own-reply p");
const key = (page, words, at = 0) => nightCard(page, at).getByRole("button", { name: new RegExp(`^${words}`) });
const note = (page, at = 0) => nightCard(page, at).locator(".own-note");

// A narrow phone shows all of it, with keys for a thumb, in dark colours too.
async function expectFit(page) {
  expect(await faults(page, [page.viewportSize()])).toEqual({});
  expect(await smallTargets(page)).toEqual([]);
}

/** A club of four, and Ann's link. The last night of the three is cancelled. */
async function asked(club) {
  const [ann, bob] = await club.members(4);
  const nights = [];
  for (const days of [2, 9, 16]) nights.push((await club.night({ date: dayFromNow(days) })).id);
  await club.ask("PUT", `/nights/${nights[2]}/cancellation`, { reason: "Snow" });
  return { ann, bob, nights, link: await linkOf(club, ann.id) };
}

for (const words of [
  {
    language: "English",
    locale: "en-CA",
    yes: "Yes",
    no: "No",
    change: "Change",
    ask: "Do you come?",
    saidYes: "You said yes.",
    saidNo: "You said no.",
    cancelled: "This night is cancelled: Snow",
    ahead: ["You have $30 ahead."],
    statement: "My statement",
    paid: "Paid ahead",
  },
  {
    language: "Français",
    locale: "fr-CA",
    yes: "Oui",
    no: "Non",
    change: "Changer",
    ask: "Venez-vous?",
    saidYes: "Vous avez dit oui.",
    saidNo: "Vous avez dit non.",
    cancelled: "Cette soirée est annulée : Snow",
    ahead: ["Vous avez 30 $ d’avance."],
    statement: "Mon relevé",
    paid: "Payé d’avance",
  },
]) {
  test.describe(`In ${words.language}`, () => {
    test.use({ locale: words.locale });

    test("a player says yes with the link and one tap, then changes it, and nothing moves @landing", async ({
      page,
      club,
    }) => {
      const { nights, link } = await asked(club);
      await page.goto(link.url);
      await expect(said(page)).toHaveText(words.ask);
      // The token is on the device alone.
      expect(new URL(page.url()).hash).toBe("#/me");
      await expect(said(page, 2)).toHaveText(words.cancelled);
      const place = () => nightCard(page, 1).evaluate((node) => node.getBoundingClientRect().top);
      const before = await place();
      await key(page, words.yes).click();
      await expect(said(page)).toHaveText(words.saidYes);
      await expect.poll(() => repliesOf(club, nights[0])).toMatchObject({ "Ann Archer": true });
      await expect(note(page)).toBeEmpty();
      await key(page, words.change).click();
      await expect(said(page)).toHaveText(words.ask);
      await key(page, words.no).click();
      await expect(said(page)).toHaveText(words.saidNo);
      await expect.poll(() => repliesOf(club, nights[0])).toMatchObject({ "Ann Archer": false });
      expect(await place()).toBe(before);
      await page.reload();
      await expect(said(page)).toHaveText(words.saidNo);
      expect((await repliesOf(club, nights[1]))["Ann Archer"]).toBe(null);
    });

    test("the page shows the money, and the statement, at 320 pixels too", async ({ page, club }) => {
      const { ann, link } = await asked(club);
      await page.setViewportSize({ width: 320, height: 568 });
      await page.goto(link.url);
      await expect(said(page)).toHaveText(words.ask);
      await expect(page.locator(".own-money")).toBeHidden();
      const posting = { from: "outside", to: "credit", amount: 3000, player_id: ann.id };
      await club.ask("PUT", `/ledger/${crypto.randomUUID()}`, posting);
      await page.reload();
      await expect(page.locator(".own-money li")).toHaveText(words.ahead);
      await expectFit(page);
      await page.getByRole("link", { name: words.statement }).click();
      await expect(page.locator(".statement-lines")).toContainText(words.paid);
      await expectFit(page);
      await page.locator(".way-back a").click();
      await expect(said(page)).toHaveText(words.ask);
    });
  });
}

test("The keyboard replies, and keeps its place", async ({ page, club }) => {
  const { nights, link } = await asked(club);
  await page.goto(link.url);
  await key(page, "No", 1).focus();
  await page.keyboard.press("Enter");
  await expect(key(page, "Change", 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(key(page, "Yes", 1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(said(page, 1)).toHaveText("You said yes.");
  await expect.poll(() => repliesOf(club, nights[1])).toMatchObject({ "Ann Archer": true });
});

test("Home leads a device with a link back to its nights, until the link is removed there", async ({ page, club }) => {
  const { link } = await asked(club);
  await page.goto(`${club.base}/`);
  const own = page.getByRole("link", { name: "My nights" });
  await expect(page.locator(".foot-links")).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.goto(link.url);
  await expect(said(page)).toHaveText("Do you come?");
  await page.goto(`${club.base}/?again`);
  await own.click();
  await expect(said(page)).toHaveText("Do you come?");
  await named(page, "Remove my link from this device…").click();
  await named(sheet(page), "Remove it").click();
  await expect(page.locator(".own-why")).toContainText("The coordinator sends it to you.");
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(link.token);
  await page.goto(`${club.base}/?and-again`);
  await expect(page.locator(".foot-links")).toBeVisible();
  await expect(own).toHaveCount(0);
});

test("A tap without a network is kept over a reload, and sent once with its id @landing", async ({ page, club }) => {
  const { nights, link } = await asked(club);
  await page.goto(link.url);
  await expect(said(page)).toHaveText("Do you come?");
  const ids = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") ids.push(request.postDataJSON().id);
  });
  // The service has the reply, and its answer is lost.
  await page.route("**/replies/*", async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute("**/replies/*");
    await page.route("**/api/v1/**", (each) => each.abort());
  });
  await key(page, "Yes").click();
  await expect(said(page)).toHaveText("You said yes.");
  await expect(note(page)).toHaveText("Not sent yet");
  await expect(page.locator(".notice")).toContainText("Your reply is kept on this device");
  await page.reload();
  await expect(said(page)).toHaveText("You said yes.");
  await expect(note(page)).toHaveText("Not sent yet");
  await page.unroute("**/api/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(note(page)).toBeEmpty();
  await expect(page.locator(".notice")).toHaveAttribute("data-empty", "");
  expect(await repliesOf(club, nights[0])).toMatchObject({ "Ann Archer": true });
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
  const { events } = await club.ask("GET", `/nights/${nights[0]}/history`);
  expect(events.filter(({ kind }) => kind === "replied")).toHaveLength(1);
});

test("Without a network the page opens with the last answer, and sends a tap when the network is back", async ({
  page,
  club,
}) => {
  const { nights, link } = await asked(club);
  await page.goto(link.url);
  await expect(said(page)).toHaveText("Do you come?");
  const isKept = () =>
    page.evaluate(async () => Boolean(await caches.match(document.querySelector("link[href*=club]").href)));
  await expect.poll(isKept).toBe(true);
  await goOffline(page);
  await page.reload();
  await expect(said(page)).toHaveText("Do you come?");
  await expect(page.locator(".notice")).toContainText("You see what this device knew last.");
  await key(page, "No").click();
  await expect(note(page)).toHaveText("Not sent yet");
  await page.context().setOffline(false);
  await expect(note(page)).toBeEmpty();
  expect((await repliesOf(club, nights[0]))["Ann Archer"]).toBe(false);
});

test("A reply to a night that has begun is refused in words", async ({ page, club }) => {
  const { ann, bob, nights, link } = await asked(club);
  await page.goto(link.url);
  await expect(said(page)).toHaveText("Do you come?");
  for (const { id } of [ann, bob]) await club.enter(nights[0], id);
  await club.draw(nights[0]);
  await key(page, "No").click();
  // The night has begun, so it is not asked about any more.
  await expect(page.locator(".own-night")).toHaveCount(2);
  await expect(page.getByText(/^Your reply for .* was not noted\. The night has begun\.$/)).toBeVisible();
  expect((await repliesOf(club, nights[0]))["Ann Archer"]).toBe(null);
});

test("A replaced link says so, and does not push out the link of this device", async ({ page, club, elsewhere }) => {
  const { ann, bob, nights, link } = await asked(club);
  await page.goto(link.url);
  await expect(said(page)).toHaveText("Do you come?");
  await goOffline(page);
  await key(page, "Yes").click();
  await expect(note(page)).toHaveText("Not sent yet");
  const next = await linkOf(club, ann.id);
  await page.context().setOffline(false);
  const replaced = page.getByText("This link was replaced. Ask the coordinator for a new one.");
  await expect(replaced).toBeVisible();
  await expect(page.getByText(/^Your reply for .* was not sent\.$/)).toBeVisible();
  expect((await repliesOf(club, nights[0]))["Ann Archer"]).toBe(null);
  await page.goto(`${next.url}`);
  await expect(said(page)).toHaveText("Do you come?");
  await replyFor(club, nights[0], ann.id, true);
  // The older message is opened again.
  await page.goto(`${club.base}/?older#/me/${link.token}`);
  await expect(replaced).toBeVisible();
  await expect(said(page)).toHaveText("You said yes.");
  await page.reload();
  await expect(said(page)).toHaveText("You said yes.");
  await expect(replaced).toHaveCount(0);
  const other = await elsewhere();
  await other.goto((await linkOf(club, bob.id)).url);
  await club.ask("DELETE", `/players/${bob.id}/link`);
  await other.reload();
  await expect(other.getByText("This link was replaced. Ask the coordinator for a new one.")).toBeVisible();
  await expect(other.locator(".own-night")).toHaveCount(0);
});
