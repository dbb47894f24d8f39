import type { League } from "pegout-api";
import { noteChosen } from "../access/questions.ts";
import { session, signedIn } from "../access/session.ts";
import { Webhooks } from "../access/webhooks.ts";
import type { GameRules } from "../game/local-game.ts";
import { Refusal, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { chooseRules, namedRules, type RuleChoice } from "../rules/house-rules.ts";
import { presetName, rulesText } from "../rules/rules-in-force.ts";
import { Form, MoneyField, field, tick } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { USUAL_GAMES } from "./nights.ts";
import { Representatives } from "./representatives.ts";

const MOST_PRIZES = 20;

/** The part of the pot for each place, in percent. */
class Shares {
  #inputs: HTMLInputElement[] = [];
  #rows = element("div", { class: "shares" });
  #sum = element("p", { class: "help", role: "status" });
  #more = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#add(0).focus() },
    t("league.share.more"),
  );
  declare node;

  /** @param shares from the first place on */
  constructor(shares: number[]) {
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

  /** The shares from the first place on, without zeros at the end. */
  get values(): number[] {
    const shares = this.#inputs.map(({ value }) => Number(value));
    return shares.slice(0, shares.findLastIndex((share) => share > 0) + 1);
  }

  /** A sentence if they are too much; null if not. */
  get problem(): string | null {
    const sum = this.#total;
    return sum > 100 ? t("league.shares.over", { sum, over: sum - 100 }) : null;
  }

  get #total() {
    return this.values.reduce((sum, share) => sum + share, 0);
  }

  #add(share: number) {
    const n = this.#inputs.length + 1;
    const input = element("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: 100,
      step: 1,
      value: share || "",
      "aria-label": t("league.share", { n }),
      oninput: () => this.#showSum(),
    });
    this.#inputs.push(input);
    this.#rows.append(
      element("label", {}, element("span", { "aria-hidden": "true" }, t("league.place", { n })), input),
    );
    this.#more.hidden = n === MOST_PRIZES;
    this.#showSum();
    return input;
  }

  #showSum() {
    const sum = this.#total;
    const text = sum < 100 ? t("league.shares.under", { sum, rest: 100 - sum }) : t("league.shares.whole");
    this.#sum.textContent = this.problem ?? text;
  }
}

const LEAGUE = "/api/v1/league";
// The service's name of a league that nobody has named.
const UNNAMED = "Cribbage league";
// A time zone of a place on earth. A browser that hides its place reports UTC.
const PLACE = /^(?!Etc\/)\w+\//;
const FIRST_DEALERS = ["first_seat", "drawn", "table_cuts"];
const CARDS = ["points_short", "game_points", "points_scored"];
const FULL_CARDS = ["excused", "every_round"];
const HAND_OUTS = ["ticked", "assumed"];

/** The fields of the league's settings. */
class Settings {
  #presets;
  #name;
  #rules: RuleChoice;
  #rulesText = element("p", {});
  #address;
  #place;
  #timeZone;
  #isProposed;
  #format;
  #card;
  #games;
  #fullCard;
  #firstDealer;
  #fee;
  #drawPart;
  #drawPercent;
  #potPercent;
  #shares;
  #handOuts;
  #public = element("input", { name: "public", type: "checkbox" });

  constructor(league: Required<League>, presets: Record<string, GameRules>) {
    this.#presets = presets;
    this.#rules = namedRules(league.rules as GameRules, presets);
    this.#name = element("input", {
      name: "name",
      required: true,
      maxlength: 100,
      autocomplete: "off",
      value: league.name,
    });
    this.#address = element("input", {
      name: "address",
      type: "url",
      maxlength: 200,
      autocomplete: "off",
      placeholder: "https://",
      value: league.address ?? "",
    });
    const place = league.place ?? "";
    this.#place = element("input", { name: "place", maxlength: 200, autocomplete: "off", value: place });
    this.#isProposed = isNew(league) && league.time_zone === null && PLACE.test(browserZone());
    this.#timeZone = timeZones(this.#isProposed ? browserZone() : league.time_zone);
    this.#format = select("format", Object.keys(USUAL_GAMES), (format) => t(`league.format.${format}`), league.format);
    this.#card = select("card", CARDS, (card) => t(`league.cards.${card}`), league.card);
    this.#format.onchange = () => this.#chooseFormat(league);
    this.#games = wholeInput("games_per_night", league.games_per_night, 1, 20);
    this.#fullCard = select("full_card", FULL_CARDS, (rule) => t(`league.full_card.${rule}`), league.full_card);
    this.#firstDealer = select(
      "first_dealer",
      FIRST_DEALERS,
      (way) => t(`league.first_dealer.${way}`),
      league.first_dealer,
    );
    this.#fee = new MoneyField("fee", league.fee);
    this.#drawPart = new MoneyField("draw_part", league.draw_part);
    this.#drawPercent = wholeInput("draw_percent", league.draw_percent, 0, 100);
    this.#potPercent = wholeInput("pot_percent", league.pot_percent, 0, 100);
    this.#shares = new Shares(league.prize_shares);
    this.#handOuts = select("hand_outs", HAND_OUTS, (way) => t(`league.hand_outs.${way}`), league.hand_outs);
    this.#public.checked = league.public;
    this.#showRules();
  }

  get nodes() {
    return [
      field(t("league.name"), this.#name),
      field(t("league.address"), this.#address, t("league.address.why")),
      field(t("league.hall"), this.#place, t("league.hall.why")),
      field(
        t("league.time_zone"),
        this.#timeZone,
        t(this.#isProposed ? "league.time_zone.proposed" : "league.time_zone.why"),
      ),
      this.#rulesField,
      field(t("league.format"), this.#format, t("league.format.why")),
      field(t("league.games"), this.#games),
      field(t("league.cards"), this.#card, t("league.cards.why")),
      field(t("league.full_card"), this.#fullCard, t("league.full_card.why")),
      field(t("league.first_dealer"), this.#firstDealer, t("league.first_dealer.why")),
      element("h2", {}, t("league.privacy")),
      tick(t("league.public"), this.#public),
      element("p", { class: "help" }, t("league.public.off")),
      element("p", { class: "help" }, t("league.public.on")),
      element("h2", {}, t("league.money")),
      element(
        "div",
        { class: "pair" },
        field(t("league.fee"), this.#fee.input),
        field(t("league.draw_part"), this.#drawPart.input),
      ),
      field(t("league.draw_percent"), this.#drawPercent, t("league.draw_percent.why")),
      field(t("league.pot_percent"), this.#potPercent, t("league.pot_percent.why")),
      this.#shares.node,
      field(t("league.hand_outs"), this.#handOuts, t("league.hand_outs.why")),
      element("p", { class: "help" }, t("league.when")),
    ];
  }

  get #rulesField() {
    const key = element(
      "button",
      { type: "button", class: "quiet", onclick: () => this.#changeRules() },
      t("league.rules.change"),
    );
    return element("div", { class: "field", role: "group", "aria-label": t("league.rules") }, [
      element("strong", { "aria-hidden": "true" }, t("league.rules")),
      this.#rulesText,
      key,
    ]);
  }

  // A format brings its usual number of games and its usual card. The saved format brings the saved ones.
  #chooseFormat({ format: own, games_per_night: games, card }: Required<League>) {
    const format = this.#format.value;
    this.#games.value = String(format === own ? games : USUAL_GAMES[format]);
    this.#card.value = format === own ? card : format === "doubles_movement" ? "points_short" : "game_points";
  }

  async #changeRules() {
    this.#rules = (await chooseRules(this.#rules, this.#presets)) ?? this.#rules;
    this.#showRules();
  }

  #showRules() {
    const { preset, rules } = this.#rules;
    const name = preset === null ? t("league.rules.own") : presetName(preset);
    this.#rulesText.textContent = `${name}. ${rulesText(rules)}`;
  }

  /** Checks the amounts. @returns a sentence about what is wrong */
  check(): string | null {
    const [fee, drawPart] = [this.#fee.cents, this.#drawPart.cents];
    if (fee === null) return t("club.wrong.fee");
    if (drawPart === null || drawPart > fee) return t("club.wrong.draw_part");
    return this.#shares.problem;
  }

  get values() {
    return {
      name: this.#name.value.trim(),
      rules: this.#rules.rules,
      format: this.#format.value,
      card: this.#card.value,
      games_per_night: Number(this.#games.value),
      full_card: this.#fullCard.value,
      first_dealer: this.#firstDealer.value,
      fee: this.#fee.cents,
      draw_part: this.#drawPart.cents,
      draw_percent: Number(this.#drawPercent.value),
      pot_percent: Number(this.#potPercent.value),
      prize_shares: this.#shares.values,
      hand_outs: this.#handOuts.value,
      public: this.#public.checked,
      address: this.#address.value.trim() || null,
      place: this.#place.value.trim() || null,
      time_zone: this.#timeZone.value || null,
    };
  }
}

function select(name: string, values: string[], textOf: (value: string) => string, chosen: string) {
  const options = values.map((value) => element("option", { value }, textOf(value)));
  const node = element("select", { name }, options);
  node.value = chosen;
  return node;
}

/** Returns true for a league that nobody has named yet. */
export function isNew({ name }: Pick<League, "name">): boolean {
  return name === UNNAMED;
}

function browserZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

// The time zones with that of this browser first. Browsers before 2022 know no list.
function timeZones(chosen: string | null) {
  const own = browserZone();
  const zones = new Set([own, chosen ?? own, ...(Intl.supportedValuesOf?.("timeZone") ?? [])]);
  const textOf = (zone: string) => zone.replaceAll("_", " ") || t("league.time_zone.none");
  return select("time_zone", ["", ...zones], textOf, chosen ?? "");
}

function wholeInput(name: string, value: number, min: number, max: number) {
  return element("input", { name, type: "number", inputmode: "numeric", min, max, step: 1, required: true, value });
}

/** The league with the tag that a change of it is based on. */
type Read = { league: Required<League>; tag: string | null };

async function readLeague(): Promise<Read> {
  let tag: string | null = null;
  const league = await send("GET", LEAGUE, { onTag: (value) => (tag = value) });
  return { league, tag };
}

function settingsForm({ league, tag }: Read, presets: Record<string, GameRules>) {
  let settings = new Settings(league, presets);
  let nodes = settings.nodes;
  const showStored = async () => {
    const stored = await readLeague();
    const shown = nodes;
    settings = new Settings(stored.league, presets);
    nodes = settings.nodes;
    shown[0]?.before(...nodes);
    for (const node of shown) node.remove();
    tag = stored.tag;
  };
  const form = new Form({
    key: t("club.save"),
    fields: nodes,
    check: () => settings.check(),
    send: async () => {
      try {
        const saved = await session.ask("PUT", LEAGUE, { body: { ...settings.values, based_on: tag } });
        noteChosen();
        const stored = await readLeague();
        // If another session has changed the settings again, this form still has the older values.
        if (JSON.stringify(stored.league) === JSON.stringify(saved)) tag = stored.tag;
        return t("league.saved", { name: saved.name });
      } catch (error) {
        if (error instanceof Refusal && error.slug === "changed-meanwhile") await showStored();
        throw error;
      }
    },
  });
  return form.node;
}

/** The settings of the league, the people who can sign in for it, and the programs that hear of it. */
export default signedIn({
  mount({ root }) {
    const representatives = new Representatives();
    const webhooks = new Webhooks(session);
    const column = element("section", { "data-skip": true, tabindex: "-1" });
    const loading = new Loading(
      () => Promise.all([readLeague(), send("GET", "/api/v1/rules")]),
      ([read, presets]) => column.append(settingsForm(read, presets)),
    );
    column.append(loading.node);
    root.append(
      element(
        "div",
        { class: "club" },
        element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
        element(
          "div",
          { class: "columns" },
          column,
          element("div", { class: "stack" }, representatives.node, webhooks.node),
        ),
      ),
    );
    return () => {
      loading.close();
      representatives.close();
      webhooks.close();
    };
  },
});
