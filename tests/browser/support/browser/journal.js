import { readdirSync, readFileSync } from "node:fs";
import { expect, isPreview, openRound } from "../night/tonight.js";

/** The data that a page has on the disk, by database and store. @param {import("@playwright/test").Page} page @returns {Promise<Record<string, Record<string, any[]>>>} */
export function disk(page) {
  return page.evaluate(async () => {
    const settled = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const read = async (name) => {
      const database = await settled(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const records = stores.map((store) => settled(database.transaction(store).objectStore(store).getAll()));
      const found = await Promise.all(records);
      database.close();
      return Object.fromEntries(stores.map((store, at) => [store, found[at]]));
    };
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)])));
  });
}

/** The commands of the coordinator that are on the disk. @param {import("@playwright/test").Page} page @returns {Promise<object[]>} */
export async function commandsOnDisk(page) {
  return (await disk(page))["pegout-commands"].commands;
}

const isChange = (request) => request.method() !== "GET" && !request.url().endsWith("/session") && !isPreview(request);

/** Lets no change get out, while everything can be read. @param {import("@playwright/test").BrowserContext} context */
export async function cut(context) {
  await context.route("**/api/**", (route) =>
    isChange(route.request()) ? route.abort("internetdisconnected") : route.fallback(),
  );
}

/** Lets the first change reach the service, but not its answer, and then none. @param {import("@playwright/test").BrowserContext} context @param {(body: object|null) => object|null} [changed] what becomes of its body */
export async function cutAnswer(context, changed = (body) => body) {
  let isFirst = true;
  await context.route("**/api/**", async (route) => {
    if (!isChange(route.request())) return route.fallback();
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst) await route.fetch({ postData: changed(route.request().postDataJSON()) ?? undefined });
    return route.abort("internetdisconnected");
  });
}

/** Lets everything through again, and has the page notice. @param {import("@playwright/test").Page} page */
export async function mend(page) {
  await page.context().unroute("**/api/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

/** Waits until this many changes wait on the page. @param {import("@playwright/test").Page} page @param {number} count */
export async function waiting(page, count) {
  const text = new RegExp(`^No answer since .*: ${count} changes? waits? here`);
  await expect(page.locator(".foot .notice p")).toHaveText(text);
}

/** Waits until nothing is on the disk any more. @param {import("@playwright/test").Page} page */
export async function allSent(page) {
  await expect.poll(() => commandsOnDisk(page), { timeout: 20_000 }).toEqual([]);
}

/** Kills the browser that has this profile, as an empty battery would. @param {string} profile its folder */
export function killBrowser(profile) {
  const processes = readdirSync("/proc").filter((name) => argumentsOf(name).includes(`--user-data-dir=${profile}`));
  expect(processes.length).toBeGreaterThan(0);
  for (const name of processes) {
    try {
      process.kill(Number(name), "SIGKILL");
    } catch {
      // The process has ended together with another process.
    }
  }
}

// Returns an empty list for the name of an ended process, and for other names than processes.
function argumentsOf(name) {
  try {
    return readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** A night of two tables that play, and Zoé, who is not there yet. @param {import("../night/night.js").Club} club */
export async function evening(club) {
  const { id } = await club.gathered(8);
  await club.draw(id);
  await club.ask("POST", "/players", { name: "Zoé Zwick" });
  const { tables } = await openRound(club, id);
  return { id, tables, before: (await history(club, id)).length };
}

/** The events of a night. @param {import("../night/night.js").Club} club @param {string} id its id @returns {Promise<object[]>} */
export async function history(club, id) {
  return (await club.ask("GET", `/nights/${id}/history`)).events;
}

/** The events of a night since `before`, in order, the scores of its first round, and how many rounds it has. @param {import("../night/night.js").Club} club @param {{id: string, before: number}} night from {@link evening} */
export async function done(club, { id, before }) {
  const { entries, rounds } = await club.look(id);
  const names = new Map(entries.map(({ player_id, name }) => [player_id, name]));
  const events = (await history(club, id)).slice(before);
  return {
    events: events.map(({ kind, player, paid, guest }) =>
      [kind, names.get(player?.id ?? player), paid && "paid", guest && "guest"].filter(Boolean).join(" "),
    ),
    lost: rounds[0].tables.map(({ sides }) => sides[1].score),
    rounds: rounds.length,
  };
}

/** Closes a page and opens another. @param {import("@playwright/test").Page} page @returns {Promise<import("@playwright/test").Page>} */
export async function openAgain(page) {
  // A request that the test aborts may reach the service as its page closes. The request below is aborted last, so the wait
  // for it covers every request before.
  await page.evaluate(async () => {
    const { fetch } = window;
    window.fetch = () => Promise.reject(new TypeError("the page closes"));
    await fetch("/api/v1/nights", { method: "POST" }).catch(() => {});
  });
  await page.close();
  return page.context().newPage();
}
