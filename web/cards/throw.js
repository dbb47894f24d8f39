/** @import { Advice, Crib, DiscardOption } from "pegout-api" */
/** @import { GameRules } from "../game/rules.js" */
/** @import { Refusal } from "../lib/api.js" */
/** @import { Place } from "../lib/router.js" */
import { adviseDiscard } from "../engine/engine.js";
import { DEALT } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { number } from "../lib/format.js";
import { has, list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { cardName, isJoker, readHand, smallCards } from "../ui/cards.js";
import { bigNumber, choice } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { Frame } from "./frame.js";
import { CardPicker, CardSlot } from "./pack.js";
import { playersKey, readPlayers } from "./played-deal.js";
import { RulesChoice } from "./rules-choice.js";

/** The service's numbers are sums of fractions: a smaller difference than this is none. */
export const SAME = 1e-9;

// Up to so many players the service counts with what good players throw.
const MOST_SKILLED = 4;

// The second message is for lowball.
const ASSUMES = {
  skilled: ["throw.assumes", "throw.assumes.low"],
  any: ["throw.assumes.any", "throw.assumes.any.low"],
};

/** Returns true for two ways that are as good. @param {DiscardOption} one @param {DiscardOption} other */
function isTied(one, other) {
  return Math.abs(one.expected - other.expected) < SAME;
}

/**
 * Makes the list of all ways to throw.
 * @param {DiscardOption[]} options the best first
 * @param {{crib: Crib, players: number, rules: GameRules|null}} query what was asked
 * @returns {HTMLElement[]}
 */
export function optionList(options, { crib, players, rules }) {
  const heads = ["throw.thrown", "throw.kept", "throw.worth"].map((key) => element("span", {}, t(key)));
  return [
    element("p", { class: "help" }, t(ASSUMES[players > MOST_SKILLED ? "any" : "skilled"][rules?.lowball ? 1 : 0])),
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

const MOST_DEALT = Math.max(...Object.values(DEALT));

// The smallest difference that two decimals can show.
const LEAST = 0.01;

// The second message is for a best way whose hand alone is worse than another's.
const WHY = {
  own: ["throw.why.own", "throw.why.own.less"],
  other: ["throw.why.other", "throw.why.other.less"],
};
const WHY_LOW = {
  own: ["throw.why.own", "throw.why.own.more"],
  other: ["throw.why.other", "throw.why.other.more"],
};

// The rules without advice, in the order in which the service refuses them.
const REFUSED = /** @type {const} */ (["no_discard", "jokers", "crash"]);

/** @typedef {{cards: string[], players: number, crib: Crib, rules: GameRules|null}} Query */

class Throw {
  #keep;
  #players;
  /** @type {Crib} */
  #crib;
  /** Cards that are too many for these players. @type {string[]} */
  #spare = [];
  #picker;
  #value = bigNumber();
  #notice = new Notice(() => this.#request.retry());
  #ways = element("div", { class: "ways-list" });
  #cribChoice = element("div");
  #slots = Array.from({ length: MOST_DEALT }, () => new CardSlot());
  #top = element("div", { class: "slots" }, this.#slots);
  #frame;
  #ruled;
  /** @type {LatestRequest<Query, Advice>} */
  #request = new LatestRequest(adviseDiscard, {
    onAnswer: ({ options }, query) => this.#onAnswer(options, query),
    onRefusal: (refusal, query) => {
      // Before all cards are there only the rules can be refused.
      if (query.cards.length < this.#dealt && refusal.field === "cards") return;
      this.#clearAnswer();
      this.#notice.show(refusalText(refusal, query), "refusal");
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
    this.#picker = new CardPicker(this.#slots, [], {
      onChange: () => {
        this.#spare = [];
        this.#update();
      },
      onFull: () => this.#notice.flash(t("throw.full", { n: this.#dealt })),
    });
    // There is no advice about jokers.
    this.#setCards(readHand(query.get("cards")).filter((card) => !isJoker(card)));
    this.#ruled = new RulesChoice(query.get("rules"), () => this.#update());
    const players = playersKey((chosen) => {
      this.#players = chosen;
      this.#setCards([...this.#picker.chosen, ...this.#spare]);
      this.#showCribChoice();
      this.#update();
    });
    players.show(String(this.#players));
    this.#frame = new Frame(root, {
      labels: { panel: t("throw.panel"), words: t("throw.ways"), pack: t("throw.cards") },
      top: this.#top,
      number: this.#value.node,
      words: [this.#notice.node, this.#ways],
      grid: this.#picker.grid,
      clear: { name: t("throw.clear"), onTap: () => this.#clear() },
      foot: [players.node, this.#cribChoice],
      ruled: this.#ruled,
    });
    this.#showCribChoice();
    this.#update();
  }

  close() {
    this.#frame.close();
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

  // From four players on a partner's crib is one's own too.
  #showCribChoice() {
    const answers = [
      { value: "own", label: t(this.#players >= 4 ? "throw.own.side" : "throw.own") },
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
    const { rules, isKnown, link } = this.#ruled;
    this.#frame.fold();
    const query = { cards: this.#picker.chosen, players: this.#players, crib: this.#crib, rules };
    this.#keep({ cards: query.cards.join(","), players: this.#players, crib: this.#crib, rules: link });
    this.#picker.show(slotLabel);
    const missing = this.#dealt - query.cards.length;
    if (missing > 0) {
      this.#request.cancel();
      this.#clearAnswer();
      this.#notice.show(t(missing < this.#dealt ? "throw.missing" : "throw.deal", { n: missing }));
      this.#ways.replaceChildren(element("p", { class: "help" }, t(rules?.lowball ? "throw.help.low" : "throw.help")));
    }
    // Nobody shall tap in their cards before they hear that there is no advice.
    if (!isKnown || (missing > 0 && !rules)) return;
    if (missing === 0) this.#showAsking(true);
    this.#request.request(query);
  }

  /** @param {boolean} asking */
  #showAsking(asking) {
    this.#value.asking(asking);
    this.#top.classList.toggle("asking", asking);
    this.#ways.classList.toggle("asking", asking);
  }

  /** @param {DiscardOption[]} options @param {Query} query */
  #onAnswer(options, query) {
    const [{ expected, throw: thrown }] = options;
    this.#showAsking(false);
    this.#value.show(number(expected), t("throw.expected", { n: expected, points: number(expected) }));
    this.#mark(thrown);
    this.#notice.show(adviceText(options, query));
    this.#ways.replaceChildren(...optionList(options, query));
  }

  // Old advice must not be shown beside new cards.
  #clearAnswer() {
    this.#showAsking(false);
    this.#value.show("", "");
    this.#mark([]);
    this.#ways.replaceChildren();
  }

  // The notice names the cards that are best thrown, so the mark has no words.
  /** @param {string[]} thrown */
  #mark(thrown) {
    const { cards } = this.#picker;
    for (const [at, slot] of this.#slots.entries()) slot.classList.toggle("thrown", thrown.includes(cards[at] ?? ""));
  }
}

// In the page's words where it has them, else in the service's.
/** @param {Refusal} refusal @param {Query} query */
function refusalText({ field, message }, { rules }) {
  const key = `throw.no.${field === "rules" ? REFUSED.find((rule) => rules?.[rule]) : field}`;
  return has(key) ? t(key) : message;
}

/** @param {string|null} card @param {number} at */
function slotLabel(card, at) {
  return { name: card ? t("throw.slot.filled", { card: cardName(card) }) : t("throw.slot.empty", { n: at + 1 }) };
}

/** @param {DiscardOption[]} options the best first @param {Query} query @returns {string} why the best is the best */
function adviceText(options, { crib, players, rules }) {
  const [best] = options;
  const worse = options.filter((option) => !isTied(option, best));
  const hands = worse.map(({ hand }) => hand.mean);
  const bestHand = rules?.lowball ? Math.min(...hands) : Math.max(...hands);
  const isGivenUp = rules?.lowball ? bestHand < best.hand.mean - SAME : bestHand > best.hand.mean + SAME;
  const [plain, givenUp] = (rules?.lowball ? WHY_LOW : WHY)[crib];
  return t(isGivenUp ? givenUp : plain, {
    cards: list(best.throw.map(cardName)),
    hand: number(best.hand.mean),
    points: number(best.crib.mean),
    more: number(bestHand),
    crib: cribName(crib, players),
    rest: gapText(best, worse, options.length - worse.length - 1),
  });
}

/** @param {Crib} crib @param {number} players */
function cribName(crib, players) {
  if (crib === "other") return t("throw.crib.other");
  return t(players >= 4 ? "throw.crib.side" : "throw.crib.own");
}

/** @param {DiscardOption} best @param {DiscardOption[]} worse @param {number} ties */
function gapText(best, worse, ties) {
  if (ties > 0) return t("throw.tie", { n: ties });
  const gap = Math.abs(best.expected - worse[0].expected);
  if (gap < LEAST) return t("throw.close", { gap: number(LEAST) });
  return t("throw.next", { n: gap, gap: number(gap) });
}

/** Advises which cards to throw into the crib. State in the hash: `cards`, `players`, `crib` (`own` or `other`) and `rules`. */
export default {
  /** @param {Place} place */
  mount(place) {
    const view = new Throw(place);
    return () => view.close();
  },
};
