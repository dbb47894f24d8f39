import { send, Unreachable } from "../app/api.js";

const KEY = "pegout.rules";
let known = remembered();

// Reading localStorage throws where the browser forbids storage.
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** The rules by preset, as the service last told them; null before it ever did. @returns {Record<string, object>|null} */
export function presets() {
  return known;
}

/** Asks the service for the presets, so that a game can begin when it is out of reach. @returns {Promise<boolean>} whether they are known */
export async function learnPresets() {
  try {
    known = await send("GET", "/api/v1/rules");
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof DOMException)) throw error;
  }
  return known !== null;
}
