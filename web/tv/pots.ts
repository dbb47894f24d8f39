import type { NightHand, NightPots } from "pegout-api";
import { isProven } from "../hands/hand-words.ts";
import { element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { cardName, face } from "../ui/cards.ts";
import { fit, nameForms, sideForms } from "./names.ts";

// Milliseconds that the cards of a great hand are shown.
const SHOWN = 20_000;
// The fewest points of a great hand.
const GREAT = 28;

/** The hands of 28 and 29 that have come since the first state of a night, each for twenty seconds. */
export class NewHands {
  #onChange;
  #known: Set<string> | null = null;
  #waiting: NightHand[] = [];

  /** The hand that is shown now, if there is one. */
  shown: NightHand[] = [];

  /** @param onChange called when another hand is shown, or no hand any more */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Takes a state. The hands of the first state are known already. */
  take(pots: NightPots | null) {
    if (!pots) return;
    const great = pots.hands.filter((hand) => hand.points >= GREAT && isProven(hand));
    const isFirst = this.#known === null;
    const known = (this.#known ??= new Set());
    const news = great.filter(({ id }) => !known.has(id));
    for (const { id } of news) known.add(id);
    // The player may have been named since.
    this.shown = this.shown.map((hand) => great.find(({ id }) => id === hand.id) ?? hand);
    if (isFirst) return;
    this.#waiting.push(...news);
    if (this.shown.length === 0) this.#next();
  }

  #next() {
    this.shown = this.#waiting.splice(0, 1);
    if (this.shown.length > 0) setTimeout(() => this.#next(), SHOWN);
    this.#onChange();
  }
}

/** A great hand on the whole screen: its five cards, and the name of its player. */
export class GreatHand {
  #name = element("bdi", { class: "tv-name" });
  #cards = element("div", { class: "tv-cards" });
  #shown = "";
  node = element("section", { class: "tv-hand" }, this.#cards, this.#name);

  /** Shows the hand. */
  show({ hand }: { hand: NightHand }) {
    const key = JSON.stringify([hand.id, hand.name]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { cards, starter, name, players } = hand;
    this.#cards.replaceChildren(
      element("span", { class: "unseen" }, list([...cards, starter].map(cardName))),
      ...cards.map((card) => element("div", { class: "tv-card" }, face(card))),
      element("div", { class: "tv-card tv-starter" }, face(starter)),
    );
    fit(this.#name, name ? nameForms(name) : sideForms(players.map((player) => player.name)));
  }
}

/**
 * A pot on the television: its name, the money in it, and the players who lead it or have won it. `holders` are the forms of
 * the last text, longest first.
 */
type PotRow = { name: string; amount: string; holders: string[] };

/** The most pots on a page. */
export const POTS = 4;

/** Returns the pots as the television shows them. A screen that sees no amounts gets the names and the holders. */
export function potRows({ pots, hands }: NightPots): PotRow[] {
  return pots.map(({ name, balance, lead, paid }) => {
    const leaders = lead?.leaders ?? [];
    const points = hands.find(({ id }) => id === leaders[0]?.hand_id)?.points;
    const players = (paid ? paid.winners : leaders).map((player) => player.name);
    const short = sideForms(players).map(({ rest }) => rest);
    const forms = [list(players), ...short, t("tv.pot.many", { n: players.length })];
    const holderOf = (names: string) => {
      if (paid) return t("tv.pot.paid", { names });
      return points === undefined ? names : t("tv.pot.held", { names, n: points });
    };
    const holders = players.length > 0 ? forms.map(holderOf) : [t("tv.pot.open")];
    return { name, amount: balance === null ? "" : amount(balance), holders };
  });
}

/** The pots of the night on the whole screen, between the rounds. */
export class PotPanel {
  #shown = "";
  node = element("ol", { class: "tv-pots" });

  /** Shows the pots. */
  show({ rows }: { rows: PotRow[] }) {
    const key = JSON.stringify(rows);
    if (key === this.#shown) return;
    this.#shown = key;
    const texts: [HTMLElement, string[]][] = [];
    const text = (look: string, ...forms: string[]) => {
      const node = element("bdi", { class: `tv-name ${look}` });
      texts.push([node, forms]);
      return node;
    };
    const lines = rows.map(({ name, amount: money, holders }) =>
      element(
        "li",
        {},
        text("tv-pot-name", name),
        money ? element("span", { class: "tv-pot-amount" }, money) : "",
        text("tv-pot-holder", ...holders),
      ),
    );
    this.node.replaceChildren(...lines);
    for (const [node, forms] of texts)
      fit(
        node,
        forms.map((rest) => ({ strong: "", rest })),
      );
  }
}
