import { element } from "./dom.ts";
import { t } from "./i18n.ts";
import { addressOf, ownName, ROOT } from "./root.ts";

const KEY = ownName("pegout.phone");
// Line breaks, halves of characters, and marks that change the direction of a line: a pasted name may contain them.
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;
let name: string | null = savedName();

// Reading localStorage throws where the browser forbids storage.
function savedName() {
  try {
    return cleanName(localStorage.getItem(KEY) ?? "");
  } catch {
    return null;
  }
}

/** A name as the service accepts it, without invisible characters; empty if no visible character is left. */
export function cleanName(given: string): string {
  const name = given.replace(FORBIDDEN, "").trim();
  return VISIBLE.test(name) ? name : "";
}

/** The name of this phone in the history of a game: the name that somebody chose, else a name with a random number. */
export function phoneName(): string {
  return name || namePhone(t("phone.numbered", { n: 10 + (bytes(1)[0] % 90) }));
}

/** Names this phone, for as long as the browser remembers. @returns the name */
export function namePhone(given: string): string {
  name = cleanName(given);
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // The name then lasts as long as the page.
  }
  return name;
}

/** Vibrates, if the phone can. @param milliseconds how long; in turn with rests */
export function buzz(milliseconds: number | number[]) {
  navigator.vibrate?.(milliseconds);
}

// Plain http and old browsers do not have it.
const canStayAwake = "wakeLock" in navigator;

/** The line on what the browser keeps from this page; null if it keeps nothing from it. */
export function limitsLine(): HTMLElement | null {
  if (canStayAwake) return null;
  return element("p", { class: "help limits" }, t(isSecureContext ? "device.dark" : "device.plain"));
}

// Milliseconds between two tries to keep the screen on, at a tap or after the browser has ended it.
const WAKE_WAIT = 30_000;

/** Keeps the screen on while somebody looks at the page. @returns ends it */
export function stayAwake(): () => void {
  if (!canStayAwake) return () => {};
  let lock: WakeLockSentinel | null = null;
  let tried = -WAKE_WAIT;
  let ended = false;
  const hold = async () => {
    if (document.visibilityState !== "visible" || ended) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.onrelease = again;
      if (ended) lock.release();
    } catch {
      // The browser refuses when the battery is almost empty, and Safari before the first tap.
    }
  };
  const again = () => {
    const isHeld = lock && !lock.released;
    if (isHeld || document.hidden || performance.now() - tried < WAKE_WAIT) return;
    tried = performance.now();
    hold();
  };
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("click", again, true);
  hold();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", hold);
    document.removeEventListener("click", again, true);
    lock?.release();
  };
}

/** Lets the page open without a network, where the browser allows it. It does not over plain http. */
export async function openOffline() {
  if (!("serviceWorker" in navigator)) return;
  // eslint-disable-next-line no-console -- Whoever runs the service looks there, and nobody else needs to know.
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.warning && console.warn(data.warning));
  try {
    await navigator.serviceWorker.register(addressOf("/sw.js"));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ files: loadedFiles() });
  } catch {
    // A browser may forbid it, as it does in private windows; the page then needs the network to open.
  }
}

// The scripts and style sheets that this page has loaded, of which the worker may not have seen the first ones.
function loadedFiles() {
  const urls = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const own = urls.filter(({ origin }) => origin === ROOT.origin).map(({ pathname }) => pathname);
  return own.filter((path) => /\.(js|css)$/.test(path));
}

// Over plain http there is no crypto.randomUUID.
function bytes(count: number) {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A new id: a random UUID, version 4. */
export function newId(): string {
  const raw = bytes(16);
  raw[6] = (raw[6] & 0x0f) | 0x40;
  raw[8] = (raw[8] & 0x3f) | 0x80;
  const hex = Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** True if the text has the form of an id. */
export function isId(text: string | null): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");
}

/** A new secret: 32 random bytes in base64url. */
export function newSecret(): string {
  return btoa(String.fromCharCode(...bytes(32)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** True if the text has the form of a secret. */
export function isSecret(text: string | null): boolean {
  return /^[\w-]{43}$/.test(text ?? "");
}

// Milliseconds until every browser has begun to save: some read the file only after the tap.
const SAVED_AFTER = 60_000;

/** Saves a table as a file of this device. @param name the file's */
export function saveCsv(name: string, csv: string) {
  // The mark at the front tells a spreadsheet that accents are UTF-8.
  saveBlob(name, new Blob(["\ufeff", csv], { type: "text/csv" }));
}

/** Saves a file on this device. @param name the file's */
export function saveBlob(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED_AFTER);
}
