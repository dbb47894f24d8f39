import type { Night, Replies } from "pegout-api";
import { isAsked, repliesLink, withPending } from "../club/replies.ts";
import { element } from "../lib/dom.ts";
import { today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { NightCommand } from "./night-page.ts";

/**
 * The replies at the check-in: players with a yes come first, and players with a no come last. The order is that of the
 * first answer, so that no row moves under the finger.
 */
export class Expected {
  #read: Replies | null = null;
  #shown: Replies | null = null;
  #ranks: Map<string, number> = new Map();

  /** The link to the replies. */
  node = element("p", { hidden: true });

  /** Takes the replies; null for a service without replies. */
  receive(replies: Replies | null) {
    if (!this.#read && replies) {
      const ranks = replies.players.map(({ player_id: id, coming }) => [id, rankOf(coming)] as const);
      this.#ranks = new Map(ranks);
    }
    this.#read = replies;
  }

  /** Shows the replies as they will be after the pending commands. */
  show(night: Night, pending: NightCommand[]) {
    this.#shown = this.#read && withPending(this.#read, pending);
    const isUseful = night.date > today() || this.#shown?.players.some(({ coming }) => coming !== null);
    this.node.hidden = !this.#shown || !isAsked(night) || !isUseful;
    if (this.#shown && !this.node.hidden) this.node.replaceChildren(repliesLink(night.id, this.#shown));
  }

  /** Returns the players in the order of the list. */
  sort<Row extends { id: string }>(people: Row[]): Row[] {
    const rank = ({ id }: Row) => this.#ranks.get(id) ?? rankOf(null);
    return [...people].sort((one, other) => rank(one) - rank(other));
  }

  /** Returns true for a player who said yes. */
  isComing(player: string): boolean {
    return this.#replyOf(player) === true;
  }

  #replyOf(player: string) {
    return this.#shown?.players.find(({ player_id: id }) => id === player)?.coming ?? null;
  }

  /** The reply of a player in words; empty without one. */
  textOf(player: string): string {
    const coming = this.#replyOf(player);
    return coming === null ? "" : t(`replies.said.${coming}`);
  }
}

function rankOf(coming: boolean | null) {
  if (coming === null) return 1;
  return coming ? 0 : 2;
}
