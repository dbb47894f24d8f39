import { GameStore } from "../game/game-store.js";
import { sideKeys } from "../game/keypad.js";
import { rejectionText } from "../game/labels.js";
import { savedGames } from "../game/saved-games.js";
import { post } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t, word } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import "../ui/card-grid.js";
import { cardName, readCards } from "../ui/cards.js";
import { bigNumber, choice } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { explanation } from "./explanation.js";

const HAND = 4;

// A word for the totals that the table talks about.
function remark({ total, patterns, missed }, { crib, starter }) {
  if (missed) return t("count.crib.flush");
  if (total === 0) return starter ? t("count.nineteen") : `${t("count.nineteen")} ${t("count.before")}`;
  if (total === 28) return t(crib ? "count.twenty_eight.crib" : "count.twenty_eight");
  if (total === 29) return t(crib ? "count.twenty_nine.crib" : "count.twenty_nine");
  const named = patterns.map((pattern) => `${word("pattern", pattern)}.`).join(" ");
  const line = named && named[0].toUpperCase() + named.slice(1);
  return starter ? line : `${line} ${t("count.before")}`.trim();
}

function flush({ items }) {
  return items.some(({ kind }) => kind === "flush");
}

class Count {
  constructor({ root, query, keep }) {
    this.keep = keep;
    const cards = [...new Set(readCards(query.get("cards")))].slice(0, HAND);
    const starter = readCards(query.get("starter"))[0] ?? null;
    this.hand = Array.from({ length: HAND }, (_, at) => cards[at] ?? null);
    this.starter = cards.includes(starter) ? null : starter;
    this.crib = query.get("crib") === "1";
    // Counted for a table, it can be pegged there.
    this.table = savedGames.get(query.get("table"))?.token ? new GameStore(query.get("table")) : null;
    this.question = new LatestRequest((asked, signal) => this.ask(asked, signal), {
      onAnswer: (answer, asked) => this.answered(answer, asked),
      onRefusal: (refusal) => this.refused(refusal),
      onOffline: (since) => this.unreachable(since),
    });
    this.build(root);
    this.update();
  }

  build(root) {
    this.slots = this.hand.map(() => element("card-slot"));
    this.starterSlot = element("card-slot", { class: "starter" });
    this.total = bigNumber();
    this.notice = new Notice(() => this.question.retry());
    this.grid = element("card-grid");
    this.words = element("div", { class: "words" });
    this.which = element("div", {});
    this.showWhich();
    if (this.table) {
      const back = element("a", { href: `#/table?id=${this.table.id}` }, t("history.back"));
      root.append(element("p", { class: "way-back" }, back));
    }
    root.append(
      element(
        "section",
        { class: "panel", "aria-label": t("count.panel") },
        element(
          "div",
          { class: "row" },
          element("div", { class: "slots" }, this.slots, this.starterSlot),
          this.total.node,
        ),
        this.notice.node,
      ),
      element("section", { class: "explain" }, element("h2", { class: "unseen" }, t("count.explained")), this.words),
      element(
        "section",
        { class: "bottom", "aria-label": t("count.cards") },
        element(
          "div",
          { class: "actions" },
          this.which,
          element("button", { type: "button", class: "quiet", onclick: () => this.clear() }, t("count.clear")),
        ),
        this.table ? this.pegging() : null,
        this.grid,
      ),
    );
    this.grid.addEventListener("card-tap", ({ detail }) => this.tap(detail.card));
    root.querySelector(".slots").addEventListener("slot-tap", ({ detail }) => this.tap(detail.card));
  }

  pegging() {
    this.keys = sideKeys(this.table.game.sides, (side) => this.peg(side));
    return element("div", { class: "pegging" }, this.keys.node);
  }

  peg(side) {
    if (!this.counted) return this.notice.flash(t("count.peg.first"));
    const { total, asked } = this.counted;
    if (!asked.starter) return this.notice.flash(t("count.peg.starter"));
    const kind = asked.crib ? "crib" : "hand";
    if (total === 0) return this.notice.flash(t("count.peg.nothing"));
    const objection = this.table.objection(side, total, kind);
    if (objection) return this.notice.flash(rejectionText(objection, total, kind));
    // A second tap before the table is there counts no hand twice.
    this.put(null);
    this.table.peg(side, total, kind, asked);
    this.keep({});
    location.hash = `#/table?id=${this.table.id}`;
  }

  put(counted) {
    this.counted = counted;
    // In the show every hand has its starter.
    this.keys?.show(counted?.asked.starter ? counted.total : 0);
  }

  showWhich() {
    const answers = [
      { value: "hand", label: t("count.hand") },
      { value: "crib", label: t("count.crib") },
    ];
    const chosen = (value) => {
      this.crib = value === "crib";
      this.update();
    };
    this.which.replaceChildren(choice(t("count.which"), answers, this.crib ? "crib" : "hand", chosen));
  }

  get chosen() {
    return [...this.hand, this.starter].filter(Boolean);
  }

  tap(card) {
    const at = this.hand.indexOf(card);
    const free = this.hand.indexOf(null);
    if (at >= 0) this.hand[at] = null;
    else if (this.starter === card) this.starter = null;
    else if (free >= 0) this.hand[free] = card;
    else if (this.starter === null) this.starter = card;
    else return this.notice.flash(t("count.full"));
    this.update();
  }

  clear() {
    this.hand.fill(null);
    this.starter = null;
    this.crib = false;
    this.showWhich();
    this.update();
  }

  update() {
    const hand = this.hand.filter(Boolean);
    this.keep({
      table: this.table?.id ?? null,
      cards: hand.join(","),
      starter: this.starter,
      crib: this.crib ? 1 : null,
    });
    this.put(null);
    this.show();
    if (hand.length === HAND) {
      this.total.asking(true);
      this.question.request({ cards: hand, starter: this.starter, crib: this.crib });
    } else {
      this.question.cancel();
      this.wait(HAND - hand.length);
    }
  }

  show() {
    this.hand.forEach((card, at) => {
      const n = at + 1;
      const name = card ? t("count.slot.filled", { card: cardName(card) }) : t("count.slot.empty", { n });
      this.slots[at].shown = { card, name };
    });
    const { starter } = this;
    const name = starter ? t("count.starter.filled", { card: cardName(starter) }) : t("count.starter.empty");
    this.starterSlot.shown = { card: starter, name, hint: t("count.starter") };
    this.grid.chosen = this.chosen;
  }

  wait(missing) {
    this.total.asking(false);
    this.total.show("–", "");
    this.notice.show(missing < HAND ? t("count.missing", { n: missing }) : "");
    this.words.replaceChildren(element("p", { class: "help" }, t("count.help")));
  }

  // A crib is counted as a hand too, to tell whoever misses a flush why there is none.
  async ask({ cards, starter, crib }, signal) {
    const body = { cards, ...(starter && { starter }), ...(this.table && { rules: this.table.game.rules }) };
    const hand = post("/api/v1/score/hand", body, signal);
    if (!crib) return hand;
    const [counted, asHand] = await Promise.all([post("/api/v1/score/crib", body, signal), hand]);
    return { ...counted, missed: flush(asHand) && !flush(counted) };
  }

  answered(answer, asked) {
    this.put({ total: answer.total, asked });
    this.total.asking(false);
    this.total.show(String(answer.total), t("count.total", { n: answer.total }));
    this.notice.show(remark(answer, asked));
    this.words.replaceChildren(...explanation(answer));
  }

  refused(refusal) {
    this.blank();
    this.notice.show(refusal.message, "refusal");
  }

  unreachable(since) {
    this.blank();
    this.notice.showOffline(since);
  }

  // An old total beside new cards would be a lie.
  blank() {
    this.total.asking(false);
    this.total.show("–", "");
    this.words.replaceChildren();
  }
}

/**
 * Counts a hand or a crib, with or without the starter. State in the hash: `cards`, `starter`, `crib=1`, and
 * `table` when what is counted is to be pegged there.
 */
export default {
  mount(place) {
    const count = new Count(place);
    return () => {
      count.question.close();
      count.table?.close();
    };
  },
};
