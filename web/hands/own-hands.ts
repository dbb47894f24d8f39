import type { NightPots } from "pegout-api";
import { newId } from "../lib/device.ts";
import { ownName } from "../lib/root.ts";
import type { Ask } from "./night-pots.ts";

const KEY = ownName("pegout.hands");
// The most hands that a phone remembers, of all nights.
const MOST = 50;
let known: string[] = readKnown();

// Reading localStorage throws if the browser forbids storage.
function readKnown(): string[] {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

/** Returns true for a hand that this phone has claimed. @param hand the id */
export function isOwnHand(hand: string): boolean {
  return known.includes(hand);
}

/** A hand as it is claimed. */
export type Claim = {
  player_id: string;
  game_id: string;
  cards: string[];
  starter: string;
  crib: boolean;
  points?: number;
};

/** A claim on its way: a repeat of the same claim has the same id. */
export class ClaimSender {
  #path;
  #ask;
  #sent = { key: "", id: "" };

  /** @param night the id @param ask sends with the token of the phone that joined */
  constructor(night: string, ask: Ask) {
    this.#path = handsPath(night);
    this.#ask = ask;
  }

  /** Claims a hand. @returns the pots; rejects as the request */
  send(claim: Claim, signal?: AbortSignal): Promise<NightPots> {
    const key = JSON.stringify(claim);
    if (key !== this.#sent.key) this.#sent = { key, id: newId() };
    const { id } = this.#sent;
    // If the answer is lost, the phone still knows the hand as its own.
    remember(id);
    return this.#ask("PUT", `${this.#path}/${id}`, { body: claim, signal });
  }
}

/** Takes a claimed hand back. @param night the id @param hand the id @returns the pots; rejects as the request */
export function takeBackHand(night: string, hand: string, ask: Ask): Promise<NightPots> {
  return ask("DELETE", `${handsPath(night)}/${hand}`, {});
}

/** Answers if a hand of the other side is right. @param night the id @param hand the id @returns as {@link takeBackHand} */
export function witnessHand(night: string, hand: string, agrees: boolean, ask: Ask): Promise<NightPots> {
  return ask("PUT", `${handsPath(night)}/${hand}/witness`, { body: { agrees, id: newId() } });
}

function handsPath(night: string) {
  return `/api/v1/nights/${night}/hands`;
}

function remember(hand: string) {
  known = [...known.filter((id) => id !== hand), hand].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // The phone then knows its hands as long as the page is open.
  }
}
