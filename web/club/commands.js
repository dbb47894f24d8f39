/** @import { Refusal } from "../lib/api.js" */
/** @import { Command } from "../lib/journal.js" */
import { CommandQueue } from "../lib/command-queue.js";
import { Journal } from "../lib/journal.js";
import { Database } from "../lib/store.js";
import { session } from "./session.js";

// A database of its own: an older page that opens the games' database would refuse a newer version of that.
const database = new Database("pegout-commands", 1, (opened) => {
  opened.createObjectStore("commands", { keyPath: "seq", autoIncrement: true });
  opened.createObjectStore("lease");
});

/** @type {{refusal: Refusal, command: Command}[]} */
let refusals = [];

/**
 * The coordinator's changes on their way to the service, one after the other: without a network they wait, whatever view is
 * open, over a reload too. Each goes out only while the person is signed in who made it (`by`). No password is in them.
 */
export const commands = new CommandQueue({
  journal: new Journal(database, "commands"),
  send: ({ method, path, body }) => session.ask(method, path, { body }),
  isReady: ({ by }) => session.open && session.name === by,
  onRefusal: (refusal, command) => {
    refusals.push({ refusal, command });
    return true;
  },
  mustStore: false,
});

/** Returns the refusals that no view has shown yet, and forgets them. */
export function takeRefusals() {
  const taken = refusals;
  refusals = [];
  return taken;
}

session.addEventListener("change", () => commands.retry());
// What could not be written is in this page alone, so the browser asks before it closes.
addEventListener("beforeunload", (event) => {
  if (commands.pending(({ seq }) => !seq).length > 0) event.preventDefault();
});
commands.load().catch((error) => {
  if (!(error instanceof DOMException)) throw error;
});
