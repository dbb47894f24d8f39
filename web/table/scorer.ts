import { GameStore } from "../game/game-store.ts";
import { KindChoice } from "../game/kind.ts";
import { boardText } from "../game/labels.ts";
import type { LocalPeg, NamedSide } from "../game/local-game.ts";
import { nameForms } from "../game/names.ts";
import type { AmendedPeg } from "../game/outbox.ts";
import { dealingSide, nextDealingSide } from "../game/seats.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { ConfirmationCard } from "../result/confirmation.ts";
import { type Ending, EndSheet, type Link } from "../result/end-sheet.ts";
import { SummaryPlace } from "../result/summary-place.ts";
import { Pegboard } from "../ui/pegboard.ts";
import { Actions, NextGame } from "./actions.ts";
import { TableState } from "./connection.ts";
import { KindSheet, Rail } from "./deal-keys.ts";
import { Shortcuts } from "./input.ts";
import { TableMenu } from "./menu.ts";
import { Keys } from "./number-keys.ts";
import { Pegging } from "./pegging.ts";
import { type Answer, Hints, Question } from "./questions.ts";
import { Moments, Pill, Tiles, sideOrder } from "./scores.ts";
import { Bar, saidNow, spokenText } from "./status-line.ts";

/**
 * The differences of a game outside a match: `sides` with the names that the table uses, `link` instead of the link to
 * share the table. The `ending` has no rematch. An entered result is not taken back at such a table.
 */
type ScorerOptions = { sides: NamedSide[]; link: Link; ending: () => Ending };

/** The scorer of a saved game: scores, board, the last thing that happened, and the keys if this phone may peg. */
export class Scorer {
  #options;
  #order;
  #tiles;
  #board;
  #question = new Question(() => this.#show());
  #hints;
  #kinds;
  #kindSheet;
  #bar;
  #rail;
  #keys;
  #pegging;
  #actions;
  #pill = new Pill();
  #moments;
  #state;
  #menu;
  #next;
  #sheet;
  #shortcuts;
  #spoken = element("p", { class: "unseen", role: "status" });
  #shownStatus = "playing";
  /** The status, the deal and the newest peg that were shown last. */
  #shown = "";
  #newestPeg: LocalPeg | undefined;
  #onChange = () => this.#update();
  declare store;

  /**
   * @param root its parent @param id the game's @param options of a game outside a match
   * @param onPlace called when the sides change their places: the scorer is then made again
   */
  constructor(root: HTMLElement, id: string, options: ScorerOptions | null, onPlace: () => void) {
    const store = (this.store = new GameStore(id));
    this.#options = options;
    const { game, canScore } = store;
    this.#order = sideOrder(game.sides.length, store.saved.side);
    [this.#newestPeg] = game.pegs;
    this.#kinds = new KindChoice(store);
    this.#hints = new Hints(store, this.#question, () => this.#captions);
    const look = { seed: id, directions: game.crash_directions };
    this.#board = new Pegboard(game.rules, game.sides, boardText(game, this.#names), look);
    this.#pegging = this.#makePegging();
    this.#actions = this.#makeActions();
    const undo = () => this.#closingKinds(() => this.#actions.undo());
    const deal = () => this.#closingKinds(() => this.#actions.deal());
    this.#menu = new TableMenu(store, {
      link: options?.link ?? null,
      names: () => this.#names,
      onPlace,
      onRetry: () => this.#state.retry(),
      onEnd: () => this.openSheet(),
      onAmend: (peg, changes) => this.#actions.amended(peg, changes),
    });
    this.#tiles = new Tiles(this.#order, () => this.#menu.openNames());
    this.#moments = new Moments(game, { board: this.#board.node, tile: (side) => this.#tiles.tile(side) });
    this.#kindSheet = new KindSheet(this.#actions);
    this.#bar = new Bar(store.saved, {
      onMenu: () => this.#menu.open(),
      onSaid: () => this.#menu.openPeg(this.#pegging.quick),
      onUndo: canScore ? undo : null,
    });
    this.#keys = new Keys(this.#order, {
      onPeg: (side, points) => this.#closingKinds(() => this.#actions.tap(side, points)),
      onNumber: () => this.#pegging.extend(),
    });
    this.#rail = new Rail({
      onKind: () => this.#kindSheet.toggle(this.store.game.rules, this.#kinds.kind),
      onOffer: (offer) => this.#closingKinds(() => this.#actions.takeOffer(offer)),
      onDeal: deal,
    });
    const shortcuts = {
      onUndo: undo,
      onDeal: deal,
      onSettle: () => this.#pegging.settle(),
      most: () => store.points?.other?.points.at(-1) ?? Infinity,
    };
    this.#shortcuts = canScore ? new Shortcuts(this.#keys, this.#order, shortcuts) : null;
    this.#next = new NextGame(store, () => {
      this.#sheet.close();
      this.#refuse(t("table.no.network"));
    });
    this.#sheet = new EndSheet({
      onUndo: undo,
      undoes: () => this.#actions.undoes,
      onRematch: (wishes) => this.#next.begin(wishes),
      onFollow: (next) => this.#next.follow(next),
      names: () => store.names,
      history: () => store.history(),
      confirmation: new ConfirmationCard(store, { tells: true }).node,
      board: this.#board.node,
      summary: new SummaryPlace(store),
    });
    this.#state = new TableState(store, this.#question, {
      names: () => this.#captions,
      onFollow: (next) => this.#next.replace(next),
      onChange: () => this.#showConnection(),
    });
    this.#build(root);
    store.addEventListener("change", this.#onChange);
    this.#show();
    this.#menu.askWho();
  }

  // A tap elsewhere leaves the kind as it is.
  #closingKinds(act: () => void) {
    this.#kindSheet.close();
    act();
  }

  #makePegging() {
    return new Pegging(this.store, this.#kinds, this.#question, {
      onPeg: (peg) => this.#pegged(peg),
      onAdd: (side, points) => this.#pill.change(`+${points}`, this.#tiles.tile(side)),
      onChange: () => this.#show(),
      onRefusal: (text) => this.#refuse(text),
      names: () => this.#captions,
    });
  }

  #makeActions() {
    const table = { store: this.store, kinds: this.#kinds, question: this.#question, pegging: this.#pegging };
    return new Actions(
      { ...table, isMatch: this.#options === null },
      {
        names: () => this.#captions,
        onEnd: () => this.openSheet(),
        onUndo: () => this.#undone(),
        onChange: () => this.#show(),
        onRefusal: (text) => this.#refuse(text),
      },
    );
  }

  #build(root: HTMLElement) {
    const openBoard = () => this.#question.hasJustClosed || this.#kindSheet.hasJustClosed || this.#menu.openBoard();
    const board = element(
      "div",
      { class: "board-place" },
      element("button", { type: "button", class: "board-key", onclick: openBoard }, this.#board.node),
      this.#kindSheet.node,
      this.#question.node,
    );
    root.classList.add(this.#order.length > 2 ? "for-three" : "for-two");
    root.append(
      this.#tiles.node,
      board,
      this.#bar.node,
      ...(this.store.canScore ? [this.#keys.node, this.#rail.node] : []),
      this.#spoken,
      this.#sheet.node,
      ...this.#menu.nodes,
    );
  }

  /** Opens the sheet at the end of the game. */
  openSheet() {
    const { game, canScore } = this.store;
    this.#sheet.open(game, canScore && !this.#actions.isSettled, this.#options?.ending());
  }

  /** Asks a question that closes itself after ten seconds. @returns false while another question is open */
  suggest(text: string, answers: Answer[]): boolean {
    if (this.#question.isOpen) return false;
    this.#question.ask(text, answers, () => {});
    return true;
  }

  /** Shows the sentences of a game outside a match again. @param isNews true opens the sheet for them */
  tellEnding(isNews: boolean) {
    if (isNews) this.openSheet();
    else this.#sheet.tell(this.#options?.ending().text ?? []);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#pegging.close();
    this.#shortcuts?.close();
    this.#keys.close();
    this.#tiles.close();
    this.store.removeEventListener("change", this.#onChange);
    this.store.close();
  }

  get #names() {
    return this.#nameForms.map(({ whole }) => whole);
  }

  get #captions() {
    return this.#nameForms.map(({ brief }) => brief);
  }

  get #nameForms() {
    const { sides } = this.#options ?? this.store.game;
    return nameForms(sides, this.store.saved.side);
  }

  #pegged({ side, points }: AmendedPeg) {
    const key = document.activeElement?.closest(".keys, .offer-key") ? document.activeElement : null;
    [this.#newestPeg] = this.store.game.pegs;
    this.#pill.rise(`+${points}`, this.#tiles.tile(side), key);
    this.#show();
  }

  #undone() {
    this.#pill.sink();
    [this.#newestPeg] = this.store.game.pegs;
    this.#sheet.close();
    this.#show();
  }

  #refuse(text: string) {
    this.#question.ask(text, [{ label: t("ask.all_right"), onTap: () => {} }]);
  }

  #update() {
    const { pegs } = this.store.game;
    const [[newest], before] = [pegs, this.#newestPeg];
    this.#newestPeg = newest;
    const stands = !before || pegs.some(({ id }) => id === before.id);
    const isNews = newest?.id !== before?.id || newest?.points !== before?.points;
    if (newest && isNews && stands && !newest.waiting)
      this.#pill.rise(`+${newest.points}`, this.#tiles.tile(newest.side), this.#bar.node);
    this.#show();
    this.#state.dismissLateDeals();
  }

  #show() {
    const { game } = this.store;
    // The kinds close too when the table goes on by another phone.
    const shown = [game.status, game.deal, game.pegs[0]?.id].join();
    if (shown !== this.#shown) this.#kindSheet.close();
    this.#shown = shown;
    this.#tiles.show(game, this.#nameForms, this.#options ? [] : game.match);
    this.#tiles.showAsked(this.store.changes.asked);
    this.#moments.feel(game);
    this.#board.show(game.sides, boardText(game, this.#names));
    this.#showKeys();
    this.#showConnection();
    this.#pegging.early.ask();
    if (!this.#pegging.early.isAsking) this.#state.askRefused();
    this.#hints.ask();
    const isNew = game.status !== this.#shownStatus;
    this.#shownStatus = game.status;
    if (game.status !== "finished") this.#sheet.close();
    else if (isNew || this.#sheet.isStale(game)) this.openSheet();
    this.#next.replaceEmpty();
  }

  #showKeys() {
    const { due, kind, offer, partsDone, isDealOver, firstHand } = this.#kinds;
    const { game, id } = this.store;
    for (const node of [this.#keys.node, this.#rail.node]) node.hidden = game.status === "void";
    const names = this.#captions;
    const nameOf = (side: number | null) => (side === null ? "" : names[side]);
    this.#keys.show({ names, due, kind });
    this.#rail.showKind(t(`for.${kind}`), partsDone);
    const owner = offer === "nothing" ? due.side : offer === "heels" ? dealingSide(game) : firstHand;
    this.#rail.showParts(!game.rules.no_discard);
    this.#rail.showOffer(offer, nameOf(owner), Boolean(this.#kinds.ofNothing));
    this.#rail.showCards(`#/count?table=${id}${kind === "crib" ? "&crib=1" : ""}`);
    const [isOver, next] = [game.status !== "playing", { n: game.deal + 1, side: names[nextDealingSide(game)] }];
    this.#rail.showDeal({
      label: t(isOver ? "table.over" : "table.deal", next),
      note: isOver ? "" : t("table.deal.next"),
      name: t(isOver ? "table.over" : game.rules.no_discard ? "table.deal.dealer" : "table.deal.name", next),
      isDue: isOver || isDealOver,
    });
  }

  #showConnection() {
    const connection = this.#state.connection;
    const said = saidNow(this.store, this.#pegging, connection, this.#captions);
    const { canChange: isKey, key } = this.#actions;
    // The line is too short for this key if it has a crash.
    const quick = isKey && !said.crash ? this.#pegging.quick : null;
    this.#bar.show(said, this.#actions.undoes, { isKey, quick, key, isOwn: this.store.pending.length > 0 });
    this.#bar.showLine(connection.dot, connection.text);
    this.#menu.showState(connection);
    // The one live region: it changes once a peg.
    const spoken = saidNow(this.store, this.#pegging, connection, this.#names);
    const text = spokenText(spoken, this.store.game, this.#names);
    if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
  }
}
