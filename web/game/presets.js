/** @import { GameRules } from "./rules.js" */
import { Unreachable, send } from "../lib/api.js";

const KEY = "pegout.rules";
/** @type {Record<string, GameRules>|null} */
let known = remembered();

// Reading localStorage throws where the browser forbids storage.
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the rules by preset, as the service last sent them; null before it ever did. @returns {Record<string, GameRules>|null} */
export function presets() {
  return known;
}

/** Fetches the presets, so that a game can begin without the service later. @returns {Promise<boolean>} true if they are known */
export async function fetchPresets() {
  try {
    known = await send("GET", "/api/v1/rules");
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof DOMException)) throw error;
  }
  return known !== null;
}
