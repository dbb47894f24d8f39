import type { NightHand, NightPot, NightPots } from "pegout-api";
import { session } from "../access/session.ts";
import { Refusal, atLeast } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { type Child, KeyedList, element, focusView } from "../lib/dom.ts";
import { amount, clock } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { seenOf } from "../night/night-store.ts";
import type { NightPage } from "./night-page.ts";
import { PotPayment, handLine } from "./pot-payment.ts";

const NONE: NightPots = { pots: [], hands: [] };

/** A card: a pot, or a hand that somebody has to settle. `state` changes with everything that the card shows. */
type Card = { key: string; state: string; make: () => Child[] };

/** The pots of a night: a card a pot, and the hands whose holder or proof is missing. */
export class NightPotCards {
  #page;
  #onPots;
  #request;
  #requested = "";
  #payment;
  #pots = NONE;
  #cards: KeyedList<Card>;
  #hands: KeyedList<Card>;
  declare node;

  /** @param onPots called with the newest pots */
  constructor(page: NightPage, onPots: (pots: NightPot[]) => void) {
    this.#page = page;
    this.#onPots = onPots;
    this.#payment = new PotPayment(page, (pots) => this.#receive(pots));
    this.#request = new LatestRequest((_, signal) => readNightPots(page.id, signal), {
      onAnswer: (pots: NightPots) => this.#receive(pots),
    });
    const cards = element("ul", { class: "night-pots" });
    const hands = element("ul", { class: "night-pots" });
    this.#cards = new KeyedList(
      cards,
      ({ key }) => key,
      () => new CardRow(),
    );
    this.#hands = new KeyedList(
      hands,
      ({ key }) => key,
      () => new CardRow(),
    );
    this.node = element(
      "section",
      { "aria-labelledby": "pots-title", hidden: true },
      element("h2", { id: "pots-title" }, t("ledger.pots")),
      hands,
      cards,
    );
  }

  /** Shows the pots. @param requested changes with the night and its ended games */
  show(requested: string) {
    if (requested !== this.#requested) this.#request.request(null);
    this.#requested = requested;
    this.#render();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }

  #receive(pots: NightPots) {
    this.#pots = pots;
    this.#render();
    this.#onPots(pots.pots);
  }

  #render() {
    const { pots, hands } = this.#pots;
    const { status } = this.#page.night;
    this.node.hidden = pots.length === 0;
    if (this.node.hidden) return;
    const open = hands.filter((hand) => isOpen(hand, hands));
    this.#hands.show(
      open.map((hand) => ({ key: hand.id, state: JSON.stringify(hand), make: () => this.#openHand(hand) })),
    );
    this.#cards.show(
      pots.map((pot) => {
        const isSending = this.#payment.isSending(pot);
        const state = JSON.stringify([pot, hands, status, isSending]);
        return { key: pot.pot_id, state, make: () => this.#card(pot, isSending) };
      }),
    );
  }

  #card(pot: NightPot, isSending: boolean): Child[] {
    const { name, stake, players, brought_on: before, staked, balance, paid } = pot;
    const sums = [
      before ? t("pots.before", { amount: amount(before) }) : "",
      t("pots.tonight", { amount: amount(staked ?? 0) }),
      t("pots.players", { n: players, amount: amount(stake) }),
    ];
    const title = element("h3", {}, element("bdi", {}, name));
    return [
      element("div", { class: "pot-head" }, title, element("strong", {}, amount(balance ?? 0))),
      element("p", { class: "help" }, sums.filter(Boolean).join(" · ")),
      ...(paid ? this.#paid(pot, isSending) : this.#lead(pot, isSending)),
    ];
  }

  #lead(pot: NightPot, isSending: boolean): Child[] {
    const { lead } = pot;
    const isOver = this.#page.night.status === "finished";
    if (!lead) return [element("p", {}, t(isOver ? "pots.nobody" : "pots.nobody.yet"))];
    const lines = lead.leaders.map(({ name, hand_id: id }) => {
      const hand = this.#pots.hands.find((one) => one.id === id);
      return hand
        ? handLine(hand, name)
        : element("p", {}, t("pots.leads", { name, hand: t(`pots.hand.${lead.hand}`) }));
    });
    const shown = lead.hand === "named" ? [] : lines;
    if (!isOver)
      return [...shown, element("p", { class: "help" }, t("pots.later", { amount: amount(lead.amount ?? 0) }))];
    const each = amount(lead.each ?? 0);
    const names = list(lead.leaders.map(({ name }) => name));
    const sum = lead.leaders.length > 1 ? t("pots.each", { amount: each }) : each;
    const named = lead.hand === "named" ? t("pots.who") : t("pots.cut");
    const key = lead.must_name ? named : t("pots.pay", { names, amount: sum });
    const onclick = () => this.#payment.pay(pot, this.#pots.hands);
    return [...shown, potKey(isSending ? t("running.sending") : key, onclick, "primary", isSending)];
  }

  #paid(pot: NightPot, isSending: boolean): Child[] {
    const { paid } = pot;
    const lines = (paid?.winners ?? []).map(({ name, amount: cents, to, stands }) => {
      const words = { name, names: name, amount: amount(cents ?? 0) };
      return [
        element("p", {}, t(`pots.paid.${to}`, words)),
        stands ? null : element("p", { class: "to-return" }, t("pots.to_return", words)),
      ];
    });
    const at = paid ? clock(new Date(paid.at)) : "";
    const by = paid?.by ? t("pots.paid.by", { by: paid.by, time: at }) : t("pots.paid.at", { time: at });
    const key = isSending ? t("running.sending") : t("pots.take_back");
    const onclick = () => this.#payment.takeBack(pot);
    return [...lines.flat(), element("p", { class: "help" }, by), potKey(key, onclick, "quiet", isSending)];
  }

  #openHand(hand: NightHand): Child[] {
    const { id, players, player_id: player, name } = hand;
    const names = list(
      players.map((one) => one.name),
      "disjunction",
    );
    if (!player) {
      const keys = players.map((one, at) => potKey(one.name, () => this.#nameHolder(hand, one, at)));
      return [element("h3", {}, t("pots.whose", { names })), handLine(hand, names), keysRow(keys)];
    }
    const path = `/hands/${id}/witness`;
    const key = (agrees: boolean) => () => this.#change("PUT", path, { agrees, id: newId() }, name ?? "");
    const keys = [potKey(t("pots.claim.right"), key(true)), potKey(t("pots.claim.wrong"), key(false))];
    return [element("h3", {}, t("pots.claim", { name })), handLine(hand, name ?? ""), keysRow(keys)];
  }

  // The pegs of a game with an entered result stay as they are: there the hand is entered again, with its player.
  #nameHolder(hand: NightHand, { id: player_id, name }: { id: string; name: string }, at: number) {
    const { id, game_id, cards, starter, crib } = hand;
    const tables = this.#page.night.rounds.flatMap(({ tables }) => tables);
    const hasResult = tables.some((table) => table.game_id === game_id && table.result);
    if (hasResult) return this.#change("PUT", `/hands/${newId()}`, { player_id, game_id, cards, starter, crib }, name);
    const body = { id: newId(), player: at };
    return this.#change("PATCH", `/api/v1/games/${game_id}/pegs/${id}`, body, name);
  }

  async #change(method: string, path: string, body: object, about: string) {
    const answer = await this.#page.change(method, path, body, { about });
    if (answer?.pots) this.#receive(answer);
    else if (answer) this.#request.request(null);
  }
}

// A hand is open without a proof, or without a player: unless it was entered again with the player.
function isOpen({ id, game_id: game, player_id: player, proof, cards, starter }: NightHand, hands: NightHand[]) {
  if (player) return proof === "waiting" || proof === "contested";
  const held = (some: string[]) => [...some].sort().join();
  const isAgain = (one: NightHand) =>
    one.game_id === game && one.starter === starter && held(one.cards) === held(cards);
  return !hands.some((one) => one.id !== id && one.player_id && isAgain(one));
}

/** The element of a card. Its content is made again only if it changes. */
class CardRow {
  #state = "";
  node = element("li", { class: "pot-card" });

  show({ state, make }: Card) {
    if (state === this.#state) return;
    this.#state = state;
    const hadFocus = this.node.contains(document.activeElement);
    this.node.replaceChildren(...make().filter((child) => child !== null && child !== undefined));
    if (hadFocus) focusView();
  }
}

function potKey(text: string, onclick: () => void, look: "primary" | "quiet" = "quiet", isSending = false) {
  return element("button", { type: "button", class: look, onclick, disabled: isSending }, text);
}

function keysRow(keys: HTMLElement[]) {
  return element("div", { class: "keys-row" }, keys);
}

// An older service has no pots.
async function readNightPots(id: string, signal: AbortSignal): Promise<NightPots> {
  try {
    return await session.ask("GET", atLeast(`/api/v1/nights/${id}/pots`, seenOf(id).value), { signal });
  } catch (error) {
    if (error instanceof Refusal) return NONE;
    throw error;
  }
}

/** Makes the lines of the treasurer's sheet about the pots; null without pots. */
export function potsTable(pots: NightPot[]): HTMLElement | null {
  if (pots.length === 0) return null;
  const head = (key: string, look = "") => element("th", { scope: "col", class: look }, t(key));
  const number = (cents: number | null) => element("td", { class: "number" }, amount(cents ?? 0));
  const line = ({ name, brought_on: before, staked, balance, paid }: NightPot) => {
    const winners = paid?.winners.map((winner) =>
      t("pots.part", { name: winner.name, amount: amount(winner.amount ?? 0) }),
    );
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, element("bdi", {}, name)),
      number(before),
      number(staked),
      element("td", {}, winners?.join("; ") ?? ""),
      number(balance),
    );
  };
  return element(
    "table",
    { class: "sheet-pots" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("ledger.pots"),
        head("pots.sheet.before", "number"),
        head("pots.sheet.tonight", "number"),
        head("pots.sheet.paid"),
        head("pots.sheet.left", "number"),
      ),
    ),
    element("tbody", {}, pots.map(line)),
  );
}
