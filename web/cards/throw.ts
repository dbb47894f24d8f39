import type { Advice, Crib, DiscardOption } from "pegout-api";
import { adviseDiscard } from "../engine/engine.ts";
import type { GameRules } from "../game/local-game.ts";
import { DEALT } from "../game/seats.ts";
import type { Refusal } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { number } from "../lib/format.ts";
import { has, list, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { cardName, isJoker, readHand, smallCards } from "../ui/cards.ts";
import { bigNumber, choice } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { Frame } from "./frame.ts";
import { CardPicker, CardSlot } from "./pack.ts";
import { playersKey, readPlayers } from "./played-deal.ts";
import { RulesChoice } from "./rules-choice.ts";

/** The service's numbers are sums of fractions: a smaller difference than this is none. */
export const SAME = 1e-9;

// Up to this number of players, the service counts with the cards that good players throw.
const MOST_SKILLED = 4;

// The second message is for lowball.
const ASSUMES = {
  skilled: ["throw.assumes", "throw.assumes.low"],
  any: ["throw.assumes.any", "throw.assumes.any.low"],
};

/** Returns true for two ways that are as good. */
function isTied(one: DiscardOption, other: DiscardOption) {
  return Math.abs(one.expected - other.expected) < SAME;
}

/** Makes the list of all ways to throw. @param options the best first @param query what was asked */
export function optionList(
  options: DiscardOption[],
  { crib, players, rules }: { crib: Crib; players: number; rules: GameRules | null },
): HTMLElement[] {
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

/** @param crib one's own is added, another's taken off */
function optionLine(option: DiscardOption, tie: boolean, crib: Crib) {
  const part = (name: string, value: number) =>
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
function spokenHead(key: string) {
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
const REFUSED = ["no_discard", "jokers", "crash"] as const;

type Query = { cards: string[]; players: number; crib: Crib; rules: GameRules | null };

class Throw {
  #keep;
  #players;
  #crib: Crib;
  /** Cards that are too many for these players. */
  #spare: string[] = [];
  #picker;
  #value = bigNumber();
  #notice = new Notice(() => this.#request.retry());
  #ways = element("div", { class: "ways-list" });
  #cribChoice = element("div");
  #slots = Array.from({ length: MOST_DEALT }, () => new CardSlot());
  #top = element("div", { class: "slots" }, this.#slots);
  #frame;
  #ruled;
  #request: LatestRequest<Query, Advice> = new LatestRequest(adviseDiscard, {
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

  constructor({ root, query, keep }: Place) {
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
  #setCards(cards: string[]) {
    this.#picker.cards = Array.from({ length: this.#dealt }, (_, at) => cards[at] ?? null);
    this.#spare = cards.slice(this.#dealt, MOST_DEALT);
  }

  // From four players on a partner's crib is one's own too.
  #showCribChoice() {
    const answers = [
      { value: "own", label: t(this.#players >= 4 ? "throw.own.side" : "throw.own") },
      { value: "other", label: t("throw.other") },
    ];
    const onChoice = (value: string) => {
      this.#crib = value as Crib;
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

  #showAsking(asking: boolean) {
    this.#value.asking(asking);
    this.#top.classList.toggle("asking", asking);
    this.#ways.classList.toggle("asking", asking);
  }

  #onAnswer(options: DiscardOption[], query: Query) {
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
  #mark(thrown: string[]) {
    const { cards } = this.#picker;
    for (const [at, slot] of this.#slots.entries()) slot.classList.toggle("thrown", thrown.includes(cards[at] ?? ""));
  }
}

// In the page's words where it has them, else in the service's.
function refusalText({ field, message }: Refusal, { rules }: Query) {
  const key = `throw.no.${field === "rules" ? REFUSED.find((rule) => rules?.[rule]) : field}`;
  return has(key) ? t(key) : message;
}

function slotLabel(card: string | null, at: number) {
  return { name: card ? t("throw.slot.filled", { card: cardName(card) }) : t("throw.slot.empty", { n: at + 1 }) };
}

/** @param options the best first @returns why the best is the best */
function adviceText(options: DiscardOption[], { crib, players, rules }: Query): string {
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

function cribName(crib: Crib, players: number) {
  if (crib === "other") return t("throw.crib.other");
  return t(players >= 4 ? "throw.crib.side" : "throw.crib.own");
}

function gapText(best: DiscardOption, worse: DiscardOption[], ties: number) {
  if (ties > 0) return t("throw.tie", { n: ties });
  const gap = Math.abs(best.expected - worse[0].expected);
  if (gap < LEAST) return t("throw.close", { gap: number(LEAST) });
  return t("throw.next", { n: gap, gap: number(gap) });
}

/**
 * Advises which cards to throw into the crib. State in the hash: `cards`, `players`, `crib` (`own` or `other`) and
 * `rules`.
 */
export default {
  mount(place: Place) {
    const view = new Throw(place);
    return () => view.close();
  },
};
