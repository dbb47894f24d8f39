import type { EntryView, Night, TableView } from "pegout-api";
import type { NightCommand } from "../coordinator/night-page.ts";
import { tableSizes } from "../game/seats.ts";
import { list, t } from "../lib/i18n.ts";
import { type FixedPair, hasFixedPairs, lackedGames } from "../night/seats.ts";

// The most players without a partner who are named in a sentence.
const MAX_NAMES = 4;

/** An entry as it will be after the pending commands; `isPending` is true if a pending command is about the entry. */
export type PendingEntry = EntryView & { isPending: boolean };

/** The players who sit at tables. @returns their ids */
export function seatedPlayers(tables: TableView[]): Set<string> {
  const sides = tables.flatMap((table) => table.sides);
  return new Set(sides.flatMap(({ players }) => players.map(({ id }) => id)));
}

/** The entries of a night as they will be after the pending commands: a tap shows at once. */
export function pendingEntries(night: Night, pending: NightCommand[]): PendingEntry[] {
  const played = seatedPlayers(night.rounds.flatMap(({ tables }) => tables));
  // A new player is not shown before the service has them.
  const added = new Set(pending.filter((command) => command.added).map(({ body }) => body.id));
  const entries: Map<string, PendingEntry> = new Map(
    night.entries.map((entry) => [entry.player_id, { ...entry, isPending: false }]),
  );
  for (const { method, body, player } of pending) {
    if (!player || added.has(player.id)) continue;
    const unknown = {
      ...{ player_id: player.id, name: player.name, paid: false, guest: false, left: false },
      ...{ pots: [], excused: [], missed: [], changed: null },
    };
    const old = entries.get(player.id) ?? unknown;
    const notes = { ...body };
    delete notes.based_on;
    const returns = Object.keys(notes).length === 0;
    const left = method === "DELETE" || (old.left && !returns);
    if (method === "DELETE" && !played.has(player.id)) entries.delete(player.id);
    else {
      const missed = old.missed.filter((round) => night.full_card !== "excused" || !notes.excused?.includes(round));
      entries.set(player.id, { ...old, ...notes, missed, left, isPending: true });
    }
  }
  return [...entries.values()];
}

/** The pairs of a night as they will be after the pending commands. */
export function pendingPairs(night: Night, pending: NightCommand[]): FixedPair[] {
  const pairs = new Map((night.pairs ?? []).map((pair) => [pair.id, pair]));
  for (const { method, pair } of pending) {
    if (!pair) continue;
    if (method === "DELETE") pairs.delete(pair.id);
    else pairs.set(pair.id, pair);
  }
  return [...pairs.values()];
}

/**
 * The pairs of a night of fixed pairs. Both players of a pair in `whole` are here. `free` are the present players without a
 * pair. `waiting` has also the players whose partner has left.
 */
type Pairing = { pairs: FixedPair[]; whole: FixedPair[]; free: PendingEntry[]; waiting: PendingEntry[] };

/** Returns the pairs of a night of fixed pairs, and the players who wait for a partner. */
export function pairingOf(night: Night, pending: NightCommand[]): Pairing {
  const here = pendingEntries(night, pending).filter(({ left }) => !left);
  const present = new Set(here.map(({ player_id: id }) => id));
  const pairs = pendingPairs(night, pending);
  const whole = pairs.filter(({ players }) => players.every(({ player_id: id }) => present.has(id)));
  const without = (some: FixedPair[]) => {
    const ids = new Set(some.flatMap(({ players }) => players.map(({ player_id: id }) => id)));
    return here.filter(({ player_id: id }) => !ids.has(id));
  };
  return { pairs, whole, free: without(pairs), waiting: without(whole) };
}

/** The tables of the players who are here, by their sizes. On a night of fixed pairs only whole pairs play. */
export function hallSizes(night: Night, pending: NightCommand[]): number[] {
  if (hasFixedPairs(night)) return tableSizes(2 * pairingOf(night, pending).whole.length, night.format);
  return tableSizes(pendingEntries(night, pending).filter(({ left }) => !left).length, night.format);
}

/**
 * The sentence about the players without a partner: their names, or only the number of many players. Empty if there are
 * none, or if the night has no fixed pairs.
 */
export function waitingText(night: Night, pending: NightCommand[]): string {
  const { waiting } = pairingOf(night, pending);
  if (!hasFixedPairs(night) || waiting.length === 0) return "";
  const key = waiting.length > MAX_NAMES ? "pairs.waiting.many" : "pairs.waiting";
  return t(key, { n: waiting.length, names: namesOf(waiting) });
}

/** The number of games that each present player lacks; on a night of fixed pairs, each whole pair. */
export function missingGames(night: Night): number[] {
  const players = hasFixedPairs(night)
    ? pairingOf(night, []).whole.map(({ players: [first] }) => first)
    : night.entries.filter(({ left }) => !left);
  return players.map(({ player_id: id }) => lackedGames(night, id));
}

/** The sentence about the players who have games to make up. Only if nobody lacks two games, it says “a game”. */
export function makeUpText(night: Night): string {
  const isOneEach = missingGames(night).every((games) => games < 2);
  return t(isOneEach ? "draw.make_up" : "draw.make_up.games", { n: night.to_make_up });
}

/** The names of people, in a sentence. */
export function namesOf(people: { name: string }[]): string {
  return list(people.map(({ name }) => name));
}

/**
 * Tables of these sizes: “5 tables of four and 1 table of three”; empty without tables.
 * @param sizes the number of seats of each
 */
export function sizesText(sizes: number[]): string {
  const counts = [4, 3, 2].map((size) => ({ size, n: sizes.filter((each) => each === size).length }));
  return list(counts.filter(({ n }) => n > 0).map(({ size, n }) => t(`running.tables.${size}`, { n })));
}

/** The number of players who are here, or of whole pairs, with their tables. @returns a sentence */
export function seatingText(night: Night, pending: NightCommand[]): string {
  const tables = sizesText(hallSizes(night, pending));
  if (hasFixedPairs(night)) return t("tables.hall.pairs", { n: pairingOf(night, pending).whole.length, tables });
  return t("tables.hall", { n: pendingEntries(night, pending).filter(({ left }) => !left).length, tables });
}
