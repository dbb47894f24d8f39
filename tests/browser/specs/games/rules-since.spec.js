import { expect, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

const since = (lang, date) =>
  new Intl.DateTimeFormat(`${lang}-CA`, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));

test("The card, a league table and the rules tell since when the club's rules are in force", async ({ page, club }) => {
  const body = { name: "Wednesday Cribbage", rules: { muggins: true }, public: true };
  const { rules_since: day } = await club.ask("PUT", "/league", body);
  const sentence = `In force since ${since("en", day)}.`;
  const { id } = await club.gathered(4);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await named(page, tables[0].sides[0].players[0].name).click();
  await page.waitForURL(/#\/card/);
  const whose = page.locator(".whose-rules");
  await page.getByRole("link", { name: "The rules" }).click();
  await expect(whose).toHaveText(`Your table plays by these rules. ${sentence}`);
  await page.goBack();
  await page.getByRole("button", { name: "Keep score" }).click();
  await page.getByRole("button", { name: /Menu/ }).click();
  await page.getByRole("link", { name: "The rules" }).click();
  await expect(whose).toHaveText(`Your table plays by these rules. ${sentence}`);
  // A night that began by other rules does not have the day of the newer ones.
  await club.ask("PUT", "/league", { ...body, rules: { muggins: false } });
  await page.reload();
  await expect(whose).toContainText("Your table plays by these rules. As they stand on ");
  await page.goto(`${club.base}/?lang=fr#/rules`);
  await expect(page.locator(".whose-rules")).toHaveText(
    `Wednesday Cribbage joue selon ces règles. En vigueur depuis le ${since("fr", day).replace(/^1 /, "1er ")}.`,
  );
});

test("Where nobody has set the rules, today is told", async ({ page, ownService }) => {
  await page.goto(`${ownService.url}/#/rules`);
  await expect(page.locator(".whose-rules")).toContainText("As they stand on ");
});
