import { ownName } from "../lib/root.ts";
import type { Role } from "./rights.ts";

const KEY = ownName("pegout.session");

// The secret that identifies this browser to the service. It stays when somebody signs out.
const DEVICE = ownName("pegout.device");

/**
 * The sign-in of this browser, as its disk has it; `name` is a representative's, and empty for the coordinator. An
 * older page saved no role.
 */
export type Credentials = { token: string; name: string; role?: Role };

/** Returns the saved sign-in; null for nobody's. */
export function savedCredentials(): Credentials | null {
  // Reading localStorage throws if the browser forbids storage.
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Saves the sign-in, or with null removes it. */
export function saveCredentials(credentials: Credentials | null) {
  try {
    if (credentials) localStorage.setItem(KEY, JSON.stringify(credentials));
    else localStorage.removeItem(KEY);
  } catch {
    // The sign-in then lasts as long as the page.
  }
}

/** Calls back when another tab signed in or out. */
export function onCredentials(listener: (credentials: Credentials | null) => void) {
  addEventListener("storage", ({ key }) => key === KEY && listener(savedCredentials()));
}

/** Returns the secret that identifies this browser to the service since its last sign-in; null without a secret. */
export function deviceSecret(): string | null {
  try {
    return localStorage.getItem(DEVICE);
  } catch {
    return null;
  }
}

/** Saves the secret of this browser. */
export function saveDeviceSecret(secret: string) {
  try {
    localStorage.setItem(DEVICE, secret);
  } catch {
    // The next sign-in is that of a new browser.
  }
}
