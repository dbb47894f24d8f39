/** @import { Place, TitledView } from "../lib/router.js" */
/** @import { Ending, Link } from "./end-sheet.js" */
/** @import { NamedSide } from "./rules.js" */
import { Refusal, Unreachable } from "../lib/api.js";
import { buzz, isId, isSecret, stayAwake } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Loading, Notice } from "../ui/notice.js";
import { Pegboard } from "../ui/pegboard.js";
import { Controls } from "./keypad.js";
import { EndSheet } from "./end-sheet.js";
import { GameStore } from "./game-store.js";
import { boardText, dealText, newestText, refusalText, rejectionText } from "./labels.js";
import { followGame } from "./opening.js";
import { forgetGame, outbox } from "./outbox.js";
import { hasResult } from "./rules.js";
import { savedGames } from "./saved-games.js";
import { Scores, TableState } from "./scores.js";

/**
 * The differences of a game outside a match: `sides` with names that fit on keys, `link` instead of the one to share the
 * table, and the `ending` without a rematch. An entered result is not taken back at such a table.
 * @typedef {{sides: NamedSide[], link: Link, ending: () => Ending}} ScorerOptions
 */

const TAP = 12;
const REFUSED = 60;
// Seconds until a game that the service does not have is requested again.
const MISSING_WAIT = 30;

/** The scorer of a saved game: scores, board, and the controls if this phone may peg. */
export class Scorer {
  #options;
  #sides;
  #scores;
  #board;
  #dealing = element("p", { class: "dealing" });
  #newest = new Notice(() => {});
  #state;
  #sheet;
  #controls;
  #shownStatus = "playing";
  /** @type {string|null} */
  #shownText = null;
  #isLeaving = false;

  /** @param {HTMLElement} root its parent @param {string} id the game's @param {ScorerOptions|null} [options] of a game outside a match */
  constructor(root, id, options = null) {
    this.store = new GameStore(id);
    const { game, canScore } = this.store;
    this.#options = options;
    this.#sides = options?.sides ?? game.sides;
    this.#scores = new Scores(this.#sides);
    this.#board = new Pegboard(game.rules, game.sides, boardText(game));
    this.#state = new TableState(this.store, {
      onRead: (entry) => outbox.dismiss(entry),
      onFollow: (next) => this.#leaveFor(next),
    });
    this.#sheet = new EndSheet({
      onUndo: () => this.#undo(),
      onRematch: async (cut) => (location.hash = `#/table?id=${await this.store.rematch(cut)}`),
      onFollow: (next) => this.#follow(next),
    });
    const controls = new Controls(this.store, this.#sides, {
      onPeg: (side) => this.#peg(side, controls),
      onUndo: () => this.#undo(),
      onDeal: () => this.#deal(),
      onPenalty: () => this.#newest.flash(t("table.penalty"), "plain"),
      onRefusal: (text) => this.#refuse(text),
    });
    this.#controls = canScore ? controls : null;
    root.append(this.#makeTabletop(), ...(this.#controls ? [this.#controls.node] : []), this.#sheet.node);
    this.store.addEventListener("change", () => {
      this.#show();
      this.#dismissLateDeals();
    });
    this.#show();
  }

  /** Opens the sheet at the end of the game. */
  openSheet() {
    const { game, canScore } = this.store;
    this.#sheet.open(game, canScore && !this.#isSettled, this.#options?.ending());
  }

  /** Ends it, when the view goes. */
  close() {
    this.store.close();
  }

  #makeTabletop() {
    const { id } = this.store;
    const share = { href: `#/join?id=${id}`, label: t("table.join") };
    const links = [{ href: `#/history?id=${id}`, label: t("table.history") }, this.#options?.link ?? share];
    return element(
      "section",
      { class: "tabletop", "aria-label": t("table.top") },
      this.#scores.node,
      element(
        "div",
        { class: "deal-row" },
        this.#dealing,
        element(
          "nav",
          { "aria-label": t("table.more") },
          links.map(({ href, label }) => element("a", { href }, label)),
        ),
      ),
      element("div", { class: "board-room" }, this.#board.node),
      this.#newest.node,
      this.#state.node,
    );
  }

  /** @param {number} side @param {Controls} controls */
  #peg(side, controls) {
    const { store } = this;
    const { points, kind } = controls;
    if (store.game.status === "finished") return this.openSheet();
    if (store.rejected.some(({ refused }) => refused.rematch)) return this.#refuse(t("state.rematch"));
    if (points === 0) return this.#refuse(t("table.points_first"));
    const objection = store.objection(side, points, kind);
    if (objection) return this.#refuse(rejectionText(objection, points, kind));
    buzz(TAP);
    controls.clear();
    store.peg(side, points, kind);
  }

  // Outside a match only whoever entered a result takes it back.
  get #isSettled() {
    return this.#options !== null && hasResult(this.store.saved.game);
  }

  #undo() {
    const { newest } = this.store;
    if (this.#isSettled) return this.#refuse(t("refused.result-stands"));
    if (!newest) return this.#refuse(t("table.nothing"));
    buzz(TAP);
    if (newest.result) return this.#takeResultBack();
    this.store.undo();
    this.#sheet.close();
  }

  async #takeResultBack() {
    try {
      await this.store.takeResultBack();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.#refuse(error instanceof Refusal ? refusalText(error.problem) : t("table.no.answer"));
    }
    this.#sheet.close();
  }

  #deal() {
    const { status } = this.store.game;
    if (status === "finished") return this.openSheet();
    if (status === "void") return this.#refuse(t("table.no.void"));
    buzz(TAP);
    this.store.deal();
  }

  // Another phone had begun a rematch, so this phone's own never was.
  /** @param {string} next */
  async #leaveFor(next) {
    if (await this.#follow(next)) await forgetGame(this.store.id);
  }

  // Where nothing was pegged there is nothing to read before.
  #leaveEmpty() {
    const { rejected, game } = this.store;
    const next = rejected[0]?.refused.rematch;
    if (rejected.length !== 1 || !next || game.pegs.length > 0 || this.#isLeaving) return;
    this.#isLeaving = true;
    this.#leaveFor(next);
  }

  /** @param {string} next */
  async #follow(next) {
    const { line, token } = this.store.saved;
    try {
      await followGame(next, token, line);
      location.hash = `#/table?id=${next}`;
      return true;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#sheet.close();
      this.#refuse(t("table.no.network"));
      return false;
    }
  }

  /** @param {string} text */
  #refuse(text) {
    buzz(REFUSED);
    this.#newest.flash(text);
  }

  #show() {
    const { store } = this;
    const { game } = store;
    this.#scores.show(game, this.#options ? [] : game.match);
    this.#board.show(game.sides, boardText(game));
    const dealing = dealText({ ...game, sides: this.#sides });
    this.#dealing.replaceChildren(...dealing.map((text) => element("span", {}, text, " ")));
    this.#state.show();
    const text = game.status === "void" ? t("table.no.void") : newestText(store);
    // A flash stays until there is a new text.
    if (text !== this.#shownText) this.#newest.show(text);
    this.#shownText = text;
    this.#controls?.show(!this.#isSettled);
    const isNew = game.status !== this.#shownStatus;
    this.#shownStatus = game.status;
    if (game.status !== "finished") this.#sheet.close();
    else if (isNew || this.#sheet.isStale(game)) this.openSheet();
    this.#leaveEmpty();
  }

  // A deal that another phone had begun is there all the same.
  #dismissLateDeals() {
    const { rejected, saved } = this.store;
    for (const entry of rejected) {
      const isLate = entry.refused.type.endsWith("/not-the-next-deal");
      if (isLate && Number(entry.number) <= saved.game.deal) outbox.dismiss(entry);
    }
  }
}

/**
 * Shows the scorer of the game that the hash names, as soon as the phone has it.
 * @param {Place} place
 * @param {(root: HTMLElement, id: string) => {close: () => void}} [create] makes the scorer of a saved game
 * @returns {() => void} ends it
 */
export function mountScorer({ root, query, keep }, create = (root, id) => new Scorer(root, id)) {
  const id = query.get("id") ?? "";
  const token = isSecret(query.get("token")) ? query.get("token") : null;
  const release = stayAwake();
  /** @type {{close: () => void}} */
  let shown;
  const show = () => {
    keep({ id });
    root.replaceChildren();
    shown = create(root, id);
  };
  if (token || !savedGames.get(id)) {
    const loading = loadGame(isId(id) ? id : "", token, show);
    root.append(element("section", { class: "arrival" }, loading.node));
    shown = loading;
  } else show();
  return () => {
    release();
    shown.close();
  };
}

/** @param {string} id @param {string|null} token @param {() => void} onSaved */
function loadGame(id, token, onSaved) {
  let isMissing = false;
  const follow = async () => {
    try {
      await followGame(id, token);
    } catch (error) {
      isMissing = error instanceof Refusal || error instanceof DOMException;
      if (!isMissing) throw error;
      // The phone that began the game may have no network yet.
      throw token ? new Unreachable("", MISSING_WAIT) : new Refusal({});
    }
  };
  return new Loading(follow, onSaved, {
    loading: t("table.coming"),
    offline: () => t(isMissing ? "table.missing.yet" : "table.coming.away"),
    refused: () => t("table.missing"),
  });
}

/** The scorer of one table. State in the hash: `id`; `token` too in the link for another phone, and nowhere else. @type {TitledView} */
export default { title: "table.title", mount: (place) => mountScorer(place) };
