/** @import { Place, TitledView } from "../lib/router.js" */
import { canStayAwake, cleanName, namePhone, newSecret, phoneName } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { presetName, rulesText } from "./labels.js";
import { beginGame, fetchPresets, presets } from "./opening.js";
import { SEATINGS, seatNames } from "./rules.js";

const NAME_LENGTH = 100;

class Start {
  #keep;
  #seating;
  /** @type {Record<string, string>} */
  #names = {};
  #isBeginning = false;
  #sides = element("div", { class: "sides" });
  #dealer = element("select", { id: "dealer" });
  #rules = element("select", {
    id: "rules",
    "aria-describedby": "rules-words",
    onchange: () => this.#explainRules(),
  });
  #explanation = element("p", { class: "help", id: "rules-words" });
  #phone = element("input", { id: "phone", value: phoneName(), maxlength: NAME_LENGTH, autocomplete: "off" });
  #notice = new Notice(() => this.#showRules());

  /** @param {Place} place */
  constructor({ root, query, keep }) {
    this.#keep = keep;
    const seating = query.get("seating") ?? "";
    this.#seating = Object.hasOwn(SEATINGS, seating) ? seating : "1-1";
    root.append(this.#makeForm());
    this.#showSides();
    this.#showRules();
  }

  #makeForm() {
    const seatings = element(
      "select",
      { id: "seating", onchange: () => this.#seat(seatings.value) },
      Object.keys(SEATINGS).map((key) =>
        element("option", { value: key, selected: key === this.#seating }, t(`start.seating.${key}`)),
      ),
    );
    return element(
      "form",
      { class: "start-form", onsubmit: (/** @type {SubmitEvent} */ event) => this.#begin(event) },
      field("seating", t("start.who"), seatings),
      this.#sides,
      field("dealer", t("start.dealer"), this.#dealer),
      field("rules", t("start.rules"), this.#rules, this.#explanation),
      field("phone", t("start.phone"), this.#phone, element("p", { class: "help" }, t("start.phone.why"))),
      canStayAwake ? null : element("p", { class: "help" }, t("start.plain")),
      element(
        "div",
        { class: "start-key" },
        this.#notice.node,
        element("button", { type: "submit", class: "primary" }, t("start.begin")),
      ),
    );
  }

  /** @param {string} seating */
  #seat(seating) {
    this.#seating = seating;
    this.#keep({ seating });
    this.#showSides();
  }

  get #sizes() {
    return SEATINGS[this.#seating];
  }

  // The names of sides that nobody named.
  get #defaults() {
    return t(`start.names.${this.#sizes.length}`).split(",");
  }

  #showSides() {
    const defaults = this.#defaults;
    this.#sides.replaceChildren(...this.#sizes.map((size, side) => this.#makeSide(side, size, defaults[side])));
    this.#showDealers();
  }

  /** @param {number} side @param {number} size how many players it has @param {string} name */
  #makeSide(side, size, name) {
    const players = Array.from({ length: size > 1 ? size : 0 }, (_, nth) =>
      this.#makeInput(
        `player-${side}-${nth}`,
        t("start.player", { n: nth + 1, side: name }),
        t("start.player.short", { n: nth + 1 }),
      ),
    );
    return element(
      "fieldset",
      { class: "side" },
      element("legend", {}, mark(side), " ", t("start.side", { n: side + 1 })),
      this.#makeInput(`side-${side}`, t("start.side.name", { n: side + 1 }), name),
      players.length > 0 ? element("div", { class: "players" }, players) : null,
    );
  }

  /** @param {string} id @param {string} label @param {string} placeholder */
  #makeInput(id, label, placeholder) {
    const input = element("input", {
      id,
      "aria-label": label,
      placeholder,
      value: this.#names[id] ?? "",
      maxlength: NAME_LENGTH,
      autocomplete: "off",
      autocapitalize: "words",
      oninput: () => {
        this.#names[id] = input.value;
        this.#showDealers();
      },
    });
    return input;
  }

  // The sides as they were typed, with empty names filled.
  get #enteredSides() {
    const defaults = this.#defaults;
    return this.#sizes.map((size, side) => {
      const entered = (/** @type {string} */ id) => cleanName(this.#names[id] ?? "");
      const names = Array.from({ length: size }, (_, nth) => entered(`player-${side}-${nth}`));
      const joined = size > 1 && names.every(Boolean) ? names.join(" + ") : defaults[side];
      const name = entered(`side-${side}`) || cleanName(joined.slice(0, NAME_LENGTH));
      const numbered = (/** @type {number} */ nth) => `${cleanName(name.slice(0, NAME_LENGTH - 2))} ${nth + 1}`;
      return { name, players: size === 1 ? [name] : names.map((player, nth) => player || numbered(nth)) };
    });
  }

  #showDealers() {
    const chosen = this.#dealer.selectedIndex;
    const options = seatNames(this.#enteredSides).map((name, seat) => element("option", { value: seat }, name));
    this.#dealer.replaceChildren(...options);
    this.#dealer.selectedIndex = Math.max(0, Math.min(chosen, options.length - 1));
  }

  // On the first visit the rules are on their way; later the phone has them.
  async #showRules() {
    if (!presets()) this.#notice.show("");
    if (!presets() && !(await fetchPresets())) return this.#notice.showOffline(new Date(), t("start.rules.away"));
    this.#notice.show("");
    const options = Object.keys(presets() ?? {}).map((preset) =>
      element("option", { value: preset }, presetName(preset)),
    );
    this.#rules.replaceChildren(...options);
    this.#explainRules();
  }

  #explainRules() {
    const rules = presets()?.[this.#rules.value];
    this.#explanation.textContent = rules ? rulesText(rules) : "";
  }

  /** @param {SubmitEvent} event */
  async #begin(event) {
    event.preventDefault();
    if (this.#isBeginning) return;
    const preset = this.#rules.value;
    const rules = presets()?.[preset];
    if (!rules) return this.#showRules();
    if (cleanName(this.#phone.value)) namePhone(this.#phone.value);
    navigator.storage?.persist?.();
    const first = this.#dealer.selectedIndex;
    this.#isBeginning = true;
    try {
      const id = await beginGame({ sides: this.#enteredSides, preset, rules, first, token: newSecret() });
      location.hash = `#/table?id=${id}`;
    } catch (error) {
      this.#isBeginning = false;
      if (!(error instanceof DOMException)) throw error;
      this.#notice.show(t("start.no_storage"), "refusal");
    }
  }
}

/** @param {string} id @param {string} label @param {...Node} nodes the input, and what explains it */
function field(id, label, ...nodes) {
  return element("div", { class: "field" }, element("label", { for: id }, label), nodes);
}

/** The form to begin a game: who plays, who deals, by which rules. State in the hash: `seating`. @type {TitledView} */
export default {
  title: "start.title",
  mount(place) {
    new Start(place);
  },
};
