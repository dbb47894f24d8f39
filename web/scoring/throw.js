/** @import { Advice, Crib, DiscardOption } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
import { DEALT } from "../game/rules.js";
import { post } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { number } from "../lib/text.js";
import { CardPicker, CardSlot } from "../ui/card-grid.js";
import { cardName, readCards, smallCards } from "../ui/cards.js";
import { bigNumber, choice } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { playersChoice, readPlayers } from "./deal.js";

const MOST_DEALT = Math.max(...Object.values(DEALT));

// The service's numbers are sums of fractions: a smaller difference than this is none.
const SAME = 1e-9;

// The smallest difference that two decimals can show.
const LEAST = 0.01;

// The second message is for a best way that keeps less in the hand than another.
const WHY = {
  own: ["throw.why.own", "throw.why.own.less"],
  other: ["throw.why.other", "throw.why.other.less"],
};

/** @typedef {{cards: string[], players: number, crib: Crib}} Query */

class Throw {
  #keep;
  #players;
  /** @type {Crib} */
  #crib;
  /** Cards that are too many for these players. @type {string[]} */
  #spare = [];
  #picker;
  #value = bigNumber();
  #best = element("div", { class: "best" });
  #notice = new Notice(() => this.#request.retry());
  #ways = element("div");
  #cribChoice = element("div");
  /** @type {LatestRequest<Query, Advice>} */
  #request = new LatestRequest((query, signal) => post("/api/v1/discard", query, signal), {
    onAnswer: ({ options }, query) => this.#onAnswer(options, query),
    onRefusal: (refusal) => {
      this.#clearAnswer();
      this.#notice.show(refusal.message, "refusal");
    },
    onOffline: (since) => {
      this.#clearAnswer();
      this.#notice.showOffline(since);
    },
  });

  /** @param {Place} place */
  constructor({ root, query, keep }) {
    this.#keep = keep;
    this.#players = readPlayers(query.get("players"));
    this.#crib = query.get("crib") === "other" ? "other" : "own";
    const slots = Array.from({ length: MOST_DEALT }, () => new CardSlot());
    this.#picker = new CardPicker(slots, [], {
      onChange: () => {
        this.#spare = [];
        this.#update();
      },
      onFull: () => this.#notice.flash(t("throw.full", { n: this.#dealt })),
    });
    this.#setCards([...new Set(readCards(query.get("cards")))]);
    this.#build(root, slots);
    this.#showCribChoice();
    this.#update();
  }

  close() {
    this.#request.close();
  }

  get #dealt() {
    return DEALT[this.#players];
  }

  // Cards that are too many for these players are shown again when there is room.
  /** @param {string[]} cards */
  #setCards(cards) {
    this.#picker.cards = Array.from({ length: this.#dealt }, (_, at) => cards[at] ?? null);
    this.#spare = cards.slice(this.#dealt, MOST_DEALT);
  }

  /** @param {HTMLElement} root @param {CardSlot[]} slots */
  #build(root, slots) {
    const players = playersChoice(this.#players, (chosen) => {
      this.#players = chosen;
      this.#setCards([...this.#picker.chosen, ...this.#spare]);
      this.#showCribChoice();
      this.#update();
    });
    root.append(
      element(
        "section",
        { class: "panel", "aria-label": t("throw.panel") },
        element("div", { class: "slots" }, slots),
        element("div", { class: "row" }, this.#value.node, this.#best, players),
        this.#notice.node,
      ),
      element(
        "section",
        { class: "bottom", "aria-label": t("throw.cards") },
        element(
          "div",
          { class: "actions" },
          this.#cribChoice,
          element("button", { type: "button", class: "quiet", onclick: () => this.#clear() }, t("throw.clear")),
        ),
        this.#picker.grid,
      ),
      element("section", { class: "explain" }, element("h2", {}, t("throw.ways")), this.#ways),
    );
  }

  // With four players the partner's crib is one's own too.
  #showCribChoice() {
    const answers = [
      { value: "own", label: t(this.#players === 4 ? "throw.own.side" : "throw.own") },
      { value: "other", label: t("throw.other") },
    ];
    const onChoice = (/** @type {string} */ value) => {
      this.#crib = /** @type {Crib} */ (value);
      this.#update();
    };
    this.#cribChoice.replaceChildren(choice(t("throw.which"), answers, this.#crib, onChoice));
  }

  #clear() {
    this.#setCards([]);
    this.#update();
  }

  #update() {
    const query = { cards: this.#picker.chosen, players: this.#players, crib: this.#crib };
    this.#keep({ ...query, cards: query.cards.join(",") });
    this.#picker.show(slotLabel);
    const missing = this.#dealt - query.cards.length;
    if (missing === 0) {
      this.#showAsking(true);
      this.#request.request(query);
    } else {
      this.#request.cancel();
      this.#clearAnswer();
      this.#notice.show(t(missing < this.#dealt ? "throw.missing" : "throw.deal", { n: missing }));
      this.#ways.replaceChildren(element("p", { class: "help" }, t("throw.help")));
    }
  }

  /** @param {boolean} asking */
  #showAsking(asking) {
    this.#value.asking(asking);
    this.#best.classList.toggle("asking", asking);
    this.#ways.classList.toggle("asking", asking);
  }

  /** @param {DiscardOption[]} options @param {Query} query */
  #onAnswer(options, query) {
    const [{ expected, throw: thrown }] = options;
    this.#showAsking(false);
    this.#value.show(number(expected), t("throw.expected", { n: expected, points: number(expected) }));
    this.#best.replaceChildren(smallCards(thrown));
    this.#notice.show(adviceText(options, query));
    this.#ways.replaceChildren(...optionList(options, query.crib));
  }

  // Old advice must not be shown beside new cards.
  #clearAnswer() {
    this.#showAsking(false);
    this.#value.show("–", "");
    this.#best.replaceChildren();
    this.#ways.replaceChildren();
  }
}

/** @param {string|null} card @param {number} at */
function slotLabel(card, at) {
  return { name: card ? t("throw.slot.filled", { card: cardName(card) }) : t("throw.slot.empty", { n: at + 1 }) };
}

/** @param {DiscardOption[]} options the best first @param {Query} query @returns {string} why the best is the best */
function adviceText(options, { crib, players }) {
  const [best] = options;
  const worse = options.filter((option) => !isTied(option, best));
  const more = Math.max(...worse.map(({ hand }) => hand.mean));
  const [plain, less] = WHY[crib];
  return t(more > best.hand.mean + SAME ? less : plain, {
    cards: list(best.throw.map(cardName)),
    hand: number(best.hand.mean),
    points: number(best.crib.mean),
    more: number(more),
    crib: cribName(crib, players),
    rest: gapText(best, worse, options.length - worse.length - 1),
  });
}

/** @param {DiscardOption} one @param {DiscardOption} other */
function isTied(one, other) {
  return Math.abs(one.expected - other.expected) < SAME;
}

/** @param {Crib} crib @param {number} players */
function cribName(crib, players) {
  if (crib === "other") return t("throw.crib.other");
  return t(players === 4 ? "throw.crib.side" : "throw.crib.own");
}

/** @param {DiscardOption} best @param {DiscardOption[]} worse @param {number} ties */
function gapText(best, worse, ties) {
  if (ties > 0) return t("throw.tie", { n: ties });
  const gap = best.expected - worse[0].expected;
  if (gap < LEAST) return t("throw.close", { gap: number(LEAST) });
  return t("throw.next", { n: gap, gap: number(gap) });
}

/** @param {DiscardOption[]} options the best first @param {Crib} crib */
function optionList(options, crib) {
  const heads = ["throw.thrown", "throw.kept", "throw.worth"].map((key) => element("span", {}, t(key)));
  return [
    element("p", { class: "help" }, t("throw.assumes")),
    element("div", { class: "way heads", "aria-hidden": "true" }, heads),
    element(
      "ol",
      { class: "ways" },
      options.map((option, at) => {
        const neighbours = [options[at - 1], options[at + 1]];
        return optionLine(
          option,
          neighbours.some((one) => one && isTied(one, option)),
          crib,
        );
      }),
    ),
  ];
}

/** @param {DiscardOption} option @param {boolean} tie @param {Crib} crib one's own is added, another's taken off */
function optionLine(option, tie, crib) {
  const part = (/** @type {string} */ name, /** @type {number} */ value) =>
    element("span", {}, `${name} `, element("span", { class: "mean" }, number(value)));
  const sign = crib === "own" ? "+" : "−";
  return element(
    "li",
    { class: "way" },
    element("span", { class: "thrown" }, spokenHead("throw.thrown"), smallCards(option.throw)),
    element("span", { class: "kept" }, spokenHead("throw.kept"), smallCards(option.keep)),
    element("span", { class: "points" }, spokenHead("throw.worth"), number(option.expected)),
    element(
      "span",
      { class: "sum" },
      part(t("throw.hand"), option.hand.mean),
      part(`${sign} ${t("throw.crib")}`, option.crib.mean),
    ),
    tie ? element("span", { class: "tie" }, t("throw.tied")) : null,
  );
}

// Screen readers read the heads of the columns with each way.
/** @param {string} key */
function spokenHead(key) {
  return element("span", { class: "unseen" }, `${t(key)} `);
}

/** Advises which cards to throw into the crib. State in the hash: `cards`, `players`, `crib` (`own` or `other`). */
export default {
  /** @param {Place} place */
  mount(place) {
    const view = new Throw(place);
    return () => view.close();
  },
};
