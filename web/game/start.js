import { canStayAwake, cleanName, namePhone, newSecret, phoneName } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { beginGame } from "./game-store.js";
import { presetName, rulesText } from "./labels.js";
import { learnPresets, presets, seatNames } from "./rules.js";

// How many players each side has, as a table may be seated.
const SEATINGS = { "1-1": [1, 1], "2-2": [2, 2], "1-1-1": [1, 1, 1], "3-3": [3, 3], "2-2-2": [2, 2, 2], "2-3": [2, 3] };
const NAME_LENGTH = 100;

class Start {
  constructor({ root, query, keep }) {
    this.keep = keep;
    this.seating = Object.hasOwn(SEATINGS, query.get("seating") ?? "") ? query.get("seating") : "1-1";
    this.names = {};
    this.build(root);
    this.showSides();
    this.showRules();
  }

  build(root) {
    this.sides = element("div", { class: "sides" });
    this.dealer = element("select", { id: "dealer" });
    this.rules = element("select", { id: "rules", onchange: () => this.explainRules() });
    this.explained = element("p", { class: "help", id: "rules-words" });
    this.rules.setAttribute("aria-describedby", "rules-words");
    this.phone = element("input", { id: "phone", value: phoneName(), maxlength: NAME_LENGTH, autocomplete: "off" });
    this.notice = new Notice(() => this.showRules());
    const seatings = element(
      "select",
      { id: "seating", onchange: ({ target }) => this.seat(target.value) },
      Object.keys(SEATINGS).map((key) =>
        element("option", { value: key, selected: key === this.seating }, t(`start.seating.${key}`)),
      ),
    );
    root.append(
      element(
        "form",
        { class: "start-form", onsubmit: (event) => this.begin(event) },
        field("seating", t("start.who"), seatings),
        this.sides,
        field("dealer", t("start.dealer"), this.dealer),
        field("rules", t("start.rules"), this.rules, this.explained),
        field("phone", t("start.phone"), this.phone, element("p", { class: "help" }, t("start.phone.why"))),
        canStayAwake ? null : element("p", { class: "help" }, t("start.plain")),
        element(
          "div",
          { class: "start-key" },
          this.notice.node,
          element("button", { type: "submit", class: "primary" }, t("start.begin")),
        ),
      ),
    );
  }

  seat(seating) {
    this.seating = seating;
    this.keep({ seating });
    this.showSides();
  }

  showSides() {
    const sizes = SEATINGS[this.seating];
    const defaults = t(`start.names.${sizes.length}`).split(",");
    this.sides.replaceChildren(...sizes.map((size, side) => this.side(side, size, defaults[side])));
    this.showDealers();
  }

  side(side, size, usual) {
    const input = (key, label, placeholder) =>
      element("input", {
        id: key,
        "aria-label": label,
        placeholder,
        value: this.names[key] ?? "",
        maxlength: NAME_LENGTH,
        autocomplete: "off",
        autocapitalize: "words",
        oninput: ({ target }) => {
          this.names[key] = target.value;
          this.showDealers();
        },
      });
    const players = Array.from({ length: size > 1 ? size : 0 }, (_, nth) =>
      input(
        `player-${side}-${nth}`,
        t("start.player", { n: nth + 1, side: usual }),
        t("start.player.short", { n: nth + 1 }),
      ),
    );
    return element(
      "fieldset",
      { class: "side" },
      element("legend", {}, mark(side), " ", t("start.side", { n: side + 1 })),
      input(`side-${side}`, t("start.side.name", { n: side + 1 }), usual),
      players.length > 0 ? element("div", { class: "players" }, players) : null,
    );
  }

  /** The sides as the form has them, empty names filled. */
  get entered() {
    const sizes = SEATINGS[this.seating];
    const usual = t(`start.names.${sizes.length}`).split(",");
    return sizes.map((size, side) => {
      const given = (key) => cleanName(this.names[key] ?? "");
      const named = Array.from({ length: size }, (_, nth) => given(`player-${side}-${nth}`));
      const together = size > 1 && named.every(Boolean) ? named.join(" + ") : usual[side];
      const name = given(`side-${side}`) || cleanName(together.slice(0, NAME_LENGTH));
      const numbered = (nth) => `${cleanName(name.slice(0, NAME_LENGTH - 2))} ${nth + 1}`;
      return { name, players: size === 1 ? [name] : named.map((player, nth) => player || numbered(nth)) };
    });
  }

  showDealers() {
    const chosen = this.dealer.selectedIndex;
    const options = seatNames(this.entered).map((name, seat) => element("option", { value: seat }, name));
    this.dealer.replaceChildren(...options);
    this.dealer.selectedIndex = Math.max(0, Math.min(chosen, options.length - 1));
  }

  // The page came over the network a moment ago, so the rules do, too; later they are remembered.
  async showRules() {
    if (!presets()) this.notice.show("");
    if (!presets() && !(await learnPresets())) return this.notice.showOffline(new Date(), t("start.rules.away"));
    this.notice.show("");
    this.rules.replaceChildren(
      ...Object.keys(presets()).map((preset) => element("option", { value: preset }, presetName(preset))),
    );
    this.explainRules();
  }

  explainRules() {
    this.explained.textContent = rulesText(presets()[this.rules.value]);
  }

  async begin(event) {
    event.preventDefault();
    if (this.begun) return;
    const rules = presets()?.[this.rules.value];
    if (!rules) return this.showRules();
    if (cleanName(this.phone.value)) namePhone(this.phone.value);
    navigator.storage?.persist?.();
    const first = this.dealer.selectedIndex;
    this.begun = true;
    try {
      const begun = { sides: this.entered, preset: this.rules.value, rules, first, token: newSecret() };
      location.hash = `#/table?id=${await beginGame(begun)}`;
    } catch (error) {
      this.begun = false;
      if (!(error instanceof DOMException)) throw error;
      this.notice.show(t("start.no_storage"), "refusal");
    }
  }
}

function field(id, label, ...nodes) {
  return element("div", { class: "field" }, element("label", { for: id }, label), nodes);
}

/** Begins a game: who plays, who deals, by which rules. State in the hash: `seating`. */
export default {
  title: "start.title",
  mount(place) {
    new Start(place);
  },
};
