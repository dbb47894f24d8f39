import { Refusal, Unreachable } from "../lib/api.js";
import { buzz, isId, isSecret, stayAwake } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice, turnKey } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { Pegboard } from "../ui/pegboard.js";
import { EndSheet } from "./end-sheet.js";
import { GameStore, followGame } from "./game-store.js";
import { Keypad, sideKeys } from "./keypad.js";
import { boardText, dealText, newestText, refusalText, rejectionText, undoText } from "./labels.js";
import { forgetGame, outbox } from "./outbox.js";
import { canEarn, hasResult, nextCrib, pegKinds } from "./rules.js";
import { savedGames } from "./saved-games.js";
import { Scores, TableState } from "./scores.js";

const TAP = 12;
const REFUSED = 60;
// What comes once, and is not what the next peg is for.
const ONCE = ["heels", "go", "penalty", "muggins"];

// The kind that was tapped last, for which table and deal; `checked` until it was pegged. It outlives a look at another view.
let tapped = null;

class Scorer {
  constructor(root, id) {
    this.table = new GameStore(id);
    this.build(root);
    this.ended = this.table.game.status;
    this.table.addEventListener("change", () => this.show());
    this.table.addEventListener("change", () => this.forgetDeals());
    this.table.addEventListener("change", () => this.leaveEmpty());
    this.show();
    this.leaveEmpty();
    if (this.ended === "finished") this.openSheet();
  }

  build(root) {
    const { game, keeps, saved } = this.table;
    this.card = saved.night && `#/card?id=${saved.night}`;
    this.sides = this.card ? shorten(game.sides) : game.sides;
    this.scores = new Scores(this.sides);
    this.board = new Pegboard(game.rules, game.sides, boardText(game));
    this.dealing = element("p", { class: "dealing" });
    this.newest = new Notice(() => {});
    this.state = new TableState(this.table, {
      dismiss: (entry) => outbox.dismiss(entry),
      follow: (next) => this.leaveFor(next),
    });
    this.sheet = new EndSheet({
      undo: () => this.undo(),
      rematch: (cut) => this.rematch(cut),
      open: (next) => this.follow(next),
      card: () => (location.hash = this.card),
    });
    const link = (path, key) => element("a", { href: `#/${path}?id=${game.id}` }, t(key));
    root.append(
      element(
        "section",
        { class: "tabletop", "aria-label": t("table.top") },
        this.scores.node,
        element(
          "div",
          { class: "deal-row" },
          this.dealing,
          element(
            "nav",
            { "aria-label": t("table.more") },
            link("history", "table.history"),
            this.card ? element("a", { href: this.card }, t("card.title")) : link("join", "table.join"),
          ),
        ),
        element("div", { class: "board-room" }, this.board.node),
        this.newest.node,
        this.state.node,
      ),
    );
    if (keeps) root.append(this.controls(game.rules));
    root.append(this.sheet.node);
  }

  controls(rules) {
    const kinds = pegKinds(rules).map((kind) => ({ value: kind, label: t(`for.${kind}`) }));
    this.kinds = choice(t("table.kind"), kinds, null, (kind) => this.chooseKind(kind));
    this.kinds.classList.add("kinds");
    this.countIt = element("a", { class: "quiet count-it" }, t("table.count"));
    this.keypad = new Keypad(
      () => this.showPending(),
      (words) => this.refuse(words),
      this.countIt,
    );
    this.keys = sideKeys(this.sides, (side) => this.peg(side));
    this.undoKey = turnKey("quiet undo", () => this.undo());
    this.dealKey = turnKey("quiet deal", () => this.deal());
    return element(
      "section",
      { class: "controls", "aria-label": t("table.controls") },
      element("div", { class: "turn-row" }, this.undoKey.node, this.dealKey.node),
      this.kinds,
      this.keypad.node,
      this.keys.node,
    );
  }

  chooseKind(kind) {
    tapped = { kind, table: this.table.id, deal: this.table.game.deal, checked: true };
    if (kind === "penalty") this.newest.flash(t("table.penalty"), "plain");
    this.showPending();
  }

  /** The kind that stands in this deal: what somebody tapped, else what the deal has come to. */
  get chosen() {
    const { id, game, phase } = this.table;
    const stands = tapped?.table === id && tapped.deal === game.deal;
    return stands ? tapped : { kind: phase, checked: false };
  }

  /** What the next peg is for: the kind just tapped, else the one that stands if the number can be that. */
  get kind() {
    const { kind, checked } = this.chosen;
    const { points } = this.keypad;
    return checked || points === 0 || canEarn(kind, points) ? kind : "other";
  }

  peg(side) {
    const { points } = this.keypad;
    const { kind, table } = this;
    if (table.game.status === "finished") return this.openSheet();
    if (table.refused.some(({ refused }) => refused.rematch)) return this.refuse(t("state.rematch"));
    if (points === 0) return this.refuse(t("table.points_first"));
    const objection = table.objection(side, points, kind);
    if (objection) return this.refuse(rejectionText(objection, points, kind));
    buzz(TAP);
    if (ONCE.includes(kind)) tapped = null;
    else if (tapped) tapped.checked = false;
    table.peg(side, points, kind);
    this.keypad.clear();
  }

  /** True of a league game whose result was entered: only whoever entered it takes it back. */
  get isSettled() {
    return Boolean(this.card) && hasResult(this.table.saved.game);
  }

  undo() {
    if (this.isSettled) return this.refuse(t("refused.result-stands"));
    if (!this.table.newest) return this.refuse(t("table.nothing"));
    buzz(TAP);
    if (this.table.newest.result) return this.takeResultBack();
    this.table.undo();
    this.sheet.close();
  }

  async takeResultBack() {
    try {
      await this.table.takeResultBack();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.refuse(error instanceof Refusal ? refusalText(error.problem) : t("table.no.answer"));
    }
    this.sheet.close();
  }

  deal() {
    const { status } = this.table.game;
    if (status === "finished") return this.openSheet();
    if (status === "void") return this.refuse(t("table.no.void"));
    buzz(TAP);
    this.table.deal();
  }

  async rematch(cut) {
    location.hash = `#/table?id=${await this.table.rematch(cut)}`;
  }

  // This phone's own rematch never was: another phone had begun one.
  async leaveFor(next) {
    if (await this.follow(next)) await forgetGame(this.table.id);
  }

  // Where nothing was tapped on it there is nothing to read before.
  leaveEmpty() {
    const { refused, game } = this.table;
    const [begun] = refused;
    if (refused.length !== 1 || !begun.refused.rematch || game.pegs.length > 0 || this.left) return;
    this.left = true;
    this.leaveFor(begun.refused.rematch);
  }

  async follow(next) {
    const { line, token } = this.table.saved;
    try {
      await followGame(next, token, line);
      location.hash = `#/table?id=${next}`;
      return true;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.sheet.close();
      this.refuse(t("table.no.network"));
      return false;
    }
  }

  refuse(words) {
    buzz(REFUSED);
    this.newest.flash(words);
  }

  // A remark stands until there is something new to say.
  speak(words) {
    if (words === this.said) return;
    this.said = words;
    this.newest.show(words);
  }

  show() {
    const { table } = this;
    const { game } = table;
    this.scores.show(this.card ? { ...game, match: [] } : game);
    this.board.show(game.sides, boardText(game));
    this.dealing.replaceChildren(
      ...dealText({ ...game, sides: this.sides }).map((words) => element("span", {}, words, " ")),
    );
    this.state.show();
    this.speak(game.status === "void" ? t("table.no.void") : newestText(table));
    if (table.keeps) this.showControls();
    if (this.card && game.status === "finished" && !table.since) this.lookAhead();
    if (game.status !== this.ended) {
      this.ended = game.status;
      if (game.status === "finished") this.openSheet();
      else this.sheet.close();
    } else if (game.status === "finished" && this.sheet.isStale(game)) {
      this.openSheet();
    }
  }

  // A deal that another phone had begun is there all the same.
  forgetDeals() {
    const { refused, saved } = this.table;
    for (const entry of refused) {
      const late = entry.refused.type.endsWith("/not-the-next-deal");
      if (late && entry.number <= saved.game.deal) outbox.dismiss(entry);
    }
  }

  showControls() {
    const { game } = this.table;
    const over = game.status !== "playing";
    this.undoKey.show(t("table.undo"), this.table.newest && !this.isSettled ? undoText(this.table) : "");
    const crib = t("table.deal.crib", { side: this.sides[nextCrib(game)].name });
    this.dealKey.show(t(over ? "table.over" : "table.deal"), over ? "" : crib);
    this.showPending();
  }

  showPending() {
    const { kind } = this;
    for (const input of this.kinds.querySelectorAll("input")) input.checked = input.value === kind;
    this.keys.show(this.keypad.points);
    this.countIt.href = `#/count?table=${this.table.id}${kind === "crib" ? "&crib=1" : ""}`;
  }

  openSheet() {
    const keeps = this.table.keeps && !this.closed && !this.isSettled;
    this.sheet.open(this.table.game, keeps, this.card && (this.told ?? []));
  }

  // After a game of the league the next table is told, as soon as there is one.
  lookAhead() {
    this.ahead ??= import("../night/league-game.js")
      .then(({ showNextTable }) => showNextTable(this))
      .catch(() => (this.ahead = null));
  }

  close() {
    this.table.close();
    this.ahead?.then((end) => end?.());
  }
}

// No key has room for the whole names of a league.
function shorten(sides) {
  const short = sides.map(({ players }) => players.map((name) => name.split(" ")[0]));
  const names = short.map((players) => players.join(" + "));
  return new Set(names).size < names.length ? sides : names.map((name, side) => ({ name, players: short[side] }));
}

class Arrival {
  retry = () => this.come();

  constructor(root, id, token, arrived) {
    Object.assign(this, { id, token, arrived });
    addEventListener("online", this.retry);
    this.notice = new Notice(() => this.come());
    root.append(element("section", { class: "arrival" }, this.notice.node));
    this.come();
  }

  async come() {
    this.notice.show(t("table.coming"));
    try {
      await followGame(this.id, this.token);
      this.end();
      this.arrived();
    } catch (error) {
      if (error instanceof Unreachable) this.notice.showOffline(new Date(), t("table.coming.away"));
      else if (this.token) this.notice.showOffline(new Date(), t("table.missing.yet"));
      else this.notice.show(t("table.missing"), "refusal");
    }
  }

  end() {
    removeEventListener("online", this.retry);
  }
}

/** The scorer of one table. State in the hash: `id`; `token` too in the link for another phone, and nowhere else. */
export default {
  title: "table.title",
  mount({ root, query, keep }) {
    const id = query.get("id");
    const token = query.get("token");
    const sleep = stayAwake();
    let scorer = null;
    let arrival = null;
    let gone = false;
    const begin = () => {
      if (gone || scorer) return;
      keep({ id });
      root.replaceChildren();
      scorer = new Scorer(root, id);
    };
    if (isSecret(token) || !savedGames.get(id))
      arrival = new Arrival(root, isId(id) ? id : "", isSecret(token) ? token : null, begin);
    else begin();
    return () => {
      gone = true;
      sleep();
      arrival?.end();
      scorer?.close();
    };
  },
};
