import { element } from "../../app/element.js";
import { list, t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";
import { session } from "../session.js";
import { sheet } from "../sheet.js";
import { Reason } from "./reason.js";
import { drawRecord } from "./record.js";

/** The 50/50 of a night: drawn once, shown large, voided with a reason. */
export class FiftyFifty {
  #page;
  #words = element("p", { class: "help" });
  #winner = element("p", { class: "drawn-name", role: "status" });
  #draw = element("button", { type: "button", class: "primary", onclick: () => this.#ask() });
  #void = element("button", { type: "button", class: "quiet", onclick: () => this.#askVoid() }, t("money.draw.void"));

  #record = element("div", {});

  /** @param {import("./night-page.js").NightPage} page */
  constructor(page) {
    this.#page = page;
    this.node = element(
      "section",
      { class: "fifty-fifty", "aria-labelledby": "fifty-fifty-title" },
      element("h2", { id: "fifty-fifty-title" }, t("money.fifty_fifty")),
      this.#winner,
      this.#words,
      element("div", { class: "keys-row" }, this.#draw, this.#void),
      this.#record,
    );
  }

  /** Shows it. @param {object} night @param {object|null} money the service's */
  show(night, money) {
    const { fifty_fifty: drawn } = night;
    const begun = ["playing", "finished"].includes(night.status);
    const possible = begun && !drawn && money?.fifty_fifty > 0;
    const won = drawn ? t("money.draw.won", { name: drawn.name, amount: amount(drawn.amount) }) : "";
    // A screen reader would say it again at every peg of the hall.
    if (this.#winner.textContent !== won) this.#winner.textContent = won;
    this.#draw.hidden = !possible;
    this.#void.hidden = !drawn;
    const draw = possible ? t("money.draw", { amount: amount(money.fifty_fifty) }) : "";
    this.#draw.textContent = this.#underWay ? t("running.sending") : draw;
    if (drawn) this.#words.textContent = "";
    else if (!begun) this.#words.textContent = t("money.draw.later");
    else this.#words.textContent = t(possible ? "money.draw.who" : "money.draw.nothing");
    this.#words.hidden = this.#words.textContent === "";
  }

  /** Tells of the draws that were voided. @param {object[]} events of the night's history */
  tell(events) {
    this.#record.replaceChildren(drawRecord(events, this.#page.night.entries) ?? "");
  }

  get #underWay() {
    return this.#page.waiting.some(({ fifty_fifty: asked }) => asked);
  }

  // The second tap of a double tap would be told that it is drawn already, and to void it.
  async #ask() {
    if (this.#underWay) return null;
    const unpaid = this.#page.night.entries.filter(({ paid }) => !paid).map(({ name }) => name);
    const words = [t("money.draw.who"), unpaid.length > 0 ? t("money.draw.without", { names: list(unpaid) }) : null];
    if (!(await sheet(t("money.draw.title"), words, t("money.draw.yes")))) return null;
    const path = `/api/v1/nights/${this.#page.id}`;
    const happened = async () => (await session.ask("GET", path)).fifty_fifty;
    return this.#page.change("POST", "/fifty-fifty", undefined, { happened, fifty_fifty: true });
  }

  async #askVoid() {
    const { name } = this.#page.night.fifty_fifty;
    const reason = new Reason();
    const words = [t("money.draw.void.words", { name }), reason.node];
    if (!(await sheet(t("money.draw.void.title"), words, t("money.draw.void")))) return;
    const voided = await this.#page.change("DELETE", "/fifty-fifty", { reason: reason.given });
    if (voided) this.#page.foot.say(t("money.draw.voided", { name }));
  }
}
