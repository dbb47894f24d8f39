import { session } from "../access/session.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { CommandQueue } from "../lib/command-queue.ts";
import { Database } from "../lib/database.ts";
import { nameKey } from "../lib/format.ts";
import { type Command, Journal } from "../lib/journal.ts";
import { ownName } from "../lib/root.ts";

// Milliseconds in which a tap may still be meant for the screen before a change.
const FRESH = 2000;

/** The state of a row, member by member. */
type State = Record<string, unknown>;

/**
 * The changes of other devices that this screen has shown for a moment only. A tap that would reverse such a change is
 * meant for the state before it.
 */
export class FreshChanges {
  #absent;
  #shown: Map<string, State> | null = null;
  #own: Set<string> = new Set();
  #changes: Map<string, { at: number; before: State; after: State }> = new Map();

  /** @param absent the state of a row that is not there */
  constructor(absent: State) {
    this.#absent = absent;
  }

  /** Notes the rows that are shown now. @param own the rows that this device is changing */
  show(rows: { id: string; state: State }[], own: Set<string>) {
    const shown = new Map(rows.map(({ id, state }) => [id, state]));
    const before = this.#shown;
    for (const id of before ? new Set([...before.keys(), ...shown.keys()]) : []) {
      const change = { at: Date.now(), before: before?.get(id) ?? this.#absent, after: shown.get(id) ?? this.#absent };
      // The user expects a change that this device has sent, and its refusal.
      if (own.has(id) || this.#own.has(id)) this.#changes.delete(id);
      else if (this.#differs(change)) this.#changes.set(id, change);
    }
    this.#shown = shown;
    this.#own = own;
  }

  /** Returns true if a tap would reverse a fresh change of another device. @param id the row's */
  isCrossed(id: string, wanted: State): boolean {
    const change = this.#changes.get(id);
    if (!change || Date.now() - change.at > FRESH) return false;
    const { before, after } = change;
    return Object.keys(wanted).some((member) => before[member] !== after[member] && wanted[member] === before[member]);
  }

  #differs({ before, after }: { before: State; after: State }) {
    return Object.keys(this.#absent).some((member) => before[member] !== after[member]);
  }
}

// A database of its own: an older page that opens the games' database would refuse a newer version of that.
const database = new Database(ownName("pegout-commands"), 1, (opened) => {
  opened.createObjectStore("commands", { keyPath: "seq", autoIncrement: true });
  opened.createObjectStore("lease");
});

let refusals: { refusal: Refusal; command: Command; isLate: boolean }[] = [];

/**
 * The coordinator's changes on their way to the service, sent one by one. Without a network they wait, in every view
 * and over a reload too. A change is sent only while the person who made it (`by`) is signed in. The changes contain no
 * password. Fires `answer` too, whose `detail` holds the answer, and the `night` and `path` of the command.
 */
export const commands = new CommandQueue({
  journal: new Journal(database, "commands"),
  send,
  isReady: isOwn,
  onAnswer: async (answer, { night, path }) => {
    commands.dispatchEvent(new CustomEvent("answer", { detail: { answer, night, path } }));
  },
  onRefusal: (refusal, command, isLate) => {
    refusals.push({ refusal, command, isLate });
    return true;
  },
});

async function send({ method, path, body }: Command) {
  try {
    return await session.ask(method, path, { body });
  } catch (error) {
    // The sign-in has ended, which says nothing of the command: it waits for the next one.
    if (error instanceof Refusal && error.problem.status === 401) throw new Unreachable(error.message);
    throw error;
  }
}

// The service too takes a name without regard to its capitals and accents.
function isOwn({ by }: Command) {
  return session.open && nameKey(session.name) === nameKey(by);
}

/** Returns the unanswered commands of the signed-in person. Other people's commands wait until they sign in. */
export function pendingCommands(): Command[] {
  return commands.pending(isOwn);
}

/** Returns the refusals that no view has shown yet, and forgets them. */
export function takeRefusals() {
  const taken = refusals;
  refusals = [];
  return taken;
}

/** Keeps a refusal for the next view, if the view that was asking about it is closed. */
export function keepRefusal(refusal: Refusal, command: Command) {
  refusals.push({ refusal, command, isLate: true });
  commands.dispatchEvent(new Event("change"));
}

session.addEventListener("change", () => commands.retry());
commands.load();
