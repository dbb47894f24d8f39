import type { Money, NightStandings, OpenItem, PlayerMoney } from "pegout-api";
import { sheetKey } from "../access/questions.ts";
import { newId } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { isOfCards } from "../night/seats.ts";
import { pendingEntries } from "../rounds/entries.ts";
import { MoneyField, field, sheet } from "../ui/form.ts";
import type { CommandDetails, NightPage } from "./night-page.ts";
import { missingCard, noteCard, pendingCard } from "./returned-cards.ts";

/** A kind of hand-out. */
type Payout = "prize" | "fifty_fifty";
/** The request of a tick: the body, the body that undoes it, and the sentence that says it. */
type Step = { path: string; details: CommandDetails; to: object; from: object; said: string };
/** A line: its text, its tick, and `isSending` while that is on its way. `other` asks for another amount. */
type Line = {
  key: string;
  name: string;
  text: string;
  isDone: boolean;
  isSending: boolean;
  tick: (() => void) | null;
  href: string | null;
  other: (() => void) | null;
};

/** Names a thing that is still to be done, without the player: “$64 prize”, “owes $10”. @param money the player's */
export function openText(
  { what, amount: cents = 0, prize = 0, table: n, round }: OpenItem,
  money?: PlayerMoney,
): string {
  if (what === "contested") return t("money.open.contested", { n, round });
  if (what === "card") return t("money.open.card");
  if (what === "fifty_fifty") return t("money.open.fifty_fifty", { amount: amount(cents) });
  if (what === "to_return") return t("money.gives", { amount: amount(cents) });
  if (what === "fee_back") return t("money.open.fee_back", { amount: amount(cents) });
  if (what === "prize") {
    const handed = money?.handed_out ?? 0;
    return t(handed > 0 ? "money.open.more" : "money.open.prize", { amount: amount(cents), handed: amount(handed) });
  }
  if (prize === 0) return t("money.owes", { amount: amount(cents) });
  const key = prize > cents ? "money.open.less_fee" : prize < cents ? "money.open.less_prize" : "money.open.even";
  return t(key, { amount: amount(Math.abs(prize - cents)), fee: amount(cents), prize: amount(prize) });
}

// Milliseconds for which the lines take no tick after one of them has left.
const STILL = 500;
const KINDS = ["prize", "fifty_fifty"] as Payout[];

/** The things that are still to be done at a night, the worst first and a tick a line, and the hand-outs so far. */
export class Settlement {
  #page;
  #onMoney;
  #onStandings;
  #open;
  #handed;
  #help = element("p", { class: "help", role: "status" });
  #more;
  #version = 0;
  declare node;

  /**
   * @param onMoney called with the money as it is after a hand-out
   * @param onStandings called with the standings as they are after a card was handed in
   */
  constructor(page: NightPage, onMoney: (money: Money) => void, onStandings: (standings: NightStandings) => void) {
    this.#page = page;
    this.#onMoney = onMoney;
    this.#onStandings = onStandings;
    const open = element("ul", { class: "settlement" });
    const handed = element("ul", { class: "settlement" });
    this.#open = new TickedLines(open);
    this.#handed = new TickedLines(handed);
    this.#more = element("details", {}, element("summary", {}, t("money.hand_outs")), handed);
    this.node = element(
      "section",
      { "aria-labelledby": "settle-title" },
      element("h2", { id: "settle-title" }, t("money.sheet.settle")),
      this.#help,
      open,
      this.#more,
    );
  }

  /** Shows the money. @param version of the night that it shows, or an older one */
  show(answer: Money | null, version: number) {
    const { night } = this.#page;
    const hasBegun = ["playing", "finished"].includes(night.status);
    this.node.hidden = !answer || (answer.open.length === 0 && !hasBegun);
    if (!answer) return;
    this.#version = version;
    const players = new Map(answer.players.map((player) => [player.player_id, player]));
    this.#open.show(answer.open.flatMap((item) => this.#openLines(item, players.get(item.player_id ?? ""))));
    const handed = answer.players.flatMap((player) => KINDS.flatMap((what) => this.#handedLine(player, what) ?? []));
    this.#handed.show(handed);
    this.#more.hidden = handed.length === 0;
    const help = this.#helpText(answer);
    if (this.#help.textContent !== help) this.#help.textContent = help;
    this.#help.hidden = help === "";
  }

  // Missing cards do not count, because the help is about money.
  #helpText({ open: items, fifty_fifty: fifty }: Money) {
    const { night } = this.#page;
    const { status } = night;
    const open = items.filter(({ what }) => what !== "card");
    const pending = this.#page.pending.filter(({ card }) => !card);
    if (status === "finished" && open.length + pending.length > 0) return "";
    if (status === "finished" && fifty > 0 && !night.fifty_fifty && !isOfCards(night))
      return t("money.settle.draw", { amount: amount(fifty) });
    if (status === "finished") return t("money.settle.done");
    if (open.length === 0) return t("money.settle.early");
    if (status === "playing") return t("money.settle.now");
    return open.some(({ what }) => what === "fee") ? t("money.missing") : "";
  }

  /** @param money the player's */
  #openLines(item: OpenItem, money?: PlayerMoney): Line[] {
    const { what, amount: cents = 0, prize = 0, table, round } = item;
    const line = { text: openText(item, money), isDone: false, isSending: false, other: null, href: null };
    if (what === "card") {
      const card = missingCard(this.#page.night, item);
      const tick = () => noteCard(this.#page, card, true, this.#onStandings);
      return [
        {
          ...line,
          key: `${what} ${card.id}`,
          name: card.name,
          tick,
          isSending: pendingCard(this.#page, card.id) === true,
        },
      ];
    }
    if (!money) {
      return [{ ...line, key: `${round} ${table}`, name: "", tick: null, href: `#/tables?id=${this.#page.id}` }];
    }
    const { player_id: id, name } = money;
    const ticked = (step: Step) => ({
      ...line,
      key: `${what} ${id}`,
      name,
      tick: () => this.#do(step),
      isSending: this.#isSending(step),
    });
    if (what === "prize" || what === "fifty_fifty") {
      const step = this.#payout(money, what, sumsOf(money, what).handed + cents);
      return [{ ...ticked(step), other: () => this.#ask(money, what) }];
    }
    // Each tick is one request, so that none is done by half.
    if (what === "to_return") {
      return KINDS.flatMap((kind) => {
        const { due, handed } = sumsOf(money, kind);
        const left = kind === "prize" ? handed - (cents - tooMuchDrawn(money)) : due;
        if (left >= handed) return [];
        const text = t("money.gives", { amount: amount(handed - left) });
        return [{ ...ticked(this.#payout(money, kind, left)), key: `${what} ${kind} ${id}`, text }];
      });
    }
    if (what === "fee_back") return [ticked(this.#feeBack(money, cents))];
    const entry = pendingEntries(this.#page.night, this.#page.pending).find((one) => one.player_id === id);
    // The night is newer than its money: this fee was just paid.
    if (entry?.paid && !entry.isPending) return [];
    return [ticked(prize > 0 ? this.#balance(money, prize) : this.#fee(money))];
  }

  #handedLine(money: PlayerMoney, what: Payout): Line | null {
    const { player_id: id, name } = money;
    const { handed } = sumsOf(money, what);
    if (handed === 0) return null;
    const step = this.#payout(money, what, 0);
    const text = t(`money.open.${what}`, { amount: amount(handed) });
    const other = () => this.#ask(money, what);
    const isSending = this.#isSending(step);
    const tick = () => this.#do(step);
    return { key: `${what} ${id}`, name, text, tick, other, isSending, isDone: true, href: null };
  }

  #isSending(step: Step) {
    const nameOf = (path: string, body: any) => `${path} ${body?.what ?? ""}`;
    const sent = nameOf(`/api/v1/nights/${this.#page.id}${step.path}`, step.to);
    return this.#page.pending.some(({ path, body }) => nameOf(path, body) === sent);
  }

  #fee({ player_id: id, name }: PlayerMoney): Step {
    const [to, from] = [{ paid: true }, { paid: false }];
    return { path: `/entries/${id}`, details: { player: { id, name } }, to, from, said: t("money.has_paid", { name }) };
  }

  /** @param cents the whole amount in hand */
  #payout(money: PlayerMoney, what: Payout, cents: number): Step {
    const { player_id: id, name } = money;
    const said = t(what === "prize" ? "money.handed" : "money.handed.fifty_fifty", { name, amount: amount(cents) });
    const [to, from] = [cents, sumsOf(money, what).handed].map((sum) => ({ amount: sum, what }));
    return { path: `/payouts/${id}`, details: { payout: id, about: name }, to, from, said };
  }

  /** The rest of a prize or the 50/50, which the player leaves in the box as credit. @param left in cents */
  #credit(money: PlayerMoney, what: Payout, left: number): Step {
    const step = this.#payout(money, what, sumsOf(money, what).handed + left);
    const said = t("money.to_credit.done", { name: money.name, amount: amount(left) });
    return { ...step, to: { ...step.to, to: "credit" }, said };
  }

  /** The fee of a withdrawn player. */
  #feeBack(money: PlayerMoney, cents: number): Step {
    const handed = this.#payout(money, "prize", money.handed_out);
    const said = t("money.fee_back", { name: money.name, amount: amount(cents) });
    return { ...handed, to: { ...handed.to, paid: false }, from: { ...handed.from, paid: true }, said };
  }

  /** A prize less the fee. @param cents the part of the prize that is handed out with it */
  #balance(money: PlayerMoney, cents: number): Step {
    const [fee, handed] = [this.#fee(money), this.#payout(money, "prize", money.handed_out + cents)];
    const [to, from] = [
      { ...handed.to, ...fee.to },
      { ...handed.from, ...fee.from },
    ];
    return { ...handed, to, from, said: `${fee.said} ${handed.said}` };
  }

  async #ask(money: PlayerMoney, what: Payout) {
    const { due, handed } = sumsOf(money, what);
    const given = new MoneyField("amount", handed);
    // A form closes its sheet only with an amount that can be read.
    given.input.oninput = () => given.input.setCustomValidity(given.cents === null ? t("club.wrong.amount") : "");
    const words = t(`money.other.words.${what}`, { due: amount(due), handed: amount(handed) });
    const left = due - handed;
    let isToCredit = false;
    const credit =
      left > 0 ? sheetKey(t("money.to_credit", { amount: amount(left) }), () => (isToCredit = true)) : null;
    const content = [words, credit, field(t("money.other.amount"), given.input)];
    const title = t("money.other.title", { name: money.name });
    const isTyped = await sheet(title, content, t("money.other.yes"));
    if (isToCredit) await this.#do(this.#credit(money, what, left));
    if (!isTyped) return;
    if (given.cents !== null && given.cents !== handed) await this.#do(this.#payout(money, what, given.cents));
  }

  async #do(step: Step) {
    if (this.#isSending(step)) return;
    const { path, details, to, from, said } = step;
    const based_on = this.#version;
    const send = async (body: object) => {
      const named = path.startsWith("/payouts") ? { ...body, id: newId() } : body;
      const answer = await this.#page.change("PUT", path, { ...named, based_on }, details);
      if (answer?.open) this.#onMoney(answer);
      return answer;
    };
    // Undo names the same version: if another session has changed the amount since, the page asks.
    if (await send(to)) this.#page.statusBar.show(said, () => send(from));
  }
}

/** A list of lines with ticks. The second tap of a double tap does not tick the line that moves there. */
class TickedLines {
  #node;
  #list: KeyedList<Line>;
  #count = 0;
  #timer = 0;

  constructor(node: HTMLElement) {
    this.#node = node;
    this.#list = new KeyedList(
      node,
      ({ key }) => key,
      (first) => new TickedLine(first),
    );
  }

  show(lines: Line[]) {
    this.#list.show(lines);
    if (lines.length < this.#count) this.#keepStill();
    this.#count = lines.length;
  }

  #keepStill() {
    const set = (inert: boolean) => {
      for (const line of this.#node.children) (line as HTMLElement).inert = inert;
    };
    clearTimeout(this.#timer);
    set(true);
    this.#timer = window.setTimeout(() => set(false), STILL);
  }
}

/** A line with its tick. A contested result has a link instead. */
class TickedLine {
  #line;
  #name = element("bdi", {});
  #sum = element("strong", {});
  #box;
  #link = element("a", { class: "link" });
  #other = element("button", { type: "button", class: "deed" }, t("money.other"));
  declare node;

  constructor(line: Line) {
    this.#line = line;
    this.#box = element("input", { type: "checkbox", onchange: () => this.#line.tick?.() });
    this.#other.onclick = () => this.#line.other?.();
    const text = element("span", {}, this.#name, " — ", this.#sum);
    this.node = element(
      "li",
      {},
      line.href === null ? element("label", { class: "fee" }, this.#box, text) : this.#link,
      line.other === null ? null : this.#other,
    );
  }

  /** Shows it. */
  show(line: Line) {
    this.#line = line;
    const { name, text, isDone, isSending, href } = line;
    this.#link.href = href ?? "";
    this.#link.textContent = text;
    this.#name.textContent = name;
    this.#sum.textContent = isSending ? t("running.sending") : text;
    this.#box.checked = isDone !== isSending;
    this.#other.setAttribute("aria-label", t("money.other.of", { name }));
  }
}

/** The amounts of a kind that a player is to get and has in hand, in cents. */
function sumsOf(money: PlayerMoney, what: Payout) {
  return what === "prize"
    ? { due: money.prize_now, handed: money.handed_out }
    : { due: money.fifty_fifty_due, handed: money.fifty_fifty_handed };
}

/** The amount of the 50/50 that a player has in hand and has not won, in cents. */
function tooMuchDrawn({ fifty_fifty_due: due, fifty_fifty_handed: handed }: PlayerMoney) {
  return Math.max(handed - due, 0);
}
