/** @import { PegFor } from "pegout-api" */
/** @import { GameStore } from "./game-store.js" */
/** @import { AmendedPeg } from "./outbox.js" */
/** @import { LocalPeg } from "./rules.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";
import { pegText } from "./labels.js";
import { mostPoints, pegKinds } from "./rules.js";

/**
 * Makes a key for each side, that pegs the number for it.
 * @param {{side: number, name: string}[]} sides from left to right
 * @param {(side: number, click: MouseEvent) => void} onTap
 * @returns {{node: HTMLElement, show: (points: number|null) => void}} `show` writes the number on the keys; null for none
 */
export function sideKeys(sides, onTap) {
  const keys = sides.map(({ side, name }) => {
    const points = element("span", { class: "plus" });
    const node = element(
      "button",
      {
        type: "button",
        class: `side-key of-${side}`,
        onclick: (/** @type {MouseEvent} */ click) => onTap(side, click),
      },
      element("bdi", { class: "name" }, name),
      " ",
      element("span", { class: "what", "aria-hidden": "true" }, mark(side), points),
    );
    return { node, points };
  });
  const node = element(
    "div",
    { class: "side-keys" },
    keys.map((key) => key.node),
  );
  /** @param {number|null} points */
  const show = (points) => {
    sides.forEach(({ name }, at) => {
      const isNone = points === null;
      // With points the name is the visible words.
      keys[at].node.setAttribute("aria-label", t(isNone ? "table.peg.none" : "tap.peg", { n: points, side: name }));
      keys[at].node.ariaDisabled = isNone ? "true" : null;
      keys[at].points.textContent = isNone ? "" : `+${points}`;
    });
  };
  show(null);
  return { node, show };
}

/** A key of the sheet that reads the taps of the peg in another way. @typedef {{label: string, name: string, onTap: () => void}} OtherReading */
/** Called with a peg as it was, and what somebody changed of it. @typedef {(peg: LocalPeg, changes: Partial<AmendedPeg>) => void} OnAmend */

/** The sheet of a peg that stands: its side, its reason and its points, each changed by one tap, and its takeback. */
export class PegSheet {
  #store;
  #listeners;
  #peg = "";
  /** @type {OtherReading|null} */
  #reading = null;
  #title = element("h2", { id: "peg-title" });
  #choices = element("div", { class: "peg-choices" });
  #onChange = () => this.#show();

  node = element("dialog", { class: "sheet peg-sheet", "aria-labelledby": "peg-title" });

  /** @param {GameStore} store @param {{names: () => string[], onAmend?: OnAmend}} listeners `names` returns the names of the sides */
  constructor(store, listeners) {
    this.#store = store;
    this.#listeners = listeners;
    const keys = element(
      "div",
      { class: "sheet-keys" },
      element("button", { type: "button", class: "primary", onclick: () => this.node.close() }, t("peg.done")),
      element("button", { type: "button", class: "quiet", onclick: () => this.#takeBack() }, t("history.take_back")),
    );
    this.node.append(this.#title, this.#choices, keys);
    this.node.addEventListener("click", ({ target }) => target === this.node && this.node.close());
    this.node.addEventListener("close", () => store.removeEventListener("change", this.#onChange));
  }

  /** Opens it. @param {string} peg its id @param {OtherReading|null} [reading] */
  open(peg, reading = null) {
    this.#peg = peg;
    this.#reading = reading;
    if (!this.#standing || this.node.open) return;
    this.#store.addEventListener("change", this.#onChange);
    this.#show();
    this.node.showModal();
  }

  /** @returns {LocalPeg|undefined} */
  get #standing() {
    const { changes, game } = this.#store;
    return changes.mayChange(this.#peg) ? game.pegs.find(({ id }) => id === this.#peg) : undefined;
  }

  // Another phone may have taken the peg back.
  #show() {
    const peg = this.#standing;
    if (!peg) return this.node.close();
    const focused = document.activeElement;
    const value = focused instanceof HTMLButtonElement && this.#choices.contains(focused) ? focused.value : null;
    const names = this.#listeners.names();
    this.#title.textContent = pegText(peg, names);
    const { changes, game } = this.#store;
    const isOpen = (/** @type {Partial<AmendedPeg>} */ change) => {
      const { side, points, for: kind } = peg;
      return changes.objection({ side, points, for: kind, ...change }, peg.id) === null;
    };
    const sides = names.map((name, side) => this.#key(peg, { side }, mark(side), element("bdi", {}, name)));
    const kinds = [...pegKinds(game.rules), /** @type {PegFor} */ ("other")]
      .filter((kind) => kind === peg.for || isOpen({ for: kind }))
      .map((kind) => this.#key(peg, { for: kind }, t(`for.${kind}`)));
    const numbers = Array.from({ length: mostPoints(game) + 1 }, (_, points) => points)
      .filter((points) => points === peg.points || isOpen({ points }))
      .map((points) => this.#key(peg, { points }, String(points)));
    this.#choices.replaceChildren(
      ...(this.#reading ? [this.#readingKey(this.#reading)] : []),
      group(t("peg.side"), "peg-sides", sides),
      group(t("peg.for"), "peg-kinds", kinds),
      group(t("peg.points"), "peg-numbers", numbers),
    );
    if (value === null) return;
    /** @type {HTMLElement|null} */ (this.#choices.querySelector(`[value="${value}"]`))?.focus();
  }

  /** @param {LocalPeg} peg @param {Partial<AmendedPeg>} change @param {...(Node|string)} label */
  #key(peg, change, ...label) {
    const [[name, value]] = /** @type {[keyof AmendedPeg, string|number][]} */ (Object.entries(change));
    const isChosen = peg[name] === value;
    const choose = () => {
      if (isChosen) return;
      this.#reading = null;
      this.#store.changes.amend(peg, change);
      this.#listeners.onAmend?.(peg, change);
    };
    return element(
      "button",
      {
        type: "button",
        class: name === "side" ? `peg-choice of-${value}` : "peg-choice",
        value: `${name} ${value}`,
        "aria-pressed": String(isChosen),
        onclick: choose,
      },
      ...label,
    );
  }

  /** @param {OtherReading} reading */
  #readingKey({ name, onTap }) {
    const tap = () => {
      this.node.close();
      onTap();
    };
    return element("button", { type: "button", class: "quiet", onclick: tap }, name);
  }

  #takeBack() {
    const peg = this.#standing;
    this.node.close();
    if (peg) this.#store.changes.takeBack(peg);
  }
}

/** @param {string} label @param {string} look @param {HTMLElement[]} keys */
function group(label, look, keys) {
  return element("div", { class: `peg-group ${look}`, role: "group", "aria-label": label }, keys);
}
