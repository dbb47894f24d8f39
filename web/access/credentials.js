import { ownName } from "../lib/root.js";

const KEY = ownName("pegout.session");

// The secret by which the service knows this browser again stays when somebody signs out.
const DEVICE = ownName("pegout.device");

/**
 * The sign-in of this browser, as its disk has it; `name` is a representative's, and empty for the coordinator. An older page
 * saved no role.
 * @typedef {{token: string, name: string, role?: import("./rights.js").Role}} Credentials
 */

/** Returns the saved sign-in; null for nobody's. @returns {Credentials|null} */
export function savedCredentials() {
  // Reading localStorage throws where the browser forbids storage.
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Saves the sign-in, or with null removes it. @param {Credentials|null} credentials */
export function saveCredentials(credentials) {
  try {
    if (credentials) localStorage.setItem(KEY, JSON.stringify(credentials));
    else localStorage.removeItem(KEY);
  } catch {
    // It then lasts as long as the page.
  }
}

/** Calls back when another tab signed in or out. @param {(credentials: Credentials|null) => void} listener */
export function onCredentials(listener) {
  addEventListener("storage", ({ key }) => key === KEY && listener(savedCredentials()));
}

/** Returns the secret by which the service knows this browser since its last sign-in; null without one. @returns {string|null} */
export function deviceSecret() {
  try {
    return localStorage.getItem(DEVICE);
  } catch {
    return null;
  }
}

/** Saves the secret of this browser. @param {string} secret */
export function saveDeviceSecret(secret) {
  try {
    localStorage.setItem(DEVICE, secret);
  } catch {
    // The next sign-in is that of a new browser.
  }
}
