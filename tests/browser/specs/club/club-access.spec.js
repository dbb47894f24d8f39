import { faults, overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { dayFromNow, goSignedIn, unfold } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { textSize, WAYS } from "../../support/game/table.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /status of 422/ });

const PHONES = [320, 360, 390].map((width) => ({ width, height: 568 }));

// Nothing is wider than the window, every target is large enough for a thumb.
async function inspect(page, dark) {
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page), "what is wider than the window").toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  if (dark) expect(await faults(page, PHONES)).toEqual({});
}

async function furnished(base) {
  const club = new Club(base);
  await club.members(5);
  const days = { starts: dayFromNow(-30), ends: dayFromNow(60) };
  const { id: season_id } = await club.ask("POST", "/seasons", { name: "Winter", ...days });
  for (const days of [-7, 7]) await club.night({ date: dayFromNow(days), season_id });
  await club.ask("POST", "/representatives", { name: "Bea", password: "fifteen-two" });
  await club.ask("POST", "/players", { name: "Zoé", phone: "555-0134", email: "zoe@example.org" });
  return club.night({ date: dayFromNow(0), season_id });
}

for (const { width, locale, text, dark } of WAYS) {
  test.describe(`${width} wide, ${locale}, text of ${text} pixels`, () => {
    test.use({ viewport: { width, height: 568 }, locale });
    test("Everybody can use the club's views", async ({ page, ownService }) => {
      test.slow();
      if (text !== 16) await textSize(page, text);
      const { url } = ownService;
      const looked = async (view, act = async () => {}) => {
        await page.emulateMedia({ colorScheme: "light" });
        await page.evaluate(() => localStorage.removeItem("pegout.session"));
        // Leave the page first: a page that stays open keeps its signed-in user.
        await page.goto("about:blank");
        await goSignedIn(page, url, view);
        await act();
        await inspect(page, dark);
      };
      await page.goto(`${url}/#/coordinator`);
      await expect(page.locator("#password")).toBeVisible();
      await inspect(page, dark);
      await looked("coordinator");
      const { id } = await furnished(url);
      await looked("coordinator");
      await looked("players", async () => {
        await unfold(page, /Add a player|Ajouter un joueur/);
        await unfold(page, /Import a list|Importer une liste/);
        await page.locator("textarea").fill("nom;phone\nAda;1");
        await page.getByRole("button", { name: /^(See what it does|Voir ce que cela change)$/ }).click();
        await page.locator(".wrong-lines li").waitFor();
      });
      await looked("players", async () => {
        await page.getByRole("button", { name: /^Ann/ }).click();
        await page.getByRole("button", { name: /^(Forget|Oublier)/ }).click();
      });
      await looked("seasons", () => unfold(page, /Change|Changer/));
      await looked("displays", () => unfold(page, /A link instead|Un lien plutôt/));
      await looked("league", () => unfold(page, /Name a|Nommer/));
      await looked(`cancel?id=${id}`, async () => {
        await inspect(page, dark);
        await page.emulateMedia({ colorScheme: "light" });
        await page.locator("[name=reason]").fill("Neige");
        await page.locator("[name=reason]").press("Enter");
        await page.locator(".telling").waitFor();
      });
    });
  });
}
