/** @import { Show } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
import { HAND_SIZE } from "../game/rules.js";
import { GameStore } from "../game/game-store.js";
import { sideKeys } from "../game/keypad.js";
import { rejectionText } from "../game/labels.js";
import { savedGames } from "../game/saved-games.js";
import { post } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t, word } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { CardPicker, CardSlot } from "../ui/card-grid.js";
import { cardName, readCards } from "../ui/cards.js";
import { bigNumber, choice } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { explanation } from "./explanation.js";

/** @typedef {{cards: string[], starter: string|null, crib: boolean}} Query */
/** The service's count; `isFlushMissed` if it is a crib that would have a flush as a hand. @typedef {Show & {isFlushMissed?: boolean}} Answer */

class Count {
  #keep;
  #store;
  #isCrib;
  /** @type {{total: number, query: Query}|null} */
  #counted = null;
  #picker;
  #total = bigNumber();
  #notice = new Notice(() => this.#request.retry());
  #explanation = element("div", { class: "words" });
  #kindChoice = element("div");
  #keys;
  /** @type {LatestRequest<Query, Answer>} */
  #request = new LatestRequest((query, signal) => this.#send(query, signal), {
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

  /** @param {Place} place */
  constructor({ root, query, keep }) {
    this.#keep = keep;
    this.#isCrib = query.get("crib") === "1";
    // Counted for a table, a hand can be pegged there.
    const table = query.get("table") ?? "";
    this.#store = savedGames.get(table)?.token ? new GameStore(table) : null;
    this.#keys = this.#store && sideKeys(this.#store.game.sides, (side) => this.#peg(side));
    const hand = [...new Set(readCards(query.get("cards")))].slice(0, HAND_SIZE);
    const [starter = ""] = readCards(query.get("starter"));
    const slots = Array.from({ length: HAND_SIZE + 1 }, () => new CardSlot());
    slots[HAND_SIZE].classList.add("starter");
    const cards = Array.from({ length: HAND_SIZE }, (_, at) => hand[at] ?? null);
    this.#picker = new CardPicker(slots, [...cards, hand.includes(starter) ? null : starter || null], {
      onChange: () => this.#update(),
      onFull: () => this.#notice.flash(t("count.full")),
    });
    this.#build(root, slots);
    this.#showKindChoice();
    this.#update();
  }

  close() {
    this.#request.close();
    this.#store?.close();
  }

  /** @param {HTMLElement} root @param {CardSlot[]} slots */
  #build(root, slots) {
    if (this.#store) {
      const back = element("a", { href: `#/table?id=${this.#store.id}` }, t("history.back"));
      root.append(element("p", { class: "way-back" }, back));
    }
    root.append(
      element(
        "section",
        { class: "panel", "aria-label": t("count.panel") },
        element("div", { class: "row" }, element("div", { class: "slots" }, slots), this.#total.node),
        this.#notice.node,
      ),
      element(
        "section",
        { class: "explain" },
        element("h2", { class: "unseen" }, t("count.explained")),
        this.#explanation,
      ),
      element(
        "section",
        { class: "bottom", "aria-label": t("count.cards") },
        element(
          "div",
          { class: "actions" },
          this.#kindChoice,
          element("button", { type: "button", class: "quiet", onclick: () => this.#clear() }, t("count.clear")),
        ),
        this.#keys ? element("div", { class: "pegging" }, this.#keys.node) : null,
        this.#picker.grid,
      ),
    );
  }

  #showKindChoice() {
    const answers = [
      { value: "hand", label: t("count.hand") },
      { value: "crib", label: t("count.crib") },
    ];
    const onChoice = (/** @type {string} */ value) => {
      this.#isCrib = value === "crib";
      this.#update();
    };
    this.#kindChoice.replaceChildren(choice(t("count.which"), answers, this.#isCrib ? "crib" : "hand", onChoice));
  }

  #clear() {
    this.#picker.cards.fill(null);
    this.#isCrib = false;
    this.#showKindChoice();
    this.#update();
  }

  #update() {
    const starter = this.#picker.cards[HAND_SIZE];
    const cards = this.#picker.chosen.filter((card) => card !== starter);
    this.#keep({
      table: this.#store?.id ?? null,
      cards: cards.join(","),
      starter,
      crib: this.#isCrib ? 1 : null,
    });
    this.#setCounted(null);
    this.#picker.show(slotLabel);
    if (cards.length === HAND_SIZE) {
      this.#total.asking(true);
      this.#request.request({ cards, starter, crib: this.#isCrib });
    } else {
      this.#request.cancel();
      this.#clearAnswer();
      this.#notice.show(cards.length > 0 ? t("count.missing", { n: HAND_SIZE - cards.length }) : "");
      this.#explanation.replaceChildren(element("p", { class: "help" }, t("count.help")));
    }
  }

  // A crib is counted as a hand too, to explain a flush that is missing.
  /** @param {Query} query @param {AbortSignal} signal @returns {Promise<Answer>} */
  async #send({ cards, starter, crib }, signal) {
    const body = { cards, ...(starter && { starter }), ...(this.#store && { rules: this.#store.game.rules }) };
    const hand = post("/api/v1/score/hand", body, signal);
    if (!crib) return hand;
    const [counted, asHand] = await Promise.all([post("/api/v1/score/crib", body, signal), hand]);
    return { ...counted, isFlushMissed: hasFlush(asHand) && !hasFlush(counted) };
  }

  /** @param {Answer} answer @param {Query} query */
  #onAnswer(answer, query) {
    this.#setCounted({ total: answer.total, query });
    this.#total.asking(false);
    this.#total.show(String(answer.total), t("count.total", { n: answer.total }));
    this.#notice.show(remark(answer, query));
    this.#explanation.replaceChildren(...explanation(answer));
  }

  // An old total must not be shown beside new cards.
  #clearAnswer() {
    this.#total.asking(false);
    this.#total.show("–", "");
    this.#explanation.replaceChildren();
  }

  // In the show every hand has its starter.
  /** @param {{total: number, query: Query}|null} counted */
  #setCounted(counted) {
    this.#counted = counted;
    this.#keys?.show(counted?.query.starter ? counted.total : 0);
  }

  /** @param {number} side */
  #peg(side) {
    if (!this.#store) return;
    if (!this.#counted) return this.#notice.flash(t("count.peg.first"));
    const { total, query } = this.#counted;
    if (!query.starter) return this.#notice.flash(t("count.peg.starter"));
    const kind = query.crib ? "crib" : "hand";
    if (total === 0) return this.#notice.flash(t("count.peg.nothing"));
    const objection = this.#store.objection(side, total, kind);
    if (objection) return this.#notice.flash(rejectionText(objection, total, kind));
    // A second tap before the table is shown pegs nothing.
    this.#setCounted(null);
    this.#store.peg(side, total, kind, { cards: query.cards, starter: query.starter });
    this.#keep({});
    location.hash = `#/table?id=${this.#store.id}`;
  }
}

/** @param {string|null} card @param {number} at */
function slotLabel(card, at) {
  if (at === HAND_SIZE) {
    const name = card ? t("count.starter.filled", { card: cardName(card) }) : t("count.starter.empty");
    return { name, hint: t("count.starter") };
  }
  return { name: card ? t("count.slot.filled", { card: cardName(card) }) : t("count.slot.empty", { n: at + 1 }) };
}

/** @param {Show} show */
function hasFlush({ items }) {
  return items.some(({ kind }) => kind === "flush");
}

// Players have names for some totals.
/** @param {Answer} answer @param {Query} query */
function remark({ total, patterns, isFlushMissed }, { crib, starter }) {
  if (isFlushMissed) return t("count.crib.flush");
  if (total === 0) return starter ? t("count.nineteen") : `${t("count.nineteen")} ${t("count.before")}`;
  if (total === 28) return t(crib ? "count.twenty_eight.crib" : "count.twenty_eight");
  if (total === 29) return t(crib ? "count.twenty_nine.crib" : "count.twenty_nine");
  const names = patterns.map((pattern) => `${word("pattern", pattern)}.`).join(" ");
  const sentence = names && names[0].toUpperCase() + names.slice(1);
  return starter ? sentence : `${sentence} ${t("count.before")}`.trim();
}

/**
 * Counts a hand or a crib, with or without the starter. State in the hash: `cards`, `starter`, `crib=1`, and `table` if
 * the count can be pegged there.
 */
export default {
  /** @param {Place} place */
  mount(place) {
    const count = new Count(place);
    return () => count.close();
  },
};
