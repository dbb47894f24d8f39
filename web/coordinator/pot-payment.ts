import type { NightHand, NightPot, NightPots } from "pegout-api";
import { sheetKey } from "../access/questions.ts";
import { newId } from "../lib/device.ts";
import { type Child, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { Reason } from "../rounds/preview.ts";
import { smallCards } from "../ui/cards.ts";
import { choice } from "../ui/controls.ts";
import { sheet, tick } from "../ui/form.ts";
import type { NightPage } from "./night-page.ts";

type Way = "cash" | "credit";
/** A player who gets money from a pot. */
type Winner = { player_id: string; name: string; hand_id: string | null };

/** Names a hand: “hand of 28”. */
function handText({ points, crib }: NightHand): string {
  return t(crib ? "pots.crib" : "pots.hand", { n: points });
}

/** A hand with its holder, its place and its five cards. @param name of the holder, or of the possible holders */
export function handLine(hand: NightHand, name: string): HTMLElement {
  const { round, table, cards, starter, proof } = hand;
  const words = t("pots.held", { name, what: handText(hand), round, table });
  return element(
    "div",
    { class: "pot-hand" },
    element("p", {}, words),
    smallCards([...cards, starter]),
    element("p", { class: "help" }, t(`pots.proof.${proof}`)),
  );
}

/** The request that pays a pot, and the request that takes the payment back. */
export class PotPayment {
  #page;
  #onPots;

  /** @param onPots called with the pots after a change */
  constructor(page: NightPage, onPots: (pots: NightPots) => void) {
    this.#page = page;
    this.#onPots = onPots;
  }

  /** Returns true while a payment of this pot has no answer. */
  isSending(pot: NightPot): boolean {
    const sent = `/api/v1/nights/${this.#page.id}${pathOf(pot)}`;
    return this.#page.pending.some(({ path }) => path === sent);
  }

  /** Asks who gets the pot if nobody knows it yet, then how. */
  async pay(pot: NightPot, hands: NightHand[]) {
    const { lead } = pot;
    if (!lead) return;
    const winners = lead.must_name ? await this.#askWinners(pot) : lead.leaders;
    if (winners.length === 0) return;
    const each = lead.each ?? Math.floor((lead.amount ?? 0) / winners.length);
    const way = await askWay(winners, each, hands);
    if (way) await this.#pay(pot, winners, each, way);
  }

  /** Asks for the reason, and takes the payment back. */
  async takeBack(pot: NightPot) {
    const reason = new Reason("night");
    const words = [t("pots.take_back.words", { name: pot.name }), reason.node];
    if (!(await sheet(t("pots.take_back.title"), words, t("pots.take_back"), undefined, "grave"))) return;
    if (await this.#undo(pot, reason.given)) this.#page.statusBar.show(t("pots.take_back.done", { name: pot.name }));
  }

  async #pay(pot: NightPot, winners: Winner[], each: number, way: Way) {
    if (this.isSending(pot)) return;
    const body = { id: newId(), winners: winners.map(({ player_id }) => ({ player_id, to: way })) };
    const answer = await this.#page.change("PUT", pathOf(pot), body, { about: pot.name });
    if (!answer) return;
    this.#onPots(answer);
    const said = t(`pots.paid.${way}`, { names: namesOf(winners), amount: eachText(winners, each) });
    this.#page.statusBar.show(said, () => this.#undo(pot, t("tables.undo.reason")));
  }

  async #undo(pot: NightPot, reason: string) {
    const answer = await this.#page.change("DELETE", pathOf(pot), { reason }, { about: pot.name });
    if (answer) this.#onPots(answer);
    return answer;
  }

  async #askWinners(pot: NightPot): Promise<Winner[]> {
    const leaders = pot.lead?.leaders ?? [];
    if (pot.lead?.hand !== "named") return askCut(leaders);
    const staked = this.#page.night.entries.filter(({ pots }) => pots?.includes(pot.pot_id));
    const players = leaders.length > 0 ? leaders : staked.map((entry) => ({ ...entry, hand_id: null }));
    const boxes = players.map((player) => ({ player, box: element("input", { type: "checkbox" }) }));
    const ticks = boxes.map(({ player, box }) => tick(player.name, box));
    const isYes = await sheet(t("pots.who"), [pot.name, element("div", { class: "pot-ticks" }, ticks)], t("pots.next"));
    return isYes ? boxes.filter(({ box }) => box.checked).map(({ player }) => player) : [];
  }
}

function pathOf({ pot_id: id }: NightPot) {
  return `/pots/${id}/win`;
}

function namesOf(winners: Winner[]) {
  return list(winners.map(({ name }) => name));
}

function eachText(winners: Winner[], each: number) {
  return winners.length > 1 ? t("pots.each", { amount: amount(each) }) : amount(each);
}

// Nobody is the usual answer, so no key is larger.
async function askCut(leaders: Winner[]): Promise<Winner[]> {
  const given: Winner[] = [];
  const keys = leaders.map((leader) => sheetKey(leader.name, () => given.push(leader)));
  await sheet(t("pots.cut"), [element("div", { class: "pay-keys" }, keys)], null);
  return given;
}

async function askWay(winners: Winner[], each: number, hands: NightHand[]): Promise<Way | null> {
  let way: Way = "cash";
  const ways = ["cash", "credit"].map((value) => ({ value, label: t(`pots.way.${value}`) }));
  const lines: Child[] = winners.map(({ name, hand_id: id }) => {
    const hand = hands.find((one) => one.id === id);
    return hand ? handLine(hand, name) : null;
  });
  const words = { names: namesOf(winners), amount: eachText(winners, each) };
  const content = [...lines, choice(t("pots.way"), ways, way, (chosen) => (way = chosen as Way))];
  return (await sheet(t("pots.pay.title", words), content, t("pots.pay", words))) ? way : null;
}
