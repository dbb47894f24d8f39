import { send } from "../app/api.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { presetName, rulesWords } from "../table/words.js";
import { Arrival } from "./arrival.js";
import { field } from "./field.js";
import { Form } from "./form.js";
import { MoneyField } from "./money-field.js";
import { Representatives } from "./representatives.js";
import { session } from "./session.js";
import { Shares } from "./shares.js";
import { signedIn } from "./signed-in.js";

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
    this.rulesField.querySelector(".help").textContent = rulesWords(this.presets[this.rules.value]);
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
    const arrival = new Arrival(
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
