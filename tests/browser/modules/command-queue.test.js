import { beforeEach, test } from "node:test";
import { expect } from "@playwright/test";
import { runFor, stopClock } from "../support/browser/bare-page.js";
import { importScript } from "../support/browser/modules.js";

const { Refusal, Unreachable } = await importScript("/lib/api.ts");
const { CommandQueue } = await importScript("/lib/command-queue.ts");

beforeEach(stopClock);

// A disk of its own.
function newDisk() {
  const disk = new Map();
  const journal = {
    store: "unit",
    onSaved() {},
    load: async () => ({ stored: [...disk.values()].map((command) => ({ ...command })), isWhole: true }),
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
  return { disk, journal };
}

// A queue on such a disk, whose commands are answered, refused or lost as `answers` says by their names.
function queue() {
  const { disk, journal } = newDisk();
  const [sent, answers] = [[], {}];
  const commands = new CommandQueue({
    journal,
    lane: ({ line }) => line ?? "",
    send: async ({ name, body }) => {
      sent.push(body ?? name);
      const answer = await answers[name];
      if (answer === "lost") throw new Unreachable();
      if (answer === "refused") throw new Refusal({ type: "/problems/no" });
      return name;
    },
  });
  return { disk, journal, sent, answers, commands };
}

test("A lane that waits does not hold another", async () => {
  const { commands, answers, sent, disk } = queue();
  answers.a1 = "lost";
  for (const name of ["a1", "a2", "b1", "b2"]) commands.add({ name, line: name[0] });
  await runFor(100);
  expect(sent).toEqual(["a1", "b1", "b2"]);
  delete answers.a1;
  await runFor(2000);
  expect(sent).toEqual(["a1", "b1", "b2", "a1", "a2"]);
  expect([disk.size, commands.pending().length, commands.since]).toEqual([0, 0, null]);
});

test("A disk that was read before an answer brings no command back", async () => {
  const { commands, answers, sent, journal } = queue();
  const { load } = journal;
  let answer;
  answers.one = new Promise((resolve) => (answer = resolve));
  const first = commands.enqueue({ name: "one" });
  await new Promise((resolve) => queueMicrotask(resolve));
  // Another tab has added something: the disk is read, and the answer comes before the reading is over.
  const read = await load();
  expect(read.stored).toHaveLength(1);
  let finish;
  journal.load = () => new Promise((resolve) => (finish = () => resolve(read)));
  const loading = commands.load();
  answer();
  expect(await first).toBe("one");
  finish();
  await loading;
  await runFor(60_000);
  expect(sent).toEqual(["one"]);
});

test("A command that is refused while the disk is read again is refused once", async () => {
  const { commands, answers, sent, disk } = queue();
  let answer;
  answers.one = new Promise((resolve) => (answer = resolve));
  await commands.add({ name: "one" }).stored;
  await commands.load();
  answer("refused");
  await runFor(60_000);
  expect(sent).toEqual(["one"]);
  expect(commands.rejected().map(({ name }) => name)).toEqual(["one"]);
  expect([...disk.values()].map((one) => Object.keys(one).sort().join())).toEqual(["key,name,refused,seq"]);
});

test("What must not be sent later comes after what is on its way to the disk, and is given up without an answer", async () => {
  const { commands, answers, sent, journal, disk } = queue();
  const { add } = journal;
  journal.add = async (command) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return add(command);
  };
  answers.later = "lost";
  commands.enqueue({ name: "earlier" });
  commands.enqueue({ name: "now" }, { isVolatile: true });
  const lost = commands.enqueue({ name: "later" }, { isVolatile: true }).catch((error) => error);
  expect(disk.size).toBe(0);
  await runFor(60_000);
  expect(sent).toEqual(["earlier", "now", "later"]);
  expect(await lost).toBeInstanceOf(Unreachable);
  expect(commands.pending()).toEqual([]);
});

test("A disk that fails when an answer is there keeps the answer from nobody", async ({ mock }) => {
  const reported = mock.fn();
  globalThis.reportError = reported;
  const { commands, sent, journal } = queue();
  journal.remove = () => Promise.reject(new DOMException("a mistake", "UnknownError"));
  const given = Promise.all(["one", "two"].map((name) => commands.enqueue({ name })));
  await runFor(60_000);
  expect(await given).toEqual(["one", "two"]);
  expect(sent).toEqual(["one", "two"]);
  expect(reported.mock.calls.map(({ arguments: [error] }) => error.message)).toEqual(["a mistake", "a mistake"]);
});

test("A command whose write fails is sent", async ({ mock }) => {
  const reported = mock.fn();
  globalThis.reportError = reported;
  const { commands, sent, journal } = queue();
  journal.add = () => Promise.reject(new DOMException("a mistake", "DataCloneError"));
  expect(await commands.enqueue({ name: "one" })).toBe("one");
  expect([sent, reported.mock.callCount()]).toEqual([["one"], 1]);
});

test("A command of another person waits without an answer, and nothing waits for it", async () => {
  const { journal } = newDisk();
  const sent = [];
  let person = "Ann";
  const commands = new CommandQueue({
    journal,
    send: async ({ name }) => sent.push(name),
    isReady: ({ by }) => by === person,
  });
  await commands.add({ name: "of Bea", by: "Bea" }).stored;
  await commands.add({ name: "of Ann", by: "Ann" }).stored;
  await runFor(60_000);
  expect([sent, commands.since]).toEqual([["of Ann"], null]);
  person = "Bea";
  commands.retry();
  await runFor(100);
  expect(sent).toEqual(["of Ann", "of Bea"]);
});

test("A tab that does not send waits for the one that does, and takes over when that is gone", async () => {
  const { commands, sent, journal } = queue();
  const until = Date.now() + 12_000;
  journal.takeLease = async () => Math.max(0, until - Date.now());
  commands.add({ name: "one" });
  await runFor(11_000);
  expect([sent, commands.since]).toEqual([[], null]);
  await runFor(2000);
  expect(sent).toEqual(["one"]);
});

test("A command is on the disk before it is sent, and is sent without a pause", async () => {
  const { commands, sent, disk } = queue();
  commands.add({ name: "peg" });
  commands.add({ name: "next" });
  await runFor(0);
  expect(sent).toEqual(["peg", "next"]);
  expect(disk.size).toBe(0);
});

// An older page may still change a command that it has put on the disk a moment ago.
test("A command that must wait is sent when its time is over, and before the next of its lane", async () => {
  const { journal } = newDisk();
  const sent = [];
  const commands = new CommandQueue({
    journal,
    lane: ({ line }) => line,
    pause: ({ held = 0 }) => Math.max(0, held - Date.now()),
    send: async ({ name, body }) => sent.push(body ?? name),
  });
  const [, { key }] = [
    await commands.add({ name: "peg", line: "a", body: 8, held: Date.now() + 2000 }).stored,
    commands.pending()[0],
  ];
  commands.add({ name: "next", line: "a" });
  commands.add({ name: "other", line: "b" });
  await runFor(1500);
  expect(sent).toEqual(["other"]);
  expect(commands.since).toBeNull();
  // The older page changes it on the disk, and says so.
  const stored = (await journal.load()).stored.find((command) => command.key === key);
  await journal.update({ ...stored, body: 14, held: Date.now() + 2000 });
  await commands.load();
  await runFor(1500);
  expect(sent).toEqual(["other"]);
  await runFor(600);
  expect(sent).toEqual(["other", 14, "next"]);
});
