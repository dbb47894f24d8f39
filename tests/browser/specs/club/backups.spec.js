import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { overflow, smallTargets, violations } from "../../support/browser/axe.js";
import { goSignedIn, unfold } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { BINARY } from "../../support/browser/service.js";
import { expect, test } from "../../support/night/tonight.js";

const MINUTE = 60_000;

test.use({ tolerated: /status of (401|409|429|507)/ });

function backups(page) {
  return page.locator(".backups");
}

async function askFor(page, password) {
  await backups(page).locator("[name=password]").fill(password);
  await backups(page).locator("[name=password]").press("Enter");
}

// Answers as a service would whose backups are so.
async function tell(page, state) {
  await page.route("**/api/v1/backups", (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: state() }) : route.fallback(),
  );
}

test("The coordinator takes a backup away, which check calls sound, after a wrong password that ends nothing", async ({
  page,
  ownService,
}) => {
  await page.addInitScript(() => {
    const revoke = URL.revokeObjectURL.bind(URL);
    window.revoked = 0;
    URL.revokeObjectURL = (address) => {
      window.revoked += 1;
      revoke(address);
    };
  });
  await goSignedIn(page, ownService.url, "coordinator");
  await expect(backups(page)).toContainText("Pegout makes none by itself here.");
  await unfold(page, "Save one as a file");
  await askFor(page, "thursday");
  await expect(backups(page)).toContainText("That is not the coordinator’s password.");
  const coming = page.waitForEvent("download");
  await askFor(page, "wednesday");
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^pegout-\d{4}-\d{2}-\d{2}\.db$/);
  await expect(backups(page)).toContainText("The file is saved.");
  await expect(backups(page).locator("[name=password]")).toHaveValue("");
  expect(await page.evaluate(() => window.revoked), "the file is there for a browser that reads it late").toBe(0);
  const file = test.info().outputPath("taken.db");
  await download.saveAs(file);
  const { stdout } = await promisify(execFile)(BINARY, ["check", file]);
  expect(stdout).toContain("is sound: 0 games, 0 nights, 0 players");
});

test("While another backup is taken away, without room for one, and after many wrong passwords, the page says so", async ({
  page,
  club,
}) => {
  const answers = [
    [409, { type: "/problems/backup-under-way", title: "…", status: 409, detail: "…" }, {}],
    [507, { type: "/problems/no-room", title: "…", status: 507, detail: "…" }, {}],
    [429, { type: "/problems/too-many-requests", title: "…", status: 429, detail: "…" }, { "Retry-After": "9" }],
  ];
  await page.route("**/api/v1/backups", (route) => {
    if (route.request().method() === "GET") return route.fallback();
    const [status, json, headers] = answers.shift();
    return route.fulfill({ status, headers, contentType: "application/problem+json", body: JSON.stringify(json) });
  });
  await goSignedIn(page, club.base, "coordinator");
  await unfold(page, "Save one as a file");
  await askFor(page, "wednesday");
  await expect(backups(page)).toContainText("Another backup is being saved at this moment.");
  await askFor(page, "wednesday");
  await expect(backups(page)).toContainText("Pegout’s computer has no room for a backup");
  await askFor(page, "wednesday");
  await expect(backups(page)).toContainText("Not now: several passwords were wrong");
});

for (const { locale, texts } of [
  {
    locale: "en-CA",
    texts: [
      "None has been made yet.",
      "None could be made yet: the last try failed.",
      "The last one was made 12 minutes ago.",
      "The last one was made 3 days ago. The last try failed.",
    ],
  },
  {
    locale: "fr-CA",
    texts: [
      "Aucune n’a encore été faite.",
      "Aucune n’a encore pu être faite\u00a0: le dernier essai a échoué.",
      "La dernière a été faite il y a 12 minutes.",
      "La dernière a été faite il y a 3 jours. Le dernier essai a échoué.",
    ],
  },
]) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 320, height: 568 } });
    test("The coordinator is told how old the last backup is, that there is none, and that one failed", async ({
      page,
      club,
    }) => {
      const before = (minutes) => new Date(Date.now() - minutes * MINUTE - 1000).toISOString();
      const states = [
        () => ({ every_seconds: 900, last_backup: null, failed: false }),
        () => ({ every_seconds: 900, last_backup: null, failed: true }),
        () => ({ every_seconds: 900, last_backup: before(12), failed: false }),
        () => ({ every_seconds: 900, last_backup: before(3 * 24 * 60), failed: true }),
      ];
      let number = 0;
      await tell(page, () => states[number]());
      await goSignedIn(page, club.base, "coordinator");
      for (; number < states.length; number += 1) {
        await page.reload();
        await expect(backups(page).locator("p.help")).toHaveText(texts[number]);
      }
      await backups(page).locator("summary").click();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page), "what is wider than the window").toBeLessThanOrEqual(0);
      expect(await smallTargets(page)).toEqual([]);
    });
  });
}

test("Nobody but the coordinator sees the backups", async ({ page, ownService }) => {
  const { url } = ownService;
  await new Club(url).ask("POST", "/representatives", { name: "Bea", password: "fifteen-two" });
  await goSignedIn(page, url, "coordinator", { name: "Bea", password: "fifteen-two" });
  await expect(page.locator(".club .entries")).toBeVisible();
  await expect(backups(page)).toHaveCount(0);
});
