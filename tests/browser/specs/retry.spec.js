import { expect, test } from "../test.js";

test.use({ tolerated: /a mistake/ });

// A page whose clock stands, with the modules at hand as `lib`.
async function stand(page) {
  await page.clock.install();
  await page.goto("/#/");
  await expect(page.getByRole("link", { name: /Count a hand/ })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(async () => {
    window.lib = Object.assign(
      {},
      ...(await Promise.all(["api", "retry", "command-queue"].map((name) => import(`/lib/${name}.js`)))),
    );
  });
}

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
  await stand(page);
  await begin(page, [0, 0, 0, 0, 0, 0]);
  await page.clock.runFor(120_000);
  expect(await tries(page)).toEqual([0, 1000, 3000, 7000, 15_000, 30_000, 45_000]);
  expect(await page.evaluate(() => window.offline)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await page.evaluate(() => window.retry.since)).toBe(null);
});

test("The service may ask for a longer wait, not for a shorter one", async ({ page }) => {
  await stand(page);
  await begin(page, [30, 0, 1]);
  await page.clock.runFor(120_000);
  expect(await tries(page)).toEqual([0, 30_000, 32_000, 36_000]);
});

test("A network that is back is used at once, and the waits begin anew", async ({ page }) => {
  await stand(page);
  await begin(page, [0, 0, 0, 0, 0, 0]);
  await page.clock.runFor(20_000);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.clock.runFor(60_000);
  expect(await tries(page)).toEqual([0, 1000, 3000, 7000, 15_000, 20_000, 21_000]);
});

test("After it was stopped, or has succeeded, nothing wakes a task", async ({ page }) => {
  await stand(page);
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
  await stand(page);
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
  await stand(page);
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
  await stand(page);
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
  await stand(page);
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

// A queue on a disk of its own, whose commands are answered, refused or lost as `answers` says by their names.
async function queue(page, options = {}) {
  await page.evaluate((options) => {
    const { CommandQueue, Refusal, Unreachable } = window.lib;
    const disk = new Map();
    window.disk = disk;
    window.sent = [];
    window.answers = {};
    window.journal = {
      store: "unit",
      load: async () => [...disk.values()].map((command) => ({ ...command })),
      add: async (command) => {
        const seq = disk.size + 1;
        disk.set(command.key, { ...command, seq });
        return seq;
      },
      update: async (command) => void disk.set(command.key, { ...command }),
      remove: async ({ key }) => void disk.delete(key),
      takeLease: async () => 0,
      leaveLease: async () => {},
    };
    window.commands = new CommandQueue({
      journal: window.journal,
      lane: ({ line }) => line ?? "",
      send: async ({ name }) => {
        window.sent.push(name);
        const answer = await window.answers[name];
        if (answer === "lost") throw new Unreachable();
        if (answer === "refused") throw new Refusal({ type: "/problems/no" });
        return name;
      },
      ...options,
    });
  }, options);
}

test("A lane that waits does not hold another", async ({ page }) => {
  await stand(page);
  await queue(page);
  await page.evaluate(() => {
    window.answers.a1 = "lost";
    for (const name of ["a1", "a2", "b1", "b2"]) window.commands.add({ name, line: name[0] });
  });
  await page.clock.runFor(100);
  expect(await page.evaluate(() => window.sent)).toEqual(["a1", "b1", "b2"]);
  await page.evaluate(() => delete window.answers.a1);
  await page.clock.runFor(2000);
  expect(await page.evaluate(() => window.sent)).toEqual(["a1", "b1", "b2", "a1", "a2"]);
  expect(
    await page.evaluate(() => [window.disk.size, window.commands.pending().length, window.commands.since]),
  ).toEqual([0, 0, null]);
});

test("A disk that was read before an answer brings no command back", async ({ page }) => {
  await stand(page);
  await queue(page);
  const answer = await page.evaluate(async () => {
    const { load } = window.journal;
    let answer;
    window.answers.one = new Promise((resolve) => (answer = resolve));
    const first = window.commands.enqueue({ name: "one" });
    await new Promise((resolve) => queueMicrotask(resolve));
    // Another tab has added something: the disk is read, and the answer comes before the reading is over.
    const read = await load();
    let finish;
    window.journal.load = () => new Promise((resolve) => (finish = () => resolve(read)));
    const loading = window.commands.load();
    answer();
    const given = await first;
    finish();
    await loading;
    return given;
  });
  await page.clock.runFor(60_000);
  expect(answer).toBe("one");
  expect(await page.evaluate(() => window.sent)).toEqual(["one"]);
});

test("A command that is refused while the disk is read again is refused once", async ({ page }) => {
  await stand(page);
  await queue(page);
  await page.evaluate(async () => {
    let answer;
    window.answers.one = new Promise((resolve) => (answer = resolve));
    await window.commands.add({ name: "one" });
    await window.commands.load();
    answer("refused");
  });
  await page.clock.runFor(60_000);
  expect(await page.evaluate(() => window.sent)).toEqual(["one"]);
  expect(await page.evaluate(() => window.commands.rejected().map(({ name }) => name))).toEqual(["one"]);
  expect(await page.evaluate(() => [...window.disk.values()].map((one) => Object.keys(one).sort().join()))).toEqual([
    "key,name,refused,seq",
  ]);
});

test("What must not be sent later comes after what is on its way to the disk, and is given up without an answer", async ({
  page,
}) => {
  await stand(page);
  await queue(page);
  const ended = await page.evaluate(async () => {
    const { add } = window.journal;
    window.journal.add = async (command) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return add(command);
    };
    window.answers.later = "lost";
    window.commands.enqueue({ name: "earlier" });
    window.now = window.commands.enqueue({ name: "now" }, { isVolatile: true });
    window.lost = window.commands.enqueue({ name: "later" }, { isVolatile: true }).catch(({ name, constructor }) => {
      return constructor.name + name;
    });
    return window.disk.size;
  });
  expect(ended).toBe(0);
  await page.clock.runFor(60_000);
  expect(await page.evaluate(() => window.sent)).toEqual(["earlier", "now", "later"]);
  expect(await page.evaluate(() => window.lost)).toContain("Unreachable");
  expect(await page.evaluate(() => window.commands.pending())).toEqual([]);
});

test("A disk that fails when an answer is there keeps the answer from nobody", async ({ page }) => {
  await stand(page);
  await queue(page, { mustStore: false });
  await page.evaluate(() => {
    window.journal.remove = () => Promise.reject(new DOMException("a mistake", "UnknownError"));
    window.given = Promise.all(["one", "two"].map((name) => window.commands.enqueue({ name })));
  });
  await page.clock.runFor(60_000);
  expect(await page.evaluate(() => window.given)).toEqual(["one", "two"]);
  expect(await page.evaluate(() => window.sent)).toEqual(["one", "two"]);
});

test("Where nothing can be written a command is refused, or sent from memory", async ({ page }) => {
  await stand(page);
  for (const mustStore of [true, false]) {
    await queue(page, { mustStore });
    const [error, sent] = await page.evaluate(async (mustStore) => {
      const broken = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
      Object.assign(
        window.journal,
        mustStore ? { add: broken } : { add: broken, takeLease: broken, leaveLease: broken },
      );
      const error = await window.commands.enqueue({ name: "one" }).catch(({ name }) => name);
      return [error, window.sent];
    }, mustStore);
    expect([error, sent]).toEqual(mustStore ? ["QuotaExceededError", []] : ["one", ["one"]]);
  }
});

test("A command of another person waits without an answer, and nothing waits for it", async ({ page }) => {
  await stand(page);
  await queue(page);
  await page.evaluate(async () => {
    const { CommandQueue } = window.lib;
    window.person = "Ann";
    window.commands = new CommandQueue({
      journal: window.journal,
      send: async ({ name }) => window.sent.push(name),
      isReady: ({ by }) => by === window.person,
    });
    await window.commands.add({ name: "of Bea", by: "Bea" });
    await window.commands.add({ name: "of Ann", by: "Ann" });
  });
  await page.clock.runFor(60_000);
  expect(await page.evaluate(() => [window.sent, window.commands.since])).toEqual([["of Ann"], null]);
  await page.evaluate(() => {
    window.person = "Bea";
    window.commands.retry();
  });
  await page.clock.runFor(100);
  expect(await page.evaluate(() => window.sent)).toEqual(["of Ann", "of Bea"]);
});

test("A tab that does not send waits for the one that does, and takes over when that is gone", async ({ page }) => {
  await stand(page);
  await queue(page);
  await page.evaluate(() => {
    const until = Date.now() + 12_000;
    window.journal.takeLease = async () => Math.max(0, until - Date.now());
    window.commands.add({ name: "one" });
  });
  await page.clock.runFor(11_000);
  expect(await page.evaluate(() => [window.sent, window.commands.since])).toEqual([[], null]);
  await page.clock.runFor(2000);
  expect(await page.evaluate(() => window.sent)).toEqual(["one"]);
});
