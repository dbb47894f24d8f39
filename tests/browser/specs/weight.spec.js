import { expect, test } from "../test.js";

test("The whole page weighs less than 100 kB over the wire", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto("/", { waitUntil: "networkidle" });
  console.log(`The page weighs ${bytes} bytes over the wire, headers included.`);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(100_000);
});

test("Nothing is asked of anybody else", async ({ page, baseURL }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.goto("/#/count?cards=8S,7H,7D,AC", { waitUntil: "networkidle" });
  expect([...new Set(asked)]).toEqual([baseURL]);
});
