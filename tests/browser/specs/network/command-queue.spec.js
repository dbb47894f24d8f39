import { stand } from "../../support/game/standing.js";
import { expect, test } from "../../support/browser/test.js";

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
      mustStore: options.mustStore ?? true,
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
      send: async ({ name, body }) => {
        window.sent.push(body ?? name);
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
    const [error, sent] = await page.evaluate(async () => {
      const broken = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
      Object.assign(window.journal, { add: broken });
      const error = await window.commands.enqueue({ name: "one" }).catch(({ name }) => name);
      return [error, window.sent];
    });
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

const HELD = { name: "peg", body: 8 };

// Adds a command that is held for two seconds, and one after it.
async function hold(page, held = HELD) {
  await stand(page, "api", "command-queue");
  await queue(page);
  await page.evaluate((held) => {
    window.key = window.commands.add({ ...held, held: Date.now() + 2000 }).key;
    window.commands.add({ name: "next" });
  }, held);
  await page.clock.runFor(1500);
}

const sent = (page) => page.evaluate(() => window.sent);

test("A command that is held is on the disk at once, and is sent when its time is over, before the next", async ({
  page,
}) => {
  await hold(page);
  expect(await sent(page)).toEqual([]);
  expect(await page.evaluate(() => [...window.disk.values()].map(({ name }) => name))).toEqual(["peg", "next"]);
  expect(await page.evaluate(() => window.commands.since)).toBeNull();
  await page.clock.runFor(600);
  expect(await sent(page)).toEqual([8, "next"]);
});

test("A command that is held is changed on the disk too, and waits anew", async ({ page }) => {
  await hold(page);
  const isChanged = page.evaluate(() => window.commands.amend(window.key, { body: 14, held: Date.now() + 2000 }));
  await page.clock.runFor(1500);
  expect(await isChanged).toBe(true);
  expect(await sent(page)).toEqual([]);
  expect(await page.evaluate(() => window.disk.get(window.key).body)).toBe(14);
  await page.clock.runFor(600);
  expect(await sent(page)).toEqual([14, "next"]);
  expect(await page.evaluate(() => window.commands.amend(window.key, { body: 15, held: 0 }))).toBe(false);
});

test("A command that is held is sent at once when somebody asks for it, and never while it is being written", async ({
  page,
}) => {
  await hold(page);
  await page.evaluate(() => {
    const { update } = window.journal;
    window.journal.update = (command) => new Promise((resolve) => (window.write = () => resolve(update(command))));
    window.commands.amend(window.key, { body: 14, held: 0 });
  });
  await page.clock.runFor(100);
  expect(await sent(page)).toEqual([]);
  await page.evaluate(() => window.write());
  await page.clock.runFor(100);
  expect(await sent(page)).toEqual([14, "next"]);
});

test("A command that is let go just before another is made is sent, and before it", async ({ page }) => {
  await hold(page);
  await page.evaluate(() => {
    window.commands.amend(window.key, { held: 0 });
    window.commands.add({ name: "later" });
  });
  await page.clock.runFor(100);
  expect(await sent(page)).toEqual([8, "next", "later"]);
});

test("A command that is held can be withdrawn, and then is never sent", async ({ page }) => {
  await hold(page);
  expect(await page.evaluate(() => window.commands.withdraw(window.key))).toBe(true);
  await page.clock.runFor(60_000);
  expect(await sent(page)).toEqual(["next"]);
  expect(await page.evaluate(() => window.disk.size)).toBe(0);
});

test("A command whose page is gone is sent by another, somewhat later", async ({ page }) => {
  await hold(page);
  await page.evaluate(() => {
    // The page that made it sends nothing more.
    window.journal.takeLease = async () => 60_000;
    const { CommandQueue } = window.lib;
    const journal = { ...window.journal, store: "other", takeLease: async () => 0 };
    window.other = [];
    new CommandQueue({ journal, send: async ({ name, body }) => window.other.push(body ?? name) }).load();
  });
  await page.clock.runFor(2000);
  expect(await page.evaluate(() => window.other)).toEqual([]);
  await page.clock.runFor(600);
  expect(await page.evaluate(() => window.other)).toEqual([8, "next"]);
});
