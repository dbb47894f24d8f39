import { expect, test } from "../test.js";

const OPERATIONS = [
  ["post", "/api/v1/score/hand"],
  ["get", "/api/v1/score/hand"],
  ["post", "/api/v1/score/crib"],
  ["get", "/api/v1/score/crib"],
  ["post", "/api/v1/score/batch"],
  ["post", "/api/v1/play"],
  ["post", "/api/v1/discard"],
  ["get", "/api/v1/rules"],
  ["get", "/problems"],
  ["get", "/problems/{slug}"],
  ["get", "/healthz"],
  ["get", "/readyz"],
];

test("The interface names every operation that is tried here", async ({ request }) => {
  const { paths } = await (await request.get("/openapi.json")).json();
  const documented = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => [method, path]));
  expect(documented.map(String).sort()).toEqual(OPERATIONS.map(String).sort());
});

test.describe("in a wide window", () => {
  test.use({ viewport: { width: 1280, height: 900 } });
  test("Every operation opens, and its example is answered with success", async ({ page }) => {
    await page.goto("/docs/");
    for (const [method, path] of OPERATIONS) {
      await test.step(`${method.toUpperCase()} ${path}`, async () => {
        const operation = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
        await operation.locator(".opblock-summary-control").click();
        await operation.getByRole("button", { name: "Execute" }).click();
        await expect(operation.locator(".live-responses-table .response-col_status").last()).toHaveText(/^2\d\d/);
        await operation.locator(".opblock-summary-control").click();
      });
    }
  });
});
