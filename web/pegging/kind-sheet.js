/** @import { PegFor } from "pegout-api" */
/** @import { GameRules } from "../game/rules.js" */
import { pegKinds } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** The choice of a kind for the next peg, over the board; it closes after the choice. */
export class KindSheet {
  #list = element("div", { class: "kinds" });
  #actions;

  node = element(
    "div",
    { class: "kind-sheet", role: "dialog", "aria-label": t("table.kind"), hidden: true },
    this.#list,
  );

  /** @param {{chooseKind: (kind: PegFor) => void, askPenalty: (penalty: "renege"|"cut", points: number) => void}} actions */
  constructor(actions) {
    this.#actions = actions;
    this.node.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
  }

  /** Shows the kinds, and the penalties with points by the rules. Closes the sheet if it is open. @param {GameRules} rules @param {PegFor} chosen */
  toggle(rules, chosen) {
    if (!this.node.hidden) return this.close();
    const { renege = 0, cut = 0 } = rules.penalties ?? {};
    this.#list.replaceChildren(
      ...pegKinds(rules).map((kind) =>
        this.#key(t(`table.kind.${kind}`), kind === chosen, () => this.#actions.chooseKind(kind)),
      ),
      ...(renege ? [this.#penaltyKey("renege", renege)] : []),
      ...(cut ? [this.#penaltyKey("cut", cut)] : []),
    );
    this.node.hidden = false;
    /** @type {HTMLElement|null} */ (this.#list.querySelector("[aria-pressed=true]") ?? this.#list.firstChild)?.focus();
  }

  /** Closes it. */
  close() {
    this.node.hidden = true;
  }

  /** @param {"renege"|"cut"} penalty @param {number} n */
  #penaltyKey(penalty, n) {
    return this.#key(t(`table.penalty.${penalty}`, { n }), false, () => this.#actions.askPenalty(penalty, n));
  }

  /** @param {string} label @param {boolean} isChosen @param {() => void} onTap */
  #key(label, isChosen, onTap) {
    const choose = () => {
      this.close();
      onTap();
    };
    return element(
      "button",
      { type: "button", class: "kind-choice", "aria-pressed": String(isChosen), onclick: choose },
      label,
    );
  }
}
