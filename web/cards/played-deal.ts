import type { GameRules } from "../game/local-game.ts";
import { DEALT } from "../game/seats.ts";
import { t } from "../lib/i18n.ts";
import { JOKERS, held, isJoker } from "../ui/cards.ts";
import { PickKey } from "./frame.ts";

const NUMBERS = Object.keys(DEALT).map(Number);

/** The plays of a deal, each a card or `go`; the dealer sits last. */
type Plays = { players: number; plays: string[] };

/** The plays and the rules that they are checked by; null for the usual ones. */
export type PlayQuery = Plays & { rules: GameRules | null };

/** The plays of one deal as they were tapped, with the state for Undo. */
export class Deal {
  #before: Plays | null = null;
  declare players;
  declare plays;

  /** @param players 2 to 6 @param plays cards and `go`, in order */
  constructor(players: number, plays: string[]) {
    this.players = players;
    this.plays = plays;
  }

  /** A copy to send, which taps that follow do not change. */
  snapshot(): Plays {
    return { players: this.players, plays: [...this.plays] };
  }

  /** Adds a tap. @param play a card or `go` */
  add(play: string) {
    this.plays.push(play);
  }

  /**
   * Removes taps from this place on.
   * @param at from 0 @param count how many; all that follow unless given @returns the taps
   */
  remove(at: number, count: number = Infinity): string[] {
    return this.plays.splice(at, count);
  }

  /** Takes back the first joker that the pack does not have, and what followed. @param jokers how many it has */
  keepPack(jokers: number) {
    const pack = JOKERS.slice(0, jokers);
    const at = this.plays.findIndex((play) => isJoker(play) && !pack.includes(held(play)));
    if (at >= 0) this.remove(at);
  }

  /** Begins a new deal; {@link Deal#undo} brings the plays back. */
  clear(players: number = this.players) {
    if (this.plays.length > 0) this.#before = this.snapshot();
    this.players = players;
    this.plays = [];
  }

  /** True if there is anything to undo. */
  get canUndo() {
    return this.plays.length > 0 || this.#before !== null;
  }

  /** Takes the newest tap back; in a new deal, its beginning. @returns the tap; null when the last deal came back */
  undo(): string | null {
    const play = this.plays.pop();
    if (play) return play;
    if (this.#before) ({ players: this.players, plays: this.plays } = this.#before);
    this.#before = null;
    return null;
  }
}

/** The number of players in a link, else the first of {@link NUMBERS}. */
export function readPlayers(text: string | null): number {
  const players = Number(text);
  return NUMBERS.includes(players) ? players : NUMBERS[0];
}

/** The key with the number of players. */
export function playersKey(onPick: (players: number) => void): PickKey {
  const picks = NUMBERS.map((n) => ({ value: String(n), label: String(n), name: t("play.players.n", { n }) }));
  return new PickKey(t("play.players"), picks, (value) => onPick(Number(value)));
}

/** The name of a seat. The dealer sits last, so that player 0 leads. @param player from 0, clockwise */
export function seatName(player: number, players: number): string {
  if (player === 0) return t("play.pone");
  return player === players - 1 ? t("play.dealer") : t("play.player", { n: player + 1 });
}
