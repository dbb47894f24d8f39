import type { Show } from "pegout-api";
import { ShowChoice } from "../cards/deal-show.ts";
import { Frame } from "../cards/frame.ts";
import { CardPicker, CardSlot, JokerKeys } from "../cards/pack.ts";
import { countHand } from "../engine/engine.ts";
import type { GameRules } from "../game/local-game.ts";
import { HAND_SIZE } from "../game/seats.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { cardName, isJoker, readHand } from "../ui/cards.ts";
import { bigNumber, choice } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";

/** A hand that was typed with its count. `player` is null if nobody was chosen. */
export type Typed = { cards: string[]; starter: string; isCrib: boolean; player: string | null; points: number };
/**
 * The hand to type: `rules` count it, null for the usual rules. `table` is the game whose rules the link shows. `isCrib` is
 * null if the phone asks for it. `kept` is written into the hash too. `help` is shown before the first card.
 */
type Wanted = {
  rules: GameRules | null;
  table: string;
  people: { value: string; label: string; name: string }[];
  player: string | null;
  isCrib: boolean | null;
  kept: Record<string, string>;
  help: string;
};

// The cards and the starter.
const SLOTS = HAND_SIZE + 1;

/** Five cards to type on one screen, with their player, their count, and the key that sends them. */
export class TypedHand {
  #wanted;
  #keep;
  #onSend;
  #player;
  #picker;
  #jokers;
  #choice;
  #frame;
  #total = bigNumber();
  #counted: Typed | null = null;
  #notice = new Notice(() => this.#onRetry());
  #onRetry = () => this.#request.retry();
  #send = element("button", { type: "button", class: "primary", onclick: () => this.#tap() }, t("hand.send"));
  #request: LatestRequest<Omit<Typed, "points">, Show> = new LatestRequest(
    ({ cards, starter, isCrib }, signal) =>
      countHand({ cards, starter, crib: isCrib, rules: this.#wanted.rules }, signal),
    {
      onAnswer: (show, typed) => this.#count(show, typed),
      onRefusal: (refusal) => this.#notice.show(refusal.message, "refusal"),
      onOffline: (since) => this.#notice.showOffline(since),
    },
  );

  /** @param onSend called with the typed hand @param onChange called when the typed hand is another one */
  constructor({ root, query, keep }: Place, wanted: Wanted, onSend: (typed: Typed) => void, onChange: () => void) {
    this.#wanted = wanted;
    this.#keep = keep;
    this.#onSend = onSend;
    const { people, rules, isCrib } = wanted;
    const chosen = query.get("who");
    this.#player = people.some(({ value }) => value === chosen) ? chosen : wanted.player;
    const update = () => {
      onChange();
      this.#update();
    };
    const given = readHand(query.get("cards")).slice(0, HAND_SIZE);
    const [starter = null] = readHand(query.get("starter")).filter((card) => !given.includes(card));
    const slots = Array.from({ length: SLOTS }, () => new CardSlot());
    slots[HAND_SIZE].classList.add("starter");
    this.#picker = new CardPicker(
      slots,
      [...Array.from({ length: HAND_SIZE }, (_, at) => given[at] ?? null), starter],
      { onChange: update, onFull: () => this.#notice.flash(t("hand.full")) },
    );
    this.#jokers = new JokerKeys(this.#picker, update);
    const sizes = [HAND_SIZE];
    const asked = { isCrib: isCrib ?? query.get("crib") === "1", cribSize: HAND_SIZE, sizes };
    this.#choice = isCrib === null && !rules?.no_discard ? new ShowChoice(asked, update) : null;
    const whose = choice(t("hand.whose_is_it"), people, this.#player, (player) => {
      this.#player = player;
      update();
    });
    whose.classList.add("hand-people");
    this.#frame = new Frame(root, {
      labels: { panel: t("hand.panel"), words: t("hand.words"), pack: t("count.cards") },
      top: element("div", { class: "slots" }, slots),
      number: this.#total.node,
      words: [this.#notice.node],
      aside: this.#jokers.node,
      grid: this.#picker.grid,
      clear: { name: t("count.clear"), onTap: () => this.#clear(update) },
      foot: [
        element(
          "div",
          { class: "hand-foot" },
          people.length > 1 ? whose : null,
          element("div", { class: "hand-keys" }, this.#choice?.node, this.#send),
        ),
      ],
      ruled: wanted.table,
    });
    this.#picker.keepPack(rules?.jokers ?? 0);
    this.#update();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#frame.close();
    this.#request.close();
  }

  /** Shows why the hand was not sent. */
  refuse(text: string) {
    this.#send.disabled = false;
    this.#notice.show(text, "refusal");
  }

  /** Shows that the hand is on its way. */
  showSending() {
    this.#send.disabled = true;
    this.#notice.show(t("hand.sending"));
  }

  /** Shows that there is no connection. @param onRetry sends the hand again */
  showAway(since: Date, onRetry: () => void) {
    this.#onRetry = onRetry;
    this.#notice.showOffline(since, t("hand.away"));
  }

  #clear(update: () => void) {
    this.#picker.cards.fill(null);
    this.#picker.declaring = null;
    update();
  }

  #update() {
    const { rules, kept, help, isCrib: fixed } = this.#wanted;
    const { cards: all, declaring } = this.#picker;
    const isCrib = fixed ?? this.#choice?.isCrib ?? false;
    const cards = all.slice(0, HAND_SIZE).filter((card) => card !== null);
    const starter = all[HAND_SIZE];
    this.#counted = null;
    this.#send.disabled = false;
    this.#frame.fold();
    this.#choice?.show(true);
    this.#onRetry = () => this.#request.retry();
    this.#keep({
      ...kept,
      cards: cards.join(","),
      starter,
      crib: isCrib && fixed === null ? 1 : null,
      who: this.#player,
    });
    this.#jokers.show(rules?.jokers ?? 0);
    this.#picker.show((card, at) => slotLabel(card, at));
    const missing = HAND_SIZE - cards.length;
    if (missing === 0 && starter) {
      this.#total.asking(true);
      this.#request.request({ cards, starter, isCrib, player: this.#player });
      this.#notice.show("");
    } else {
      this.#request.cancel();
      this.#total.asking(false);
      this.#total.show("", "");
      const words = missing === 0 ? t("hand.starter") : t("count.missing", { n: missing });
      this.#notice.show(missing === HAND_SIZE ? help : words);
    }
    if (declaring) this.#notice.show(t("joker.declare", { joker: cardName(declaring) }));
  }

  #count({ total, declared }: Show, { cards, starter, isCrib, player }: Omit<Typed, "points">) {
    const whole = (card: string) => (isJoker(card) && declared?.[card] ? `${card}=${declared[card]}` : card);
    this.#counted = { cards: cards.map(whole), starter: whole(starter), isCrib, player, points: total };
    this.#total.asking(false);
    this.#total.show(String(total), t("count.total", { n: total }));
    this.#jokers.show(this.#wanted.rules?.jokers ?? 0, declared);
    if (!this.#picker.declaring) this.#notice.show(t("hand.ready"));
  }

  #tap() {
    if (this.#counted) this.#onSend(this.#counted);
    else this.#notice.flash(t("hand.first"));
  }
}

function slotLabel(card: string | null, at: number) {
  if (at === HAND_SIZE) {
    const name = card ? t("count.starter.filled", { card: cardName(card) }) : t("count.starter.empty");
    return { name, hint: t("count.starter") };
  }
  return { name: card ? t("count.slot.filled", { card: cardName(card) }) : t("count.slot.empty", { n: at + 1 }) };
}
