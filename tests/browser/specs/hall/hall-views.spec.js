import { faults, overflow, smallTargets } from "../../support/browser/axe.js";
import { ANN, expect, Hall, seat, test, TOLERATED } from "../../support/night/hall.js";
import { textSize } from "../../support/game/table.js";

test.use({ tolerated: TOLERATED });

for (const [width, locale, ...also] of [
  [320, "fr-CA", 360],
  [390, "en-CA"],
  [1280, "en-CA"],
]) {
  test.describe(`${width} wide, ${locale}`, () => {
    test.use({ viewport: { width, height: 720 }, locale });
    test("Everybody can use the views of the hall, by light and by dark", async ({ page, hall }) => {
      const axe = async (view) => {
        const sizes = [width, ...also].map((width) => ({ width, height: 720 }));
        expect(await faults(page, sizes), view).toEqual({});
        expect(await smallTargets(page), view).toEqual([]);
      };
      await page.goto(`${hall.base}/#/join-night`);
      await page.locator(".join-code").waitFor();
      await axe("join");
      await page.goto(`${hall.base}/#/join-night?code=${hall.code}`);
      await page.locator(".name-key").first().waitFor();
      await page.locator("summary").click();
      await axe("names");
      await page.getByRole("button", { name: ANN }).click();
      await seat(page).waitFor({ state: "attached" });
      await hall.draw();
      await page.locator(".keep").first().waitFor();
      await axe("card");
      await hall.results();
      await hall.draw();
      await page.goto(`${hall.base}/#/night?id=${hall.id}`);
      await page.locator(".standings tbody tr").first().waitFor();
      await page.locator(".paper-links summary").click();
      await axe("night");
      const season = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01", best_of: 3, minimum_nights: 2 };
      const { id } = await hall.call("POST", "/seasons", season);
      const night = await new Hall(hall.base).open(4, { season_id: id });
      await night.draw();
      await night.results();
      await page.goto(`${hall.base}/#/standings?season=${id}`);
      await page.locator(".nights li").waitFor();
      await page.locator(".paper-links summary").click();
      await axe("standings");
      await page.goto(`${hall.base}/#/blank-cards`);
      await page.locator(".blank-card").first().waitFor();
      await axe("blank");
    });
  });
}

for (const locale of ["en-CA", "fr-CA"]) {
  test.describe(`Large text, ${locale}`, () => {
    test.use({ viewport: { width: 320, height: 568 }, locale });
    test("With text at 200 % nothing of the hall is wider than a small phone", async ({ page, hall }) => {
      const season = { name: "Winter", starts: "2026-01-01", ends: "2099-01-01", best_of: 3, minimum_nights: 2 };
      const { id } = await hall.call("POST", "/seasons", season);
      const night = await new Hall(hall.base).open(7, { season_id: id, starts_at: "20:00" });
      await night.add("Marie-Antoinette de la Bellefeuille-Desrochers");
      await textSize(page, 32);
      const look = async (there) => {
        await page.locator(there).first().waitFor();
        expect(await overflow(page), there).toBeLessThanOrEqual(0);
      };
      await page.goto(`${hall.base}/#/join-night?code=${night.code}`);
      await look(".name-key");
      await page.getByRole("button", { name: /^Marie-Antoinette/ }).click();
      await look(".my-lines");
      await night.draw();
      await look(".keep");
      await night.results();
      await night.finish();
      await page.goto(`${hall.base}/#/night?id=${night.id}`);
      await look(".standings tbody tr");
      await page.goto(`${hall.base}/#/standings?season=${id}`);
      await look(".nights li");
      await page.goto(`${hall.base}/#/blank-cards`);
      await look(".blank-card");
    });
  });
}
