// Every view opens without a working disk, in the oldest browsers and below a path. No view blames the link.
import { Host } from "../../support/browser/below.js";
import { DISKS } from "../../support/browser/disks.js";
import { forget, YOUNG } from "../../support/browser/oldest.js";
import { closePages, expect, test as base } from "../../support/browser/test.js";
import { furnish, ROLES, tour } from "../../support/browser/tour.js";

const PATH = "/crib";
const BLAME = /not to be found|was not found|There is no such|ask for the link/i;

const test = base.extend({
  below: async ({ browser, ownService }, use) => {
    const host = new Host({ [PATH]: ownService.url });
    await host.start();
    await ownService.kill();
    await ownService.start({ PEGOUT_BEHIND_PROXY: "1", PEGOUT_PUBLIC_URL: host.url + PATH });
    await use(host.url + PATH);
    await closePages(browser);
    await host.close();
    expect(host.strays).toEqual([]);
  },
});

// Opens every view after another. Each has its heading, and no words that blame the link.
async function see(page, url, role) {
  test.slow();
  const look = async (path) => {
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(/\S/);
    await expect(page.getByText(BLAME).filter({ visible: true }), path).toHaveCount(0);
  };
  await tour(page, url, { role, way: "after another", look }, await furnish(url));
}

for (const role of Object.keys(ROLES)) {
  for (const [name, spoil] of Object.entries(DISKS)) {
    test(`Every view opens for ${role} with ${name}`, async ({ page, ownService: { url } }) => {
      await page.addInitScript(spoil);
      await see(page, url, role);
    });
  }

  test(`Every view opens for ${role} without anything younger than the oldest browsers`, async ({
    page,
    ownService: { url },
  }) => {
    await forget(page, YOUNG);
    await see(page, url, role);
  });

  test(`Every view opens for ${role} below a path`, async ({ page, below }) => {
    await see(page, below, role);
  });
}
