import type { NightHand } from "pegout-api";
import type { GameStore } from "../game/game-store.ts";
import type { LocalPeg } from "../game/local-game.ts";
import { send } from "../lib/api.ts";
import { phoneName } from "../lib/device.ts";
import { list, loadMessages, t } from "../lib/i18n.ts";
import { shortNames } from "./hand-words.ts";
import { NightPots } from "./night-pots.ts";

/** Asks something at a table that may pass. Returns false while another question is open. */
type Suggest = (text: string, answers: { label: string; onTap: () => void }[]) => boolean;

// The fewest points of a hand that pots pay for.
const SPECIAL = 24;
// Milliseconds: until a tap adds no more to a peg, between two tries to ask, and the greatest age of a peg.
const SETTLED = 2300;
const AGAIN = 1000;
const NEWS = 60_000;
const NEWS_OF_PLAYER = 300_000;

/**
 * The questions of the pots at a table of a night. If a great hand was pegged without its cards, the phone asks for the
 * cards. If partners pegged a hand, the phone asks for its player. The pegging goes on without an answer.
 */
export class TableOffers {
  #store;
  #suggest;
  #pots;
  #asked: Set<string> = new Set();
  #requested: Set<string> = new Set();
  #pegKey = "";
  #settles = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onChange = () => this.#look();

  /** @param suggest asks at the table */
  constructor(store: GameStore, suggest: Suggest) {
    this.#store = store;
    this.#suggest = suggest;
    this.#pots = new NightPots(store.saved.night ?? "", (method, path, options) =>
      send(method, path, { ...options, token: store.saved.token }),
    );
    void this.#start();
  }

  /** Ends it, when the view goes. */
  close() {
    clearTimeout(this.#timer);
    this.#pots.close();
    this.#store.removeEventListener("change", this.#onChange);
  }

  async #start() {
    try {
      await loadMessages("hands");
    } catch {
      // The table works without these questions.
      return;
    }
    this.#store.addEventListener("change", this.#onChange);
    this.#pots.addEventListener("change", this.#onChange);
    this.#pots.reload();
  }

  #look() {
    clearTimeout(this.#timer);
    const { game, canScore } = this.#store;
    if (!this.#pots.isOn || !canScore || game.status !== "playing") return;
    this.#requestPlayers();
    const wait = this.#askCards() || this.#askPlayer();
    if (wait) this.#timer = setTimeout(this.#onChange, wait);
  }

  // Returns the milliseconds until the next look; 0 if there is nothing to ask.
  #askCards(): number {
    const peg = this.#store.game.pegs.find((one) => this.#isWithoutCards(one));
    if (!peg) return 0;
    const key = `${peg.id} ${peg.points} ${peg.for}`;
    if (key !== this.#pegKey) this.#settles = Date.now() + SETTLED;
    this.#pegKey = key;
    const rest = this.#settles - Date.now();
    if (rest > 0) return rest;
    const answers = [
      { label: t("hand.offer.cards"), onTap: () => this.#open(peg) },
      { label: t("hand.offer.no"), onTap: () => {} },
    ];
    return this.#ask(peg.id, t("hand.offer", { n: peg.points }), answers);
  }

  #isWithoutCards({ id, for: kind, points, cards, by, at }: LocalPeg) {
    const isGreat = (kind === "hand" || kind === "crib") && points >= SPECIAL && !cards;
    return isGreat && by === phoneName() && Date.now() - Date.parse(at) < NEWS && !this.#asked.has(id);
  }

  #open({ id }: LocalPeg) {
    location.hash = `#/hand?table=${this.#store.id}&peg=${id}`;
  }

  // The service knows which hands matter. It is asked once for each hand that it can name no player of.
  #requestPlayers() {
    const { pegs, sides } = this.#store.game;
    const isOpen = ({ id, side, cards, player, waiting }: LocalPeg) =>
      cards && !waiting && typeof player !== "number" && sides[side].players.length > 1 && !this.#requested.has(id);
    const open = pegs.filter((peg) => isOpen(peg) && this.#isOwn(peg) && this.#isNew(peg));
    for (const { id } of open) this.#requested.add(id);
    if (open.length > 0) this.#pots.reload();
  }

  #askPlayer(): number {
    const { game } = this.#store;
    for (const hand of this.#pots.answer?.hands ?? []) {
      const peg = hand.player_id === null ? game.pegs.find(({ id }) => id === hand.id) : undefined;
      if (!peg || typeof peg.player === "number" || this.#asked.has(`${peg.id} player`)) continue;
      if (!this.#isOwn(peg) || !this.#isNew(peg)) continue;
      return this.#ask(`${peg.id} player`, whoseText(hand), this.#playerAnswers(hand, peg));
    }
    return 0;
  }

  #playerAnswers({ players }: NightHand, { id }: LocalPeg) {
    return shortNames(players.map(({ name }) => name)).map((label, player) => ({
      label,
      onTap: () => {
        const { game, changes } = this.#store;
        const peg = game.pegs.find((one) => one.id === id);
        if (peg && changes.mayChange(id)) changes.amend(peg, { player });
      },
    }));
  }

  // The phone of a table has the pegs of all sides.
  #isOwn({ side }: LocalPeg) {
    const { side: own } = this.#store.saved;
    return own === null || own === undefined || own === side;
  }

  #isNew({ at }: LocalPeg) {
    return Date.now() - Date.parse(at) < NEWS_OF_PLAYER;
  }

  #ask(key: string, text: string, answers: { label: string; onTap: () => void }[]): number {
    if (!this.#suggest(text, answers)) return AGAIN;
    this.#asked.add(key);
    return AGAIN;
  }
}

function whoseText({ points, players }: NightHand) {
  const names = shortNames(players.map(({ name }) => name));
  return t("hand.whose", { n: points, names: list(names, "disjunction") });
}
