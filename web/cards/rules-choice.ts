import { fetchPresets, presets } from "../game/begin.ts";
import type { GameRules } from "../game/local-game.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import type { RuleChoice } from "../rules/house-rules.ts";
import { presetName, rulesText } from "../rules/rules-in-force.ts";
import { JOKERS } from "../ui/cards.ts";

/** The rules that cards are counted by where no table says them: the usual ones, until somebody chooses others. */
export class RulesChoice {
  #onChange;
  #chosen: RuleChoice | null = null;
  /** A link's rules whose presets are not here yet. */
  #awaited: string | null;
  #isPending = false;
  #text = element("span", {});

  node = element(
    "p",
    { class: "counted-by" },
    this.#text,
    element("button", { type: "button", class: "again", onclick: () => this.#choose() }, t("count.rules.change")),
  );

  /** @param link as {@link RulesChoice#link} was kept @param onChange called when other rules were taken */
  constructor(link: string | null, onChange: () => void) {
    this.#onChange = onChange;
    this.#awaited = link;
    this.#take();
    if (link && !this.#chosen) this.#await();
  }

  /** The rules that were chosen; null for the usual ones. */
  get rules(): GameRules | null {
    return this.#chosen?.rules ?? null;
  }

  /** False while the rules of a link are fetched. */
  get isKnown() {
    return !this.#isPending;
  }

  /** The jokers that may be among the cards: any, where the rules of a link are not known. */
  get jokers() {
    return this.rules?.jokers ?? (this.#awaited === null ? 0 : JOKERS.length);
  }

  /** The rules for a link: their name, or else what differs from the usual ones; null for the usual ones. */
  get link(): string | null {
    if (!this.#chosen) return this.#awaited;
    const { preset, rules } = this.#chosen;
    if (preset) return preset;
    const differing = Object.entries(rules).filter(([field, value]) => !isSame(value, Object(usualRules())[field]));
    return JSON.stringify(Object.fromEntries(differing));
  }

  // Without the service the usual rules stand, and the link stays as it was.
  async #await() {
    this.#isPending = true;
    const isFetched = await fetchPresets();
    this.#isPending = false;
    this.#take();
    if (isFetched) this.#awaited = null;
    this.#onChange();
  }

  #take() {
    this.#chosen = readLink(this.#awaited ?? "");
    if (this.#chosen) this.#awaited = null;
    this.#show();
  }

  #show() {
    const { preset, rules } = this.#chosen ?? {};
    if (!rules) return void (this.#text.textContent = t("count.rules.usual"));
    this.#text.textContent = preset ? presetName(preset) : `${t("rules.own")}. ${rulesText(rules)}`;
  }

  async #choose() {
    const { chooseRules } = await import("../rules/house-rules.ts");
    if (!(await fetchPresets())) return;
    const known = presets() ?? {};
    const [usual] = Object.keys(known);
    const chosen = await chooseRules(this.#chosen ?? { preset: usual, rules: known[usual] }, known);
    if (!chosen) return;
    this.#chosen = chosen.preset === usual ? null : chosen;
    this.#awaited = null;
    this.#show();
    this.#onChange();
  }
}

function usualRules(): GameRules | undefined {
  return Object.values(presets() ?? {})[0];
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @returns null if the rules are not known */
function readLink(link: string): RuleChoice | null {
  const rules = presets()?.[link];
  if (rules) return { preset: link, rules };
  const usual = usualRules();
  const differing = usual && readFields(link);
  return differing ? { preset: null, rules: { ...usual, ...differing } } : null;
}

function readFields(text: string): object | null {
  try {
    const read = JSON.parse(text);
    return typeof read === "object" && Object.keys(read ?? {}).length > 0 ? read : null;
  } catch {
    return null;
  }
}
