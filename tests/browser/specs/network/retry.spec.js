import { stand } from "../../support/game/standing.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /a mistake/ });

// Runs a task that fails as often as `failures` says, each time with this Retry-After in seconds.
async function begin(page, failures) {
  await page.evaluate((failures) => {
    const { Retry, Unreachable } = window.lib;
    const started = Date.now();
    window.tries = [];
    window.offline = [];
    window.retry = new Retry(
      async () => {
        window.tries.push(Date.now() - started);
        const wait = failures.shift();
        if (wait !== undefined) throw new Unreachable("away", wait);
      },
      { onOffline: (since) => window.offline.push(since.getTime() - started) },
    );
    window.retry.start();
  }, failures);
}

const tries = (page) => page.evaluate(() => window.tries);

test("A task is tried again after 1, 2, 4, 8, 15 and 15 seconds, and not after it succeeded", async ({ page }) => {
  await stand(page, "api", "retry");
  await begin(page, [0, 0, 0, 0, 0, 0]);
  await page.clock.runFor(120_000);
  expect(await tries(page)).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000]);
  expect(await page.evaluate(() => window.offline)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await page.evaluate(() => window.retry.since)).toBe(null);
});

test("The service may ask for a longer wait, not for a shorter one", async ({ page }) => {
  await stand(page, "api", "retry");
  await begin(page, [30, 0, 1]);
  await page.clock.runFor(120_000);
  expect(await tries(page)).toEqual([0, 30_000, 32_000, 36_000]);
});

test("A network that is back is used at once, and the waits begin anew", async ({ page }) => {
  await stand(page, "api", "retry");
  await begin(page, [0, 0, 0, 0, 0, 0]);
  await page.clock.runFor(20_000);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.clock.runFor(60_000);
  expect(await tries(page)).toEqual([0, 1000, 3000, 7000, 15_000, 20_000, 21_000]);
});

test("After it was stopped, or has succeeded, nothing wakes a task", async ({ page }) => {
  await stand(page, "api", "retry");
  await begin(page, [0, 0, 0]);
  await page.clock.runFor(500);
  await page.evaluate(() => {
    window.retry.stop();
    dispatchEvent(new Event("online"));
    window.retry.wake();
  });
  await page.clock.runFor(60_000);
  expect(await tries(page)).toEqual([0]);
  await page.evaluate(() => window.retry.start());
  await page.clock.runFor(60_000);
  expect(await tries(page)).toEqual([0, 60_500, 61_500, 63_500]);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  expect(await tries(page)).toHaveLength(4);
});

test("A start during a run follows it, a restart aborts it, and a task may stop itself when it fails", async ({
  page,
}) => {
  await stand(page, "api", "retry");
  const seen = await page.evaluate(async () => {
    const { Retry, Unreachable } = window.lib;
    const log = [];
    const ends = [];
    const retry = new Retry((signal) => {
      log.push("run");
      signal.addEventListener("abort", () => log.push("abort"));
      return new Promise((resolve) => ends.push(resolve));
    });
    retry.start();
    retry.start();
    retry.start();
    ends.shift()();
    await null;
    await null;
    await null;
    log.push("|");
    retry.start({ restart: true });
    ends.pop()();
    const self = new Retry(
      async () => {
        log.push("self");
        throw new Unreachable();
      },
      { onOffline: () => self.stop() },
    );
    self.start();
    return log;
  });
  expect(seen.slice(0, 5)).toEqual(["run", "run", "|", "abort", "run"]);
  await page.clock.runFor(60_000);
  expect(seen.slice(5)).toEqual(["self"]);
});

test("An error that is no lack of an answer ends the tries and is reported", async ({ page }) => {
  await stand(page, "api", "retry");
  const reported = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    const { Retry } = window.lib;
    window.tries = [];
    new Retry(async () => {
      window.tries.push(1);
      throw new Error("a mistake");
    }).start();
  });
  expect((await reported).message).toBe("a mistake");
  await page.clock.runFor(60_000);
  expect(await tries(page)).toEqual([1]);
});

test("Of many values the newest is written last, and none after the view has gone", async ({ page }) => {
  await stand(page, "api", "retry");
  const seen = await page.evaluate(async () => {
    const { LatestWrite, Refusal } = window.lib;
    const sent = [];
    const states = [];
    const ends = [];
    const write = new LatestWrite(
      (value) => {
        sent.push(value);
        return new Promise((resolve, reject) => ends.push({ resolve, reject }));
      },
      { onState: (state) => states.push(state) },
    );
    const turn = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));
    for (const value of [1, 2, 3]) write.set(value);
    ends.shift().resolve();
    await turn();
    ends.shift().reject(new Refusal({}));
    await turn();
    write.set(4);
    await turn();
    write.close();
    ends.shift().resolve();
    await turn();
    return { sent, states };
  });
  expect(seen).toEqual({ sent: [1, 3, 4], states: ["sending", "sending", "refused", "sending"] });
});

test("Something that is read again and again may be closed by what it has read", async ({ page }) => {
  await stand(page, "api", "retry");
  await page.evaluate(() => {
    const { poll } = window.lib;
    window.tries = [];
    const reading = poll(async () => window.tries.push(1), {
      interval: 1000,
      onAnswer: (count) => count === 3 && reading.close(),
    });
  });
  await page.clock.runFor(60_000);
  expect(await tries(page)).toHaveLength(3);
});
