import { writeFileSync } from "node:fs";
import { MISSING as NO_FIREFOX, test as inFirefox } from "../../support/browser/firefox.js";
import {
  expect,
  expectSeen,
  expectText,
  MISSING as NO_WEBKIT,
  test as inWebKit,
} from "../../support/browser/webkit.js";
import { Club } from "../../support/night/night.js";
import { addPot, finish, hold } from "../../support/night/pots.js";

/** A night that is finished. Its four players are in two pots, and Ann holds a 28. */
async function leading(url) {
  const club = new Club(url);
  const pots = [await addPot(club, "28 and 29", "two"), await addPot(club, "High hand", "high")];
  const players = await club.members(4);
  const { id } = await club.night({ games_per_night: 1 });
  for (const player of players) await club.enter(id, player.id, { paid: true, pots: pots.map((pot) => pot.id) });
  await club.draw(id);
  await hold(club, id, players[0], 28);
  await finish(club, id);
  return { club, id };
}

inWebKit.describe("In WebKit", () => {
  inWebKit.skip(NO_WEBKIT !== "", NO_WEBKIT);
  inWebKit.describe.configure({ timeout: 180_000 });

  inWebKit("a player pays with two pots in one tap, and the leader of a pot is paid", async ({ phone, ownService }) => {
    const { club, id } = await leading(ownService.url);
    const { id: next } = await club.night({ date: "2026-02-04" });
    const window = await phone(`/#/money?id=${id}`);
    await window.fill("#password", "wednesday");
    await window.tap(".sign-in button", "Sign in");
    await expectSeen(window, ".pot-card .small-cards");
    await window.tap(".pot-card button", "Pay Ann Archer $2");
    await expectSeen(window, "dialog .small-cards");
    writeFileSync(inWebKit.info().outputPath("pay.png"), await window.screenshot());
    await window.tap("dialog button", "Pay Ann Archer $2");
    await expectText(window, ".foot .notice p", ["Ann Archer got $2 in cash."]);
    await window.goto(`${await window.evaluate(() => location.origin)}/#/check-in?id=${next}`);
    await window.tap(".attendee .fee-key", "here + $12");
    await expect.poll(async () => (await club.look(next)).entries[0]?.pots.length).toBe(2);
    await window.tap(".attendee .more-key", "+ $");
    await expectSeen(window, "dialog .pot-ticks");
    writeFileSync(inWebKit.info().outputPath("menu.png"), await window.screenshot());
  });
});

inFirefox.describe("In Firefox", () => {
  inFirefox.skip(NO_FIREFOX !== "", NO_FIREFOX);

  inFirefox("a player pays with two pots in one tap, and the leader of a pot is paid", async ({ phone, service }) => {
    const { club, id } = await leading(service.url);
    const { id: next } = await club.night({ date: "2026-02-04" });
    const page = await phone(`/#/money?id=${id}`);
    await page.locator("#password").fill("wednesday");
    await page.locator("::-p-aria([name='Sign in'][role='button'])").click();
    await page.locator(".pot-card .primary::-p-text(Pay Ann Archer $2)").click();
    await page.waitForSelector("dialog .small-cards");
    await page.screenshot({ path: inFirefox.info().outputPath("pay.png") });
    await page.locator("dialog .primary").click();
    await page.waitForSelector(".foot .notice p::-p-text(Ann Archer got $2 in cash.)");
    await page.goto(`${service.url}/#/check-in?id=${next}`);
    await page.locator(".attendee .fee-key").click();
    await expect.poll(async () => (await club.look(next)).entries[0]?.pots.length).toBe(2);
    await page.locator(".attendee .more-key").click();
    await page.waitForSelector("dialog .pot-ticks");
    await page.screenshot({ path: inFirefox.info().outputPath("menu.png") });
  });
});
