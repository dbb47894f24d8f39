import type { EntryView, NightDebt } from "pegout-api";
import { askInSheet, sheetKey } from "../access/questions.ts";
import { type AccountChange, Accounts, debtText, shortDay, sumOf } from "../ledger/accounts.ts";
import { newId } from "../lib/device.ts";
import { type Child, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { partsText, potsOf, stakesOf } from "../ledger/pots.ts";
import { MoneyField, field, sheet } from "../ui/form.ts";
import type { Attendee } from "./attendees.ts";
import type { CommandDetails, NightPage } from "./night-page.ts";
import { PotTicks, dueOf, dueText, joins, potsNote } from "./stakes.ts";

/** The amounts to pay ahead that have a key: one, two and four fees. */
const FEES = [1, 2, 4];
const USUAL_FEE = 1000;
/** The highest amount of a posting, in cents. */
const MAX_AMOUNT = 100_000;

/** The payment that a user chose: tonight's fee with the older debts, the fee alone, or nothing now. */
type Choice = "all" | "tonight" | "later";

/** The notes of an entry. */
type Notes = Partial<Pick<EntryView, "paid" | "guest" | "pots">>;

/** The money of the players at the check-in: credit that pays the fee, older debts, and money that is paid ahead. */
export class Paying {
  #page;
  #say;
  // The money that credit has paid in this view, in cents, by player.
  #byCredit: Map<string, number> = new Map();

  /** The accounts of the players. */
  accounts;

  /**
   * @param onChange shows the newest accounts
   * @param say shows a sentence at the foot, with a step that reverts it
   */
  constructor(page: NightPage, onChange: () => void, say: (text: string, undo: () => void) => void) {
    this.#page = page;
    this.#say = say;
    this.accounts = new Accounts(onChange);
  }

  /** Returns the money of a player, for the row. */
  of(player: string): Pick<Attendee, "credit" | "debts" | "paysAhead"> {
    const { credit, owes } = this.accounts.of(player);
    const debts = owes.filter(({ night_id: night }) => night !== this.#page.id);
    return { credit, debts, paysAhead: this.accounts.isKnown && this.#page.night.status !== "cancelled" };
  }

  /** Returns true if the credit of a player covers the fee. */
  isCovered({ credit, fee, entry }: Attendee): boolean {
    return Boolean(fee) && !entry?.paid && credit >= (fee ?? 0);
  }

  /**
   * Checks a player in and pays the fee and the stakes from the credit, in two commands. If the credit was used meanwhile,
   * the player is still here. If the credit covers only the fee, the stakes are paid in cash.
   */
  payByCredit(attendee: Attendee, onUndo: () => void) {
    const { id, name, entry, isMember, credit, wants } = attendee;
    const [fee, due, pots] = [attendee.fee ?? 0, dueOf(attendee), joins(attendee)];
    const sum = credit >= due ? due : fee;
    const clears = Boolean(entry);
    if (!entry) this.#note(attendee, isMember ? {} : { guest: true });
    const account = { player: id, credit: -sum };
    const note = potsNote(entry?.pots, wants);
    const notes = { paid: true, ...(sum === due ? note : {}), with: "credit" } as const;
    this.#note(attendee, notes, { account }, clears);
    if (sum < due) this.#note(attendee, note, {}, false);
    this.#byCredit.set(id, sum);
    const said = t(entry ? "paying.by_credit" : "paying.here_by_credit", {
      name,
      fee: sum === due ? dueText(attendee) : amount(fee),
      left: amount(credit - sum),
    });
    this.#say(sum < due ? `${said} ${t("pots.cash", { parts: partsText(0, pots) })}` : said, onUndo);
  }

  /**
   * Gives money that credit paid back to the credit, before the entry changes.
   * @param pots the pots that the player stays in
   * @returns false if credit did not pay
   */
  giveBack({ id, name, entry }: Pick<Attendee, "id" | "name" | "entry">, pots: string[]): boolean {
    const credit = this.#byCredit.get(id);
    if (credit === undefined) return false;
    this.#byCredit.delete(id);
    this.#note({ id, name }, { paid: false, ...potsNote(entry?.pots, pots) }, { account: { player: id, credit } });
    return true;
  }

  /** Changes the pots of a player who has paid. The credit pays new stakes if it covers them. */
  changeStakes(attendee: Attendee) {
    const { id, name, entry, pots, wants, credit } = attendee;
    const before = entry?.pots ?? [];
    const kept = before.filter((pot) => wants.includes(pot));
    const [due, back] = [dueOf(attendee), stakesOf(potsOf(pots, before)) - stakesOf(potsOf(pots, kept))];
    const way = due > 0 && credit >= due ? ({ with: "credit" } as const) : {};
    // Cash goes back as cash, and credit as credit.
    if (back > 0) this.#note(attendee, { pots: kept });
    const account = "with" in way ? { player: id, credit: -due } : undefined;
    if (due > 0) this.#note(attendee, { pots: wants, ...way }, { account }, back === 0);
    const names = partsText(0, potsOf(pots, wants));
    const said = t(names ? "pots.is_in" : "pots.is_out", { name, pots: names });
    const undo = () => {
      if (due > 0) this.#note(attendee, { pots: kept }, { account: account && { player: id, credit: due } });
      const again = this.#byCredit.has(id) ? ({ with: "credit" } as const) : {};
      if (back > 0) this.#note(attendee, { pots: before, ...again }, {}, due === 0);
    };
    this.#say(said, undo);
  }

  /** Asks which fees a player with older debts pays now. @returns null if the sheet was closed */
  async ask(attendee: Attendee): Promise<Choice | null> {
    const { name, debts } = attendee;
    const tonight = dueOf(attendee);
    const answers: [Choice, string][] = [
      ["all", t("paying.all", { amount: amount(sumOf(debts) + tonight) })],
      ["tonight", t("paying.tonight", { amount: amount(tonight) })],
      ["later", t("paying.later")],
    ];
    const offered = answers.filter(([choice]) => choice !== "tonight" || tonight > 0);
    return askInSheet(name, [sentence(debtText(debts))], offered);
  }

  /** Notes older debts as paid. @returns reverts it */
  payDebts({ id, name }: Attendee, debts: NightDebt[]): () => void {
    const note = (debt: NightDebt, paid: boolean) => {
      const account: AccountChange = { player: id, ...(paid ? { paid: debt } : { unpaid: debt }) };
      // The version of this night says nothing about another night.
      const body = { paid, based_on: undefined };
      const path = `/api/v1/nights/${debt.night_id}/entries/${id}`;
      this.#page.change("PUT", path, body, { about: name, account }, { clears: false });
    };
    debts.forEach((debt) => note(debt, true));
    return () => debts.forEach((debt) => note(debt, false));
  }

  /**
   * Opens the menu of a row: the pots, older debts, and money that the player pays ahead.
   * @returns the ids of the pots that the player chose; null if nothing was chosen
   */
  async openMenu(attendee: Attendee): Promise<string[] | null> {
    const { name, credit, debts, fee, isClosed } = attendee;
    const chosen: string[][] = [];
    const ticks = new PotTicks(isClosed ? { ...attendee, pots: [] } : attendee, (wants) => chosen.push(wants));
    let debt: NightDebt | null = null;
    let cents = 0;
    const other = new MoneyField("amount", 0);
    other.input.value = "";
    // A form closes its sheet only with an amount that the service takes.
    const isWrong = () => !other.cents || other.cents > MAX_AMOUNT;
    const check = () => other.input.setCustomValidity(isWrong() ? t("club.wrong.amount") : "");
    other.input.oninput = check;
    const debtKeys = debts.map((one) =>
      sheetKey(t("paying.debt", { amount: amount(one.amount), day: shortDay(one.date) }), () => (debt = one)),
    );
    const keys = FEES.map((fees) => fees * (fee || USUAL_FEE)).map((sum) => sheetKey(amount(sum), () => (cents = sum)));
    const content: Child[] = [
      ...ticks.nodes,
      t(credit > 0 ? "paying.ahead.has" : "paying.ahead.words", { amount: amount(credit) }),
      debtKeys.length > 0 ? element("div", { class: "pay-keys" }, debtKeys) : null,
      element("div", { class: "ahead-keys" }, keys),
      field(t("paying.ahead.other"), other.input),
    ];
    const title = ticks.nodes.length > 0 ? name : t("paying.ahead.title", { name });
    const isTyped = await sheet(title, content, t("paying.ahead.yes"));
    if (debt) this.#say(...this.#payOne(attendee, debt));
    if (isTyped && other.cents) cents = other.cents;
    if (cents > 0) this.#payAhead(attendee, cents);
    return chosen[0] ?? null;
  }

  /** Ends it, when the view goes. */
  close() {
    this.accounts.close();
  }

  #payOne(attendee: Attendee, debt: NightDebt): [string, () => void] {
    const { name } = attendee;
    this.#page.statusBar.clear();
    const undo = this.payDebts(attendee, [debt]);
    return [t("paying.debt.done", { name, amount: amount(debt.amount), day: shortDay(debt.date) }), undo];
  }

  #payAhead({ id, name, credit }: Attendee, cents: number) {
    const path = `/api/v1/ledger/${newId()}`;
    const night_id = this.#page.id;
    const body = { from: "outside", to: "credit", amount: cents, player_id: id, night_id };
    const change = (sum: number) => ({ about: name, account: { player: id, credit: sum } });
    this.#page.change("PUT", path, body, change(cents));
    this.#say(t("paying.ahead.done", { name, amount: amount(credit + cents) }), () =>
      this.#page.change("DELETE", path, {}, change(-cents)),
    );
  }

  #note(
    { id, name }: { id: string; name: string },
    notes: Notes & { with?: "credit" },
    details: CommandDetails = {},
    clears = true,
  ) {
    this.#page.change("PUT", `/entries/${id}`, notes, { player: { id, name }, ...details }, { clears });
  }
}

function sentence(text: string) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace("..", ".");
}
