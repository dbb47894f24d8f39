import { randomUUID } from "node:crypto";
import { Hall } from "../../support/night/hall.js";
import { begin, call, link, peg, pegElsewhere, scores } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

/**
 * A server whose memory lags behind the database. The server under test shares the database. Each stream ends after the
 * first state, as if the server stopped. `asked` has the version that each connection named.
 */
class Server {
  asked = [];
  #read;

  /** @param {() => Promise<{seen: string, state: object}>} read reads the thing from the database */
  constructor(read) {
    this.#read = read;
    this.takes = read;
  }

  /** Puts itself before the streams at this address. @param {import("@playwright/test").Page} page @param {string} path */
  async serve(page, path) {
    await page.route(new RegExp(`${path}/live(\\?|$)`), async (route) => {
      const seen = new URL(route.request().url()).searchParams.get("seen");
      const { state } = await this.#stateFor(seen);
      const body = `retry: 1000\n\nid: ${randomUUID()}\ndata: ${JSON.stringify(state)}\n\n`;
      await route.fulfill({ contentType: "text/event-stream", body }).catch(() => {});
      this.asked.push(seen);
    });
  }

  /** The server remembers the database as it is now, and reads it again only if a client has seen more. */
  async remember() {
    this.memory = await this.#read();
  }

  /** Lets the next connections come, and returns the versions that they named. @param {number} count */
  async next(count) {
    const from = this.asked.length + 1;
    await expect.poll(() => this.asked.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(from + count);
    return this.asked.slice(from, from + count);
  }

  async #stateFor(seen) {
    const held = this.memory ?? (await this.#read());
    const numbers = (text) => (text ?? "0").split(".").map(Number);
    const lacks = numbers(seen).some((number, at) => number > numbers(held.seen)[at]);
    return lacks ? this.takes() : held;
  }
}

async function read(address) {
  const response = await fetch(address);
  return { seen: response.headers.get("X-Seen"), state: await response.json() };
}

test("A phone that changes to a server that lags names the version that it has seen, and its score never goes back @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  const server = new Server(() => read(`${baseURL}/api/v1/games/${game.id}`));
  await server.serve(page, `/games/${game.id}`);
  const [early] = [await read(`${baseURL}/api/v1/games/${game.id}`)];
  await page.goto(link(game));
  await pegElsewhere(game, 1, 5);
  await expect(scores(page)).toHaveText(["0", "5"]);
  await noteTexts(page, ".score");
  server.memory = early;
  expect(await server.next(2)).toEqual(["2", "2"]);
  await expect(scores(page)).toHaveText(["0", "5"]);
  // A phone has also seen its own peg, by the answer.
  await peg(page, 0, 8);
  await expect.poll(async () => (await call(game, "GET", "")).version).toBe(3);
  expect((await server.next(2)).at(-1)).toBe("3");
  await expect(scores(page)).toHaveText(["8", "5"]);
  expect(await texts(page)).not.toContain("00");
  // After the restore of a backup the database has less than the client has seen.
  server.takes = async () => early;
  await expect(scores(page)).toHaveText(["0", "0"]);
  expect((await server.next(1)).at(-1)).toBe("1");
});

test("A view of a night names what it has seen of the night and its games, and no score of it goes back @landing", async ({
  page,
  ownService: { url },
}) => {
  const hall = await new Hall(url).openPublic(8);
  const address = `${url}/api/v1/nights/${hall.id}`;
  // The games of a draw that was taken back count in `seen`, but no state contains them.
  await hall.draw();
  await hall.call("DELETE", `/nights/${hall.id}/rounds/1`);
  const [table] = await hall.draw();
  const server = new Server(() => read(address));
  await server.serve(page, `/nights/${hall.id}`);
  const early = await read(address);
  await page.goto(`${url}/#/night?id=${hall.id}`);
  const score = page.locator(".round-table").first().locator(".number").first();
  await expect(score).toHaveText("0");
  await hall.peg(table, 0, 7);
  await expect(score).toHaveText("7");
  await noteTexts(page, ".round-table .number");
  server.memory = early;
  const { seen } = await read(address);
  expect(seen).not.toBe(early.seen);
  expect(await server.next(2)).toEqual([seen, seen]);
  await expect(score).toHaveText("7");
  expect(await texts(page)).not.toContain("0000");
  // Another view of it has seen as much.
  const asked = page.waitForRequest((request) => request.url().startsWith(`${address}?`));
  await page.getByRole("link", { name: "Home" }).click();
  await page.goto(`${url}/#/night?id=${hall.id}`);
  expect(new URL((await asked).url()).searchParams.get("seen")).toBe(seen);
  await expect(score).toHaveText("7");
  // After the restore of a backup the database has less than the client has seen.
  server.takes = async () => early;
  await expect(score).toHaveText("0");
});

test("A draw that is taken back while the page is open counts in what the page has seen", async ({
  page,
  ownService: { url },
}) => {
  const hall = await new Hall(url).openPublic(8);
  const address = `${url}/api/v1/nights/${hall.id}`;
  await page.goto(`${url}/#/night?id=${hall.id}`);
  await hall.draw();
  await expect(page.locator(".round-table")).toHaveCount(2);
  await hall.call("DELETE", `/nights/${hall.id}/rounds/1`);
  await expect(page.locator(".round-table").first()).toBeHidden();
  const [table] = await hall.draw();
  const score = page.locator(".round-table").first().locator(".number").first();
  await expect(score).toHaveText("0");
  const early = await read(address);
  await hall.peg(table, 0, 7);
  await expect(score).toHaveText("7");
  // A server that does not know of the peg is put before the page's next streams.
  const server = new Server(() => read(address));
  server.memory = early;
  await server.serve(page, `/nights/${hall.id}`);
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  const { seen } = await read(address);
  expect(await server.next(2)).toEqual([seen, seen]);
  await expect(score).toHaveText("7");
});

// Notes the texts of these elements, put together, at each change.
function noteTexts(page, selector) {
  return page.evaluate((wanted) => {
    window.texts = [];
    const note = () =>
      window.texts.push([...document.querySelectorAll(wanted)].map((node) => node.textContent).join(""));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, selector);
}

function texts(page) {
  return page.evaluate(() => window.texts);
}
