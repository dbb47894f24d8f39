import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { icon } from "../ui/controls.ts";
import { CardGrid } from "./pack.ts";
import type { RulesChoice } from "./rules-choice.ts";

/**
 * The parts of a frame. `top` has a row with the number. `words` have three lines, in a row with `aside`, and are whole
 * after a tap on them. `grid` is the pack, or keys of another kind. `ruled` is the choice of the rules, the id of the
 * table that has them, or another key for the head.
 */
type Parts = {
  labels: { panel: string; words: string; pack: string };
  top: HTMLElement;
  number: HTMLElement;
  words: HTMLElement[];
  aside?: HTMLElement;
  grid: HTMLElement;
  clear?: { name: string; onTap: () => void };
  foot: (HTMLElement | null)[];
  ruled: RulesChoice | string | HTMLElement;
};

/** An entry of the list: the key shows its `label`, the list its `name`. */
type Pick = { value: string; label: string; name: string };

// Columns and rows of the whole pack.
const COLUMNS = 7;
const ROWS = 8;
// Pixels. A card takes two taps if a key of the whole pack would be smaller, or too narrow for large text.
const LEAST_KEY = 30;
const LARGE_TEXT = 24;
const WIDE_KEY = 80;

/** The one screen of a view that is worked by cards: the head, the chosen cards, the words, the pack and the foot. */
export class Frame {
  #root;
  #grid;
  #words;
  #said;
  #unfold;
  #head;
  #sizes = new ResizeObserver(() => this.#fit());

  constructor(root: HTMLElement, { labels, top, number, words, aside, grid, clear, foot, ruled }: Parts) {
    this.#root = root;
    this.#grid = grid;
    this.#unfold = element("button", {
      type: "button",
      class: "unfold",
      "aria-label": labels.words,
      onclick: () => this.#open(!this.#words.classList.contains("open")),
    });
    this.#said = element("div", { class: "said-words" }, words);
    this.#words = element(
      "section",
      { class: "words", onkeydown: ({ key }: KeyboardEvent) => key === "Escape" && this.fold() },
      element("h2", { class: "unseen" }, labels.words),
      this.#said,
      this.#unfold,
      aside,
    );
    if (clear) grid.append(clearKey(clear));
    root.classList.add("framed");
    root.append(
      element("section", { class: "panel", "aria-label": labels.panel }, top, number),
      this.#words,
      element("section", { class: "pack", "aria-label": labels.pack }, grid),
      element("div", { class: "frame-foot" }, foot),
    );
    this.#head = ruled instanceof HTMLElement ? ruled : this.#rulesHead(ruled);
    document.querySelector(".bar")?.lastElementChild?.before(this.#head);
    this.#open(false);
    if (grid instanceof CardGrid) this.#sizes.observe(grid);
  }

  /** Shows the pack again, if the words cover it. */
  fold() {
    this.#open(false);
  }

  /** Takes its key out of the head. */
  close() {
    this.#sizes.disconnect();
    this.#head.remove();
  }

  #open(isOpen: boolean) {
    this.#words.classList.toggle("open", isOpen);
    this.#unfold.setAttribute("aria-expanded", String(isOpen));
    this.#grid.toggleAttribute("inert", isOpen);
    // A keyboard scrolls the element with the focus.
    this.#said.tabIndex = isOpen ? 0 : -1;
    this.#said.scrollTop = 0;
  }

  #fit() {
    const { width, height } = this.#grid.getBoundingClientRect();
    const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isSmall = Math.min(width / COLUMNS, height / ROWS) < LEAST_KEY;
    const isRanked = isSmall || (text > LARGE_TEXT && width / COLUMNS < WIDE_KEY);
    this.#root.classList.toggle("ranked", isRanked);
    (this.#grid as CardGrid).ranked = isRanked;
  }

  #rulesHead(ruled: RulesChoice | string) {
    if (typeof ruled === "string") return bookLink(`?table=${ruled}`, "to-rules");
    const sheet = element(
      "dialog",
      { class: "sheet", "aria-label": t("scoring.rules") },
      ruled.node,
      element("p", { class: "links" }, bookLink("")),
      element("button", { type: "button", class: "primary", onclick: () => sheet.close() }, t("peg.done")),
    );
    sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
    this.#root.append(sheet);
    return element(
      "button",
      { type: "button", class: "to-rules", onclick: () => sheet.showModal() },
      t("scoring.rules"),
    );
  }
}

/** A key that shows what was picked. A tap on it opens the phone's own list. */
export class PickKey {
  #picks;
  #select;
  #shown = element("span", { "aria-hidden": "true" });
  declare node;

  /** @param legend what is picked */
  constructor(legend: string, picks: Pick[], onPick: (value: string) => void) {
    this.#picks = picks;
    this.#select = element(
      "select",
      { "aria-label": legend, onchange: () => onPick(this.#select.value) },
      picks.map(({ value, name }) => element("option", { value }, name)),
    );
    this.node = element("div", { class: "pick" }, this.#select, this.#shown);
  }

  /** Shows what is picked. @param picked its value */
  show(picked: string) {
    this.#select.value = picked;
    const label = this.#picks.find(({ value }) => value === picked)?.label;
    this.#shown.textContent = `${label}\u00A0▾`;
  }
}

function clearKey({ name, onTap }: { name: string; onTap: () => void }) {
  return element("button", { type: "button", class: "clear-key", "aria-label": name, onclick: onTap }, icon("counter"));
}

function bookLink(query: string, look?: string) {
  return element("a", { href: `#/rules${query}`, class: look }, t(look ? "scoring.rules" : "rules.book"));
}
