import type { PegFor } from "pegout-api";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { mark } from "../ui/controls.ts";
import type { GameStore } from "./game-store.ts";
import { pegText } from "./labels.ts";
import type { GameRules, LocalPeg } from "./local-game.ts";
import type { AmendedPeg } from "./outbox.ts";

// The numbers of the sheet before the engine has come.
const NUMBERS = Array.from({ length: 30 }, (_, at) => at + 1);

/** Returns the kinds of pegs that a table offers. */
export function pegKinds({ muggins, no_discard: hasNoCrib }: Pick<GameRules, "muggins" | "no_discard">): PegFor[] {
  const kinds: PegFor[] = ["play", "hand", "crib", "heels", "go", "penalty", "muggins"];
  return kinds.filter((kind) => (kind !== "crib" || !hasNoCrib) && (kind !== "muggins" || muggins));
}

/**
 * Makes a key for each side, that pegs the number for it.
 * @param sides from left to right
 * @returns `show` writes the number on the keys; null for none
 */
export function sideKeys(
  sides: { side: number; name: string }[],
  onTap: (side: number, click: MouseEvent) => void,
): { node: HTMLElement; show: (points: number | null) => void } {
  const keys = sides.map(({ side, name }) => {
    const points = element("span", { class: "plus" });
    const node = element(
      "button",
      {
        type: "button",
        class: `side-key of-${side}`,
        onclick: (click: MouseEvent) => onTap(side, click),
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
  const show = (points: number | null) => {
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

/** A key of the sheet that reads the taps of the peg in another way. */
type OtherReading = { label: string; name: string; onTap: () => void };
/** Called with a peg as it was, and what somebody changed of it. */
export type OnAmend = (peg: LocalPeg, changes: Partial<AmendedPeg>) => void;

/** The sheet of a peg that stands: its side, its reason and its points, each changed by one tap, and its takeback. */
export class PegSheet {
  #store;
  #listeners;
  #peg = "";
  #reading: OtherReading | null = null;
  #title = element("h2", { id: "peg-title" });
  #choices = element("div", { class: "peg-choices" });
  #onChange = () => this.#show();

  node = element("dialog", { class: "sheet peg-sheet", "aria-labelledby": "peg-title" });

  /** @param listeners `names` returns the names of the sides */
  constructor(store: GameStore, listeners: { names: () => string[]; onAmend?: OnAmend }) {
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

  /** Opens it. @param peg its id */
  open(peg: string, reading: OtherReading | null = null) {
    this.#peg = peg;
    this.#reading = reading;
    if (!this.#standing || this.node.open) return;
    this.#store.addEventListener("change", this.#onChange);
    this.#show();
    this.node.showModal();
  }

  get #standing(): LocalPeg | undefined {
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
    const { changes, game, points: possible } = this.#store;
    const isOpen = (change: Partial<AmendedPeg>) => {
      const { side, points, for: kind } = peg;
      return changes.refusal({ side, points, for: kind, ...change }, peg.id) === null;
    };
    const sides = names.map((name, side) => this.#key(peg, { side }, mark(side), element("bdi", {}, name)));
    const kinds = [...pegKinds(game.rules), "other" as PegFor]
      .filter((kind) => kind === peg.for || isOpen({ for: kind }))
      .map((kind) => this.#key(peg, { for: kind }, t(`for.${kind}`)));
    const known = possible && [0, ...(possible.other?.points ?? [])];
    const numbers = (known ?? [...new Set([...NUMBERS, peg.points])])
      .filter((points) => points === peg.points || isOpen({ points }))
      .map((points) => this.#key(peg, { points }, String(points)));
    this.#choices.replaceChildren(
      ...(this.#reading ? [this.#readingKey(this.#reading)] : []),
      group(t("peg.side"), "peg-sides", sides),
      group(t("peg.for"), "peg-kinds", kinds),
      group(t("peg.points"), "peg-numbers", numbers),
    );
    if (value === null) return;
    (this.#choices.querySelector(`[value="${value}"]`) as HTMLElement | null)?.focus();
  }

  #key(peg: LocalPeg, change: Partial<AmendedPeg>, ...label: (Node | string)[]) {
    const [[name, value]] = Object.entries(change) as [keyof AmendedPeg, string | number][];
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

  #readingKey({ name, onTap }: OtherReading) {
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

function group(label: string, look: string, keys: HTMLElement[]) {
  return element("div", { class: `peg-group ${look}`, role: "group", "aria-label": label }, keys);
}
