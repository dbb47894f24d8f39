/** Who sits at a round's tables. @param {object|null} round @returns {Set<string>} ids of players */
export function seated(round) {
  const sides = (round?.tables ?? []).flatMap(({ sides }) => sides);
  return new Set(sides.flatMap(({ players }) => players.map(({ id }) => id)));
}

/**
 * The entries of a night as they will be when what waits is done: a tap shows at once.
 * @param {object} night @param {object[]} waiting errands, of which those with a `player` check in or out
 * @returns {{player_id: string, name: string, paid: boolean, guest: boolean, left: boolean, waits: boolean}[]}
 */
export function entriesOf(night, waiting) {
  const played = new Set(night.rounds.flatMap((round) => [...seated(round)]));
  const entries = new Map(night.entries.map((entry) => [entry.player_id, { ...entry, waits: false }]));
  for (const { method, body, player } of waiting) {
    if (!player) continue;
    const old = entries.get(player.id) ?? { player_id: player.id, name: player.name, paid: false, guest: false };
    const returns = !("paid" in (body ?? {}) || "guest" in (body ?? {}));
    const left = method === "DELETE" || (Boolean(old.left) && !returns);
    if (method === "DELETE" && !played.has(player.id)) entries.delete(player.id);
    else entries.set(player.id, { ...old, ...body, left, waits: true });
  }
  return [...entries.values()];
}
