import type { LeaguePot, PotShare } from "pegout-api";
import { session } from "../access/session.ts";
import { Refusal } from "../lib/api.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";

/** A pot of the league, with the money in it. */
export type Pot = LeaguePot;

/** The address of the pots. */
export const POTS = "/api/v1/pots";

/** The hands that a pot can pay for, in the order of the choice. */
export const POT_HANDS = ["high", "24", "28", "29", "four_of_a_kind", "grand_slam", "named"] as const;

/** Returns the share of a hand that wins all. */
export function wins(hand: PotShare["hand"]): PotShare {
  return { hand, percent: 100 };
}

/** The pots that many clubs have; each is a key that fills the form in. */
export const READY_MADE: Record<string, Pick<Pot, "pays" | "among">> = {
  high: { pays: [wins("high")], among: "share" },
  two: { pays: [wins("29"), { hand: "28", percent: 50 }], among: "share" },
  last: { pays: [wins("24")], among: "last" },
  four: { pays: [wins("four_of_a_kind")], among: "cut" },
  slam: { pays: [wins("29"), wins("grand_slam")], among: "share" },
};

/** Reads the pots of the league. An older service has none. */
export async function readPots(signal: AbortSignal): Promise<Pot[]> {
  try {
    const { pots }: { pots: Pot[] } = await session.ask("GET", POTS, { signal });
    return pots;
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The names of pots by id, for {@link postingText}. */
export function potNames(pots: Pot[]): Map<string, string> {
  return new Map(pots.map(({ id, name }) => [id, name]));
}

/** Returns the pots with these ids, in the order of the league. */
export function potsOf(pots: Pot[], ids: string[] | null | undefined): Pot[] {
  return pots.filter(({ id }) => ids?.includes(id));
}

/** The stakes of these pots, in cents. */
export function stakesOf(pots: Pot[]): number {
  return pots.reduce((sum, { stake }) => sum + stake, 0);
}

/** Names the parts of a payment: “$10, High hand $1 and 28 and 29 $1”. @param fee in cents; 0 for none */
export function partsText(fee: number, pots: Pot[]): string {
  const stakes = pots.map(({ name, stake }) => t("pots.part", { name, amount: amount(stake) }));
  return [...(fee > 0 ? [amount(fee)] : []), ...stakes].join(", ");
}

/** Says what a pot pays for: “29: all, 28: 50 %”. */
export function paysText({ pays }: { pays: PotShare[] }): string {
  return list(
    pays.map(({ hand, percent }) =>
      t(percent === 100 ? "pots.pays.all" : "pots.pays", { hand: t(`pots.hand.${hand}`), n: percent }),
    ),
  );
}
