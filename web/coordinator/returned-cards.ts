import type { NightAnswer, NightStandings, OpenItem, StandingsRow } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { atLeast } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { pairName } from "../lib/standings.ts";
import { seenOf, wholeRows } from "../night/night-store.ts";
import { hasFixedPairs } from "../night/seats.ts";
import { StandingsTable } from "../night/standings.ts";
import type { NightPage } from "./night-page.ts";

/** A scorecard of paper, with the id of a player and the names of its players. */
type Card = { id: string; name: string };
/** A tick. `isReturned` is the answer of the service, without the pending commands. */
type Tick = { card: Card; box: HTMLInputElement; node: HTMLElement; isReturned: boolean };

/**
 * Notes that a card was handed in, or was not. The status bar then offers the opposite.
 * @param onStandings called with the standings as they are then
 */
export async function noteCard(
  page: NightPage,
  { id, name }: Card,
  returned: boolean,
  onStandings: (standings: NightStandings) => void,
) {
  const set = async (returned: boolean) => {
    const body = { returned, id: newId() };
    const answer = await page.change("PUT", `/cards/${id}`, body, { card: { id, returned }, about: name });
    if (answer?.rows) onStandings(answer);
    return answer;
  };
  if (!(await set(returned))) return;
  page.statusBar.show(t(returned ? "returned.done" : "returned.undone", { name }), () => set(!returned));
}

/** The card of an open item. Partners on a night of fixed pairs share it. */
export function missingCard(night: NightAnswer, { player_id: player = "" }: OpenItem): Card {
  const { entries, pairs } = night;
  const pair = hasFixedPairs(night) && pairs.find(({ players }) => players.some(({ player_id: id }) => id === player));
  const players = pair ? pair.players : entries.filter(({ player_id: id }) => id === player);
  return { id: player, name: pairName(players) };
}

/** Returns true if the newest pending command hands the card in; null without a command. */
export function pendingCard({ pending }: NightPage, id: string): boolean | null {
  return pending.findLast(({ card }) => card?.id === id)?.card?.returned ?? null;
}

/** The ticks for the scorecards of paper that were handed in: a column of the standings, for the roles with the right. */
export class ReturnedCards {
  #page;
  #onStandings;
  #ticks: Map<string, Tick> = new Map();

  /** The column. */
  column = { head: () => t("returned.head"), cell: (rows: StandingsRow[]) => this.#cell(rows) };

  /** @param onStandings called with the standings as they are after a tick */
  constructor(page: NightPage, onStandings: (standings: NightStandings) => void) {
    this.#page = page;
    this.#onStandings = onStandings;
  }

  /** Shows the pending ticks. */
  show() {
    for (const { card, box, isReturned } of this.#ticks.values())
      box.checked = pendingCard(this.#page, card.id) ?? isReturned;
  }

  // A tick stays the same element, so that the focus stays on it.
  #cell(rows: StandingsRow[]): HTMLElement | null {
    const { night } = this.#page;
    if (night.import_id || !hasRight(session.role, "score_tables")) return null;
    const owner = rows.find(({ player_id: id }) => hasCard(night, id));
    if (!owner) return null;
    const { player_id: id, card_returned: isReturned } = owner;
    const tick = this.#ticks.get(id) ?? this.#tick(id);
    this.#ticks.set(id, tick);
    tick.isReturned = isReturned;
    tick.card.name = pairName(rows);
    tick.box.setAttribute("aria-label", t("returned.of", { name: tick.card.name }));
    tick.box.checked = pendingCard(this.#page, id) ?? isReturned;
    return tick.node;
  }

  #tick(id: string): Tick {
    const card = { id, name: "" };
    const onchange = () => noteCard(this.#page, card, box.checked, this.#onStandings);
    const box = element("input", { type: "checkbox", onchange });
    return { card, box, node: element("label", {}, box), isReturned: false };
  }
}

// A substitute has the card of the absent player.
function hasCard({ rounds, pairs, ...night }: NightAnswer, player: string) {
  const isReplaced = pairs.some(({ players }) => players.some(({ stands_for: absent }) => absent?.id === player));
  if (isReplaced) return false;
  const isPaired = hasFixedPairs(night);
  return rounds.some(({ tables, byes }) => {
    const seated = tables.flatMap(({ sides }) => sides.flatMap(({ players }) => players));
    return [...seated, ...(isPaired ? byes : [])].some(({ id }) => id === player);
  });
}

/** The standings below the tables of a night, folded, for helpers who have no view of the money. */
export class FoldedStandings {
  #page;
  #returned;
  #table;
  #request;
  #requested = "";
  declare node: HTMLDetailsElement;

  constructor(page: NightPage) {
    this.#page = page;
    this.#returned = new ReturnedCards(page, (standings) => this.#receive(standings));
    this.#table = new StandingsTable(null, undefined, this.#returned.column);
    this.#request = new LatestRequest((path: string, signal) => session.ask("GET", path, { signal }), {
      onAnswer: (standings: NightStandings) => this.#receive(standings),
    });
    this.node = element(
      "details",
      { class: "folded-standings", hidden: true, ontoggle: () => this.show() },
      element("summary", {}, t("night.standings")),
      this.#table.node,
    );
  }

  /** Shows the newest state. The standings are read while they are unfolded. */
  show() {
    if (hasRight(session.role, "read_money") || !this.#page.isLoaded) return;
    const { id, version, rounds } = this.#page.night;
    this.node.hidden = rounds.length === 0;
    this.#returned.show();
    if (!this.node.open) return;
    const ended = rounds.flatMap(({ tables }) => tables.filter(({ status }) => status !== "playing"));
    const requested = JSON.stringify([version, ended]);
    if (requested === this.#requested) return;
    this.#requested = requested;
    this.#request.request(atLeast(`/api/v1/nights/${id}/standings`, seenOf(id).value));
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }

  #receive(standings: NightStandings) {
    const { night } = this.#page;
    this.#table.show(wholeRows(standings), night.status === "finished", night);
  }
}
