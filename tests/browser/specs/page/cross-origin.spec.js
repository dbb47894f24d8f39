import { createServer } from "node:http";
import { begin } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

// The browser logs an error of its own if a script may not read an answer.
test.use({ tolerated: /blocked by CORS policy|net::ERR_FAILED|status of (400|405)/ });

/** Opens an empty page of another site. */
async function visit(page) {
  const site = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end("<!doctype html>"));
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
  return site;
}

/** The answer as a script on the page gets it, or the name of the error. */
function call(page, url, options) {
  return page.evaluate(
    async ([address, sent]) => {
      try {
        const answer = await fetch(address, sent);
        return { status: answer.status, json: await answer.json() };
      } catch (error) {
        return error.name;
      }
    },
    [url, options],
  );
}

test("A page of another site counts a hand and reads what is wrong, and gets nothing of a game", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  const site = await visit(page);
  const headers = { "Content-Type": "application/json" };
  const hand = `${baseURL}/api/v1/score/hand`;
  const body = JSON.stringify({ cards: ["5H", "5D", "5S", "JC"], starter: "5C" });
  const counted = await call(page, hand, { method: "POST", headers, body });
  expect([counted.status, counted.json.total]).toEqual([200, 29]);
  const wrong = await call(page, hand, { method: "POST", headers, body: "{" });
  expect([wrong.status, wrong.json.type]).toEqual([400, "/problems/not-json"]);
  expect((await call(page, `${baseURL}/openapi.json`)).json.info.title).toBe("Pegout");
  const token = { ...headers, Authorization: "Bearer Tm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUgISE" };
  expect(await call(page, hand, { method: "POST", headers: token, body })).toBe("TypeError");
  expect(await call(page, `${baseURL}/api/v1/games/${game.id}`)).toBe("TypeError");
  expect(await call(page, `${baseURL}/api/v1/games`, { method: "POST", headers, body: "{}" })).toBe("TypeError");
  site.close();
});
