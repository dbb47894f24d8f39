import { begin, happened, link, peg, scores } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /ERR_FAILED/ });

/** The requests of pegs, each with its `Prefer` header, and the size and status of its answer. */
function pegRequests(page) {
  const seen = [];
  page.on("response", async (response) => {
    const request = response.request();
    if (request.method() !== "PUT" || !request.url().includes("/pegs/")) return;
    const prefer = (await request.allHeaders()).prefer;
    seen.push({ prefer, length: (await response.allHeaders())["content-length"], status: response.status() });
  });
  return seen;
}

// Opens a game, and waits for its stream: the keys are there before.
async function openHeard(page, game) {
  const live = page.waitForResponse((response) => response.url().includes("/live"));
  await page.goto(link(game));
  await live;
}

test("A peg is answered without the game while the live stream tells it", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  const seen = pegRequests(page);
  await openHeard(page, game);
  await peg(page, 0, 8);
  await peg(page, 1, 6);
  await expect(scores(page)).toHaveText(["8", "6"]);
  await expect.poll(() => seen).toEqual(Array(2).fill({ prefer: "return=minimal", length: "0", status: 201 }));
  expect(await happened(game, "pegged")).toHaveLength(2);
});

test("Without a live stream a peg is answered with the game", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  const seen = pegRequests(page);
  await page.route("**/live*", (route) => route.abort());
  await page.goto(link(game));
  await peg(page, 0, 8);
  await expect.poll(() => seen.map(({ prefer, status }) => [prefer, status])).toEqual([[undefined, 201]]);
  await expect(scores(page)).toHaveText(["8", "0"]);
});

test("A stream that says nothing of a peg is not waited for: the game is asked for, as new as the peg", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  // A stream that stays open and stops at its first state, as if a proxy held the rest back.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (path, options) => {
      const response = await fetch(path, options);
      if (!String(path).includes("/live")) return response;
      const reader = response.body.getReader();
      let text = "";
      const body = new ReadableStream({
        async pull(controller) {
          if (text.includes("data:")) await new Promise(() => {});
          const { value } = await reader.read();
          text += new TextDecoder().decode(value);
          controller.enqueue(value);
        },
      });
      return new Response(body, { status: response.status, headers: response.headers });
    };
  });
  const asked = [];
  page.on("request", (request) => {
    if (request.url().includes(`${game.id}?seen=`)) asked.push(new URL(request.url()).searchParams.get("seen"));
  });
  await openHeard(page, game);
  await peg(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  await expect.poll(() => asked).toEqual(["2"]);
  await peg(page, 1, 4);
  await expect.poll(() => asked).toEqual(["2", "3"]);
  await expect(scores(page)).toHaveText(["8", "4"]);
});
