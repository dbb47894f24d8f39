import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { JOKERS, RANKS, SUITS, cardName, declaredAs, face, held, isJoker, smallCards } from "../ui/cards.ts";

const SIDEWAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const UPWARDS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

// The whole pack is two halves, ace to seven above. Each suit is a row of each half, so a rank is a column. The last
// column of the lower half is for the jokers.
const COLUMNS = 7;
const LOWER_HALF = SUITS.length + 2;

/**
 * The pack to tap: four groups of thirteen buttons. Set `chosen`; it fires `card-tap` (bubbles) with `detail.card`.
 * With `ranked` a tap on a rank shows its four cards. Arrow keys move through the pack as well as the tab key does:
 * left and right in its order, up and down by row.
 */
export class CardGrid extends HTMLElement {
  #buttons: Map<string, HTMLButtonElement> = new Map();
  /** The rank whose cards are shown; null for all cards. */
  #rank: string | null = null;
  #ranks = RANKS.map((rank) => this.#rankKey(rank));
  #jokers = element("div", { role: "group", class: "jokers", "aria-label": t("suit.jokers"), hidden: true });

  /** Adds the keys, when the pack is put on the page. */
  connectedCallback() {
    this.append(...this.#ranks, this.#jokers, ...SUITS.map((suit) => this.#group(suit)));
    this.addEventListener("keydown", (event) => this.#move(event));
  }

  /** Shows the jokers that the pack has. @param count how many */
  showJokers(count: number) {
    if (this.#jokers.childElementCount === count) return;
    for (const joker of JOKERS) this.#buttons.delete(joker);
    this.#jokers.replaceChildren(...JOKERS.slice(0, count).map((joker) => this.#key(joker)));
    this.#jokers.hidden = count === 0;
  }

  /** @param isRanked true if a card takes two taps, its rank and its suit */
  set ranked(isRanked: boolean) {
    if (isRanked !== (this.#rank !== null)) this.#showRank(isRanked ? RANKS[0] : null);
  }

  /** @param cards the cards that are taken: they look pressed */
  set chosen(cards: Iterable<string>) {
    const taken = new Set([...cards].map(held));
    for (const [card, button] of this.#buttons) button.setAttribute("aria-pressed", String(taken.has(card)));
  }

  /** @param cards the cards that cannot be chosen any more */
  set used(cards: Iterable<string>) {
    const used = new Set([...cards].map(held));
    for (const [card, button] of this.#buttons) button.disabled = used.has(card);
  }

  #group(suit: string) {
    return element(
      "div",
      { role: "group", class: "suit", "aria-label": t(`suit.${suit}`) },
      RANKS.map((rank) => this.#key(rank + suit)),
    );
  }

  #rankKey(rank: string) {
    const onclick = () => this.#showRank(rank);
    return element(
      "button",
      { type: "button", class: "rank-key", value: rank, "aria-label": cardName(rank), hidden: true, onclick },
      face(rank),
    );
  }

  #showRank(rank: string | null) {
    this.#rank = rank;
    for (const key of this.#ranks) {
      key.hidden = rank === null;
      key.setAttribute("aria-pressed", String(key.value === rank));
    }
    // The first key is where the link past the head leads.
    this.#ranks[0].toggleAttribute("data-skip", rank !== null);
    for (const [card, key] of this.#buttons) key.hidden = rank !== null && !isJoker(card) && card[0] !== rank;
  }

  #key(card: string) {
    const button = element(
      "button",
      {
        type: "button",
        class: "key",
        "aria-label": cardName(card),
        "aria-pressed": "false",
        "data-card": card,
        "data-skip": card === `A${SUITS[0]}`,
        onclick: () => this.dispatchEvent(new CustomEvent("card-tap", { bubbles: true, detail: { card } })),
      },
      face(card),
    );
    const { row, column } = placeOf(card);
    button.style.setProperty("--row", String(row));
    button.style.setProperty("--column", String(column));
    this.#buttons.set(card, button);
    return button;
  }

  #move(event: KeyboardEvent) {
    const along = SIDEWAYS[event.key];
    const across = UPWARDS[event.key];
    const keys = [...this.#ranks, ...this.#buttons.values()].filter(({ hidden }) => !hidden);
    const at = keys.findIndex((key) => key === event.target);
    if (!(along || across) || at < 0) return;
    event.preventDefault();
    const next = along ? keys[(at + along + keys.length) % keys.length] : nearest(keys[at], keys, across);
    next?.focus();
  }
}

function placeOf(card: string) {
  if (isJoker(card)) return { row: LOWER_HALF + JOKERS.indexOf(card), column: COLUMNS };
  const rank = RANKS.indexOf(card[0]);
  const top = rank < COLUMNS ? 1 : LOWER_HALF;
  return { row: top + SUITS.indexOf(card[1]), column: (rank % COLUMNS) + 1 };
}

// The key above (-1) or below (1): the nearest key of the next row; none at the edge.
function nearest(from: HTMLButtonElement, keys: HTMLButtonElement[], way: number) {
  const start = from.getBoundingClientRect();
  const beyond = keys
    .map((key) => ({ key, place: key.getBoundingClientRect() }))
    .map(({ key, place }) => ({ key, down: way * (place.top - start.top), aside: Math.abs(place.left - start.left) }))
    .filter(({ down }) => down > start.height / 2)
    .sort((one, other) => one.down - other.down);
  const row = beyond.filter(({ down }) => down - beyond[0].down < start.height / 2);
  return row.sort((one, other) => one.aside - other.aside)[0]?.key;
}

customElements.define("card-grid", CardGrid);

/**
 * A place for one card. Set `card` and `name`; it fires `slot-tap` (bubbles) when its card is tapped.
 * An empty slot stays focusable, so that the keyboard does not lose its place when a card is taken back.
 */
export class CardSlot extends HTMLElement {
  #button = element("button", { type: "button", class: "slot", onclick: () => this.#tap() });
  #card: string | null = null;

  /** Adds the button, when the slot is put on the page. */
  connectedCallback() {
    this.append(this.#button);
  }

  /** @param shown the card, the button's name, and the text of an empty slot */
  set shown({ card, name, hint = "" }: { card: string | null; name: string; hint?: string }) {
    this.#card = card;
    this.#button.setAttribute("aria-label", name);
    this.#button.setAttribute("aria-disabled", String(card === null));
    this.#button.classList.toggle("filled", card !== null);
    this.#button.replaceChildren(card ? face(card) : element("span", { class: "hint", "aria-hidden": "true" }, hint));
  }

  #tap() {
    if (this.#card) this.dispatchEvent(new CustomEvent("slot-tap", { bubbles: true, detail: { card: this.#card } }));
  }
}

customElements.define("card-slot", CardSlot);

/**
 * Slots that are filled from a pack: a tap on a card moves it to the first empty slot, or back to the pack. While
 * `declaring` is set, the next tap on a card of the pack says what that joker is to be.
 */
export class CardPicker {
  /** The pack. */
  grid = new CardGrid();
  /** The joker that the next tap declares. */
  declaring: string | null = null;
  #slots;
  /** The cards in the slots; null for an empty slot. */
  declare cards;

  /**
   * @param cards one a slot, null for an empty slot; further slots are hidden
   * @param listeners called after a tap; `onFull` if there was no empty slot
   */
  constructor(
    slots: CardSlot[],
    cards: (string | null)[],
    { onChange, onFull }: { onChange: () => void; onFull: () => void },
  ) {
    this.#slots = slots;
    this.cards = cards;
    const onTap = (event: Event) => {
      const { card } = (event as CustomEvent<{ card: string }>).detail;
      const joker = event.currentTarget === this.grid && !isJoker(card) ? this.declaring : null;
      this.declaring = null;
      if (joker) this.declare(joker, card);
      if (joker || this.#move(card)) onChange();
      else onFull();
    };
    this.grid.addEventListener("card-tap", onTap);
    for (const slot of slots) slot.addEventListener("slot-tap", onTap);
  }

  /** The cards, without the empty slots. */
  get chosen() {
    return this.cards.filter((card) => card !== null);
  }

  /** Returns the joker as a slot holds it; nothing if no slot holds it. */
  find(joker: string): string | undefined {
    return this.chosen.find((card) => held(card) === joker);
  }

  /** Declares a joker that is in a slot. @param card null: left open */
  declare(joker: string, card: string | null) {
    this.cards = this.cards.map((one) => (one && held(one) === joker ? (card ? `${joker}=${card}` : joker) : one));
  }

  /** Takes the cards back that the pack does not have. @param jokers how many it has */
  keepPack(jokers: number) {
    const pack = JOKERS.slice(0, jokers);
    this.cards = this.cards.map((card) => (card && isJoker(card) && !pack.includes(held(card)) ? null : card));
  }

  /** Shows the cards. @param label names a slot */
  show(label: (card: string | null, at: number) => { name: string; hint?: string }) {
    this.#slots.forEach((slot, at) => {
      const card = this.cards[at] ?? null;
      slot.hidden = at >= this.cards.length;
      slot.shown = { card, ...label(card, at) };
    });
    this.grid.chosen = this.chosen;
  }

  #move(card: string) {
    const at = this.cards.findIndex((one) => one && held(one) === held(card));
    const free = this.cards.indexOf(null);
    if (at >= 0) this.cards[at] = null;
    else if (free >= 0) this.cards[free] = card;
    return at >= 0 || free >= 0;
  }
}

/** The cards that the service has declared, by joker. */
type Declared = Record<string, string>;

/** The keys of the jokers that were chosen. A key shows the declared card, and lets a player declare another card. */
export class JokerKeys {
  #picker;
  #onChange;
  #keys = JOKERS.map((joker) =>
    element("button", {
      type: "button",
      class: "declare",
      value: joker,
      hidden: true,
      onclick: () => this.#tap(joker),
    }),
  );

  /** The keys, for their place in the frame. */
  node = element("div", { class: "declares" }, this.#keys);

  /** @param onChange called when a joker is to be declared, or is left open again */
  constructor(picker: CardPicker, onChange: () => void) {
    this.#picker = picker;
    this.#onChange = onChange;
  }

  /** Shows the jokers of the pack. @param jokers how many @param best those that were left open */
  show(jokers: number, best: Declared = {}) {
    this.#picker.grid.showJokers(jokers);
    for (const key of this.#keys) this.#showKey(key.value, key, best[key.value]);
  }

  #showKey(joker: string, key: HTMLButtonElement, best: string | undefined) {
    const card = this.#picker.find(joker);
    const said = declaredAs(card ?? "");
    const isAsking = this.#picker.declaring === joker;
    const shown = isAsking ? "" : said || best;
    const how = t(isAsking ? "joker.which" : said ? "joker.said" : "joker.best");
    key.hidden = card === undefined;
    key.setAttribute("aria-pressed", String(isAsking));
    key.setAttribute("aria-label", keyName(cardName(joker), { shown, how, isAsking }));
    key.replaceChildren(...(shown ? [smallCards([shown]), " "] : []), element("span", {}, how));
  }

  // A second tap leaves the joker to the service again.
  #tap(joker: string) {
    const isAsking = this.#picker.declaring === joker;
    if (isAsking) this.#picker.declare(joker, null);
    this.#picker.declaring = isAsking ? null : joker;
    this.#onChange();
  }
}

// The name begins with the visible words: voice control finds the key by them.
function keyName(
  joker: string,
  { shown, how, isAsking }: { shown: string | undefined; how: string; isAsking: boolean },
) {
  if (isAsking) return t("joker.key.asking", { joker, how });
  return shown
    ? t("joker.key", { joker, card: cardName(shown), how, index: face(shown).textContent })
    : t("joker.key.open", { joker, how });
}
