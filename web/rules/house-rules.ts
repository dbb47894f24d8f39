import type { GameRules } from "../game/local-game.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { has, t } from "../lib/i18n.ts";
import { choice } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { RULE_FIELDS, isSame, presetName, type RuleField, ruleSentence, rulesText } from "./rules-in-force.ts";

/** The rules that somebody chose, and the name of the preset that they are; null for rules of their own. */
export type RuleChoice = { preset: string | null; rules: GameRules };

/** The answers to a rule that is one of a few. */
const ANSWERS: Partial<Record<RuleField, string[]>> = {
  target: ["121", "61"],
  first_deal: ["loser", "alternate", "cut", "alternate_then_cut"],
  nineteen: ["none", "hand", "hand_and_crib"],
  no_discard: ["true", "false"],
  lowball: ["true", "false"],
  jokers: ["0", "1", "2"],
  crash: ["true", "false"],
  muggins: ["true", "false"],
  last_card_point: ["true", "false"],
  crib_flush_of_four: ["true", "false"],
  heels_can_win: ["true", "false"],
  go_can_win: ["true", "false"],
  heels_from_120: ["true", "false"],
  go_from_120: ["true", "false"],
};
/** The numbers of a rule that has several, with the word of each. */
const NUMBERS: Partial<Record<RuleField, Record<string, string>>> = {
  game_values: { 0: "win", 1: "skunk", 2: "double" },
  penalties: { renege: "renege", cut: "cut" },
};
const MOST_VALUE = 255;
// The service names two rules that clash, the one at fault first.
const CLASH = /^The rules (\w+) and (\w+) clash/;

/** The sheet with the presets and every rule. */
class HouseRules {
  #presets;
  #rules;
  #fields;
  #sentences = new Map();
  #presetKeys;
  #choices: HTMLFieldSetElement[] = [];
  #numbers: HTMLInputElement[] = [];
  #notice = new Notice(() => this.#finish());
  #title = element("h2", { id: "house-rules-title", tabindex: "-1" }, t("rules.title"));
  #chosen: RuleChoice | null = null;
  declare dialog;

  constructor({ rules }: RuleChoice, presets: Record<string, GameRules>) {
    this.#presets = presets;
    // Rules that were saved before a field was known mean its usual value.
    const [usual] = Object.values(presets);
    this.#rules = structuredClone({ ...usual, ...rules });
    this.#fields = RULE_FIELDS.filter((field) => field in this.#rules);
    this.#presetKeys = element(
      "div",
      { class: "presets", role: "group", "aria-label": t("rules.presets") },
      Object.keys(presets).map((preset) => this.#makePreset(preset)),
    );
    this.dialog = element(
      "dialog",
      { class: "sheet house-rules", "aria-labelledby": "house-rules-title" },
      this.#title,
      element("p", {}, element("a", { class: "house-book", href: "#/rules" }, t("rules.book"))),
      this.#presetKeys,
      element("h3", {}, t("rules.every")),
      this.#fields.map((field) => this.#makeField(field)),
      element(
        "div",
        { class: "house-keys" },
        this.#notice.node,
        element(
          "div",
          { class: "house-key-row" },
          element("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, t("sheet.no")),
          element("button", { type: "button", class: "primary", onclick: () => this.#finish() }, t("rules.take")),
        ),
      ),
    );
    this.#show();
  }

  /** Opens it. @returns the rules that were taken; null if none were */
  open(): Promise<RuleChoice | null> {
    // A sheet closes with its view.
    addEventListener("hashchange", () => this.dialog.close(), { once: true });
    document.getElementById("main")?.append(this.dialog);
    this.dialog.showModal();
    this.#title.focus();
    return new Promise((resolve) => {
      this.dialog.addEventListener("close", () => {
        this.dialog.remove();
        resolve(this.#chosen);
      });
    });
  }

  #makePreset(preset: string) {
    const rules = this.#presets[preset];
    const take = () => {
      this.#rules = structuredClone(rules);
      this.#notice.show("");
      this.#show();
    };
    return element(
      "button",
      { type: "button", class: "preset", value: preset, onclick: take },
      element("strong", {}, presetName(preset)),
      " ",
      element("span", {}, rulesText(rules)),
    );
  }

  #makeField(field: RuleField) {
    const sentence = element("p", { class: "help", id: `rule-${field}` });
    this.#sentences.set(field, sentence);
    return element("div", { class: "rule" }, element("h4", {}, t(`rule.${field}`)), this.#control(field), sentence);
  }

  #control(field: RuleField) {
    const answers = ANSWERS[field];
    if (answers) return this.#makeChoice(field, answers);
    const numbers = NUMBERS[field];
    if (!numbers) return this.#makeNumber(field, t(`rule.${field}`), t("rule.nobody"));
    const inputs = Object.entries(numbers).map(([at, word]) =>
      element("label", {}, t(`rule.${field}.${word}`), this.#makeNumber(`${field}.${at}`, null)),
    );
    return element("div", { class: "rule-values" }, inputs);
  }

  #makeChoice(field: RuleField, answers: string[]) {
    const labels = answers.map((value) => ({ value, label: t(`rule.${field}.key.${value}`) }));
    const node = choice(t(`rule.${field}`), labels, null, (value) => this.#set(field, JSON.parse(quoted(value))));
    node.dataset.field = field;
    node.setAttribute("aria-describedby", `rule-${field}`);
    this.#choices.push(node);
    return node;
  }

  /** @param empty shown if there is no number */
  #makeNumber(field: string, name: string | null, empty: string = "") {
    const [rule, at] = field.split(".");
    const input = element("input", {
      type: "number",
      inputmode: "numeric",
      name: field,
      min: at ? 0 : 1,
      max: MOST_VALUE,
      step: 1,
      placeholder: empty,
      "aria-label": name,
      "aria-describedby": `rule-${rule}`,
      oninput: () => this.#setNumber(field, input.value),
    });
    this.#numbers.push(input);
    return input;
  }

  #setNumber(name: string, text: string) {
    const [rule, at] = name.split(".");
    const number = text === "" ? null : Number(text);
    const field = rule as RuleField;
    if (!at) return this.#set(field, number);
    this.#set(field, Object.assign(structuredClone(this.#rules[field]) as object, { [at]: number ?? 0 }));
  }

  #set(field: RuleField, value: unknown) {
    Object.assign(this.#rules, { [field]: value });
    this.#notice.show("");
    this.#show();
  }

  // The preset that these rules are.
  get #preset() {
    return namedRules(this.#rules, this.#presets).preset;
  }

  #show() {
    const preset = this.#preset;
    for (const key of this.#presetKeys.querySelectorAll("button")) {
      key.setAttribute("aria-pressed", String(key.value === preset));
    }
    for (const field of this.#fields) {
      const text = ruleSentence(field, this.#rules);
      if (this.#sentences.get(field).textContent !== text) this.#sentences.get(field).textContent = text;
    }
    for (const node of this.#choices) {
      const value = String(this.#rules[node.dataset.field as RuleField]);
      for (const input of node.querySelectorAll("input")) input.checked = input.value === value;
    }
    for (const input of this.#numbers) this.#showNumber(input);
  }

  // What is being typed is left alone.
  #showNumber(input: HTMLInputElement) {
    const [rule, at] = input.name.split(".");
    const value = this.#rules[rule as RuleField] as any;
    const text = String((at ? value[at] : value) ?? "");
    if (document.activeElement !== input) input.value = text;
  }

  // Rules with a name are right.
  async #finish() {
    const preset = this.#preset;
    // A change during the check comes too late.
    const rules = structuredClone(this.#rules);
    this.#notice.show("");
    const wrong = this.#numbers.find(({ validity }) => !validity.valid);
    if (wrong) return this.#refuse(wrong.name.split(".")[0], "", wrong);
    try {
      if (preset === null) await check(rules);
    } catch (error) {
      if (error instanceof Unreachable) return this.#notice.showOffline(new Date(), t("rules.unchecked"));
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(error);
    }
    this.#chosen = { preset, rules };
    this.dialog.close();
  }

  #refused({ problem, message }: Refusal) {
    const field = problem.errors?.[0]?.pointer.split("/").pop() ?? "";
    const control =
      this.#numbers.find(({ name }) => name === field) ??
      this.#choices.find(({ dataset }) => dataset.field === field)?.querySelector("input:checked");
    this.#refuse(field, message, control as HTMLElement | null | undefined);
  }

  /** @param field the one at fault @param message the service's @param control gets the focus */
  #refuse(field: string, message: string, control: HTMLElement | null | undefined) {
    this.#notice.show(this.#reason(field, message), "refusal");
    control?.focus();
  }

  /** @param field the one at fault @param message the service's */
  #reason(field: string, message: string) {
    const [, one, other] = CLASH.exec(message) ?? [];
    if (one && has(`rule.${one}`) && has(`rule.${other}`)) {
      const why = `rules.clash.${one}.${other}`;
      const both = t("rules.clash", { one: t(`rule.${one}`), other: t(`rule.${other}`) });
      return has(why) ? `${both} ${t(why)}` : both;
    }
    const { target, skunk_below: skunk, double_skunk_below: double } = this.#rules;
    const key = `rules.wrong.${field}`;
    return has(key) ? t(key, { target, skunk: skunk ?? t("rule.nobody"), double }) : message;
  }
}

/** Checks the rules by a deal without cards. @returns rejects as the question to the engine */
async function check(rules: GameRules) {
  const engine = await import("../engine/engine.ts").catch(() => null);
  if (!engine) throw new Unreachable("The engine's module has not come.");
  await engine.checkPlay({ players: 2, plays: [], rules }, new AbortController().signal);
}

// The value of a key as JSON: numbers and truth stand for themselves.
function quoted(value: string) {
  return /^(\d+|true|false)$/.test(value) ? value : JSON.stringify(value);
}

/** Returns the rules with the name of the preset that they are. */
export function namedRules(rules: GameRules, presets: Record<string, GameRules>): RuleChoice {
  return { rules, preset: Object.keys(presets).find((preset) => isSame(presets[preset], rules)) ?? null };
}

/**
 * Asks for the rules in a sheet: the presets first, then every rule by itself.
 * @param chosen those that hold now
 * @returns null if they shall stay
 */
export function chooseRules(chosen: RuleChoice, presets: Record<string, GameRules>): Promise<RuleChoice | null> {
  return new HouseRules(chosen, presets).open();
}
