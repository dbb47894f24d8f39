import { directionsText } from "../game/directions.ts";
import type { GameStore } from "../game/game-store.ts";
import { boardText, dealerText } from "../game/labels.ts";
import { type OnAmend, PegSheet } from "../game/peg-keys.ts";
import { savedGames } from "../game/saved-games.ts";
import { dealingSide } from "../game/seats.ts";
import { type Child, element } from "../lib/dom.ts";
import { isolated, otherLanguage, setLanguage, t } from "../lib/i18n.ts";
import type { Link } from "../result/end-sheet.ts";
import { choice } from "../ui/controls.ts";
import { Pegboard } from "../ui/pegboard.ts";
import type { Connection } from "./connection.ts";
import { NamesSheet, WhoAreYou, namesTitle } from "./names-sheet.ts";
import { chooseKeyMode, keyMode } from "./number-keys.ts";
import type { QuickKey } from "./pegging.ts";
import { setOwnPlace, ownPlace } from "./scores.ts";

// Milliseconds in which entries that have changed do nothing.
const DEAF = 800;

/** An entry of the menu that acts. */
type Action = { label: string; onTap: () => void };

/**
 * The menu of a table: how fresh it is, the links and actions that are not needed at each peg, and this phone's
 * settings.
 */
class Menu {
  #state = element("p", { class: "menu-state" });
  #list = element("div", { class: "menu-list" });
  #retry;
  #retryKey;

  node = element("dialog", { class: "sheet menu", tabindex: "-1", "aria-label": t("table.menu.title") });

  /** @param onRetry called when somebody wants to try at once */
  constructor(onRetry: () => void) {
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

  /** Shows how fresh the table is. @param isAway true while the service does not answer */
  showState(text: string, isAway: boolean) {
    this.#state.textContent = text;
    this.#state.classList.toggle("away", isAway);
    this.#retryKey.hidden = !isAway;
  }

  /** True while it is open. */
  get isOpen() {
    return this.node.open;
  }

  /** Opens it, or shows other content while it is open. */
  open({ facts, links, actions, settings }: { facts: string[]; links: Link[]; actions: Action[]; settings: Child[] }) {
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

  #key({ label, onTap }: Action, lang?: string) {
    const tap = () => {
      this.close();
      onTap();
    };
    return element("button", { type: "button", class: "menu-entry", lang, onclick: tap }, label);
  }
}

/** Makes a setting with a few answers side by side, under its name. */
function setting(
  label: string,
  answers: { value: string; label: string }[],
  value: string,
  onChoice: (value: string) => void,
): HTMLElement {
  return element("div", { class: "setting" }, element("p", {}, label), choice(label, answers, value, onChoice));
}

/**
 * Everything of a table that is not on its one screen: the menu, the names, the side of this phone, the large board.
 */
export class TableMenu {
  #store;
  #options;
  #menu;
  #names = new NamesSheet((correction) => void this.#store.correct(correction));
  #who = new WhoAreYou((side) => this.#setSide(side));
  #pegSheet;
  #board = element("dialog", { class: "board-view", "aria-label": t("table.board.large") });
  // The state of the game when the menu was opened.
  #shown = "";

  /**
   * @param options `link` replaces the link to share the table. `names` returns the whole names. `onPlace` is called
   *   when the sides change their places on the screen
   */
  constructor(
    store: GameStore,
    options: {
      link: Link | null;
      names: () => string[];
      onPlace: () => void;
      onRetry: () => void;
      onEnd: () => void;
      onAmend: OnAmend;
    },
  ) {
    this.#store = store;
    this.#options = options;
    this.#menu = new Menu(options.onRetry);
    this.#pegSheet = new PegSheet(store, { names: options.names, onAmend: options.onAmend });
  }

  /** The dialogs. */
  get nodes() {
    return [this.#menu.node, this.#names.node, this.#who.node, this.#pegSheet.node, this.#board];
  }

  /** Shows how fresh the table is, and the entries of the game as it stands now. */
  showState({ text, dot }: Connection) {
    this.#menu.showState(text, dot === "away");
    if (this.#menu.isOpen && this.#shown !== this.#standing()) this.open();
  }

  #standing() {
    const { game, canScore, newest } = this.#store;
    return `${game.status} ${canScore} ${Boolean(newest)}`;
  }

  /** Opens the sheet of the newest peg. @param quick the other reading of its taps */
  openPeg(quick: QuickKey | null) {
    const { peg } = this.#store.newest ?? {};
    if (peg) this.#pegSheet.open(peg.id, quick);
  }

  /** Opens the menu. */
  open() {
    const { id, game, canScore, saved, newest } = this.#store;
    this.#shown = this.#standing();
    const names = this.#options.names();
    const share = this.#options.link ?? { href: `#/join?id=${id}`, label: t("table.join") };
    const links = [share, { href: `#/history?id=${id}`, label: t("history.title") }];
    links.push({ href: `#/rules?table=${id}`, label: t("rules.book") });
    // Before the first peg this link is next to the line.
    if (canScore && game.status === "playing" && newest)
      links.unshift({ href: `#/result?id=${id}`, label: t("table.result") });
    const actions = [{ label: namesTitle(game, Boolean(saved.night)), onTap: () => this.openNames() }];
    if (saved.token) actions.push({ label: t("who.change"), onTap: () => this.#askWho() });
    if (game.status === "finished") actions.unshift({ label: t("table.over"), onTap: this.#options.onEnd });
    this.#menu.open({
      facts: this.#facts(names),
      links,
      actions,
      settings: canScore ? this.#settings() : [],
    });
  }

  #facts(names: string[]) {
    const { game, saved } = this.#store;
    const tally = game.match.some((games) => games > 0)
      ? [t("table.tally", { tally: names.map((name, side) => `${isolated(name)} ${game.match[side]}`).join(", ") })]
      : [];
    const { match_to: matchTo } = game.rules;
    const goal = matchTo ? [t("table.match_to", { n: matchTo })] : [];
    const sides = saved.table ? game.sides.map(({ name }) => name) : names;
    return [
      [...(saved.table ? [t("table.number", { n: saved.table })] : []), ...sides.map(isolated)].join(" · "),
      dealerText(game, names),
      ...directionsText(game, names),
      ...goal,
      ...tally,
    ];
  }

  #settings() {
    const { sides } = this.#store.game;
    const modes = ["one", "two"].map((value) => ({ value, label: t(`table.keys.${value}`) }));
    const places = ["left", "right"].map((value) => ({ value, label: t(`table.place.${value}`) }));
    const keys =
      sides.length > 2
        ? null
        : setting(t("table.keys"), modes, keyMode(sides.length), (mode) =>
            chooseKeyMode(mode === "one" ? "one" : "two"),
          );
    const place = setting(t("table.place"), places, ownPlace(), (own) => {
      setOwnPlace(own === "right" ? "right" : "left");
      this.#options.onPlace();
    });
    return [keys, this.#store.saved.side === undefined || this.#store.saved.side === null ? null : place];
  }

  /** Opens the sheet for names and the first dealer. */
  openNames() {
    if (!this.#store.canScore) return this.open();
    this.#names.open(this.#store.game, this.#options.names(), Boolean(this.#store.saved.night));
  }

  /** Opens the board as large as the screen. */
  openBoard() {
    const { game, id } = this.#store;
    const { rules, sides, crash_directions: directions } = game;
    const board = new Pegboard(rules, sides, boardText(game, this.#options.names()), { seed: id, directions });
    const close = () => this.#board.close();
    this.#board.replaceChildren(
      element("div", { class: "board-large" }, board.node),
      element("button", { type: "button", class: "primary", onclick: close }, t("app.table")),
    );
    this.#board.showModal();
  }

  /** Asks which side this phone belongs to, if it keeps the score and nobody has said it. */
  askWho() {
    const { saved, canScore } = this.#store;
    if (canScore && saved.side === undefined && saved.game.status === "playing") this.#askWho();
  }

  #askWho() {
    const { game } = this.#store;
    this.#who.open(game.sides, dealingSide(game));
  }

  async #setSide(side: number | null) {
    await savedGames.save({ id: this.#store.id, side });
    this.#options.onPlace();
  }
}
