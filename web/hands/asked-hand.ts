import type { Night, NightHand } from "pegout-api";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { smallCards } from "../ui/cards.ts";
import { handRefusalText, holderText, isOfOtherSide, sideAt, type Whose } from "./hand-words.ts";
import type { Ask, NightPots } from "./night-pots.ts";
import { isOwnHand, witnessHand } from "./own-hands.ts";

/** A hand as text and cards: “a 28: 5 5 5 K, cut 5”. @param words the text in front of the cards */
export function handNodes({ cards, starter }: Pick<NightHand, "cards" | "starter">, words: string): (Node | string)[] {
  return [words, " ", smallCards(cards), " ", t("hand.cut"), " ", smallCards([starter])];
}

/** The question to a joined phone whether the other side held the hand that it claims. */
export class AskedHand {
  node = element("div", {});
  #night;
  #whose;
  #ask;
  #pots;
  #shown = "";
  #answered: Set<string> = new Set();
  #failed = "";

  /** @param night the id @param whose null if this phone has not joined @param ask sends as the phone that joined */
  constructor(night: string, whose: Whose | null, ask: Ask, pots: NightPots) {
    this.#night = night;
    this.#whose = whose;
    this.#ask = ask;
    this.#pots = pots;
  }

  /** Shows the oldest question. @param mayAnswer true if the token of this phone is valid */
  show(night: Night, mayAnswer: boolean) {
    const isOn = mayAnswer && night.status === "playing";
    const hand = isOn ? this.#pots.answer?.hands.find((one) => this.#isAsked(night, one)) : undefined;
    const key = `${hand?.id} ${this.#failed}`;
    if (key === this.#shown) return;
    this.#shown = key;
    this.node.replaceChildren(...(hand ? [this.#question(night, hand)] : []));
  }

  #isAsked(night: Night, hand: NightHand) {
    if (hand.proof !== "waiting" || isOwnHand(hand.id) || this.#answered.has(hand.id) || !this.#whose) return false;
    const side = sideAt(night, hand, this.#whose);
    return side !== undefined && isOfOtherSide(night, hand, side);
  }

  #question(night: Night, hand: NightHand) {
    const key = (look: string, label: string, agrees: boolean) =>
      element("button", { type: "button", class: look, onclick: () => this.#answer(night, hand, agrees) }, label);
    const words = t(hand.crib ? "hand.asked.crib" : "hand.asked", { name: holderText(hand), n: hand.points });
    return element(
      "section",
      { class: "confirmation hand-question", "aria-label": t("hand.asked.title") },
      element("p", { role: "status" }, handNodes(hand, words), " ", t("hand.right")),
      this.#failed ? element("p", { class: "hand-failed" }, this.#failed) : null,
      element(
        "div",
        { class: "confirmation-keys" },
        key("primary", t("hand.yes"), true),
        key("quiet", t("hand.not_so"), false),
      ),
    );
  }

  async #answer(night: Night, hand: NightHand, agrees: boolean) {
    this.#answered.add(hand.id);
    this.#failed = "";
    this.show(night, true);
    try {
      this.#pots.receive(await witnessHand(this.#night, hand.id, agrees, this.#ask));
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.#answered.delete(hand.id);
      this.#failed = error instanceof Refusal ? handRefusalText(error) : t("hand.away.answer");
      this.show(night, true);
      this.#pots.reload();
    }
  }
}
