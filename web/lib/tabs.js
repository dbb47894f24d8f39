import { ownName } from "./root.js";

// Announces the changes of this tab to the other tabs. Without this channel a number in localStorage goes up.
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(ownName("pegout")) : undefined;

/** @param {string} what the store */
function keyOf(what) {
  return ownName(`pegout.changes.${what}`);
}

/** Announces the change of a store to the other tabs of this browser. @param {string} what the store */
export function broadcast(what) {
  if (channel) return channel.postMessage({ what });
  try {
    localStorage.setItem(keyOf(what), String(Number(localStorage.getItem(keyOf(what))) + 1));
  } catch {
    // The site's data is blocked, or the phone is full: the other tabs read the change when they open again.
  }
}

/** Calls the listener when another tab changed this store. @param {string} what the store @param {() => void} listener */
export function onBroadcast(what, listener) {
  if (channel) channel.addEventListener("message", ({ data }) => data.what === what && listener());
  else addEventListener("storage", ({ key }) => key === keyOf(what) && listener());
}
