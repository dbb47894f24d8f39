/** @import { Money, PlayerMoney } from "pegout-api" */
/** @import { NightPage } from "../admin/night-page.js" */
import { newId } from "../lib/device.js";
import { KeyedList, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { MoneyField, field, sheet } from "../ui/form.js";

/** A player's money with its state: `isSending` while what was handed out is on its way. @typedef {{money: PlayerMoney, isSending: boolean}} Settled */
/** The steps of a player's line. @typedef {{onTick: (money: PlayerMoney) => void, onOther: (money: PlayerMoney) => void}} SettlementListeners */

/** The sum between the league and a player, in words: “gets $38”, “owes $10”. @param {PlayerMoney} money @returns {string} */
export function settleText({ fee_due: fee, to_settle: sum }) {
  if (sum > 0) return t("money.gets", { amount: amount(sum) });
  if (sum < 0) return t(fee > 0 ? "money.owes" : "money.gives", { amount: amount(-sum) });
  return t("money.even");
}

/** The players to whom something is owed or who give something back, and what was handed out to everybody. */
export class Settlement {
  #page;
  #onMoney;
  #open;
  #handed;
  #help = element("p", { class: "help", role: "status" });
  #more;

  /** @param {NightPage} page @param {(money: Money) => void} onMoney called with the money as it is after a hand-out */
  constructor(page, onMoney) {
    this.#page = page;
    this.#onMoney = onMoney;
    const listeners = {
      onTick: (/** @type {PlayerMoney} */ money) => this.#note(money, money.handed_out + returned(money)),
      onOther: (/** @type {PlayerMoney} */ money) => this.#ask(money),
    };
    const list = (/** @type {HTMLElement} */ node, /** @type {boolean} */ isOpen) =>
      /** @type {KeyedList<Settled>} */ (
        new KeyedList(
          node,
          ({ money }) => money.player_id,
          () => new SettledRow(listeners, isOpen),
        )
      );
    const open = element("ul", { class: "settlement" });
    const handed = element("ul", { class: "settlement" });
    this.#open = list(open, true);
    this.#handed = list(handed, false);
    this.#more = element("details", {}, element("summary", {}, t("money.hand_outs")), handed);
    this.node = element(
      "section",
      { "aria-labelledby": "settle-title" },
      element("h2", { id: "settle-title" }, t("money.settle")),
      this.#help,
      open,
      this.#more,
    );
  }

  /** Shows who is owed what. @param {Money|null} answer */
  show(answer) {
    const { night, pending } = this.#page;
    this.node.hidden = !answer || !["playing", "finished"].includes(night.status);
    if (!answer) return;
    const sending = new Set(pending.map(({ payout }) => payout));
    const rows = answer.players.map((money) => ({ money, isSending: sending.has(money.player_id) }));
    const open = rows.filter(({ money }) => returned(money) !== 0);
    this.#open.show(open);
    const handed = rows.filter(({ money }) => money.prize_now > 0 && returned(money) === 0);
    this.#handed.show(handed);
    this.#more.hidden = handed.length === 0;
    const help = this.#helpKey(night.status === "finished", open.length > 0);
    if (this.#help.textContent !== t(help)) this.#help.textContent = t(help);
  }

  /** @param {boolean} isFinished @param {boolean} isOpen */
  #helpKey(isFinished, isOpen) {
    if (isFinished) return isOpen ? "money.settle.after" : "money.settle.done";
    return isOpen ? "money.settle.now" : "money.settle.early";
  }

  /** @param {PlayerMoney} money */
  async #ask(money) {
    const { name, prize_now: prize, handed_out: handed } = money;
    const given = new MoneyField("amount", handed);
    // A form closes its sheet only with an amount that can be read.
    given.input.oninput = () => given.input.setCustomValidity(given.cents === null ? t("club.wrong.amount") : "");
    const words = t("money.other.words", { prize: amount(prize), handed: amount(handed) });
    const content = [words, field(t("money.other.amount"), given.input)];
    if (!(await sheet(t("money.other.title", { name }), content, t("money.other.yes")))) return;
    if (given.cents !== null && given.cents !== handed) await this.#note(money, given.cents);
  }

  /** @param {PlayerMoney} money @param {number} handed what they have in all, in cents */
  async #note({ player_id: id, name, handed_out: before }, handed) {
    if (this.#page.pending.some(({ payout }) => payout === id)) return;
    const put = async (/** @type {number} */ sum) => {
      const details = { payout: id, about: name };
      const answer = await this.#page.change("PUT", `/payouts/${id}`, { amount: sum, id: newId() }, details);
      if (answer) this.#onMoney(answer);
      return Boolean(answer);
    };
    if (!(await put(handed))) return;
    this.#page.statusBar.show(t("money.handed", { name, amount: amount(handed) }), () => put(before));
  }
}

class SettledRow {
  #listeners;
  /** @type {PlayerMoney|null} */
  #money = null;
  #name = element("span", {});
  #box;
  #sum = element("strong", { class: "sum" });
  #other = element("button", { type: "button", class: "deed" }, t("money.other"));

  /** @param {SettlementListeners} listeners @param {boolean} isOpen true of those who are still to get or to give something */
  constructor(listeners, isOpen) {
    this.#listeners = listeners;
    this.#box = element("input", {
      type: "checkbox",
      onchange: () => this.#money && this.#listeners.onTick(this.#money),
    });
    this.#other.onclick = () => this.#money && this.#listeners.onOther(this.#money);
    const label = isOpen ? element("label", { class: "fee" }, this.#box, this.#name) : this.#name;
    this.node = element("li", {}, label, this.#sum, this.#other);
    this.#isOpen = isOpen;
  }

  #isOpen;

  /** Shows the player. @param {Settled} settled */
  show({ money, isSending }) {
    this.#money = money;
    const { name, handed_out: handed, prize_now: prize } = money;
    const isDone = isSending && this.#isOpen;
    const state = this.#isOpen
      ? settleText({ ...money, fee_due: 0, to_settle: returned(money) })
      : t("money.hand_outs.line", { handed: amount(handed), prize: amount(prize) });
    this.#name.textContent = name;
    this.#sum.textContent = isDone ? t("running.sending") : state;
    this.#box.checked = isDone;
    this.#box.setAttribute("aria-label", t("money.hand", { name, sum: state }));
    this.#other.setAttribute("aria-label", t("money.other.of", { name }));
  }
}

// A fee that is owed stands among those who have not paid.
/** @param {PlayerMoney} money @returns {number} what is still to be handed out, or comes back where it is negative, in cents */
function returned({ prize_now: prize, handed_out: handed }) {
  return prize - handed;
}
