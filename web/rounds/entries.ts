import type { EntryView, Night, TableView } from "pegout-api";
import type { NightCommand } from "../coordinator/night-page.ts";
import { list, t } from "../lib/i18n.ts";

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
      ...{ excused: [], missed: [], changed: null },
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

/** The seats of this number of players. @param sizes of their tables @returns a sentence */
export function seatingText(players: number, sizes: number[]): string {
  return t("tables.hall", { n: players, tables: sizesText(sizes) });
}
