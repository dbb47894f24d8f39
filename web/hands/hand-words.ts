import type { Night, NightHand, NightPot, NightPots } from "pegout-api";
import type { Refusal } from "../lib/api.ts";
import { refusalText } from "../lib/api.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";

/** The player or the table whose phone this is. */
export type Whose = { player_id: string | null; table: number | null };

// A hand with one of these proofs counts.
const PROVEN = ["pegged", "witnessed", "entered"];

/** Returns true for a hand that counts. */
export function isProven({ proof }: NightHand): boolean {
  return PROVEN.includes(proof);
}

/** The holder of a hand; if nobody has said which, the players of its side: “Ann and Bob”. */
export function holderText({ name, players }: NightHand): string {
  return name ?? list(players.map((player) => player.name));
}

/**
 * The pots in one line: “28 and 29: $195 · High hand: Bob, 20 ($17)”. A phone that sees no amounts gets the names and the
 * holders.
 */
export function potsText({ pots, hands }: NightPots): string {
  return pots.map((pot) => potText(pot, hands)).join(" · ");
}

function potText({ name, balance, lead, paid }: NightPot, hands: NightHand[]): string {
  const money = balance === null ? "" : amount(balance);
  if (paid) return t("pots.paid", { pot: name, names: list(paid.winners.map((winner) => winner.name)) });
  if (!lead || lead.leaders.length === 0) return money ? t("pots.open", { pot: name, amount: money }) : name;
  const names = list(lead.leaders.map((leader) => leader.name));
  const points = hands.find(({ id }) => id === lead.leaders[0].hand_id)?.points;
  const held = points === undefined ? names : t("hand.pots.held", { names, n: points });
  return money ? t("pots.led", { pot: name, held, amount: money }) : t("pots.open", { pot: name, amount: held });
}

/** The names of players: first names if all of them differ. */
export function shortNames(names: string[]): string[] {
  const short = names.map((name) => name.split(" ")[0]);
  return new Set(short).size < names.length ? names : short;
}

/**
 * Returns the side of a phone at the table of a hand. The phone of the table itself has no side: the result is null. A
 * phone of another table gets undefined. The phone of a table has only the newest round.
 */
export function sideAt(
  night: Pick<Night, "rounds">,
  hand: Pick<NightHand, "game_id">,
  { player_id: player, table: number }: Whose,
): number | null | undefined {
  const round = night.rounds.find(({ tables }) => tables.some(({ game_id: game }) => game === hand.game_id));
  const table = round?.tables.find(({ game_id: game }) => game === hand.game_id);
  if (!round || !table) return undefined;
  if (number !== null) return number === table.number && round === night.rounds.at(-1) ? null : undefined;
  const side = table.sides.findIndex(({ players }) => players.some(({ id }) => id === player));
  return side < 0 ? undefined : side;
}

/** Returns true if a phone of this side can prove the hand: the other side's. */
export function isOfOtherSide(night: Pick<Night, "rounds">, hand: NightHand, side: number | null): boolean {
  if (side === null) return true;
  const holder = hand.player_id ?? hand.players[0]?.id ?? null;
  return sideAt(night, hand, { player_id: holder, table: null }) !== side;
}

/** Returns the reason why a hand was refused. @returns a sentence */
export function handRefusalText(refusal: Refusal): string {
  const { counted } = refusal.problem as { counted?: number };
  if (refusal.slug === "not-that-hand" && counted !== undefined) return t("hand.no.counts", { n: counted });
  if (refusal.field === "player_id") return t("hand.no.player");
  if (refusal.slug === "own-result") return t("hand.no.own");
  return refusal.problem.status === 404 ? t("hand.no.gone") : refusalText(refusal);
}
