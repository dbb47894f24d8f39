import { stand } from "../standing.js";
import { expect, test } from "../test.js";

test.use({ tolerated: /a mistake/ });

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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
  await stand(page, "api", "command-queue");
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
