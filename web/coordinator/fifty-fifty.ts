import type { FiftyFifty as Drawn, Money, Night } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { atLeast } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { seenOf } from "../night/night-store.ts";
import { isOfCards } from "../night/seats.ts";
import { Reason } from "../rounds/preview.ts";
import { sheet } from "../ui/form.ts";
import type { NightPage } from "./night-page.ts";

/** The 50/50 of a night: drawn once, shown large, voided with a reason. */
export class FiftyFifty {
  #page;
  #help = element("p", { class: "help" });
  #winner = element("p", { class: "drawn-name", role: "status" });
  #drawButton = element("button", { type: "button", class: "primary", onclick: () => this.#draw() });
  #voidButton = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#void() },
    t("money.draw.void"),
  );
  #record = element("div", {});
  declare node;

  constructor(page: NightPage) {
    this.#page = page;
    this.node = element(
      "section",
      { class: "fifty-fifty", "aria-labelledby": "fifty-fifty-title" },
      element("h2", { id: "fifty-fifty-title" }, t("money.fifty_fifty")),
      this.#winner,
      this.#help,
      element("div", { class: "keys-row" }, this.#drawButton, this.#voidButton),
      this.#record,
    );
  }

  /** Shows the draw. */
  show(night: Night, money: Money | null) {
    const { fifty_fifty: drawn, status } = night;
    const isBegun = ["playing", "finished"].includes(status);
    const sum = isBegun && !drawn && money ? money.fifty_fifty : 0;
    // Most nights from paper have no money, so there is nothing to draw.
    this.node.hidden = isOfCards(night) || (Boolean(night.import_id) && !drawn && sum === 0);
    const won = drawn?.amount ?? null;
    const winner = drawn && won !== null ? t("money.draw.won", { name: drawn.name, amount: amount(won) }) : "";
    // A screen reader would read it again at every peg of the night.
    if (this.#winner.textContent !== winner) this.#winner.textContent = winner;
    this.#drawButton.hidden = sum <= 0;
    // Later fees would miss a draw while everybody plays.
    this.#drawButton.className = status === "playing" ? "quiet" : "primary";
    this.#voidButton.hidden = !drawn;
    const draw = sum > 0 ? t("money.draw", { amount: amount(sum) }) : "";
    this.#drawButton.textContent = this.#isSending ? t("running.sending") : draw;
    // Before the money is known nobody can say how much there is to draw.
    if (drawn || (isBegun && !money)) this.#help.textContent = "";
    else if (!isBegun) this.#help.textContent = t("money.draw.later");
    else this.#help.textContent = t(sum > 0 ? "money.draw.who" : "money.draw.nothing");
    this.#help.hidden = this.#help.textContent === "";
  }

  /** Shows the draws that were voided. @param record of them */
  showRecord(record: HTMLElement | null) {
    this.#record.replaceChildren(record ?? "");
  }

  get #isSending() {
    return this.#page.pending.some(({ fifty_fifty: isDraw }) => isDraw);
  }

  // The second tap of a double tap would be refused, with the advice to void the draw.
  async #draw() {
    if (this.#isSending) return;
    const based_on = this.#page.night.version;
    const unpaid = this.#page.night.entries.filter(({ paid }) => !paid).map(({ name }) => name);
    const text = [t("money.draw.who"), unpaid.length > 0 ? t("money.draw.without", { names: list(unpaid) }) : null];
    if (!(await sheet(t("money.draw.title"), text, t("money.draw.yes")))) return;
    await this.#page.change("POST", "/fifty-fifty", { id: newId(), based_on }, { fifty_fifty: true });
  }

  async #void() {
    const drawn = this.#page.night.fifty_fifty as (Drawn & { id?: string | null }) | null;
    const name = drawn?.name ?? "";
    const reason = new Reason("night");
    const parts = [t("money.draw.void.words", { name }), reason.node];
    if (!(await sheet(t("money.draw.void.title"), parts, t("money.draw.void"), undefined, "grave"))) return;
    // When it is sent later, a draw that was made meanwhile stays.
    const path = drawn?.id ? `/fifty-fifty?id=${drawn.id}` : "/fifty-fifty";
    const answer = await this.#page.change("DELETE", path, {
      reason: reason.given,
    });
    if (answer) this.#page.statusBar.show(t("money.draw.voided", { name }));
  }
}

/** The 50/50 beside the tables, while they play, for whoever may read the money: it asks for the amount itself. */
export class FiftyFiftyLine {
  #page;
  #fiftyFifty;
  #request;
  #requested = "";
  #money: Money | null = null;
  declare node;

  constructor(page: NightPage) {
    this.#page = page;
    this.#fiftyFifty = new FiftyFifty(page);
    this.node = this.#fiftyFifty.node;
    this.#request = new LatestRequest(
      (_, signal) => session.ask("GET", atLeast(`/api/v1/nights/${page.id}/money`, seenOf(page.id).value), { signal }),
      {
        onAnswer: (money: Money) => {
          this.#money = money;
          this.show();
        },
      },
    );
  }

  /** Shows the draw, while the night plays. */
  show() {
    const { night } = this.#page;
    this.node.hidden = night.status !== "playing" || !hasRight(session.role, "read_money");
    if (this.node.hidden) return;
    const requested = JSON.stringify([night.fifty_fifty, night.entries.map(({ paid }) => paid)]);
    if (requested !== this.#requested) this.#request.request(requested);
    this.#requested = requested;
    this.#fiftyFifty.show(night, this.#money);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }
}
