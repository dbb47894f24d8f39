import { Refusal, send, Unreachable } from "../app/api.js";
import { joinTable } from "../table/table.js";
import { tables } from "../table/tables.js";

/** Puts a game of a night among the tables that this phone keeps. @param {string} game its id @param {{id: string, token: string}} joined how the phone joined the night */
export async function keepScore(game, { id, token }) {
  if (!tables.get(game)) await joinTable(game, token);
  // A phone that joined once more has another token than the table was kept with.
  await tables.put({ id: game, night: id, token }, "strict");
}

/**
 * Learns how games of earlier rounds ended that this phone kept: a result by hand was not heard here, and the first view
 * would offer to resume them for ever.
 * @param {object} night the newest Night
 */
export async function settleTables({ id, status, rounds }) {
  const current = status === "finished" ? [] : (rounds.at(-1)?.tables ?? []).map((table) => table.game_id);
  const open = tables
    .list()
    .filter((table) => table.night === id && table.game.status === "playing" && !current.includes(table.id));
  for (const { id: game } of open) {
    try {
      await tables.heard(await send("GET", `/api/v1/games/${game}`), true);
    } catch (error) {
      // The next look at the night tries again.
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
  }
}
