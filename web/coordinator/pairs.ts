import type { Night, NightAnswer, Nights } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { newId } from "../lib/device.ts";
import { KeyedList, element, focusView } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { pairName } from "../lib/standings.ts";
import { type FixedPair, hasFixedPairs, openTables, substituteTexts } from "../night/seats.ts";
import {
  namesOf,
  pairingOf,
  pendingEntries,
  type PendingEntry,
  pendingPairs,
  seatedPlayers,
} from "../rounds/entries.ts";
import { hasNotBegun } from "../rounds/seats.ts";
import { choice, icon } from "../ui/controls.ts";
import { field, sheet } from "../ui/form.ts";
import type { NightPage } from "./night-page.ts";

// The most nights that are searched for the pairs of last time.
const MAX_NIGHTS = 8;

type Person = { id: string; name: string };
type Partner = FixedPair["players"][number];
/** The present players without a pair, and the present players without a partner: a partner may have left. */
type Waiting = { free: PendingEntry[]; waiting: PendingEntry[] };
/** A player without a partner. `first` is the player who was tapped before. */
type Single = { player: PendingEntry; first: PendingEntry | null };
/** A pair with the reason why it waits or counts for somebody else; `isClosed` when no pair changes any more. */
type PairItem = { pair: FixedPair; note: string; isClosed: boolean };

/** The pairs of a night of fixed pairs, the players without a partner, and the keys that change the pairs. */
export class Pairs {
  #page;
  #people;
  #picked: string | null = null;
  #last: Partner[][] = [];
  #request: LatestRequest<null, Partner[][]> | null = null;
  #title = element("h2", { id: "singles-title" });
  #help = element("p", { class: "help" });
  #offer = element("button", { type: "button", class: "primary", onclick: () => this.#pairBoth() });
  #again = element("button", { type: "button", class: "quiet", onclick: () => this.#repeat() });
  #singles;
  #pairs;
  #pairsTitle = element("h2", { id: "pairs-title" });
  #pairsPart;
  declare node;

  /** @param people returns the players of the league */
  constructor(page: NightPage, people: () => Person[]) {
    this.#page = page;
    this.#people = people;
    const keys = element("div", { class: "seat-keys", role: "group", "aria-labelledby": "singles-title" });
    const list = element("ul", { class: "pair-list", "aria-labelledby": "pairs-title" });
    this.#singles = new KeyedList<Single>(
      keys,
      ({ player }) => player.player_id,
      () => new SingleKey((player) => this.#tap(player)),
    );
    this.#pairs = new KeyedList<PairItem>(
      list,
      ({ pair }) => pair.id,
      () => new PairRow((pair) => this.#change(pair)),
    );
    this.#pairsPart = element("section", { class: "pairs-part" }, this.#pairsTitle, list);
    this.node = element(
      "section",
      { class: "pairs" },
      this.#title,
      this.#help,
      this.#offer,
      this.#again,
      keys,
      this.#pairsPart,
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request?.close();
  }

  /** Shows the pairs as they are now. */
  show() {
    const { night, pending } = this.#page;
    const isClosed = ["finished", "cancelled"].includes(night.status);
    const { pairs, free: all, waiting } = pairingOf(night, pending);
    const free = isClosed ? [] : all;
    if (!isClosed) this.#readLast();
    const hadFocus = [this.#offer, this.#again].find((key) => key === document.activeElement);
    const first = free.find(({ player_id: id }) => id === this.#picked) ?? null;
    const again = this.#lastFree(free).length;
    this.#title.hidden = isClosed;
    this.#help.hidden = isClosed;
    this.#title.textContent = t("pairs.singles", { n: waiting.length });
    this.#help.textContent = helpText(night, { free, waiting }, first);
    this.#offer.hidden = free.length !== 2;
    this.#offer.textContent = free.length === 2 ? pairText(free[0], free[1]) : "";
    this.#again.hidden = again === 0;
    this.#again.textContent = t("pairs.again", { n: again });
    if (hadFocus?.hidden) focusView();
    this.#singles.show(free.map((player) => ({ player, first })));
    this.#pairsTitle.textContent = t("pairs.list", { n: pairs.length });
    this.#pairsPart.hidden = pairs.length === 0;
    const present = pendingEntries(night, pending).filter(({ left }) => !left);
    const here = new Set(present.map(({ player_id: id }) => id));
    // After the finish it can still be corrected for whom a card counts.
    const canChange = !isClosed || (night.status === "finished" && hasRight(session.role, "run_nights"));
    this.#pairs.show(pairs.map((pair) => ({ pair, note: noteText(pair, here), isClosed: !canChange })));
  }

  // The pairs of last time are requested once.
  #readLast() {
    if (this.#request) return;
    const { night } = this.#page;
    this.#request = new LatestRequest((_: null, signal) => readLastPairs(night, signal), {
      onAnswer: (pairs: Partner[][]) => {
        this.#last = pairs;
        if (this.#page.isLoaded) this.show();
      },
    });
    this.#request.request(null);
  }

  // The pairs of last time, if both players are here without a partner.
  #lastFree(free: PendingEntry[]): Partner[][] {
    const ids = new Set(free.map(({ player_id: id }) => id));
    return this.#last.filter((players) => players.every(({ player_id: id }) => ids.has(id)));
  }

  #tap(player: PendingEntry) {
    const { night, pending } = this.#page;
    const first = pairingOf(night, pending).free.find(({ player_id: id }) => id === this.#picked);
    this.#picked = first?.player_id === player.player_id ? null : player.player_id;
    if (!first || this.#picked === null) return this.show();
    this.#pair([[first, player].map(asPartner)]);
  }

  #pairBoth() {
    const { free } = pairingOf(this.#page.night, this.#page.pending);
    if (free.length === 2) this.#pair([free.map(asPartner)]);
  }

  #repeat() {
    const { free } = pairingOf(this.#page.night, this.#page.pending);
    this.#pair(this.#lastFree(free));
  }

  #pair(all: Partner[][]) {
    if (all.length === 0) return;
    this.#picked = null;
    this.#page.statusBar.clear();
    const pairs = all.map((players) => ({ id: newId(), players }));
    const basis = this.#page.night.version;
    for (const pair of pairs) this.#put(pair, basis);
    const values = { n: pairs.length, names: pairName(all[0]) };
    this.#page.statusBar.show(t("pairs.done", values), () => pairs.forEach((pair) => this.#delete(pair, basis)));
  }

  /** @param basis the version of the night that the user saw */
  #put(pair: FixedPair, basis: number) {
    const players = pair.players.map(({ player_id, stands_for: other }) => ({
      player_id,
      ...(other && { stands_for: other.id }),
    }));
    const details = { pair, about: pairName(pair.players) };
    const body = { players, id: newId(), based_on: basis };
    return this.#page.change("PUT", `/pairs/${pair.id}`, body, details, { clears: false });
  }

  #delete(pair: FixedPair, basis: number) {
    const details = { pair, about: pairName(pair.players) };
    const path = `/pairs/${pair.id}?based_on=${basis}`;
    return this.#page.change("DELETE", path, undefined, details, { clears: false });
  }

  async #change(pair: FixedPair) {
    if (document.querySelector("dialog[open]")) return;
    const table = this.#tableOf(pair);
    const hasBegun = table && !hasNotBegun(table);
    const isOver = this.#page.night.status === "finished";
    // Another session may change the pair while the sheet is open.
    const basis = this.#page.night.version;
    let chosen: () => unknown = () => null;
    const key = (text: string, act: () => unknown) =>
      element("button", { class: "quiet", value: "yes", onclick: () => (chosen = act) }, text);
    const substitutes = pair.players.map((player) =>
      key(t("pairs.substitute", { name: player.name }), () => this.#substitute(pair, player, basis)),
    );
    const absent = this.#absentPeople();
    const owns = pair.players.flatMap((player) => {
      const { name, stands_for: other } = player;
      if (other) return key(t("pairs.own", { name }), () => this.#countFor(pair, player, null, basis));
      return absent.length > 0
        ? key(t("pairs.stands", { name }), () => this.#standFor(pair, player, absent, basis))
        : [];
    });
    const keys = [
      ...(isOver || hasBegun ? [] : substitutes),
      ...owns,
      ...(isOver || table ? [] : [key(t("pairs.split"), () => this.#split(pair, basis))]),
    ];
    const help = table ? t(hasBegun ? "pairs.playing" : "pairs.sits", { n: table.number }) : t("pairs.split.help");
    const content = [keysNode(keys), isOver ? null : element("p", { class: "help" }, help)];
    if (await sheet(pairName(pair.players), content, null)) chosen();
  }

  #split(pair: FixedPair, basis: number) {
    this.#page.statusBar.clear();
    this.#delete(pair, basis);
    this.#page.statusBar.show(t("pairs.is_split", { names: pairName(pair.players) }), () => this.#put(pair, basis));
  }

  /** @param owner for whom the card counts; null for the player */
  #countFor(pair: FixedPair, player: Partner, owner: Person | null, basis: number) {
    const players = pair.players.map((one) => (one === player ? { ...asPartner(player), stands_for: owner } : one));
    this.#page.statusBar.clear();
    this.#put({ id: pair.id, players }, basis);
    this.#page.statusBar.show(t("pairs.is_own", { name: (owner ?? player).name }), () => this.#put(pair, basis));
  }

  async #standFor(pair: FixedPair, player: Partner, people: Person[], basis: number) {
    const options = people.map(({ id, name }) => element("option", { value: id }, name));
    const owner = element("select", {}, options);
    const content = [field(t("pairs.counts"), owner)];
    if (!(await sheet(t("pairs.stands", { name: player.name }), content, t("pairs.stands.yes")))) return;
    const chosen = people.find(({ id }) => id === owner.value);
    if (chosen) this.#countFor(pair, player, chosen, basis);
  }

  // The people for whom no card counts yet.
  #absentPeople(): Person[] {
    const { night, pending } = this.#page;
    const players = pendingPairs(night, pending).flatMap((pair) => pair.players);
    const taken = new Set(players.flatMap(({ player_id: id, stands_for: other }) => [id, other?.id]));
    const known = this.#people().map(({ id, name }): [string, string] => [id, name]);
    const people = new Map([...known, ...night.entries.map(({ player_id: id, name }): [string, string] => [id, name])]);
    return [...people].map(([id, name]) => ({ id, name })).filter(({ id }) => !taken.has(id));
  }

  // The table at which a pair is playing.
  #tableOf({ players }: FixedPair) {
    const { round } = this.#page;
    const isAt = (seated: Set<string>) => players.some(({ player_id: id }) => seated.has(id));
    return round && openTables(round).find((table) => isAt(seatedPlayers([table])));
  }

  async #substitute(pair: FixedPair, leaves: Partner, basis: number) {
    const { free } = pairingOf(this.#page.night, this.#page.pending);
    // A substitute may leave too: the card still counts for the player of the pair.
    const owner = leaves.stands_for ?? { id: leaves.player_id, name: leaves.name };
    const title = t("pairs.substitute", { name: leaves.name });
    if (free.length === 0) return void (await sheet(title, [keysNode([]), t("pairs.substitute.nobody")], null));
    let chosen = free[0].player_id;
    let isForOwner = true;
    const people = free.map(({ player_id: value, name: label }) => ({ value, label }));
    const counts = [
      { value: "owner", label: owner.name },
      { value: "substitute", label: t("pairs.counts.substitute") },
    ];
    const asked = (text: string, node: HTMLElement) =>
      element("div", { class: "field" }, element("p", { class: "ask", "aria-hidden": "true" }, text), node);
    const content = [
      asked(
        t("pairs.who"),
        choice(t("pairs.who"), people, chosen, (value) => (chosen = value)),
      ),
      asked(
        t("pairs.counts"),
        choice(t("pairs.counts"), counts, "owner", (value) => (isForOwner = value === "owner")),
      ),
      element("p", { class: "help" }, t("pairs.keeps", { name: leaves.name })),
    ];
    if (!(await sheet(title, content, t("pairs.substitute.yes")))) return;
    const comes = free.find(({ player_id: id }) => id === chosen);
    if (!comes) return;
    const stands_for = isForOwner && owner.id !== chosen ? owner : null;
    const players = pair.players.map((player) => (player === leaves ? { ...asPartner(comes), stands_for } : player));
    this.#page.statusBar.clear();
    this.#put({ id: pair.id, players }, basis);
    const done = t("pairs.substituted", { name: comes.name, other: leaves.name });
    this.#page.statusBar.show(done, () => this.#put(pair, basis));
  }
}

/** The key of a player without a partner. */
class SingleKey {
  #player: PendingEntry | null = null;
  #name = element("bdi", {});
  declare node;

  constructor(onTap: (player: PendingEntry) => void) {
    const onclick = () => this.#player && onTap(this.#player);
    this.node = element("button", { type: "button", class: "seat-key", onclick }, this.#name);
  }

  /** Shows the player. After a first tap, the key says who the two are. */
  show({ player, first }: Single) {
    this.#player = player;
    this.#name.textContent = player.name;
    const isPicked = first?.player_id === player.player_id;
    this.node.setAttribute("aria-pressed", String(isPicked));
    if (first && !isPicked) this.node.setAttribute("aria-label", pairText(first, player));
    else this.node.removeAttribute("aria-label");
  }
}

/** A pair in the list: a key that opens the changes of the pair. */
class PairRow {
  #pair: FixedPair | null = null;
  #name = element("bdi", { class: "pair-name" });
  #note = element("span", { class: "player-state" });
  #key;
  declare node;

  constructor(onTap: (pair: FixedPair) => void) {
    const onclick = () => this.#pair && onTap(this.#pair);
    const words = element("span", { class: "player-words" }, this.#name, " ", this.#note);
    this.#key = element("button", { type: "button", class: "pair-key", onclick }, words, icon("onward"));
    this.node = element("li", {}, this.#key);
  }

  /** Shows the pair. */
  show({ pair, note, isClosed }: PairItem) {
    this.#pair = pair;
    this.#name.textContent = pairName(pair.players);
    this.#note.textContent = note;
    this.#key.disabled = isClosed;
  }
}

// The style sheet puts the key that closes the sheet next to the title.
function keysNode(keys: HTMLElement[]) {
  return element("div", { class: "pair-keys" }, keys);
}

function asPartner({ player_id, name }: { player_id: string; name: string }): Partner {
  return { player_id, name, stands_for: null };
}

function pairText(one: { name: string }, other: { name: string }) {
  return t("pairs.pair", { one: one.name, other: other.name });
}

function helpText({ entries }: Night, { free, waiting }: Waiting, first: PendingEntry | null) {
  if (first) return t("pairs.how.second", { name: first.name });
  const left = waiting.filter((player) => !free.includes(player));
  const texts = left.length > 0 ? [t("pairs.how.left", { n: left.length, names: namesOf(left) })] : [];
  if (free.length > 1) texts.unshift(t("pairs.how"));
  if (free.length === 1) texts.unshift(t("pairs.how.one", { name: free[0].name }));
  return texts.join(" ") || t(entries.length > 0 ? "pairs.how.none" : "pairs.how.nobody");
}

/** @param here the ids of the players who have not left */
function noteText(pair: FixedPair, here: Set<string>) {
  const gone = pair.players.filter(({ player_id: id }) => !here.has(id));
  return [...gone.map(({ name }) => t("pairs.half", { name })), ...substituteTexts(pair)].join(" · ");
}

/** Reads the pairs of the newest finished night of fixed pairs. A substitute is replaced by the player of the pair. */
async function readLastPairs({ id: own, date: day }: Night, signal: AbortSignal): Promise<Partner[][]> {
  const { nights }: Nights = await session.ask("GET", "/api/v1/nights", { signal });
  const held = nights.filter(({ id, status, date }) => id !== own && status === "finished" && date <= day);
  for (const { id } of held.reverse().slice(0, MAX_NIGHTS)) {
    const night: NightAnswer = await session.ask("GET", `/api/v1/nights/${id}`, { signal });
    if (!hasFixedPairs(night) || !night.pairs?.length) continue;
    return night.pairs.map(({ players }) =>
      players.map(({ player_id, name, stands_for: other }) =>
        asPartner(other ? { player_id: other.id, name: other.name } : { player_id, name }),
      ),
    );
  }
  return [];
}
