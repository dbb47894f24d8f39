import type { Night } from "pegout-api";
import { sheetKey } from "../access/questions.ts";
import { type Pot, partsText, potsOf, stakesOf } from "../ledger/pots.ts";
import { type Child, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { type PendingEntry, seatedPlayers } from "../rounds/entries.ts";
import { tick } from "../ui/form.ts";

/**
 * The stakes of a player at the check-in. `pots` are the active pots, and the pots with a stake of the player. `wants` are the
 * ids of the player's pots after the tap “paid”.
 */
export type Stakes = { pots: Pot[]; wants: string[] };

/** A payment: the fee that is not paid yet, and the stakes. */
type Payer = Stakes & { entry: PendingEntry | null; fee: number | null };

/** Returns the stakes of a player. @param isOpen false for a night that is finished or cancelled */
export function stakesFor(all: Pot[], entry: PendingEntry | null, isOpen: boolean): Stakes {
  const staked = entry?.pots ?? [];
  const pots = all.filter(({ id, active }) => staked.includes(id) || (active && isOpen));
  const wanted = pots.filter(({ id, everyone, active }) => staked.includes(id) || (everyone && active));
  return { pots, wants: wanted.map(({ id }) => id) };
}

/** Returns the pots in which the tap “paid” stakes. */
export function joins({ pots, wants, entry }: Payer): Pot[] {
  return potsOf(pots, wants).filter(({ id }) => !entry?.pots?.includes(id));
}

/** The money that the tap “paid” brings, in cents: the fee and the new stakes. */
export function dueOf(payer: Payer): number {
  return (payer.entry?.paid ? 0 : (payer.fee ?? 0)) + stakesOf(joins(payer));
}

/** The money that a player has paid, in cents: the fee and the stakes. */
export function paidSum({ pots, entry, fee }: Payer): number {
  return (fee ?? 0) + stakesOf(potsOf(pots, entry?.pots));
}

/** Names the money that the tap “paid” brings: “$12: $10, High hand $1, 28 and 29 $1”. Empty without money. */
export function dueText(payer: Payer): string {
  const [sum, pots] = [dueOf(payer), joins(payer)];
  if (pots.length === 0) return sum > 0 ? amount(sum) : "";
  return t("pots.sum", { sum: amount(sum), parts: partsText(sum - stakesOf(pots), pots) });
}

/**
 * Returns the member of an entry's notes for these pots; empty if nothing changes. An older service does not know the
 * member.
 */
export function potsNote(before: string[] | null | undefined, wanted: string[]): { pots?: string[] } {
  const now = before ?? [];
  const isSame = now.length === wanted.length && wanted.every((id) => now.includes(id));
  return isSame ? {} : { pots: wanted };
}

/** Returns true for a player who has had a seat: the stakes stay in the pots if the player leaves. */
export function hasPlayed({ rounds }: Night, player: string): boolean {
  return seatedPlayers(rounds.flatMap(({ tables }) => tables)).has(player);
}

/** Says how the pots of a player differ from the usual pots: “not in High hand”, “in 24s”. */
export function unusualText({ pots, wants, entry }: Payer, isClosed: boolean): string {
  if (!entry || isClosed) return "";
  const staked = potsOf(pots, entry.pots);
  const more = entry.paid ? staked.filter(({ everyone }) => !everyone) : staked;
  const without = entry.paid ? potsOf(pots, wants).filter((pot) => !staked.includes(pot)) : [];
  const names = (some: Pot[]) => ({ names: list(some.map(({ name }) => name)) });
  const texts = [
    more.length > 0 ? t("pots.in", names(more)) : "",
    without.length > 0 ? t("pots.without", names(without)) : "",
  ];
  return texts.filter(Boolean).join(" · ");
}

/** The part of a row's menu with a tick a pot, and the key that pays or changes the stakes. */
export class PotTicks {
  #payer;
  #key;
  #boxes: { pot: Pot; box: HTMLInputElement }[];

  /** The elements; none without a pot. */
  nodes: Child[] = [];

  /** @param onTap called with the ids of the ticked pots */
  constructor(payer: Payer, onTap: (wants: string[]) => void) {
    this.#payer = payer;
    const { pots, wants, entry } = payer;
    const chosen = entry?.paid ? (entry.pots ?? []) : wants;
    const onchange = () => this.#show();
    this.#boxes = pots.map((pot) => ({
      pot,
      box: element("input", { type: "checkbox", name: pot.id, checked: chosen.includes(pot.id), onchange }),
    }));
    this.#key = sheetKey("", () => onTap(this.#chosen.map(({ id }) => id)), "primary");
    const ticks = this.#boxes.map(({ pot, box }) =>
      tick(t("pots.part", { name: pot.name, amount: amount(pot.stake) }), box),
    );
    const group = element("div", { class: "pot-ticks", role: "group", "aria-label": t("ledger.pots") }, ticks);
    if (pots.length > 0) this.nodes = [group, this.#key];
    this.#show();
  }

  get #chosen() {
    return this.#boxes.filter(({ box }) => box.checked).map(({ pot }) => pot);
  }

  #show() {
    const { entry, pots } = this.#payer;
    const wants = this.#chosen.map(({ id }) => id);
    const back = stakesOf(potsOf(pots, entry?.pots).filter(({ id }) => !wants.includes(id)));
    const due = dueOf({ ...this.#payer, wants });
    this.#key.hidden = Boolean(entry?.paid) && due === 0 && back === 0;
    const key = due === 0 && back > 0 ? "pots.key.back" : back > 0 ? "pots.key.change" : "pots.key.pays";
    this.#key.textContent = t(key, { amount: amount(due), back: amount(back) });
  }
}
