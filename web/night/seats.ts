import type { Night, NightSummary, RoundView, StandingsRow, TableSide, TableView } from "pegout-api";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { linesOf, totalText } from "../lib/standings.ts";

const DAY = 24 * 3600_000;

/** A pair that stays together on a night of fixed pairs. */
export type FixedPair = NonNullable<Night["pairs"]>[number];

/** A seat at a table of a round; `side` is null for a phone that stays at the table. */
export type Seat = { table: TableView; side: number | null };

/**
 * The seat of a joined phone's player in a round, or the table that the phone stays at.
 * @returns null for a player without a seat
 */
export function seatOf(
  round: RoundView | undefined,
  { player_id: player, table: number }: { player_id: string | null; table: number | null },
): Seat | null {
  for (const table of round?.tables ?? []) {
    if (number === table.number) return { table, side: null };
    const side = table.sides.findIndex(({ players }) => players.some(({ id }) => id === player));
    if (side >= 0) return { table, side };
  }
  return null;
}

/** The seat whose game is on a player’s card in a round. A player of fixed pairs has the card of the pair. @param player the id */
export function cardSeat(night: Night, round: RoundView | undefined, player: string): Seat | null {
  const pair = pairOf(night, player)?.id;
  if (pair === undefined) return seatOf(round, { player_id: player, table: null });
  for (const table of round?.tables ?? []) {
    const side = table.sides.findIndex(({ pair_id: id }) => id === pair);
    if (side >= 0) return { table, side };
  }
  return null;
}

/** The player who deals first at a table of a night that draws the first dealer. @returns null if nobody draws the dealer */
export function drawnDealer(
  { first_dealer: way }: Pick<Night, "first_dealer">,
  round: RoundView | undefined,
  { number, sides }: TableView,
): { id: string; name: string } | null {
  const seat = round?.first_dealers?.[number - 1];
  return way === "drawn" && seat !== undefined ? (bySeat(sides)[seat] ?? null) : null;
}

// Clockwise the sides take turns, and the odd player of a longer one sits last.
function bySeat(sides: TableSide[]) {
  const longest = Math.max(...sides.map(({ players }) => players.length));
  const rows = Array.from({ length: longest }, (_, nth) => sides.flatMap(({ players }) => players.slice(nth, nth + 1)));
  return rows.flat();
}

/** The players of a side: “Ann and Bob”. */
export function sideText({ players }: TableSide): string {
  return list(players.map(({ name }) => name));
}

/**
 * The players at a seat's table, as the player of the seat sees them.
 * @param player of the seat
 * @returns `partner` is empty if the player plays alone; for a table's own phone, `others` has all sides
 */
export function tablemates(
  { table: { sides }, side }: Seat,
  player: string | null,
): { partner: string; others: string } {
  if (side === null) return { partner: "", others: sides.map(sideText).join(" – ") };
  const others = sides.filter((_, at) => at !== side).flatMap(({ players }) => players.map(({ name }) => name));
  const partners = sides[side].players.filter(({ id }) => id !== player).map(({ name }) => name);
  return { partner: list(partners), others: list(others) };
}

/** A seat as one sentence: “Table 3 with Ann, against Cy and Di.” @param player of the seat */
export function seatText(seat: Seat, player: string | null): string {
  const { partner, others } = tablemates(seat, player);
  const values = { table: seat.table.number, partner, others };
  if (seat.side === null) return t("seat.all", values);
  return t(partner ? "seat.pair" : "seat.alone", values);
}

/** The newest round of a night, if one was drawn. */
export function newestRound({ rounds }: { rounds: RoundView[] }): RoundView | undefined {
  return rounds.at(-1);
}

/** The tables of a round that are still playing. */
export function openTables({ tables }: RoundView): TableView[] {
  return tables.filter(({ status }) => status === "playing");
}

/** The heading of a round: “Round 2 of 4”. A round with games to make up comes after the night's number of rounds. */
export function roundText({ games_per_night: games }: Night, { number, extra }: RoundView): string {
  return extra ? t("round.made_up", { n: number }) : t("round.of", { n: number, games });
}

/** The players who sit out in a round: “Ann and Bob sit out”; a pair is “Ann + Bob”. Empty if nobody does. */
export function byesText(night: Pick<Night, "format">, { byes }: RoundView): string {
  const alone = byes.map(({ name }) => name);
  const names = list(hasFixedPairs(night) ? pairNames(alone) : alone);
  return byes.length > 0 ? t("night.sits_out", { n: byes.length, names }) : "";
}

/** The pairs of these names, two and two. */
export function pairNames(names: string[]): string[] {
  return names.flatMap((first, at) => (at % 2 ? [] : [[first, ...names.slice(at + 1, at + 2)].join(" + ")]));
}

/** The number of rounds so far, without rounds of games to make up. */
export function turnsOf({ rounds }: Pick<Night, "rounds">): number {
  return rounds.filter(({ extra }) => !extra).length;
}

/** True for a night of singles or of fixed pairs: each game has another opponent, and nobody gets a new partner. */
export function isRotation({ format }: Pick<Night, "format">): boolean {
  return format !== "doubles_movement";
}

/** True for a night on which pairs stay together. */
export function hasFixedPairs({ format }: Pick<Night, "format">): boolean {
  return format === "fixed_pairs";
}

function pairOf({ pairs }: Pick<Night, "pairs">, player: string | null): FixedPair | undefined {
  return pairs.find(({ players }) => players.some(({ player_id: id }) => id === player));
}

/** The partner of a player on a night of fixed pairs; undefined without a partner. @param player the id */
export function partnerOf(
  night: Pick<Night, "pairs">,
  player: string | null,
): FixedPair["players"][number] | undefined {
  return pairOf(night, player)?.players.find(({ player_id: id }) => id !== player);
}

/** Says of the substitutes of a pair for whom they play. */
export function substituteTexts({ players }: FixedPair): string[] {
  return players.flatMap(({ name, stands_for: other }) =>
    other ? [t("standings.stands_for", { name, other: other.name })] : [],
  );
}

/** The sentence for sides that have met before; empty if a table repeats nothing. */
export function repeatText(night: Pick<Night, "format">, { forced_repeat: isRepeated }: TableView): string {
  if (!isRepeated) return "";
  if (hasFixedPairs(night)) return t("night.met.pairs");
  return t(isRotation(night) ? "night.met" : "night.repeat");
}

/** The number of games that a player lacks so far. A game that is being played is not missing. @param player the id */
export function lackedGames(night: Night, player: string): number {
  const seats = night.rounds.map((round) => cardSeat(night, round, player));
  const held = seats.filter((seat) => seat && seat.table.status !== "void").length;
  return Math.max(0, night.games_per_night - held);
}

/** True if a player of a rotation lacks a game after all rounds that are still to come. */
function hasGameToMakeUp(night: Night, player: string): boolean {
  const toCome = Math.max(0, night.games_per_night - turnsOf(night));
  const isEntered = night.entries.some(({ player_id: id }) => id === player);
  return isRotation(night) && isEntered && lackedGames(night, player) > toCome;
}

/**
 * The reason why a player has no seat in a round: sits out, or has played all games.
 * @param player null for the phone of a table @returns empty for another reason
 */
export function noSeatText(night: Night, round: RoundView, player: string | null): string {
  if (player === null) return "";
  const isLacking = hasGameToMakeUp(night, player);
  const pair = pairOf(night, player);
  if (hasFixedPairs(night) && !pair) return t("card.no_partner");
  const partner = pair?.players.find(({ player_id: id }) => id !== player);
  if (partner && night.entries.every(({ player_id: id, left }) => id !== partner.player_id || left))
    return t("card.partner_left", { name: partner.name });
  // A bye names the players who were the pair at the draw.
  const players = pair?.players.map(({ player_id: id }) => id) ?? [player];
  if (round.byes.some(({ id }) => players.includes(id)))
    return [t("card.sits_out"), isLacking ? t("card.sits_out.back") : ""].join(" ").trim();
  return round.extra && !isLacking ? t("card.all_played") : "";
}

/**
 * Returns the sentence for a player whose game is over: the reason to wait.
 * @param round its newest @param player null for the phone of a table
 */
export function waitText(night: Night, round: RoundView, player: string | null): string {
  const open = openTables(round).map(({ number }) => String(number));
  const isLacking = player === null ? night.to_make_up > 0 : hasGameToMakeUp(night, player);
  const isLast = round.number >= night.games_per_night && !isLacking;
  if (open.length) return t(`${isLast ? "card.last" : "card"}.waits`, { n: open.length, tables: list(open) });
  return t(isLast ? "card.last" : "card.soon");
}

/** The scores at a seat's table, the player's own side first. */
export function pointsOf({ table: { sides }, side }: Seat): number[] {
  const points = sides.map(({ score }) => score);
  return side === null ? points : [points[side], ...points.filter((_, at) => at !== side)];
}

/** The side that won a table's game: the side with the most points at its end. @returns -1 if the game is not finished */
export function winnerOf({ status, sides }: TableView): number {
  if (status !== "finished") return -1;
  const scores = sides.map(({ score }) => score);
  return scores.indexOf(Math.max(...scores));
}

/**
 * A player's place in a night, as a sentence.
 * @param rows of the standings @param write writes the total
 * @returns null for a player without a result
 */
export function placeText(
  { status, games_per_night: games }: Pick<Night, "status" | "games_per_night">,
  rows: StandingsRow[] | null,
  player: string | null,
  write: (row: StandingsRow) => string = totalText,
): string | null {
  const isOver = status === "finished";
  const row = rows?.find(({ player_id: id }) => id === player);
  if (!rows || !row || row.total === null) return null;
  if (row.place === null) return t("place.none", { total: write(row) });
  const lines = linesOf(rows);
  const ranked = lines.filter(({ place }) => place !== null).length;
  const values = { place: placeOf(lines, row), total: write(row), n: ranked, prize: amount(row.prize ?? 0) };
  if (!row.prize || !hasPrizes(rows, isOver, games)) return t("place.is", values);
  return t(isOver ? "place.won" : "place.prize", values);
}

/** The average of a card per game. It ranks cards with different numbers of games. */
export function averageOf({ games, total, points, scored }: StandingsRow): number {
  return (points ?? scored ?? total ?? 0) / games;
}

/**
 * A player's fee, and the 50/50 that the player has won, as far as this phone may see them: “Your fee is paid.”
 * @returns empty if this phone may not see it
 */
export function feeText(
  { entries, status, fifty_fifty: drawn }: Pick<Night, "entries" | "status" | "fifty_fifty">,
  player: string | null,
): string {
  const paid = entries.find(({ player_id: id }) => id === player)?.paid ?? null;
  if (!player || status === "cancelled") return "";
  const won = drawn?.player_id === player ? (drawn.amount ?? 0) : 0;
  const words = [
    won > 0 ? t("fee.drawn", { amount: amount(won) }) : "",
    paid === null ? "" : t(paid ? "fee.paid" : "fee.due"),
  ];
  return words.join(" ").trim();
}

/**
 * True if the night's prizes are shown: this phone may see a prize, and the night is over or somebody has played all
 * games.
 * @param rows of the standings @param isOver true for a night that is over @param games of the night
 */
export function hasPrizes(rows: StandingsRow[], isOver: boolean, games: number): boolean {
  // A game of a round that a player sat out may never be made up.
  const isThrough = (row: StandingsRow) => row.games + row.byes.length >= games;
  return rows.some(({ prize }) => prize) && (isOver || rows.some(isThrough));
}

/** Returns true for a night whose cards were imported from paper: it has no tables, and nothing changes it here. */
export function isOfCards({
  import_id: imported,
  rounds,
}: {
  import_id: string | null;
  rounds: number | object[];
}): boolean {
  return Boolean(imported) && (typeof rounds === "number" ? rounds : rounds.length) === 0;
}

/**
 * The night that people look for: a night in play (past midnight too), else an open night of today. Else it is a
 * finished night of today, or of yesterday if today has no night. Else it is the next night.
 * @param date today, as `2026-01-28`
 * @returns null if there is no next night
 */
export function currentNight(nights: NightSummary[], date: string): NightSummary | null {
  const yesterday = new Date(Date.parse(`${date}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
  const startOf = (night: NightSummary) => `${night.date} ${night.starts_at}`;
  const held = nights
    .filter(({ status }) => status !== "cancelled")
    .sort((one, other) => startOf(one).localeCompare(startOf(other)));
  const isToday = (night: NightSummary) => night.date === date;
  return (
    held.findLast(({ status, date: day }) => status === "playing" && [date, yesterday].includes(day)) ??
    held.findLast((night) => night.status === "open" && isToday(night)) ??
    held.findLast((night) => night.status === "finished" && isToday(night)) ??
    (held.some(isToday)
      ? null
      : held.findLast(({ status, date: day }) => status === "finished" && day === yesterday)) ??
    held.find(({ status, date: day }) => ["scheduled", "open"].includes(status) && day >= date) ??
    null
  );
}

function placeOf(rows: StandingsRow[], { place }: StandingsRow) {
  const shared = rows.filter((row) => row.place === place).length > 1;
  return t(shared ? "place.shared" : "place.alone", { n: place });
}
