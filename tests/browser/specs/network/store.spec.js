import {
  answer,
  begin,
  dealKey,
  goOffline,
  happened,
  link,
  openTable,
  peg,
  pegAndAnswer,
  question,
  scores,
  state,
  takeBack,
  tapNumber,
  tryAgain,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

// A single failure here is a finding, also in CI.
test.describe.configure({ retries: 0 });

const LIVE = "Every phone at the table sees this.";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE|status of 409/ });

test("A reload with a full outbox keeps what was tapped, and the score with it @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await page.route("**/api/v1/games/**", (route) => route.abort("internetdisconnected"));
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await dealKey(page).click();
  await takeBack(page);
  await peg(page, 0, 2);
  await expect(state(page)).toHaveText(/5 taps saved on this phone/);
  await page.reload();
  await expect(scores(page)).toHaveText(["10", "4"]);
  await expect(state(page)).toHaveText(/5 taps saved on this phone/);
  await page.unroute("**/api/v1/games/**");
  await tryAgain(page);
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([8, 4, 2]);
});

test("A game that is saved while the disk is read keeps what was saved, and what another tab wrote", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  const { sides, taps } = await page.evaluate(async (id) => {
    const { savedGames } = await window.moduleOf("/game/saved-games.ts");
    const { getAll } = IDBObjectStore.prototype;
    let release;
    const saved = new Promise((resolve) => (release = resolve));
    // The disk answers once with the game as it was before, but late.
    IDBObjectStore.prototype.getAll = function (...given) {
      const request = getAll.apply(this, given);
      if (this.name !== "tables") return request;
      IDBObjectStore.prototype.getAll = getAll;
      return {
        get result() {
          return request.result;
        },
        set onsuccess(answer) {
          request.onsuccess = () => saved.then(answer);
        },
      };
    };
    const load = savedGames.load();
    await savedGames.save({ id, side: 1 });
    // As another tab does, whose announcement is still on its way.
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open("pegout");
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("tables", "readwrite");
        const tables = transaction.objectStore("tables");
        tables.get(id).onsuccess = ({ target }) =>
          tables.put({ ...target.result, taps: { one: { pegs: 5, quick: 0 } } });
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      };
      opening.onerror = () => reject(opening.error);
    });
    const shown = [];
    savedGames.addEventListener("change", () => shown.push(savedGames.get(id).side));
    release();
    await load;
    return { sides: shown, taps: savedGames.get(id).taps };
  }, game.id);
  expect(sides).not.toHaveLength(0);
  expect(sides).not.toContain(0);
  expect(taps).toEqual({ one: { pegs: 5, quick: 0 } });
});

test("Two tabs of one phone share one outbox @landing", async ({ page, context, baseURL }) => {
  const game = await begin(baseURL);
  await page.goto(link(game));
  const tab = await context.newPage();
  await tab.goto(link(game));
  for (const each of [page, tab]) await expect(state(each)).toHaveText(LIVE);
  await goOffline(page);
  await peg(page, 0, 8);
  await peg(tab, 1, 4);
  await peg(page, 0, 2);
  for (const each of [page, tab]) {
    await expect(scores(each)).toHaveText(["10", "4"]);
    await expect(state(each)).toHaveText(/3 taps saved on this phone/);
  }
  await context.setOffline(false);
  for (const each of [page, tab]) await expect(state(each)).toHaveText(LIVE, { timeout: 20_000 });
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([8, 4, 2]);
});

test("A store that the browser closes is opened again at the next tap @landing", async ({ page, context, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: baseURL, storageTypes: "indexeddb" });
  await pegAndAnswer(page, 0, 8);
  await expect(scores(page)).toHaveText(["8", "0"]);
  expect(await happened(game, "pegged")).toHaveLength(1);
});

// Holds the next write of this kind to the outbox, or each from now on. The transaction begins, but does not commit while the
// store is open.
function holdWrite(page, kind, isEach = false) {
  return page.evaluate(
    ([kind, isEach]) => {
      const write = IDBObjectStore.prototype[kind];
      window.isHeld = false;
      IDBObjectStore.prototype[kind] = function (...values) {
        if (this.name !== "outbox") return write.apply(this, values);
        if (!isEach) IDBObjectStore.prototype[kind] = write;
        this.transaction.commit = () => {};
        const again = () => (this.get(0).onsuccess = again);
        again();
        window.isHeld = true;
        return write.apply(this, values);
      };
    },
    [kind, isEach],
  );
}

for (const kind of ["add", "delete"]) {
  test(`A store that the browser closes during the ${kind} of a tap loses and doubles nothing @landing`, async ({
    page,
    context,
    baseURL,
  }) => {
    const game = await begin(baseURL);
    await openTable(page, game);
    const session = await context.newCDPSession(page);
    await holdWrite(page, kind);
    const tapped = pegAndAnswer(page, 0, 8);
    await page.waitForFunction(() => window.isHeld);
    await session.send("Storage.clearDataForOrigin", { origin: baseURL, storageTypes: "indexeddb" });
    await tapped;
    await pegAndAnswer(page, 0, 4);
    expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([8, 4]);
  });
}

// Safari does that when the user leaves the page during the write, and comes back.
test("A write that the browser lost, and calls complete, is made again @landing", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await page.route("**/api/v1/games/**", (route) => route.abort("internetdisconnected"));
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (value) {
      if (this.name !== "outbox") return add.call(this, value);
      IDBObjectStore.prototype.add = add;
      queueMicrotask(() => this.transaction.dispatchEvent(new Event("error")));
      return this.get(0);
    };
  });
  await peg(page, 0, 8);
  await peg(page, 1, 4);
  await page.reload();
  await expect(scores(page)).toHaveText(["8", "4"]);
  await expect(state(page)).toHaveText(/2 taps saved on this phone/);
  await page.unroute("**/api/v1/games/**");
  await tryAgain(page);
  await expect(state(page)).toHaveText(LIVE);
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([8, 4]);
});

test("Taps that were not on the disk yet when the page was left are sent in their order @landing", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  // A tap that waits too long for the disk is sent without it.
  await page.route("**/api/v1/games/**", (route) => route.abort("internetdisconnected"));
  await holdWrite(page, "add", true);
  const sums = [];
  for (let at = 0; at < 6; at += 1) {
    await tapNumber(page, at % 2, 3);
    await tapNumber(page, at % 2, 1);
    sums.push([at % 2, 4, "play"]);
  }
  // An older page named a copy by its command.
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((one) => one.includes("unwritten"));
    sessionStorage[name.replace(/[0-9]+$/, "of-an-older-page")] = sessionStorage[name];
  });
  await page.reload();
  await expect(scores(page)).toHaveText(["12", "12"]);
  await page.unroute("**/api/v1/games/**");
  await tryAgain(page);
  await expect(state(page)).toHaveText(LIVE);
  await expect(question(page)).toBeHidden();
  const pegged = await happened(game, "pegged");
  expect(pegged.map(({ side, points, for: kind }) => [side, points, kind])).toEqual(sums);
  const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes("unwritten")));
  expect(kept).toEqual([expect.stringMatching(/of-an-older-page$/)]);
});

test("A store that the browser closes while a refusal is noted tells the refusal, and the next tap counts @landing", async ({
  page,
  context,
  baseURL,
}) => {
  const game = await begin(baseURL);
  await openTable(page, game);
  await page.route(
    "**/pegs/*",
    (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        json: { type: "/problems/game-void", status: 409, title: "Called off." },
      }),
    { times: 1 },
  );
  const session = await context.newCDPSession(page);
  await holdWrite(page, "put");
  await peg(page, 0, 3);
  await page.waitForFunction(() => window.isHeld);
  await session.send("Storage.clearDataForOrigin", { origin: baseURL, storageTypes: "indexeddb" });
  await expect(question(page)).toContainText("Not counted: Us +3, play. The game was called off.");
  await answer(page, "All right");
  await pegAndAnswer(page, 0, 4);
  expect((await happened(game, "pegged")).map(({ points }) => points)).toEqual([4]);
});
