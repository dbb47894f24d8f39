import type { Night, NightHand } from "pegout-api";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";
import { handNodes } from "./asked-hand.ts";
import { handRefusalText, holderText, potsText, sideAt, type Whose } from "./hand-words.ts";
import type { Ask, NightPots } from "./night-pots.ts";
import { isOwnHand, takeBackHand } from "./own-hands.ts";

/** The pots on a player's card: their state, the way to claim a hand, and the hands that this phone has claimed. */
export class CardPots {
  #foot = element("p", { class: "pots-foot" });
  #claims = element("ul", { class: "claims" });
  #key = element("a", { class: "quiet hand-key" }, t("hand.held"));
  #failed = element("p", { class: "hand-failed", role: "status" });

  /** The pots, and the way to claim a hand. */
  node = element("section", { class: "card-pots", "aria-label": t("pots.title"), hidden: true }, this.#key, this.#foot);

  /** The hands of this phone, for a place near its seat. */
  claims = element(
    "div",
    { class: "own-claims", role: "group", "aria-label": t("hand.title") },
    this.#claims,
    this.#failed,
  );

  #night;
  #whose;
  #ask;
  #pots;
  #onPlayer;
  #shown = "";

  /**
   * @param night the id @param ask sends as the phone that joined
   * @param onPlayer names the player of a pegged hand; rejects as a request
   */
  constructor(
    night: string,
    whose: Whose,
    ask: Ask,
    pots: NightPots,
    onPlayer: (hand: NightHand, player: number) => Promise<void>,
  ) {
    this.#night = night;
    this.#whose = whose;
    this.#ask = ask;
    this.#pots = pots;
    this.#onPlayer = onPlayer;
    this.#key.href = `#/hand?night=${night}`;
  }

  /** Shows the pots. @param mayClaim true if the token of this phone is valid */
  show(night: Night, mayClaim: boolean) {
    const { answer, isOn } = this.#pots;
    const isPlaying = night.status === "playing";
    this.node.hidden = !answer || !isOn;
    if (!answer || !isOn) return;
    this.#foot.textContent = potsText(answer);
    const round = night.rounds.at(-1)?.number;
    const isSeated = night.rounds.at(-1)?.tables.some((table) => {
      const side = sideAt(night, table, this.#whose);
      return side !== undefined;
    });
    this.#key.hidden = !(mayClaim && isPlaying && isSeated);
    const own = answer.hands.filter(
      ({ id, proof, round: of }) => isOwnHand(id) && (proof !== "witnessed" || of === round),
    );
    const open = answer.hands.filter((hand) => this.#isWithoutPlayer(night, hand) && hand.round === round);
    const key = JSON.stringify([own, open, mayClaim, isPlaying]);
    if (key === this.#shown) return;
    this.#shown = key;
    const isOpen = mayClaim && isPlaying;
    const claims = own.map((hand) => this.#claim(hand, isOpen));
    this.#claims.replaceChildren(...claims, ...(isOpen ? open.map((hand) => this.#whoseHand(hand)) : []));
    this.#claims.hidden = this.#claims.childElementCount === 0;
  }

  #isWithoutPlayer(night: Night, hand: NightHand) {
    const side = sideAt(night, hand, this.#whose);
    if (hand.player_id !== null || side === undefined) return false;
    return side === null || hand.players.some(({ id }) => id === this.#whose.player_id);
  }

  #claim(hand: NightHand, isOpen: boolean) {
    const { proof, points } = hand;
    const words = t(hand.crib ? "hand.own.crib" : "hand.own", { n: points, name: holderText(hand) });
    return element(
      "li",
      {},
      element("p", {}, handNodes(hand, words)),
      element("p", { class: "help" }, t(`hand.proof.${proof}`)),
      isOpen ? this.#button(t("hand.take_back"), () => this.#takeBack(hand)) : null,
    );
  }

  // Two players of a side have pegged one hand with its cards: nobody has said whose it is.
  #whoseHand(hand: NightHand) {
    const names = hand.players.map(({ name }) => name);
    const keys = names.map((name, player) => this.#button(name, () => this.#act(() => this.#onPlayer(hand, player))));
    const words = t("hand.whose", { n: hand.points, names: list(names, "disjunction") });
    return element("li", {}, element("p", {}, handNodes(hand, words)), element("div", { class: "claim-keys" }, keys));
  }

  #button(label: string, onTap: () => void) {
    return element("button", { type: "button", class: "quiet", onclick: onTap }, label);
  }

  #takeBack(hand: NightHand) {
    return this.#act(async () => this.#pots.receive(await takeBackHand(this.#night, hand.id, this.#ask)));
  }

  async #act(act: () => Promise<void>) {
    this.#failed.textContent = "";
    this.#claims.inert = true;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.#failed.textContent = error instanceof Refusal ? handRefusalText(error) : t("hand.away.change");
      this.#pots.reload();
    } finally {
      this.#claims.inert = false;
    }
  }
}
