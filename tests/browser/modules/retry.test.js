import { beforeEach, test } from "node:test";
import { expect } from "@playwright/test";
import { runFor, stopClock } from "../support/browser/bare-page.js";
import { importScript } from "../support/browser/modules.js";

const { Refusal, Unreachable } = await importScript("/lib/api.ts");
const { LatestWrite, poll, Retry } = await importScript("/lib/retry.ts");

beforeEach(stopClock);

// Runs a task that fails as often as `failures` says, each time with this Retry-After in seconds.
function begin(failures) {
  const started = Date.now();
  const [tries, offline] = [[], []];
  const retry = new Retry(
    async () => {
      tries.push(Date.now() - started);
      const wait = failures.shift();
      if (wait !== undefined) throw new Unreachable("away", wait);
    },
    { onOffline: (since) => offline.push(since.getTime() - started) },
  );
  retry.start();
  return { retry, tries, offline };
}

const comeOnline = () => dispatchEvent(new Event("online"));

test("A task is tried again after 1, 2, 4, 8, 15 and 15 seconds, and not after it succeeded", async () => {
  const { retry, tries, offline } = begin([0, 0, 0, 0, 0, 0]);
  await runFor(120_000);
  expect(tries).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000]);
  expect(offline).toEqual([0, 0, 0, 0, 0, 0]);
  expect(retry.since).toBe(null);
});

test("The service may ask for a longer wait, not for a shorter one", async () => {
  const { tries } = begin([30, 0, 1]);
  await runFor(120_000);
  expect(tries).toEqual([0, 30_000, 32_000, 36_000]);
});

test("A network that is back is used at once, and the waits begin anew", async () => {
  const { tries } = begin([0, 0, 0, 0, 0, 0]);
  await runFor(20_000);
  comeOnline();
  await runFor(60_000);
  expect(tries).toEqual([0, 1000, 3000, 7000, 15_000, 20_000, 21_000]);
});

test("After it was stopped, or has succeeded, nothing wakes a task", async () => {
  const { retry, tries } = begin([0, 0, 0]);
  await runFor(500);
  retry.stop();
  comeOnline();
  retry.wake();
  await runFor(60_000);
  expect(tries).toEqual([0]);
  retry.start();
  await runFor(60_000);
  expect(tries).toEqual([0, 60_500, 61_500, 63_500]);
  comeOnline();
  expect(tries).toHaveLength(4);
});

test("A start during a run follows it, a restart aborts it, and a task may stop itself when it fails", async () => {
  const [log, ends] = [[], []];
  const retry = new Retry((signal) => {
    log.push("run");
    signal.addEventListener("abort", () => log.push("abort"));
    return new Promise((resolve) => ends.push(resolve));
  });
  retry.start();
  retry.start();
  retry.start();
  ends.shift()();
  await runFor(0);
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
  await runFor(60_000);
  expect(log).toEqual(["run", "run", "|", "abort", "run", "self"]);
});

// The next error that nobody catches; the runner would take it for one of the test.
function uncaught() {
  const listeners = process.rawListeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  return new Promise((resolve) => {
    process.once("unhandledRejection", (error) => {
      for (const listener of listeners) process.on("unhandledRejection", listener);
      resolve(error);
    });
  });
}

test("An error that is no lack of an answer ends the tries and is reported", async () => {
  const tries = [];
  const reported = uncaught();
  new Retry(async () => {
    tries.push(1);
    throw new Error("a mistake");
  }).start();
  expect((await reported).message).toBe("a mistake");
  await runFor(60_000);
  expect(tries).toEqual([1]);
});

test("Of many values the newest is written last, and none after the view has gone", async () => {
  const [sent, states, ends] = [[], [], []];
  const write = new LatestWrite(
    (value) => {
      sent.push(value);
      return new Promise((resolve, reject) => ends.push({ resolve, reject }));
    },
    { onState: (state) => states.push(state) },
  );
  for (const value of [1, 2, 3]) write.set(value);
  ends.shift().resolve();
  await runFor(0);
  ends.shift().reject(new Refusal({}));
  await runFor(0);
  write.set(4);
  await runFor(0);
  write.close();
  ends.shift().resolve();
  await runFor(0);
  expect({ sent, states }).toEqual({ sent: [1, 3, 4], states: ["sending", "sending", "refused", "sending"] });
});

test("Something that is read again and again may be closed by what it has read", async () => {
  const tries = [];
  const reading = poll(async () => tries.push(1), {
    interval: 1000,
    onAnswer: (count) => count === 3 && reading.close(),
  });
  await runFor(60_000);
  expect(tries).toHaveLength(3);
});
