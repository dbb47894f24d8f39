/** @import { Child } from "../lib/dom.js" */
/** @import { Link } from "../end/end-sheet.js" */
import { element } from "../lib/dom.js";
import { otherLanguage, setLanguage, t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";

// Milliseconds in which entries that have changed do nothing.
const DEAF = 800;

/** An entry of the menu that acts. @typedef {{label: string, onTap: () => void}} Action */

/** The menu of a table: how fresh it is, the way to everything that is not needed at each peg, and the settings of this phone. */
export class Menu {
  #state = element("p", { class: "menu-state" });
  #list = element("div", { class: "menu-list" });
  #retry;
  #retryKey;

  node = element("dialog", { class: "sheet menu", tabindex: "-1", "aria-label": t("table.menu.title") });

  /** @param {() => void} onRetry called when somebody wants to try at once */
  constructor(onRetry) {
    this.#retry = onRetry;
    this.#retryKey = element(
      "button",
      { type: "button", class: "again", onclick: () => this.#retry() },
      t("network.again"),
    );
    const close = element("button", { type: "button", class: "primary", onclick: () => this.close() }, t("app.table"));
    this.node.append(element("div", { class: "menu-top" }, this.#state, this.#retryKey), this.#list, close);
    this.node.addEventListener("click", ({ target }) => target === this.node && this.close());
  }

  /** Shows how fresh the table is. @param {string} text @param {boolean} isAway true while the service does not answer */
  showState(text, isAway) {
    this.#state.textContent = text;
    this.#state.classList.toggle("away", isAway);
    this.#retryKey.hidden = !isAway;
  }

  /** True while it is open. */
  get isOpen() {
    return this.node.open;
  }

  /** Opens it, or shows other content while it is open. @param {{facts: string[], links: Link[], actions: Action[], settings: Child[]}} content */
  open({ facts, links, actions, settings }) {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(
      ...facts.map((fact) => element("p", { class: "fact" }, fact)),
      ...links.map(({ href, label }) => element("a", { class: "menu-entry", href }, label)),
      ...actions.map((action) => this.#key(action)),
      ...settings.filter((child) => child !== null && child !== undefined),
      element("a", { class: "menu-entry", href: "#/" }, t("app.home")),
      this.#key({ label: t("app.other"), onTap: () => setLanguage(otherLanguage()) }, otherLanguage()),
    );
    if (!this.isOpen) return this.node.showModal();
    if (hadFocus) this.node.focus();
    this.#list.inert = true;
    setTimeout(() => (this.#list.inert = false), DEAF);
  }

  /** Closes it. */
  close() {
    this.node.close();
  }

  /** @param {Action} action @param {string} [lang] */
  #key({ label, onTap }, lang) {
    const tap = () => {
      this.close();
      onTap();
    };
    return element("button", { type: "button", class: "menu-entry", lang, onclick: tap }, label);
  }
}

/**
 * Makes a setting with a few answers side by side, under its name.
 * @param {string} label @param {{value: string, label: string}[]} answers @param {string} value @param {(value: string) => void} onChoice
 * @returns {HTMLElement}
 */
export function setting(label, answers, value, onChoice) {
  return element("div", { class: "setting" }, element("p", {}, label), choice(label, answers, value, onChoice));
}
