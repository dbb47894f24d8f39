/** @import { GameRules } from "../game/rules.js" */
import { fetchPresets, presets } from "../game/opening.js";
import { element } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { RULE_FIELDS, ruleSentence } from "../rules/rules-in-force.js";
import { presetName } from "../rules/rules-text.js";
import { Notice } from "../ui/notice.js";

/** Every variant that has a name: how it is played, and the rules in which it differs from the usual ones. */
export class Variants {
  #list = element("div", { class: "variants" });
  #notice = new Notice(() => this.#load());
  #isGone = false;

  node = element("div", {}, element("p", {}, t("book.variants")), this.#list, this.#notice.node);

  constructor() {
    this.#show();
    this.#load();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isGone = true;
  }

  async #load() {
    const isKnown = await fetchPresets();
    if (this.#isGone) return;
    if (isKnown) this.#notice.show("");
    else this.#notice.showOffline(new Date(), t("book.variants.away"));
    this.#show();
  }

  #show() {
    const known = presets() ?? {};
    const [usual] = Object.values(known);
    this.#list.replaceChildren(...Object.entries(known).map(([preset, rules]) => variant(preset, rules, usual)));
  }
}

/** @param {string} preset @param {GameRules} rules @param {GameRules} usual */
function variant(preset, rules, usual) {
  const differs = RULE_FIELDS.filter((field) => JSON.stringify(rules[field]) !== JSON.stringify(usual[field]));
  const text = `book.variant.${preset}`;
  return element(
    "section",
    { class: "variant" },
    element("h3", {}, presetName(preset)),
    has(text) ? element("p", {}, t(text)) : null,
    element(
      "ul",
      {},
      differs.map((field) => element("li", {}, ruleSentence(field, rules))),
    ),
  );
}
