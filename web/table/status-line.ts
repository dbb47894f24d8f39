import type { PegChange } from "../game/changes.ts";
import type { GameStore } from "../game/game-store.ts";
import { lastSaid, scoresText } from "../game/labels.ts";
import type { LocalGame } from "../game/local-game.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { icon } from "../ui/controls.ts";
import type { Connection } from "./connection.ts";
import type { Pegging, QuickKey } from "./pegging.ts";

/** The last thing that happened: a name and points in bold, the rest, and a second line. */
type Said = { bold: string; rest: string; detail: string; crash?: string; isAway?: boolean };

/**
 * The keys next to the line: `isKey` if the line opens the sheet of a peg. `key` has an effect now. `isOwn` if a tap on
 * this phone may have changed it.
 */
type Keys = { isKey: boolean; quick: QuickKey | null; key: "undo" | "result" | "none"; isOwn: boolean };

// Milliseconds that Undo is held until it offers another side.
const HOLD = 500;
// Milliseconds in which a second tap on Undo was not meant, also if the key is another one by then.
const REST = 600;

/**
 * The bar below the board: the menu with the state of the connection, the last thing that happened, and Undo. Before
 * the first peg, the way to the result has the place of Undo.
 */
export class Bar {
  #dot = element("span", { class: "dot" });
  #menu;
  #bold = element("strong");
  #rest = element("span");
  #detail = element("span", { class: "detail" });
  #said;
  #quick;
  #undo;
  #result;
  #listeners;
  #rested = -REST;
  #key = "";
  #holding: ReturnType<typeof setTimeout> | undefined;
  #wasHeld = false;
  #onQuick = () => {};
  #table;
  declare node;

  /**
   * @param game `table` is its number at a league night
   * @param listeners `onSaid` is called when the line was tapped or Undo held. `onUndo` is null on a phone that may not
   *   peg
   */
  constructor(
    { id, table }: { id: string; table?: number },
    listeners:
      | { onMenu: () => void; onSaid: () => void; onUndo: () => void }
      | { onMenu: () => void; onSaid: () => void; onUndo: null },
  ) {
    this.#listeners = listeners;
    const { onMenu, onSaid } = listeners;
    this.#table = table ? t("table.number", { n: table }) : "";
    this.#menu = element(
      "button",
      { type: "button", class: "menu-key", onclick: onMenu },
      icon("menu"),
      this.#dot,
      table ? element("span", { class: "table-number" }, this.#table) : null,
    );
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
    const openResult = (tap: Event) => performance.now() - this.#rested < REST && tap.preventDefault();
    this.#result = listeners.onUndo
      ? element("a", { class: "result-key", href: `#/result?id=${id}`, onclick: openResult }, t("table.result.key"))
      : null;
    this.node = element(
      "section",
      { class: "bar-row", "aria-label": t("table.said") },
      this.#menu,
      this.#said,
      this.#quick,
      this.#undo,
      this.#result,
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
        oncontextmenu: (event: Event) => event.preventDefault(),
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

  /** Shows the last thing that happened. @param undoes the thing that Undo takes back, in words */
  show({ bold, rest, detail, crash, isAway = false }: Said, undoes: string, { isKey, quick, key, isOwn }: Keys) {
    // Another phone's peg came: a finger may be on its way to the key that was there.
    if (this.#key && key !== this.#key && !isOwn) this.#rested = performance.now();
    this.#key = key;
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
    this.#undo?.classList.toggle("none", key !== "undo");
    this.#result?.classList.toggle("none", key !== "result");
    this.#undo?.setAttribute("aria-label", undoes ? t("table.undo.what", { what: undoes }) : t("table.undo"));
  }

  /** Shows the state of the connection. @param text the state in words */
  showLine(state: "live" | "sending" | "away", text: string) {
    this.#dot.dataset.state = state;
    const name = t("table.menu", { state: text });
    this.#menu.setAttribute("aria-label", this.#table ? `${this.#table}. ${name}` : name);
  }
}

/**
 * Returns the text of the bar: the last thing that happened, or the change that was withdrawn. Its second line is for
 * players, for example about the connection.
 * @param names of the sides
 */
export function saidNow(
  store: GameStore,
  { early, isOpen }: Pegging,
  { dot, short }: Connection,
  names: string[],
): Said {
  const { dropped } = early;
  if (dropped) return { bold: droppedText(dropped), rest: "", detail: t(`table.dropped.${dropped.kind}.undo`) };
  const said = lastSaid(store, names);
  if (dot === "away") return { ...said, detail: short, isAway: true };
  return isOpen ? { ...said, detail: t("table.add") } : said;
}

/** Returns the text about a change that was withdrawn: a peg, or an addition to a peg that stays. */
export function droppedText({ kind, peg }: PegChange): string {
  return t(`table.dropped.${kind}`, { n: peg.points });
}

/** Returns the text that is read aloud: the bar's words, a crash, and the scores. @param names of the sides */
export function spokenText({ bold, rest, crash }: Said, game: LocalGame, names: string[]): string {
  return [`${bold} ${rest}`.trim(), crash, scoresText(game, names)].filter(Boolean).join(". ");
}
