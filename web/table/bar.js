/** @import { QuickKey } from "../pegging/pegging.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../ui/controls.js";

/** The last thing that happened: a name and points in bold, the rest, and a second line. @typedef {{bold: string, rest: string, detail: string, crash?: string, isAway?: boolean}} Said */

// Milliseconds that Undo is held until it offers another side.
const HOLD = 500;
// Milliseconds in which a second tap on Undo was not meant.
const REST = 600;

/** The bar below the board: the menu with the state of the connection, the last thing that happened, and Undo. */
export class Bar {
  #dot = element("span", { class: "dot" });
  #menu;
  #bold = element("strong");
  #rest = element("span");
  #detail = element("span", { class: "detail" });
  #said;
  #quick;
  #undo;
  #listeners;
  #rested = -REST;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #holding;
  #wasHeld = false;
  #onQuick = () => {};

  /** @param {{onMenu: () => void, onSaid: () => void, onUndo: () => void}|{onMenu: () => void, onSaid: () => void, onUndo: null}} listeners `onSaid` is called when the line was tapped or Undo held. `onUndo` is null on a phone that may not peg */
  constructor(listeners) {
    this.#listeners = listeners;
    const { onMenu, onSaid } = listeners;
    this.#menu = element("button", { type: "button", class: "menu-key", onclick: onMenu }, icon("menu"), this.#dot);
    this.#said = element(
      "button",
      { type: "button", class: "said", "aria-haspopup": "dialog", onclick: onSaid },
      element("span", { class: "what" }, this.#bold, " ", this.#rest),
      this.#detail,
    );
    this.#quick = element("button", {
      type: "button",
      class: "quick-key",
      hidden: true,
      onclick: () => this.#onQuick(),
    });
    this.#undo = listeners.onUndo ? this.#makeUndo() : null;
    this.node = element(
      "section",
      { class: "bar-row", "aria-label": t("table.said") },
      this.#menu,
      this.#said,
      this.#quick,
      this.#undo,
    );
  }

  #makeUndo() {
    const release = () => clearTimeout(this.#holding);
    const hold = () => {
      release();
      this.#wasHeld = false;
      this.#holding = setTimeout(() => {
        this.#wasHeld = true;
        this.#listeners.onSaid();
      }, HOLD);
    };
    return element(
      "button",
      {
        type: "button",
        class: "undo",
        onclick: () => this.#tapUndo(),
        onpointerdown: hold,
        onpointerup: release,
        onpointerleave: release,
        onpointercancel: release,
        oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      },
      icon("undo"),
      element("span", {}, t("table.undo")),
    );
  }

  #tapUndo() {
    if (this.#wasHeld) return;
    const now = performance.now();
    if (now - this.#rested < REST) return;
    this.#rested = now;
    this.#listeners.onUndo?.();
  }

  /**
   * Shows the last thing that happened.
   * @param {Said} said @param {string} undoes the thing that Undo takes back, in words
   * @param {{isKey: boolean, quick: QuickKey|null}} keys `isKey` if the line opens the sheet of a peg
   */
  show({ bold, rest, detail, crash, isAway = false }, undoes, { isKey, quick }) {
    this.#said.disabled = !isKey;
    this.#quick.hidden = quick === null;
    this.#quick.textContent = quick?.label ?? "";
    this.#quick.setAttribute("aria-label", quick?.name ?? "");
    this.#onQuick = quick?.onTap ?? (() => {});
    this.#bold.textContent = bold;
    this.#rest.textContent = rest;
    this.#detail.textContent = detail;
    this.#detail.classList.toggle("away", isAway);
    this.#detail.classList.toggle("crash", Boolean(crash) && detail === crash);
    this.#undo?.setAttribute("aria-label", undoes ? t("table.undo.what", { what: undoes }) : t("table.undo"));
  }

  /** Shows whether a tap on Undo could take something back. @param {boolean} isOffered */
  showUndo(isOffered) {
    if (this.#undo) this.#undo.hidden = !isOffered;
  }

  /** Shows the state of the connection. @param {"live"|"sending"|"away"} state @param {string} text the state in words */
  showLine(state, text) {
    this.#dot.dataset.state = state;
    this.#menu.setAttribute("aria-label", t("table.menu", { state: text }));
  }
}
