import type { LedgerEntry, NightDebt, PlayerBalance } from "pegout-api";
import { session } from "../access/session.ts";
import type { Refusal } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { amount, dateOf } from "../lib/format.ts";
import { has, language, locale, t } from "../lib/i18n.ts";
import type { Command } from "../lib/journal.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { MoneyField } from "../ui/form.ts";

/** The money of a player: the credit in cents, and the fees of nights that are not paid. */
type Account = { credit: number; owes: NightDebt[] };

/**
 * The effect of a command on an account, as plain JSON: it is saved on disk with the command. `credit` is added to the
 * credit, in cents. `paid` is a debt that is paid, and `unpaid` a debt that is not paid after all.
 */
export type AccountChange = { player: string; credit?: number; paid?: NightDebt; unpaid?: NightDebt };

/** A command with its effect on an account. */
type MoneyCommand = Command & { account?: AccountChange };

/**
 * The accounts of the players, as they will be after the pending commands. They are in memory only. Without an answer, or
 * with a service that has no ledger, there are no accounts.
 */
export class Accounts {
  #accounts: Map<string, Account> | null = null;
  #pending: MoneyCommand[] = [];
  // The commands that the service has answered since the accounts were read.
  #answered: MoneyCommand[] = [];
  #shown = "";
  #request;

  /** @param onChange called when the service has sent accounts */
  constructor(onChange: () => void) {
    this.#request = new LatestRequest(
      (_: null, signal: AbortSignal) => session.ask("GET", "/api/v1/ledger/players", { signal }),
      {
        onAnswer: ({ players }) => {
          this.#accounts = new Map(players.map((one: PlayerBalance) => [one.player_id, one]));
          this.#answered = [];
          onChange();
        },
      },
    );
  }

  /** True once the accounts are known. */
  get isKnown(): boolean {
    return this.#accounts !== null;
  }

  /**
   * Takes the commands without an answer, and reads the accounts again if anything has changed.
   * @param version of the night
   */
  follow(version: number, pending: MoneyCommand[]) {
    const left = new Set(pending.map(({ key }) => key));
    const answered = this.#pending.filter(({ key, account }) => account && !left.has(key));
    this.#pending = pending;
    this.#answered.push(...answered);
    const shown = String(version);
    if (shown === this.#shown && answered.length === 0) return;
    this.#shown = shown;
    this.#request.request(null);
  }

  /** Returns the account of a player. */
  of(player: string): Account {
    const { credit, owes } = this.#accounts?.get(player) ?? { credit: 0, owes: [] };
    const changes = [...this.#answered, ...this.#pending].flatMap(({ account }) => account ?? []);
    return changes.filter((change) => change.player === player).reduce(changed, { credit, owes });
  }

  /** Tries at once if there was no answer. */
  retry() {
    this.#request.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }
}

function changed(account: Account, { credit = 0, paid, unpaid }: AccountChange): Account {
  const other = paid ?? unpaid;
  const owes = account.owes.filter(({ night_id: night }) => night !== other?.night_id);
  return { credit: account.credit + credit, owes: unpaid ? [...owes, unpaid] : owes };
}

/** The sum of debts, in cents. */
export function sumOf(debts: NightDebt[]): number {
  return debts.reduce((sum, debt) => sum + debt.amount, 0);
}

/** Names the fees that are not paid: “owes $10 from Nov 19”. */
export function debtText(debts: NightDebt[]): string {
  if (debts.length === 0) return "";
  return t("ledger.owes", { n: debts.length, amount: amount(sumOf(debts)), day: shortDay(debts[0].date) });
}

/** A day without its year: “Nov 19”. @param date as `2026-11-19` */
export function shortDay(date: string): string {
  const format = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" });
  const text = format.format(new Date(`${date}T00:00:00Z`));
  // In French the first day of a month is “1er”, which browsers do not know. The number and the month share a line.
  return (language() === "fr" ? text.replace(/^1 /, "1er ") : text.replace(".", "")).replaceAll(/\s/g, "\u00a0");
}

/** The reason why credit did not pay a fee; null for another refusal, or another command. */
export function creditRefusalText(
  { slug, problem }: Refusal,
  { player, account }: Partial<MoneyCommand>,
): string | null {
  if (slug !== "not-enough-credit" || !player) return null;
  const { amount: first = 0 } = problem as { amount?: number };
  // The problem has the amount of one posting: the fee, or a stake.
  const cents = -(account?.credit ?? 0) || first;
  return t("paying.used_elsewhere", { name: player.name, amount: amount(cents) });
}

/** The highest amount of a posting, in cents. */
const MAX_AMOUNT = 100_000;

/** A posting that a form makes. A repeat of the same content without an answer has the same id. */
export class Posting {
  #id = newId();
  #content = "";

  /** Sends it. @param body without an id */
  async send(body: object) {
    const content = JSON.stringify(body);
    if (this.#content && this.#content !== content) this.#id = newId();
    this.#content = content;
    await session.ask("PUT", `/api/v1/ledger/${this.#id}`, { body });
    this.#id = newId();
  }

  /** Returns the error of an amount; null for an amount that the service takes. @param most in cents */
  static wrong(sum: MoneyField, most: number = MAX_AMOUNT): string | null {
    const given = sum.cents;
    if (!given) return t("ledger.wrong.amount");
    const highest = Math.min(most, MAX_AMOUNT);
    return given > highest ? t("ledger.wrong.most", { amount: amount(highest) }) : null;
  }
}

/** The amount of a checked field, in cents. */
export function cents(sum: MoneyField): number {
  return sum.cents ?? 0;
}

/** Cents with a true minus. */
export function signedAmount(value: number): string {
  return value < 0 ? `−${amount(-value)}` : amount(value);
}

/** The day of a posting: of its night, else of its arrival. */
export function dayText({ at, date }: LedgerEntry): string {
  return shortDay(date ?? dateOf(new Date(at)));
}

/** Names a posting: “Paid ahead”, “Fee, paid from the credit”, “Taken out: Activities”. @param pots the names by id */
export function postingText(
  { from, to, pot_id: id, player_id: player }: LedgerEntry,
  pots: Map<string, string>,
): string {
  const pot = id ? (pots.get(id) ?? t("ledger.fund.pot")) : "";
  if (id && player) return t(`ledger.pot.${to === "pot" ? "stake" : "won"}`, { pot });
  if (id) return potText(to === "pot" ? "in" : "out", pot, to === "pot" ? from : to);
  const pair = `ledger.posting.${from}.${to}`;
  if (has(pair)) return t(pair);
  if (from === "outside") return t("ledger.posting.in", { fund: t(`ledger.fund.${to}`) });
  if (to === "outside") return t("ledger.posting.out", { fund: t(`ledger.fund.${from}`) });
  return t("ledger.posting.moved", { from: t(`ledger.fund.${from}`), to: t(`ledger.fund.${to}`) });
}

/** @param other the other account */
function potText(way: "in" | "out", pot: string, other: LedgerEntry["to"]) {
  if (other === "outside") return t(`ledger.posting.${way}`, { fund: pot });
  const fund = t(`ledger.fund.${other}`);
  return t("ledger.posting.moved", way === "in" ? { from: fund, to: pot } : { from: pot, to: fund });
}
