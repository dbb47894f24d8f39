import type { Show } from "pegout-api";
import { countHand, possiblePoints } from "../engine/engine.ts";
import { GameStore } from "../game/game-store.ts";
import { rejectionText } from "../game/labels.ts";
import type { GameRules } from "../game/local-game.ts";
import { keySides } from "../game/names.ts";
import type { AmendedPeg } from "../game/outbox.ts";
import { sideKeys } from "../game/peg-keys.ts";
import { savedGames } from "../game/saved-games.ts";
import { HAND_SIZE } from "../game/seats.ts";
import { element } from "../lib/dom.ts";
import { has, t, word } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { cardName, held, isJoker, readHand } from "../ui/cards.ts";
import { bigNumber } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { CRIB_SIZES, DealShow, ShowChoice, readCribSize } from "./deal-show.ts";
import { explanation } from "./explanation.ts";
import { Frame } from "./frame.ts";
import { CardPicker, CardSlot, JokerKeys } from "./pack.ts";
import { RulesChoice } from "./rules-choice.ts";

type Query = { cards: string[]; starter: string | null; crib: boolean; rules: GameRules | null };
/** The count; `isFlushMissed` if it is a crib that would have a flush as a hand. */
type Answer = Show & { isFlushMissed?: boolean };

/** Counts. A crib is counted as a hand too, to explain a flush that is missing. */
async function askCount(query: Query, signal: AbortSignal): Promise<Answer> {
  const counted = countHand(query, signal);
  if (!query.crib || !isPlain(query)) return counted;
  const [asCrib, asHand] = await Promise.all([counted, countHand({ ...query, crib: false }, signal)]);
  return { ...asCrib, isFlushMissed: hasItem(asHand, "flush") && !hasItem(asCrib, "flush") };
}

/** Returns the cards as they were counted, every joker declared. */
function declaredCards(cards: string[], { declared }: Answer): string[] {
  return cards.map((card) => (isJoker(card) && declared?.[card] ? `${card}=${declared[card]}` : card));
}

/** Returns the remark on a count: players have names for some totals. */
function remark(answer: Answer, query: Query): string {
  const { total, patterns, isFlushMissed } = answer;
  const { crib, starter, rules } = query;
  if (isFlushMissed) return t("count.crib.flush");
  if (hasItem(answer, "nineteen")) return t("count.nineteen.scored");
  const known = rules && possiblePoints(rules, 2);
  const mayScore = known ? known[crib ? "crib" : "hand"]?.nothing : rules && (rules.nineteen ?? "none") !== "none";
  if (total === 0 && mayScore) return t(starter ? "count.nothing" : "count.before");
  if (total === 0) return starter ? t("count.nineteen") : `${t("count.nineteen")} ${t("count.before")}`;
  // The odds are for four cards from a pack without jokers.
  const isRare = isPlain(query) && !rules?.jokers;
  const rare = `count.total.${total}${crib ? ".crib" : ""}`;
  if (isRare && has(rare)) return t(rare);
  const names = patterns.map((pattern) => `${word("pattern", pattern)}.`).join(" ");
  const sentence = names && names[0].toUpperCase() + names.slice(1);
  return starter ? sentence : `${sentence} ${t("count.before")}`.trim();
}

function isPlain({ cards, starter }: Query) {
  return cards.length === HAND_SIZE && !cards.concat(starter ?? []).some(isJoker);
}

function hasItem({ items }: Show, wanted: string) {
  return items.some(({ kind }) => kind === wanted);
}

class Count {
  #keep;
  #store;
  #counted: { answer: Answer; query: Query } | null = null;
  #picker;
  #slots;
  #total = bigNumber();
  #notice = new Notice(() => this.#request.retry());
  #explanation = element("div");
  #choice;
  #frame;
  #jokers;
  #keys;
  #show;
  #ruled;
  #next = element("button", {
    type: "button",
    class: "primary next-deal",
    hidden: true,
    onclick: () => this.#beginDeal(),
  });
  /** The hand that was pegged last, until the cards of the next hand. */
  #given = "";
  #request: LatestRequest<Query, Answer> = new LatestRequest(askCount, {
    onAnswer: (answer, query) => this.#onAnswer(answer, query),
    onRefusal: (refusal) => {
      this.#clearAnswer();
      this.#notice.show(refusal.message, "refusal");
    },
    onOffline: (since) => {
      this.#clearAnswer();
      this.#notice.showOffline(since);
    },
  });

  constructor({ root, query, keep }: Place) {
    this.#keep = keep;
    // Counted for a table, a hand can be pegged there.
    const table = query.get("table") ?? "";
    this.#store = savedGames.get(table)?.token ? new GameStore(table) : null;
    this.#keys = this.#store && sideKeys(keySides(this.#store), (side) => this.#peg(side));
    this.#show = this.#store && new DealShow(this.#store);
    this.#ruled = this.#store ? null : new RulesChoice(query.get("rules"), () => this.#update());
    const given = readHand(query.get("cards"));
    this.#choice = new ShowChoice(
      {
        isCrib: query.get("crib") === "1" || (given.length === 0 && this.#show?.due?.kind === "crib"),
        cribSize: this.#show?.cribSize ?? readCribSize(query.get("size")),
        sizes: this.#show ? [this.#show.cribSize] : CRIB_SIZES,
      },
      () => this.#update(),
    );
    const hand = given.slice(0, this.#choice.size);
    const [starter = this.#show?.starter ?? null] = readHand(query.get("starter"));
    const isTaken = hand.some((card) => starter && held(card) === held(starter));
    const cards = Array.from({ length: this.#choice.size }, (_, at) => hand[at] ?? null);
    this.#slots = Array.from({ length: Math.max(...CRIB_SIZES) + 1 }, () => new CardSlot());
    this.#picker = new CardPicker(this.#slots, [...cards, isTaken ? null : starter], {
      onChange: () => this.#update(),
      onFull: () => this.#notice.flash(t("count.full", { cards: t(`rank.${this.#choice.size + 1}`) })),
    });
    this.#jokers = new JokerKeys(this.#picker, () => this.#update());
    this.#frame = new Frame(root, {
      labels: { panel: t("count.panel"), words: t("count.explained"), pack: t("count.cards") },
      top: element("div", { class: "slots" }, this.#slots),
      number: this.#total.node,
      words: [this.#notice.node, this.#explanation],
      aside: this.#jokers.node,
      grid: this.#picker.grid,
      clear: { name: t("count.clear"), onTap: () => this.#clear() },
      foot: [this.#choice.node, ...(this.#keys ? [this.#keys.node, this.#next] : [practiceLink()])],
      ruled: this.#ruled ?? table,
    });
    this.#update();
  }

  close() {
    this.#frame.close();
    this.#request.close();
    this.#store?.close();
  }

  // The rules of the table, or those that were chosen; null for the usual ones.
  get #rules() {
    return this.#store?.game.rules ?? this.#ruled?.rules ?? null;
  }

  #clear() {
    this.#picker.cards.fill(null);
    this.#picker.declaring = null;
    this.#choice.isCrib = false;
    this.#update();
  }

  #update() {
    const rules = this.#rules;
    const isKnown = this.#ruled?.isKnown ?? true;
    this.#frame.fold();
    this.#choice.show(!rules?.no_discard);
    this.#picker.keepPack(this.#ruled?.jokers ?? rules?.jokers ?? 0);
    this.#fitSlots();
    const { size, isCrib, cribSize: sized } = this.#choice;
    const starter = this.#picker.cards[size];
    const cards = this.#picker.cards.slice(0, size).filter((card) => card !== null);
    this.#keep({
      table: this.#store?.id ?? null,
      cards: cards.join(","),
      starter,
      crib: isCrib ? 1 : null,
      size: isCrib && !this.#store && sized !== HAND_SIZE ? sized : null,
      rules: this.#ruled?.link ?? null,
    });
    this.#setCounted(null);
    this.#jokers.show(rules?.jokers ?? 0);
    this.#picker.show((card, at) => slotLabel(card, at, size));
    this.#showDue();
    if (cards.length === size && isKnown) {
      this.#total.asking(true);
      this.#request.request({ cards, starter, crib: isCrib, rules });
    } else {
      this.#request.cancel();
      this.#clearAnswer();
      const missing = size - cards.length;
      const isBegun = cards.length > 0 && missing > 0;
      if (isBegun) this.#given = "";
      const due = [this.#given, this.#dueText()].filter(Boolean).join(" · ");
      this.#notice.show(isBegun ? t("count.missing", { n: missing }) : due);
      this.#explanation.replaceChildren(...this.#help());
    }
    if (this.#picker.declaring) this.#notice.show(t("joker.declare", { joker: cardName(this.#picker.declaring) }));
  }

  // A crib of five or six has more places; the starter keeps the last one.
  #fitSlots() {
    const { size } = this.#choice;
    const { cards } = this.#picker;
    for (const [at, slot] of this.#slots.entries()) slot.classList.toggle("starter", at === size);
    if (cards.length === size + 1) return;
    const hand = cards.slice(0, -1).filter((card) => card !== null);
    const starter = cards[cards.length - 1];
    this.#picker.cards = [...Array.from({ length: size }, (_, at) => hand[at] ?? null), starter];
  }

  #help() {
    const { size, isCrib } = this.#choice;
    const words = [isCrib ? t("count.help.crib", { cards: t(`rank.${size}`) }) : t("count.help")];
    if (this.#rules?.jokers) words.push(t("joker.help"));
    return words.map((text) => element("p", { class: "help" }, text));
  }

  #onAnswer(answer: Answer, query: Query) {
    this.#setCounted({ answer, query });
    this.#total.asking(false);
    this.#total.show(String(answer.total), t("count.total", { n: answer.total }));
    this.#jokers.show(this.#rules?.jokers ?? 0, answer.declared);
    if (!this.#picker.declaring) this.#notice.show(remark(answer, query));
    this.#explanation.replaceChildren(...explanation(answer));
  }

  // An old total must not be shown beside new cards.
  #clearAnswer() {
    this.#total.asking(false);
    this.#total.show("", "");
    this.#explanation.replaceChildren();
  }

  // In the show every hand has its starter.
  #setCounted(counted: { answer: Answer; query: Query } | null) {
    this.#counted = counted;
    this.#keys?.show(counted?.query.starter ? counted.answer.total : null);
    this.#keys?.node.toggleAttribute("data-idle", !counted?.query.starter);
  }

  #peg(side: number) {
    if (!this.#store) return;
    if (!this.#counted) return this.#notice.flash(t("count.peg.first"));
    const { answer, query } = this.#counted;
    if (!query.starter) return this.#notice.flash(t("count.peg.starter"));
    const peg: AmendedPeg = { side, points: answer.total, for: query.crib ? "crib" : "hand" };
    const refusal = this.#store.changes.refusal(peg);
    if (refusal) return this.#notice.flash(rejectionText(refusal, peg, this.#store.points));
    // A second tap before the table is shown pegs nothing.
    this.#setCounted(null);
    const [starter] = declaredCards([query.starter], answer);
    const cards = declaredCards(query.cards, answer);
    const isDoubted = this.#show?.doubt(peg);
    const { isAsked } = this.#store.changes.peg(peg, { cards, starter });
    this.#given = t("tap.peg", { side: this.#store.names[side], n: peg.points });
    return isAsked || isDoubted ? this.#leave() : this.#goOn();
  }

  // The hands of a deal are counted one after the other, the crib last.
  #goOn() {
    const isOver = this.#store?.game.status !== "playing";
    if (isOver || (!this.#show?.due && !this.#show?.isOver)) return this.#leave();
    const starter = this.#picker.cards[this.#choice.size];
    this.#picker.cards = [...Array(this.#choice.size).fill(null), starter && held(starter)];
    this.#choice.isCrib = this.#show.due?.kind === "crib";
    this.#update();
  }

  #beginDeal() {
    this.#store?.deal();
    this.#leave();
  }

  #leave() {
    this.#keep({});
    location.hash = `#/table?id=${this.#store?.id}`;
  }

  #showDue() {
    if (!this.#show || !this.#store || !this.#keys) return;
    const { due, isOver, used } = this.#show;
    const chosen = this.#picker.chosen.map(held);
    // A joker may be a copy of any card.
    this.#picker.grid.used = this.#picker.declaring ? [] : used.filter((card) => !chosen.includes(card));
    this.#keys.node.hidden = isOver;
    this.#next.hidden = !isOver;
    this.#next.textContent = t("count.deal", { n: this.#store.game.deal + 1 });
    for (const [side, key] of [...this.#keys.node.children].entries()) key.classList.toggle("due", side === due?.side);
  }

  #dueText() {
    const due = this.#show?.due;
    if (!due || due.side === null || !this.#store) return "";
    return t(`count.due.${due.kind}`, { side: this.#store.names[due.side] });
  }
}

function practiceLink() {
  return element("a", { class: "quiet", href: "#/practice" }, t("practice.title"));
}

/** @param size the starter's place */
function slotLabel(card: string | null, at: number, size: number) {
  if (at === size) {
    const name = card ? t("count.starter.filled", { card: cardName(card) }) : t("count.starter.empty");
    return { name, hint: t("count.starter") };
  }
  return { name: card ? t("count.slot.filled", { card: cardName(card) }) : t("count.slot.empty", { n: at + 1 }) };
}

/**
 * Counts a hand or a crib, with or without the starter. State in the hash: `cards`, `starter`, `crib=1`, the crib's
 * `size`, `rules`, and `table` if the count can be pegged there.
 */
export default {
  mount(place: Place) {
    const count = new Count(place);
    return () => count.close();
  },
};
