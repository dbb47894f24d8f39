import { beginGame, fetchPresets, presets } from "../game/begin.ts";
import { Directions } from "../game/directions.ts";
import { sideNames } from "../game/names.ts";
import { SEATINGS } from "../game/seats.ts";
import { cleanName, limitsLine, newSecret } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { leaveFor, type Place, type TitledView } from "../lib/router.ts";
import type { RuleChoice } from "../rules/house-rules.ts";
import { presetName, rulesText } from "../rules/rules-in-force.ts";
import { choice } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { namesPlayed, rememberGame, seatedSides, usualGame } from "./last-setup.ts";
import { Seats } from "./seats.ts";

const NAME_LENGTH = 100;
// The seatings with a segment of their own; the last segment is for all others.
const USUAL = ["1-1", "1-1-1", "2-2"];
const OTHERS = Object.keys(SEATINGS).filter((seating) => !USUAL.includes(seating));
const MORE = "more";

class Start {
  #keep;
  #seating;
  #seats;
  #preset: string | null;
  /** The rules that no preset has. */
  #own: RuleChoice["rules"] | null;
  #directions;
  // The seating of the rules that were not chosen in this form.
  #usualSeating;
  #hasChosen = false;
  #isBeginning = false;
  #known = namesPlayed();
  #others = choiceOf("start.others", OTHERS, (seating) => this.#sit(seating));
  #caption = element("p", { class: "start-caption", role: "status" });
  #input = element("input", {
    class: "seat-input",
    placeholder: t("start.name"),
    maxlength: NAME_LENGTH,
    autocomplete: "off",
    autocapitalize: "words",
    spellcheck: "false",
    enterkeyhint: "next",
    onfocus: () => this.#seats.selected === null && this.#seats.selectNext(),
    oninput: () => this.#seats.write(cleanName(this.#input.value)),
    onkeydown: (event: KeyboardEvent) => this.#onKey(event),
  });
  #chips = element("div", { class: "chips" });
  #rules = element("p", { class: "start-rules" });
  #notice = new Notice(() => this.#showRules());

  constructor({ root, query, keep }: Place) {
    this.#keep = keep;
    const usual = usualGame();
    const asked = query.get("seating") ?? "";
    this.#seating = Object.hasOwn(SEATINGS, asked) ? asked : usual.seating;
    this.#preset = usual.rules ? null : (usual.preset ?? "");
    this.#own = usual.rules ?? null;
    this.#usualSeating = usual.seating;
    this.#directions = new Directions(usual.directions);
    this.#seats = new Seats(this.#seating, usual.names);
    this.#seats.addEventListener("change", () => this.#show());
    // The keyboard would cover the names to choose from.
    this.#seats.addEventListener("name", () => this.#free.length > 0 || this.#input.focus());
    root.append(this.#makeForm());
    this.#showOthers();
    this.#show();
    this.#showRules();
  }

  #makeForm() {
    const segments = choiceOf("start.who", [...USUAL, MORE], (value) => this.#sit(value === MORE ? OTHERS[0] : value));
    check(segments, USUAL.includes(this.#seating) ? this.#seating : MORE);
    return element(
      "form",
      { class: "start-form", onsubmit: (event: SubmitEvent) => this.#begin(event) },
      element("div", { class: "start-seatings" }, segments, this.#others),
      element("div", { class: "table-room" }, this.#seats.node, this.#directions.node, this.#caption),
      element(
        "div",
        { class: "start-names", role: "group", "aria-label": t("start.before") },
        element("p", { class: "start-label", "aria-hidden": "true" }, t("start.before")),
        element("div", { class: "name-row" }, this.#input, this.#chips),
      ),
      element(
        "div",
        { class: "start-row" },
        this.#rules,
        rowKey(t("start.rules.change"), () => this.#changeRules(), t("start.rules.change.of")),
      ),
      limitsLine(),
      element(
        "div",
        { class: "start-key" },
        this.#notice.node,
        element("button", { type: "submit", class: "primary" }, t("start.begin")),
      ),
    );
  }

  #sit(seating: string) {
    this.#seating = seating;
    this.#keep({ seating });
    this.#showOthers();
    this.#seats.sit(seating);
    this.#showRules();
  }

  #showOthers() {
    this.#others.hidden = USUAL.includes(this.#seating);
    check(this.#others, this.#seating);
  }

  #show() {
    const { selected, names } = this.#seats;
    const name = selected === null ? "" : names[selected];
    // Spaces at the end are typed before the next word.
    if (cleanName(this.#input.value) !== name) this.#input.value = name;
    this.#input.setAttribute(
      "aria-label",
      selected === null ? t("start.name") : t("start.name.of", { place: this.#seats.placeText(selected) }),
    );
    const text = this.#captionText();
    if (this.#caption.textContent !== text) this.#caption.textContent = text;
    this.#showDirections();
    this.#showChips();
  }

  // On the one track of crash each side goes its way.
  #showDirections() {
    const isCrash = this.#chosen?.rules.crash === true;
    this.#directions.node.hidden = !isCrash;
    this.#seats.showTrack(isCrash);
    this.#directions.show(sideNames(seatedSides(this.#seating, this.#seats.names), 0));
  }

  #captionText() {
    const { selected, names, dealer, isDealerChosen, isDiscPicked } = this.#seats;
    if (isDiscPicked) return t("start.deals.tap");
    if (selected !== null) return t(names[selected] ? "start.seat.swap" : "start.seat.name");
    return isDealerChosen ? t("start.deals.first", { name: this.#seats.nameText(dealer) }) : t("start.cut");
  }

  /** The known names that have no seat. */
  get #free() {
    return this.#known.filter((name) => !this.#seats.names.includes(name));
  }

  #showChips() {
    const free = this.#free;
    const shown = Array.from(this.#chips.children, (chip) => chip.textContent);
    if (String(free) === String(shown) && shown.length > 0) return;
    const chips = free.map((name) =>
      element("button", { type: "button", class: "chip-name", onclick: () => this.#seats.fill(name) }, bdi(name)),
    );
    const nobody = element("p", { class: "help" }, t("start.nobody"));
    this.#chips.replaceChildren(...(this.#known.length > 0 ? chips : [nobody]));
  }

  // Enter goes on to the next seat: the game begins by its key alone.
  #onKey(event: KeyboardEvent) {
    if (event.key === "Escape") this.#seats.select(null);
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    this.#seats.selectNext();
    if (this.#seats.selected === null) this.#input.blur();
  }

  /** The rules that are chosen; null before they have arrived. */
  get #chosen(): RuleChoice | null {
    const known = presets() ?? {};
    const [first] = Object.keys(known);
    const preset = this.#preset && known[this.#preset] ? this.#preset : first;
    const chosen = this.#own ? { preset: null, rules: this.#own } : preset ? { preset, rules: known[preset] } : null;
    // Crash is another game: it does not go on by itself at another kind of table.
    const isElsewhere = !this.#hasChosen && this.#seating !== this.#usualSeating;
    return isElsewhere && first && chosen?.rules.crash ? { preset: first, rules: known[first] } : chosen;
  }

  // On the first visit the rules are on their way; later the phone has them.
  async #showRules() {
    if (!this.#chosen) this.#notice.show("");
    if (!this.#chosen && !(await fetchPresets())) return this.#notice.showOffline(new Date(), t("start.rules.away"));
    this.#notice.show("");
    const chosen = this.#chosen;
    this.#showDirections();
    if (!chosen) return;
    const name = chosen.preset === null ? t("rules.own") : presetName(chosen.preset);
    this.#rules.replaceChildren(element("strong", {}, name), " ", element("span", {}, rulesText(chosen.rules)));
  }

  async #changeRules() {
    if (!presets() && !(await fetchPresets())) return this.#notice.showOffline(new Date(), t("start.rules.away"));
    const [chosen, known] = [this.#chosen, presets()];
    if (!chosen || !known) return;
    const { chooseRules } = await import("../rules/house-rules.ts");
    const changed = await chooseRules(chosen, known);
    if (!changed) return;
    this.#preset = changed.preset;
    this.#own = changed.preset === null ? changed.rules : null;
    this.#hasChosen = true;
    this.#showRules();
  }

  async #begin(event: SubmitEvent) {
    event.preventDefault();
    if (this.#isBeginning) return;
    const chosen = this.#chosen;
    if (!chosen) return this.#showRules();
    navigator.storage?.persist?.().catch(() => {});
    const { names, dealer } = this.#seats;
    const sides = seatedSides(this.#seating, names);
    const directions = this.#directions.value;
    this.#isBeginning = true;
    const id = await beginGame({ sides, ...chosen, first: dealer, directions, token: newSecret() });
    const rules = chosen.preset === null ? { rules: chosen.rules } : { preset: chosen.preset };
    rememberGame({ seating: this.#seating, names, directions, ...rules });
    leaveFor(`#/table?id=${id}`);
  }
}

function bdi(name: string) {
  return element("bdi", {}, name);
}

/** @param legend a message's key */
function choiceOf(legend: string, seatings: string[], onChoice: (seating: string) => void) {
  const answers = seatings.map((value) => ({
    value,
    label: t(`start.segment.${value}`),
    name: t(`start.seating.${value}`),
  }));
  return choice(t(legend), answers, null, onChoice);
}

function check(segments: HTMLElement, value: string) {
  for (const input of segments.querySelectorAll("input")) input.checked = input.value === value;
}

function rowKey(label: string, onTap: () => void, name: string) {
  return element("button", { type: "button", class: "again row-key", "aria-label": name, onclick: onTap }, label);
}

/** The table before its game begins: the seats, the first dealer and the rules. State in the hash: `seating`. */
export default {
  title: "start.title",
  mount(place) {
    new Start(place);
  },
} satisfies TitledView;
