import type { EntryView, Player } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session, signedIn } from "../access/session.ts";
import { FreshChanges } from "../club/commands.ts";
import { alikeKey } from "../lib/alike-key.ts";
import { newId } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { sumOf } from "../ledger/accounts.ts";
import { type Pot, potsOf, stakesOf } from "../ledger/pots.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { hasFixedPairs } from "../night/seats.ts";
import { pairingOf, pendingEntries, type PendingEntry } from "../rounds/entries.ts";
import { LateLine, comingText, excusableRounds, excusePlayer, goneText } from "../rounds/late-players.ts";
import { choice } from "../ui/controls.ts";
import {
  AttendanceFilter,
  type Attendee,
  AttendeeRow,
  NewPlayer,
  PLAYERS,
  countText,
  crossedText,
  excuseReason,
  isHere,
  isListed,
  noneText,
  readPlayers,
  stateText,
} from "./attendees.ts";
import { Expected } from "./expected.ts";
import { NightPage } from "./night-page.ts";
import { Pairs } from "./pairs.ts";
import { Paying } from "./paying.ts";
import { dueOf, dueText, hasPlayed, potsNote, stakesFor } from "./stakes.ts";

// Where the list of a night stood at the last tap.
const places: Map<string, number> = new Map();

type Part = "people" | "pairs";

/** The fields of an entry that a tap notes, with the reason of an excuse. */
type Notes = Partial<Pick<EntryView, "paid" | "guest" | "excused" | "pots">> & { reason?: string; with?: "credit" };

class CheckIn {
  #page;
  #request;
  #players: Player[] | null = null;
  #fee: number | null = null;
  #pots: Pot[] = [];
  #filter = new AttendanceFilter(() => this.#page.isLoaded && this.#show());
  #fresh = new FreshChanges({ here: false, paid: false });
  #late;
  #expected = new Expected();
  #paying;
  #isInPlace = false;
  // The notes of those who were tapped out, for a tap that checks them in again.
  #formerNotes: Map<string, Notes> = new Map();
  #count = element("p", { class: "count", role: "status" });
  #onward;
  #none = element("p", { class: "help" });
  #members;
  #others;
  #someone;
  // On a night of fixed pairs the view has two parts: the players and the pairs.
  #part: Part;
  #parts;
  #pairs;
  #people;
  #toPairs = element("button", { type: "button", class: "quiet", onclick: () => this.#open("pairs") }, t("pairs.to"));

  constructor(place: Place) {
    const memberList = element("ul", { class: "attendance" });
    const otherList = element("ul", { class: "attendance" });
    this.#members = this.#rows(memberList);
    this.#others = this.#rows(otherList);
    this.#someone = element(
      "details",
      { class: "someone", hidden: true },
      element("summary", {}, t("check_in.someone")),
      element("p", { class: "help" }, t("check_in.someone.why")),
      otherList,
      new NewPlayer((name, isMember) => this.#add(name, isMember)).node,
    );
    this.#page = new NightPage(place, "check-in", () => this.#show());
    this.#late = new LateLine(this.#page);
    const showAccounts = () => this.#page.isLoaded && this.#show();
    this.#paying = new Paying(this.#page, showAccounts, (text, undo) => this.#tell(text, undo));
    this.#part = place.query.has("pairs") ? "pairs" : "people";
    this.#pairs = new Pairs(this.#page, () => this.#players ?? []);
    const parts = ["people", "pairs"].map((value) => ({ value, label: t(`pairs.part.${value}`) }));
    this.#parts = choice(t("pairs.part"), parts, this.#part, (part) => this.#open(part as Part));
    this.#people = [this.#filter.node, this.#none, memberList, this.#someone];
    this.#page.body.append(this.#late.node, this.#expected.node, this.#parts, ...this.#people, this.#pairs.node);
    this.#onward = element(
      "a",
      { class: "primary", href: `#/tables?id=${this.#page.id}&draw=1`, hidden: true, "data-needs": "run_nights" },
      t("check_in.onward"),
    );
    this.#page.statusBar.node.prepend(element("div", { class: "count-row" }, this.#count, this.#toPairs, this.#onward));
    this.#request = new LatestRequest((_, signal) => readPlayers(this.#page.id, signal), {
      onAnswer: ([players, fee, pots, replies]) => {
        this.#expected.receive(replies);
        this.#players = players;
        this.#fee = fee;
        this.#pots = pots;
        if (this.#page.isLoaded) this.#show();
      },
    });
    this.#request.request(null);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#pairs.close();
    this.#paying.close();
    this.#page.close();
  }

  #rows(node: HTMLElement): KeyedList<Attendee> {
    const listeners = {
      onTap: (attendee: Attendee) => this.#tap(attendee),
      onPaid: (attendee: Attendee, paid: boolean) => this.#pay(attendee, paid),
      onExcuse: (attendee: Attendee) => excusePlayer(this.#page, attendee, attendee.entry?.missed),
      onMore: (attendee: Attendee) => this.#openMenu(attendee),
    };
    return new KeyedList(
      node,
      ({ id }) => id,
      () => new AttendeeRow(listeners),
    );
  }

  #show() {
    const { night, pending } = this.#page;
    this.#late.show();
    this.#paying.accounts.follow(night.version, pending);
    // The status bar shows that the list is being loaded.
    if (!this.#players) return;
    this.#expected.show(night, pending);
    const entries = new Map(pendingEntries(night, pending).map((entry) => [entry.player_id, entry]));
    const known = new Set(this.#players.map(({ id }) => id));
    const unlisted = [...entries.values()].filter(({ player_id: id }) => !known.has(id));
    const people = [
      ...this.#players.map(({ id, name, active_member: isMember }) => ({ id, name, isMember })),
      ...unlisted.map(({ player_id: id, name }) => ({ id, name, isMember: false })),
    ];
    const isClosed = ["finished", "cancelled"].includes(night.status);
    const attendees = this.#expected.sort(people).map((person) => {
      const entry = entries.get(person.id) ?? null;
      const canExcuse = excusableRounds(night, person.id).length > 0;
      return {
        ...person,
        entry,
        isClosed,
        canExcuse,
        isExpected: this.#expected.isComing(person.id),
        fee: this.#fee,
        ...this.#paying.of(person.id),
        ...stakesFor(this.#pots, entry, !isClosed),
        state: entry ? stateText(entry, night, pending) : this.#expected.textOf(person.id),
      };
    });
    const presence = [...entries].map(([id, entry]) => ({ id, state: { here: isHere(entry), paid: entry.paid } }));
    this.#fresh.show(presence, new Set(pending.map(({ player }) => player?.id ?? "")));
    const found = this.#filter.pick(attendees);
    const others = found.filter((attendee) => !isListed(attendee));
    this.#members.show(found.filter((attendee) => attendee.entry !== null || (isListed(attendee) && !isClosed)));
    this.#others.show(others);
    this.#someone.hidden = isClosed;
    if (this.#filter.query && others.length > 0) this.#someone.open = true;
    const none = noneText(night.status, { people: people.length, found: found.length }, this.#filter.query);
    this.#none.textContent = none || comingText(night);
    this.#none.hidden = this.#none.textContent === "";
    this.#showCount([...entries.values()]);
    this.#showParts();
    this.#returnToPlace();
  }

  #open(part: Part) {
    const isAtFoot = this.#page.statusBar.node.contains(document.activeElement);
    this.#part = part;
    this.#show();
    if (!isAtFoot) return;
    this.#parts.querySelector<HTMLInputElement>(":checked")?.focus();
    scrollTo(0, 0);
  }

  #showParts() {
    const { night, pending } = this.#page;
    const isPaired = hasFixedPairs(night);
    const isPairs = isPaired && this.#part === "pairs";
    const { waiting } = pairingOf(night, pending);
    this.#parts.hidden = !isPaired;
    for (const input of this.#parts.querySelectorAll("input")) input.checked = input.value === this.#part;
    const text = this.#parts.querySelector("label:last-child span");
    if (text)
      text.textContent = t(waiting.length > 0 ? "pairs.part.pairs.waiting" : "pairs.part.pairs", { n: waiting.length });
    this.#toPairs.hidden = !isPaired || isPairs || waiting.length < 2;
    for (const node of this.#people) node.classList.toggle("away", isPairs);
    this.#pairs.node.hidden = !isPairs;
    if (isPairs) this.#pairs.show();
  }

  // Once the list is there, which the page shows after this.
  #returnToPlace() {
    if (this.#isInPlace) return;
    this.#isInPlace = true;
    const place = places.get(this.#page.id) ?? 0;
    if (place > 0) queueMicrotask(() => scrollTo(0, place));
  }

  #showCount(entries: PendingEntry[]) {
    const here = entries.filter(isHere).length;
    const { night, round, pending } = this.#page;
    const isEnough = hasFixedPairs(night) ? pairingOf(night, pending).whole.length >= 2 : here >= 2;
    this.#onward.hidden = round !== null || !isEnough || night.status === "cancelled";
    const text = countText(entries, night, pending);
    // A screen reader would read it again at every peg of the night.
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }

  #tap(attendee: Attendee) {
    const { id, name, entry, isMember } = attendee;
    if (this.#isCrossed(attendee, { here: !isHere(entry) })) return;
    if (isHere(entry)) return this.#withdraw(attendee);
    // The entry of a player who has played is still there, and a request without notes checks them in again.
    const former = entry ? {} : trueNotes({ ...this.#formerNotes.get(id), ...this.#withdrawnNotes(id) });
    this.#note(attendee, entry || isMember ? former : { ...former, guest: true });
    this.#say(
      former.paid ? this.#paidText({ ...attendee, wants: [] }, true, true) : t("check_in.is_here", { name }),
      attendee,
    );
  }

  #pay(attendee: Attendee, paid: boolean) {
    const { entry, isMember, wants } = attendee;
    if (this.#isCrossed(attendee, { here: entry ? isHere(entry) : true, paid })) return;
    if (paid && this.#paying.isCovered(attendee)) {
      this.#paying.payByCredit(attendee, () => this.#restore(attendee, entry && this.#notesOf(entry)));
      return;
    }
    if (paid && attendee.debts.length > 0) return this.#askDebts(attendee);
    if (!paid && this.#paying.giveBack(attendee, []))
      return this.#say(this.#paidText(attendee, false, false), attendee);
    const notes = { paid, ...potsNote(entry?.pots, paid ? wants : []) };
    this.#note(attendee, entry || isMember ? notes : { ...notes, guest: true });
    this.#say(this.#paidText(attendee, paid, !entry), attendee);
  }

  async #openMenu(attendee: Attendee) {
    const wants = await this.#paying.openMenu(attendee);
    if (!wants) return;
    if (attendee.entry?.paid) this.#paying.changeStakes({ ...attendee, wants });
    else this.#pay({ ...attendee, wants }, true);
  }

  // The sheet names the older debts, and one tap pays all.
  async #askDebts(attendee: Attendee) {
    const { name, entry, isMember, debts, wants } = attendee;
    // A tick that the browser has set goes back until the choice.
    this.#show();
    const chosen = await this.#paying.ask(attendee);
    if (!chosen || (chosen === "later" && entry)) return;
    const guest = entry || isMember ? {} : { guest: true };
    this.#note(attendee, chosen === "later" ? guest : { paid: true, ...potsNote(entry?.pots, wants), ...guest });
    if (chosen === "later") return this.#say(t("check_in.is_here", { name }), attendee);
    if (chosen === "tonight") return this.#say(this.#paidText(attendee, true, !entry), attendee);
    const undo = this.#paying.payDebts(attendee, debts);
    this.#tell(t("paying.all.done", { name, amount: amount(sumOf(debts) + dueOf(attendee)) }), () => {
      this.#restore(attendee, entry && this.#notesOf(entry));
      undo();
    });
  }

  /** @param comes true for somebody who is checked in by the same tap */
  #paidText(attendee: Attendee, paid: boolean, comes: boolean) {
    const { name } = attendee;
    const fee = dueText(attendee);
    const done = paid ? (fee ? "fee" : "paid") : "not";
    return t(`check_in.has_paid.${comes ? `here_${done}` : done}`, { name, fee });
  }

  // Another device may have tapped the player out, and the fee is to stay.
  #withdrawnNotes(id: string): Notes {
    const { night, pending } = this.#page;
    const { paid, guest } = night.withdrawn?.find(({ player_id: player }) => player === id) ?? {};
    // What waits on this device is newer.
    const isNewer = pending.some(({ player }) => player?.id === id);
    return paid === undefined || isNewer ? {} : { paid, guest };
  }

  #withdraw(attendee: Attendee) {
    const { id, entry } = attendee;
    const kept = hasPlayed(this.#page.night, id) ? (entry?.pots ?? []) : [];
    const isGivenBack = this.#paying.giveBack(attendee, kept);
    const notes = entry && this.#notesOf(entry);
    if (notes && isGivenBack) notes.paid = false;
    if (notes) this.#formerNotes.set(id, { ...notes });
    // The service gives the stakes that are left back as credit.
    const credit = isGivenBack
      ? 0
      : stakesOf(potsOf(attendee.pots, entry?.pots)) - stakesOf(potsOf(attendee.pots, kept));
    if (notes && credit > 0) notes.with = "credit";
    if (notes && isGivenBack) notes.pots = kept;
    this.#remove(attendee);
    const said = goneText(this.#page.night, attendee);
    this.#say(credit > 0 ? `${said} ${t("pots.to_credit", { amount: amount(credit) })}` : said, attendee, notes);
  }

  // The reason of an excuse follows from the record.
  #notesOf({ player_id: id, paid, guest, excused }: PendingEntry): Notes {
    if (excused.length === 0 || !hasRight(session.role, "run_nights")) return { paid, guest };
    const notes = { paid, guest, excused, reason: t("tables.undo.reason") };
    excuseReason(this.#page.id, id).then((reason) => (notes.reason = reason || notes.reason));
    return notes;
  }

  #remove({ id, name }: { id: string; name: string }) {
    const path = `/entries/${id}?based_on=${this.#page.night.version}`;
    return this.#page.change("DELETE", path, undefined, { player: { id, name } });
  }

  // At once, not with the answer: what waits without a network can be undone too.
  #say(text: string, before: Attendee, notes: Notes | null = before.entry && this.#notesOf(before.entry)) {
    this.#tell(text, () => this.#restore(before, notes));
  }

  #tell(text: string, undo: () => void) {
    if (!this.#filter.query) places.set(this.#page.id, scrollY);
    this.#page.statusBar.show(text, undo);
  }

  // What stood before is sent, so that a fee that was paid is not forgotten.
  #restore(attendee: Attendee, notes: Notes | null) {
    const { entry } = attendee;
    if (this.#isCrossed(attendee, { here: isHere(entry), paid: Boolean(entry?.paid) })) return;
    const { night, pending } = this.#page;
    const now = pendingEntries(night, pending).find(({ player_id: player }) => player === attendee.id) ?? null;
    const before = entry?.pots ?? [];
    const isGivenBack = this.#paying.giveBack({ ...attendee, entry: now }, before);
    if (!entry || !notes) {
      // A tap by mistake brought no money, so none goes back.
      const back = { ...(now?.paid ? { paid: false } : {}), ...potsNote(now?.pots, []) };
      if (Object.keys(back).length > 0 && !isGivenBack) this.#note(attendee, back);
      return this.#remove(attendee);
    }
    this.#note(attendee, { ...notes, ...potsNote(isGivenBack ? before : now?.pots, notes.pots ?? before) });
    if (entry.left) this.#remove(attendee);
    // Whoever had played has left only, and comes back by a request without notes.
    else if (this.#page.round) this.#note(attendee, {});
  }

  #isCrossed(attendee: Attendee, wanted: { here?: boolean; paid?: boolean }) {
    const isCrossed = this.#fresh.isCrossed(attendee.id, wanted);
    if (isCrossed) {
      // A tick that the browser has set goes back.
      this.#show();
      this.#page.statusBar.showError(crossedText(attendee));
    }
    return isCrossed;
  }

  #note({ id, name }: { id: string; name: string }, notes: Notes, options?: { clears?: boolean }) {
    return this.#page.change("PUT", `/entries/${id}`, notes, { player: { id, name } }, options);
  }

  async #add(name: string, isMember: boolean) {
    const { statusBar, pending } = this.#page;
    const added = alikeKey(name);
    if (this.#players?.some((player) => alikeKey(player.name) === added))
      return statusBar.showError(t("check_in.known", { name }));
    const adding = t("check_in.adding", { name });
    if (pending.some((command) => command.added === added)) return statusBar.show(adding);
    const id = newId();
    const body = { id, name, active_member: isMember };
    const creation = this.#page.change("POST", PLAYERS, body, { added, about: name });
    const entry = this.#note({ id, name }, isMember ? {} : { guest: true }, { clears: false });
    statusBar.show(adding);
    const player = await creation;
    if (player) this.#players = [...(this.#players ?? []), player];
    if (await entry) statusBar.show("");
  }
}

function trueNotes(notes: Notes): Notes {
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value));
}

/** The players who are here tonight, and who has paid. State in the hash: `id`, the night's. */
export default signedIn({
  mount(place: Place) {
    const view = new CheckIn(place);
    return () => view.close();
  },
});
