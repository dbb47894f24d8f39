/** @import { Night, RoundView, TableView } from "pegout-api" */
/** @import { RaceRules } from "./programme.js" */
import { list, t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { winnerOf } from "../night/seats.js";

const LAST_STREET = 25;

/** True of a game under way in which somebody is in the last street. @param {TableView} table @param {RaceRules} rules */
export function isInLastStreet({ status, sides }, { target }) {
  return status === "playing" && sides.some(({ score }) => score >= target - LAST_STREET);
}

/** True of a table at which a peg stands, or whose game is over. @param {TableView} table */
export function isBegun({ status, sides }) {
  return status !== "playing" || sides.some(({ score }) => score > 0);
}

/** Returns how far a round is, from the longest form to the shortest: “9 playing, 1 finished, 3 in the last street”. @param {RoundView} round @param {RaceRules} rules @returns {string[]} */
export function progressTexts({ tables }, rules) {
  const count = (/** @type {string} */ status) => tables.filter((table) => table.status === status).length;
  const parts = [
    { key: "tv.playing", n: count("playing") },
    { key: "tv.finished", n: count("finished") },
    { key: "tv.void", n: count("void") },
    { key: "tv.street", n: tables.filter((table) => isInLastStreet(table, rules)).length },
  ];
  const words = parts.filter(({ n }) => n > 0).map(({ key, n }) => t(key, { n }));
  return words.map((_, at) => words.slice(0, words.length - at).join(", "));
}

/** Returns the one thing of a round that is worth shouting; empty if there is none. @param {Night} night @param {RoundView} round @param {RaceRules} rules @returns {string} */
export function shout({ fifty_fifty: drawn }, { tables }, rules) {
  const { target, skunk_below: skunk, double_skunk_below: doubleSkunk } = rules;
  const stuck = tables.filter(
    ({ status, sides }) => status === "playing" && sides.some(({ score }) => score === target - 1),
  );
  if (stuck.length > 0) return at("tv.stink", stuck);
  const losersBelow = (/** @type {number|null} */ line) =>
    tables.filter((table) => winnerOf(table) >= 0 && bestLoser(table) < (line ?? 0));
  const doubly = losersBelow(doubleSkunk);
  if (doubly.length > 0) return at("tv.double_skunk", doubly);
  const skunked = losersBelow(skunk);
  if (skunked.length > 0) return at("tv.skunk", skunked);
  if (!drawn) return "";
  // A stranger is not told the amount.
  const { name, amount: cents } = drawn;
  return t("tv.fifty_fifty.of", { name: cents === null ? name : `${name}, ${amount(cents)}` });
}

// At a table of three the better loser decides.
/** @param {TableView} table */
function bestLoser({ sides }) {
  return sides.map(({ score }) => score).sort((one, other) => other - one)[1];
}

/** @param {string} key @param {TableView[]} tables */
function at(key, tables) {
  return t(key, { n: tables.length, tables: list(tables.map(({ number }) => String(number))) });
}
