import { expect, test } from "../../support/browser/test.js";

// Milliseconds that a flash is shown.
const FLASH = 4000;

test("A notice is marked as empty exactly while it has no sentence", async ({ page, baseURL }) => {
  await page.clock.install();
  await page.goto(baseURL);
  const marks = await page.evaluate(async () => {
    const { Notice } = await window.moduleOf("/ui/notice.ts");
    const notice = new Notice(() => {});
    const isEmpty = () => notice.node.hasAttribute("data-empty");
    window.isEmpty = isEmpty;
    const after = (act) => (act(), isEmpty());
    return {
      first: isEmpty(),
      shown: after(() => notice.show("Sent.")),
      replaced: after(() => notice.show("Refused.", "refusal")),
      cleared: after(() => notice.show("")),
      offline: after(() => notice.showOffline(new Date())),
      online: after(() => notice.show("")),
      flashed: after(() => notice.flash("Not here.")),
    };
  });
  expect(marks).toEqual({
    first: true,
    shown: false,
    replaced: false,
    cleared: true,
    offline: false,
    online: true,
    flashed: false,
  });
  await page.clock.runFor(FLASH);
  expect(await page.evaluate(() => window.isEmpty()), "after the flash").toBe(true);
});
