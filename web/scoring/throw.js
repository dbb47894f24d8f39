import { post } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import "../ui/card-grid.js";
import { cardName, readCards, smallCards } from "../ui/cards.js";
import { bigNumber, choice } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { PLAYERS } from "./deal.js";
import { explainBest, wayList } from "./explanation.js";
import { number } from "../lib/text.js";

// How many cards are dealt, by how many play.
const DEALT = { 2: 6, 3: 5, 4: 5 };
const MOST = Math.max(...Object.values(DEALT));
const CRIBS = ["own", "other"];

class Throw {
  constructor({ root, query, keep }) {
    this.keep = keep;
    const players = Number(query.get("players"));
    this.players = PLAYERS.includes(players) ? players : PLAYERS[0];
    this.crib = CRIBS.includes(query.get("crib")) ? query.get("crib") : CRIBS[0];
    this.hold([...new Set(readCards(query.get("cards")))]);
    this.question = new LatestRequest((asked, signal) => post("/api/v1/discard", asked, signal), {
      onAnswer: (answer, asked) => this.answered(answer, asked),
      onRefusal: (refusal) => this.refused(refusal),
      onOffline: (since) => this.unreachable(since),
    });
    this.build(root);
    this.update();
  }

  // A card too many for these players comes back when there is a place for it again.
  hold(cards) {
    const dealt = DEALT[this.players];
    this.hand = Array.from({ length: dealt }, (_, at) => cards[at] ?? null);
    this.spare = cards.slice(dealt, MOST);
  }

  build(root) {
    this.slots = Array.from({ length: MOST }, () => element("card-slot"));
    this.worth = bigNumber();
    this.best = element("div", { class: "best" });
    this.notice = new Notice(() => this.question.retry());
    this.grid = element("card-grid");
    this.ways = element("div", {});
    this.whose = element("div", {});
    root.append(
      element(
        "section",
        { class: "panel", "aria-label": t("throw.panel") },
        element("div", { class: "slots" }, this.slots),
        element("div", { class: "row" }, this.worth.node, this.best, this.playersChoice()),
        this.notice.node,
      ),
      element(
        "section",
        { class: "bottom", "aria-label": t("throw.cards") },
        element(
          "div",
          { class: "actions" },
          this.whose,
          element("button", { type: "button", class: "quiet", onclick: () => this.clear() }, t("throw.clear")),
        ),
        this.grid,
      ),
      element("section", { class: "explain" }, element("h2", {}, t("throw.ways")), this.ways),
    );
    this.showWhose();
    this.grid.addEventListener("card-tap", ({ detail }) => this.tap(detail.card));
    root.querySelector(".slots").addEventListener("slot-tap", ({ detail }) => this.tap(detail.card));
  }

  playersChoice() {
    const answers = PLAYERS.map((n) => ({ value: String(n), label: String(n), name: t("play.players.n", { n }) }));
    return choice(t("play.players"), answers, String(this.players), (value) => {
      this.players = Number(value);
      this.hold([...this.cards, ...this.spare]);
      this.showWhose();
      this.update();
    });
  }

  // At four players the partner's crib is one's own too.
  showWhose() {
    const own = t(this.players === 4 ? "throw.own.side" : "throw.own");
    const labels = { own, other: t("throw.other") };
    const answers = CRIBS.map((value) => ({ value, label: labels[value] }));
    const chosen = (value) => {
      this.crib = value;
      this.update();
    };
    this.whose.replaceChildren(choice(t("throw.which"), answers, this.crib, chosen));
  }

  get cards() {
    return this.hand.filter(Boolean);
  }

  tap(card) {
    const at = this.hand.indexOf(card);
    const free = this.hand.indexOf(null);
    if (at >= 0) this.hand[at] = null;
    else if (free >= 0) this.hand[free] = card;
    else return this.notice.flash(t("throw.full", { n: this.hand.length }));
    this.spare = [];
    this.update();
  }

  clear() {
    this.hold([]);
    this.update();
  }

  update() {
    const { cards, players, crib } = this;
    this.keep({ cards: cards.join(","), players, crib });
    this.show();
    const missing = this.hand.length - cards.length;
    if (missing === 0) {
      this.asking(true);
      this.question.request({ cards, players, crib });
    } else {
      this.question.cancel();
      this.wait(missing);
    }
  }

  show() {
    this.slots.forEach((slot, at) => {
      const card = this.hand[at] ?? null;
      slot.hidden = at >= this.hand.length;
      const name = card ? t("throw.slot.filled", { card: cardName(card) }) : t("throw.slot.empty", { n: at + 1 });
      slot.shown = { card, name };
    });
    this.grid.chosen = this.cards;
  }

  asking(asking) {
    this.worth.asking(asking);
    this.best.classList.toggle("asking", asking);
    this.ways.classList.toggle("asking", asking);
  }

  wait(missing) {
    this.blank();
    const key = missing < this.hand.length ? "throw.missing" : "throw.deal";
    this.notice.show(t(key, { n: missing }));
    this.ways.replaceChildren(element("p", { class: "help" }, t("throw.help")));
  }

  answered({ options }, asked) {
    const [best] = options;
    this.asking(false);
    this.worth.show(number(best.expected), t("throw.expected", { n: best.expected, points: number(best.expected) }));
    this.best.replaceChildren(smallCards(best.throw));
    this.notice.show(explainBest(options, asked));
    this.ways.replaceChildren(...wayList(options, asked.crib));
  }

  refused(refusal) {
    this.blank();
    this.notice.show(refusal.message, "refusal");
  }

  unreachable(since) {
    this.blank();
    this.notice.showOffline(since);
  }

  // Old advice beside new cards would be a lie.
  blank() {
    this.asking(false);
    this.worth.show("–", "");
    this.best.replaceChildren();
    this.ways.replaceChildren();
  }
}

/** Says which cards to throw into the crib. State in the hash: `cards`, `players`, `crib` (`own` or `other`). */
export default {
  mount(place) {
    const view = new Throw(place);
    return () => view.question.close();
  },
};
