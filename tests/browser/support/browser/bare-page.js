// A page without a browser, for modules of lib/: it has events, a stopped clock and no other tab.
import { mock } from "node:test";

// Milliseconds in which all that follows from a timer is done before the next one.
const STEP = 100;

const page = new EventTarget();
const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"])
  Object.assign(globalThis, { [name]: page[name].bind(page) });
Object.assign(globalThis, {
  document,
  BroadcastChannel: class {
    addEventListener() {}
    postMessage() {}
  },
});
// Node has one of its own from 21 on.
globalThis.navigator ??= {};

/** Stops the clock, until the end of the test. */
export function stopClock() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
}

/** Lets the clock run, and what follows from each timer happen. @param {number} milliseconds */
export async function runFor(milliseconds) {
  await settled();
  for (let left = milliseconds; left > 0; left -= STEP) {
    mock.timers.tick(Math.min(STEP, left));
    await settled();
  }
}

function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}
