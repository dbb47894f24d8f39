/** @import { GameStore } from "../game/game-store.js" */
/** @import { OnAmend } from "../game/peg-sheet.js" */
/** @import { Link } from "../end/end-sheet.js" */
/** @import { QuickKey } from "../pegging/pegging.js" */
/** @import { Connection } from "./table-state.js" */
import { directionsText } from "../game/directions.js";
import { boardText, dealerText } from "../game/labels.js";
import { PegSheet } from "../game/peg-sheet.js";
import { dealingSide } from "../game/rules.js";
import { savedGames } from "../game/saved-games.js";
import { element } from "../lib/dom.js";
import { isolated, t } from "../lib/i18n.js";
import { chooseKeyMode, keyMode } from "../pegging/keys.js";
import { Pegboard } from "../ui/pegboard.js";
import { Menu, setting } from "./menu.js";
import { NamesSheet, namesTitle } from "./names-sheet.js";
import { setOwnPlace, ownPlace } from "./place.js";
import { WhoAreYou } from "./who.js";

/** Everything of a table that is not on its one screen: the menu, the names, the side of this phone, the large board. */
export class TableMenu {
  #store;
  #options;
  #menu;
  #names = new NamesSheet((correction) => void this.#store.correct(correction));
  #who = new WhoAreYou((side) => this.#setSide(side));
  #pegSheet;
  #board = element("dialog", { class: "board-view", "aria-label": t("table.board.large") });
  // What the menu was opened for.
  #shown = "";

  /**
   * @param {GameStore} store
   * @param {{link: Link|null, names: () => string[], onPlace: () => void, onRetry: () => void, onEnd: () => void, onAmend: OnAmend}} options
   *   `link` stands for the one to share the table; `names` returns the whole names; `onPlace` is called when the sides change
   *   their places on the screen
   */
  constructor(store, options) {
    this.#store = store;
    this.#options = options;
    this.#menu = new Menu(options.onRetry);
    this.#pegSheet = new PegSheet(store, { names: options.names, onAmend: options.onAmend });
  }

  /** The dialogs. */
  get nodes() {
    return [this.#menu.node, this.#names.node, this.#who.node, this.#pegSheet.node, this.#board];
  }

  /** Shows how fresh the table is, and the entries of the game as it stands now. @param {Connection} connection */
  showState({ text, dot }) {
    this.#menu.showState(text, dot === "away");
    if (this.#menu.isOpen && this.#shown !== this.#standing()) this.open();
  }

  #standing() {
    const { game, canScore, newest } = this.#store;
    return `${game.status} ${canScore} ${Boolean(newest)}`;
  }

  /** Opens the sheet of the newest peg. @param {QuickKey|null} quick the other reading of its taps */
  openPeg(quick) {
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

  /** @param {string[]} names */
  #facts(names) {
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

  /** @param {number|null} side */
  async #setSide(side) {
    await savedGames.save({ id: this.#store.id, side });
    this.#options.onPlace();
  }
}
