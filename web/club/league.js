import { presetName, rulesText } from "../game/labels.js";
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Form, MoneyField, field } from "../ui/form.js";
import { Loading } from "../ui/loading.js";
import { Representatives } from "./representatives.js";
import { session, signedIn } from "./session.js";

const MOST = 20;

/** How much of the pot each place gets, in percent. */
class Shares {
  #inputs = [];
  #rows = element("div", { class: "shares" });
  #sum = element("p", { class: "help", role: "status" });
  #more = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#add(0).focus() },
    t("league.share.more"),
  );

  /** @param {number[]} shares from the first place on */
  constructor(shares) {
    this.node = element(
      "fieldset",
      { class: "field" },
      element("legend", {}, t("league.shares")),
      this.#rows,
      this.#sum,
      this.#more,
    );
    shares.forEach((share) => this.#add(share));
  }

  /** From the first place on; the last one that is not 0 ends them. @returns {number[]} */
  get written() {
    const shares = this.#inputs.map(({ value }) => Number(value));
    return shares.slice(0, shares.findLastIndex((share) => share > 0) + 1);
  }

  /** What is too much about them; null where nothing is. @returns {string|null} a sentence */
  get wrong() {
    const sum = this.#added;
    return sum > 100 ? t("league.shares.over", { sum, over: sum - 100 }) : null;
  }

  get #added() {
    return this.written.reduce((sum, share) => sum + share, 0);
  }

  #add(share) {
    const n = this.#inputs.length + 1;
    const input = element("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: 100,
      step: 1,
      value: share || "",
      "aria-label": t("league.share", { n }),
      oninput: () => this.#say(),
    });
    this.#inputs.push(input);
    this.#rows.append(
      element("label", {}, element("span", { "aria-hidden": "true" }, t("league.place", { n })), input),
    );
    this.#more.hidden = n === MOST;
    this.#say();
    return input;
  }

  #say() {
    const sum = this.#added;
    const words = sum < 100 ? t("league.shares.under", { sum, rest: 100 - sum }) : t("league.shares.whole");
    this.#sum.textContent = this.wrong ?? words;
  }
}

const LEAGUE = "/api/v1/league";
// Rules that no preset has stay as they are.
const OWN = "own";

class Settings {
  constructor(league, presets) {
    this.presets = { ...presets };
    const preset = Object.keys(presets).find((key) => same(presets[key], league.rules));
    if (!preset) this.presets[OWN] = league.rules;
    this.rules = element(
      "select",
      { name: "rules", onchange: () => this.explain() },
      Object.keys(this.presets).map((key) =>
        element(
          "option",
          { value: key, selected: key === (preset ?? OWN) },
          key === OWN ? t("league.rules.own") : presetName(key),
        ),
      ),
    );
    const whole = (name, min, max) =>
      element("input", {
        name,
        type: "number",
        inputmode: "numeric",
        min,
        max,
        step: 1,
        required: true,
        value: league[name],
      });
    this.name = element("input", {
      name: "name",
      required: true,
      maxlength: 100,
      autocomplete: "off",
      value: league.name,
    });
    this.games = whole("games_per_night", 1, 20);
    this.fee = new MoneyField("fee", league.fee);
    this.drawPart = new MoneyField("draw_part", league.draw_part);
    this.drawPercent = whole("draw_percent", 0, 100);
    this.potPercent = whole("pot_percent", 0, 100);
    this.shares = new Shares(league.prize_shares);
    this.rulesField = field(t("league.rules"), this.rules, " ");
    this.explain();
  }

  get nodes() {
    return [
      field(t("league.name"), this.name),
      this.rulesField,
      field(t("league.games"), this.games, t("league.card")),
      element("h2", {}, t("league.money")),
      element(
        "div",
        { class: "pair" },
        field(t("league.fee"), this.fee.input),
        field(t("league.draw_part"), this.drawPart.input),
      ),
      field(t("league.draw_percent"), this.drawPercent, t("league.draw_percent.why")),
      field(t("league.pot_percent"), this.potPercent, t("league.pot_percent.why")),
      this.shares.node,
      element("p", { class: "help" }, t("league.when")),
    ];
  }

  explain() {
    this.rulesField.querySelector(".help").textContent = rulesText(this.presets[this.rules.value]);
  }

  check() {
    if (this.fee.cents === null) return t("club.wrong.fee");
    if (this.drawPart.cents === null || this.drawPart.cents > this.fee.cents) return t("club.wrong.draw_part");
    return this.shares.wrong;
  }

  get written() {
    return {
      name: this.name.value.trim(),
      rules: this.presets[this.rules.value],
      games_per_night: Number(this.games.value),
      fee: this.fee.cents,
      draw_part: this.drawPart.cents,
      draw_percent: Number(this.drawPercent.value),
      pot_percent: Number(this.potPercent.value),
      prize_shares: this.shares.written,
    };
  }
}

// The service writes the members of rules in one order.
function same(rules, others) {
  return JSON.stringify(rules) === JSON.stringify(others);
}

/** What the league has set, and who may sign in for it. */
export default signedIn({
  mount({ root }) {
    const place = element("div", { class: "club" });
    const representatives = new Representatives();
    const column = element("section", { "data-skip": true, tabindex: "-1" });
    const arrival = new Loading(
      () => Promise.all([send("GET", LEAGUE), send("GET", "/api/v1/rules")]),
      ([league, presets]) => {
        const settings = new Settings(league, presets);
        const form = new Form({
          key: t("club.save"),
          fields: settings.nodes,
          check: () => settings.check(),
          send: async () => {
            const { name } = await session.ask("PUT", LEAGUE, { body: settings.written });
            return t("league.saved", { name });
          },
        });
        column.append(form.node);
      },
    );
    column.append(arrival.node);
    place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      element("div", { class: "columns" }, column, representatives.node),
    );
    root.append(place);
    return () => {
      arrival.close();
      representatives.arrival.close();
    };
  },
});
