import type { PegFor } from "pegout-api";
import type { GameRules } from "../game/local-game.ts";
import { pegKinds } from "../game/peg-keys.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { icon } from "../ui/controls.ts";

// Milliseconds in which a second tap on the same place was not meant.
const REST = 600;

/** The choice of a kind for the next peg, over the board; it closes after the choice. */
export class KindSheet {
  #list = element("div", { class: "kinds" });
  #closed = -REST;
  #actions;

  node = element(
    "div",
    { class: "kind-sheet", role: "dialog", "aria-label": t("table.kind"), hidden: true },
    this.#list,
  );

  constructor(actions: {
    chooseKind: (kind: PegFor) => void;
    askPenalty: (penalty: "renege" | "cut", points: number) => void;
  }) {
    this.#actions = actions;
    this.node.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
  }

  /** Shows the kinds, and the penalties with points by the rules. Closes the sheet if it is open. */
  toggle(rules: GameRules, chosen: PegFor) {
    if (!this.node.hidden) return this.close();
    const { renege = 0, cut = 0 } = rules.penalties ?? {};
    this.#list.replaceChildren(
      ...pegKinds(rules).map((kind) =>
        this.#key(t(`table.kind.${kind}`), kind === chosen, () => this.#actions.chooseKind(kind)),
      ),
      ...(renege ? [this.#penaltyKey("renege", renege)] : []),
      ...(cut ? [this.#penaltyKey("cut", cut)] : []),
    );
    this.node.hidden = false;
    ((this.#list.querySelector("[aria-pressed=true]") ?? this.#list.firstChild) as HTMLElement | null)?.focus();
  }

  /** True for a moment after it has closed: a tap on its place was a choice. */
  get hasJustClosed() {
    return performance.now() - this.#closed < REST;
  }

  /** Closes it; its focus goes to the key that opens it. */
  close() {
    if (this.node.hidden) return;
    if (this.node.contains(document.activeElement))
      (document.querySelector(".kind-key") as HTMLElement | null)?.focus({ preventScroll: true });
    this.#closed = performance.now();
    this.node.hidden = true;
  }

  #penaltyKey(penalty: "renege" | "cut", n: number) {
    return this.#key(t(`table.penalty.${penalty}`, { n }), false, () => this.#actions.askPenalty(penalty, n));
  }

  #key(label: string, isChosen: boolean, onTap: () => void) {
    const choose = () => {
      this.close();
      onTap();
    };
    return element(
      "button",
      { type: "button", class: "kind-choice", "aria-pressed": String(isChosen), onclick: choose },
      label,
    );
  }
}

/** The thing that the deal offers now. */
export type Offer = "heels" | "show" | "nothing" | "none";

// Milliseconds after a change of the offer in which its key does nothing.
const DEAF = 800;
const PARTS = ["play", "hand", "hand", "crib"];

/** The rail at the foot: the kind of the next peg, the deal's offer, counting by cards, and the next deal. */
export class Rail {
  #kind = element("span", { class: "rail-word" });
  #pips = PARTS.map((part) => element("span", { class: `part for-${part}` }));
  #offerWord = element("span", { class: "rail-word" });
  #offerNote = element("span", { class: "rail-note" });
  #dealWord = element("span", { class: "rail-word" });
  #dealNote = element("span", { class: "rail-note" });
  #offer: Offer = "none";
  #changed = 0;
  #dealt = -REST;
  #kindKey;
  #offerKey;
  #dealKey;
  #cards = element(
    "a",
    { class: "rail-key" },
    icon("cards"),
    element("span", { class: "rail-word" }, t("table.cards")),
  );
  declare node;

  constructor({
    onKind,
    onOffer,
    onDeal,
  }: {
    onKind: () => void;
    onOffer: (offer: Offer) => void;
    onDeal: () => void;
  }) {
    this.#kindKey = key(
      "kind-key",
      onKind,
      this.#kind,
      element("span", { class: "parts", "aria-hidden": "true" }, this.#pips),
    );
    this.#offerKey = key(
      "offer-key",
      () => this.#offer !== "none" && performance.now() - this.#changed >= DEAF && onOffer(this.#offer),
      this.#offerWord,
      this.#offerNote,
    );
    this.#dealKey = key("deal-key", () => this.#tapDeal(onDeal), this.#dealWord, this.#dealNote);
    this.node = element("div", { class: "rail" }, this.#kindKey, this.#offerKey, this.#cards, this.#dealKey);
  }

  #tapDeal(onDeal: () => void) {
    const now = performance.now();
    if (now - this.#dealt < REST) return;
    this.#dealt = now;
    onDeal();
  }

  /**
   * Shows the kind of the next peg and how far the deal is.
   * @param done how many of play, hand, hand and crib are over
   */
  showKind(label: string, done: number) {
    this.#kind.textContent = `${label}\u00A0▾`;
    this.#kindKey.setAttribute("aria-label", t("table.kind.is", { kind: label }));
    this.#pips.forEach((pip, at) => {
      pip.classList.toggle("past", at < done);
      pip.classList.toggle("now", at === done);
    });
  }

  /** Shows whether a deal has a crib. */
  showParts(hasCrib: boolean) {
    this.#pips[PARTS.indexOf("crib")].classList.toggle("none", !hasCrib);
  }

  /**
   * Shows what the deal offers.
   * @param side the name of the side that it is for @param isNineteen whether a show of nothing scores
   */
  showOffer(offer: Offer, side: string, isNineteen: boolean) {
    if (offer !== this.#offer) this.#changed = performance.now();
    this.#offer = offer;
    const key = offer === "nothing" && isNineteen ? "nineteen" : offer;
    // Its place stays empty, so that no other key moves below a thumb.
    this.#offerKey.classList.toggle("none", offer === "none");
    if (offer === "none") return;
    this.#offerWord.textContent = t(`table.offer.${key}`);
    this.#offerNote.textContent = t(`table.offer.${key}.note`);
    this.#offerKey.setAttribute("aria-label", t(`table.offer.${key}.name`, { side }));
  }

  /** Shows the way to count by cards. */
  showCards(href: string) {
    this.#cards.href = href;
  }

  /** Shows the next deal. @param deal `name` says whose crib it has; it is due once the present deal is counted */
  showDeal({ label, note, name, isDue }: { label: string; note: string; name: string; isDue: boolean }) {
    this.#dealWord.textContent = label;
    this.#dealNote.textContent = note;
    this.#dealKey.setAttribute("aria-label", name);
    this.#dealKey.classList.toggle("due", isDue);
  }
}

function key(look: string, onclick: () => void, word: Node, note: Node) {
  return element("button", { type: "button", class: `rail-key ${look}`, onclick }, word, " ", note);
}
