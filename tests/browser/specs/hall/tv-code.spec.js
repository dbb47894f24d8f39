import { sheet } from "../../support/game/scorer.js";
import { layoutFaults } from "../../support/browser/layout.js";
import { goSignedIn } from "../../support/night/club.js";
import { ANN, expect, test } from "../../support/night/hall.js";
import { named } from "../../support/night/tonight.js";
import { board, heading, TV } from "../../support/night/television.js";

// The browser says so itself if the service refuses a token or a code.
test.use({ tolerated: /status of 4(01|04|09|10)/ });

const letters = (tv) => tv.locator(".tv-letters");
const LET_IN = "Let this screen in";

/** Opens the television, and returns the code on it. */
async function shown(tv, hall, query = "") {
  await tv.goto(`${hall.base}/tv${query}`);
  await expect(heading(tv)).toHaveText(LET_IN);
  await expect(letters(tv)).toHaveText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/);
  return letters(tv).textContent();
}

test("A television of a private league shows a code, and then the night without a touch @landing", async ({
  page,
  elsewhere,
  hall,
}) => {
  const tv = await elsewhere();
  const code = await shown(tv, hall);
  await expect(tv.getByRole("img", { name: "QR code to let this screen in" })).toBeVisible();
  const link = await tv.locator(".tv-code title").textContent();
  expect(link).toBe(`${hall.base}/#/displays?code=${code.replace(" ", "")}`);

  await goSignedIn(page, hall.base, "coordinator");
  await page.getByRole("link", { name: "Show on the television" }).click();
  await expect(page.getByText(`Open ${new URL(hall.base).host}/tv on the television.`)).toBeVisible();
  await page.getByLabel("Code on the television").fill(code.toLowerCase());
  await page.getByLabel("Name of the screen").fill("The bar");
  await named(page, "Let it in").click();
  await expect(page.getByText("“The bar” is let in")).toBeVisible();
  await expect(board(tv)).toContainText(ANN.split(" ")[1]);
  await expect(letters(tv)).toHaveText(`${hall.code.slice(0, 3)} ${hall.code.slice(3)}`);

  await tv.reload();
  await expect(heading(tv)).toHaveText(/^Tonight/);
  await expect(board(tv)).toContainText(ANN.split(" ")[1]);

  await page.getByRole("button", { name: "Send away: The bar" }).click();
  await sheet(page).getByRole("button", { name: "Send away" }).click();
  await expect(heading(tv)).toHaveText(LET_IN, { timeout: 20_000 });
  await expect(letters(tv)).not.toHaveText(code);
});

test("The picture leads the coordinator to the page with the code, which is used once", async ({
  page,
  elsewhere,
  hall,
}) => {
  const tv = await elsewhere();
  await shown(tv, hall);
  const link = await tv.locator(".tv-code title").textContent();
  await goSignedIn(page, hall.base, new URL(link).hash.slice(2));
  const field = page.getByLabel("Code on the television");
  const code = new URLSearchParams(link.split("?")[1]).get("code");
  await expect(field).toHaveValue(code);
  await named(page, "Let it in").click();
  await expect(field).toHaveValue("");
  await expect(heading(tv)).toHaveText(/^Tonight/);
  await field.fill(code);
  await page.getByLabel("Name of the screen").fill("Another");
  await named(page, "Let it in").click();
  await expect(page.getByText("No television shows this code now. Type the code that is on its screen.")).toBeVisible();
  await expect(page.locator(".phones li")).toHaveCount(1);
});

test("A new code takes the place of the old one on the screen, and a link that opens nothing asks for a code too", async ({
  page,
  hall,
}) => {
  const { id, token } = await hall.call("POST", "/displays", { name: "The bar" });
  await hall.call("DELETE", `/displays/${id}`);
  await page.clock.install();
  const first = await shown(page, hall, `#token=${token}`);
  const answer = { code: "ABCDEF", link: `${hall.base}/#/displays?code=ABCDEF`, expires_at: "2099-01-01T00:00:00Z" };
  await page.route("**/api/v1/displays/codes", (route) => route.fulfill({ json: answer }));
  await page.clock.fastForward(6000);
  await expect(letters(page)).toHaveText("ABC DEF");
  expect(first).not.toBe("ABC DEF");
  await expect(page.locator(".tv-code title")).toHaveText(answer.link);
});

test("A television of a night with a link of its own is let in too, and then shows how to join", async ({
  page,
  hall,
}) => {
  const { id, token } = await hall.call("POST", "/displays", { name: "The bar" });
  await hall.call("DELETE", `/displays/${id}`);
  const code = await shown(page, hall, `?night=${hall.id}#token=${token}`);
  await hall.call("POST", "/displays", { name: "The hall", code });
  await expect(heading(page)).toHaveText(/^Tonight/);
  await expect(letters(page)).toHaveText(`${hall.code.slice(0, 3)} ${hall.code.slice(3)}`);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
]) {
  for (const locale of ["en-CA", "fr-CA"]) {
    test.describe(`${width} × ${height}, ${locale}`, () => {
      test.use({ viewport: { width, height }, locale });
      test("All of the code’s screen is on the screen, and large enough", async ({ page, hall }) => {
        await page.goto(hall.base + TV);
        await expect(letters(page)).toHaveText(/ /);
        await expect(page.locator(".tv-code svg")).toBeVisible();
        // 32 px of 1920.
        const faults = await layoutFaults(page, { least: 1.66, drawings: ".tv-code" });
        expect(faults).toEqual([]);
        const picture = await page.locator(".tv-code").boundingBox();
        expect(picture.y + picture.height).toBeLessThan(height);
        expect(picture.width).toBeGreaterThan(width * 0.2);
      });
    });
  }
}
