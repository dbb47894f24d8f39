import type { Player, Players, Replies } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session, signedIn } from "../access/session.ts";
import { FreshChanges, commands } from "../club/commands.ts";
import { telLink } from "../club/contact.ts";
import { countsText, isAsked, readReplies, withPending } from "../club/replies.ts";
import { NightPage } from "../coordinator/night-page.ts";
import { tableSizes } from "../game/seats.ts";
import { alikeKey } from "../lib/alike-key.ts";
import { newId } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { sizesText } from "../rounds/entries.ts";
import { choice } from "../ui/controls.ts";
import { AskList } from "./ask.ts";

/** A player in the list. `isListed` is false for somebody who is found by name alone. */
export type Person = Pick<Player, "id" | "name" | "phone" | "email"> & {
  coming: boolean | null;
  isPending: boolean;
  isClosed: boolean;
  isListed: boolean;
};

/** The part of the players that is shown. */
type PartName = "open" | "yes" | "no" | "all";
const PARTS: Record<PartName, (person: Person) => boolean> = {
  open: ({ coming }) => coming === null,
  yes: ({ coming }) => coming === true,
  no: ({ coming }) => coming === false,
  all: () => true,
};
const ALL = Object.keys(PARTS) as PartName[];

/** A player with the two keys of the reply. A key that is tapped again takes the reply back. */
class PersonRow {
  #person: Person | null = null;
  #name = element("bdi", { class: "player-name" });
  #phone = element("a", { class: "link" });
  #state = element("span", { class: "player-state" });
  #keys;
  declare node;

  constructor(onReply: (person: Person, coming: boolean) => void) {
    this.#keys = [true, false].map((coming) => {
      const onclick = () => this.#person && onReply(this.#person, coming);
      return element(
        "button",
        { type: "button", class: "reply-key", onclick },
        t(coming ? "replies.yes" : "replies.no"),
      );
    });
    const words = element("span", { class: "player-words" }, this.#name, " ", this.#state, this.#phone);
    this.node = element("li", { class: "attendee" }, words, ...this.#keys);
  }

  /** Shows a player. */
  show(person: Person) {
    this.#person = person;
    const { name, phone, coming, isPending, isClosed } = person;
    this.#name.textContent = name;
    this.#state.textContent = isPending ? t("running.sending") : "";
    this.#phone.hidden = !phone;
    this.#phone.textContent = phone;
    this.#phone.href = phone ? telLink(phone) : "";
    for (const [at, key] of this.#keys.entries()) {
      const isYes = at === 0;
      key.setAttribute("aria-pressed", String(coming === isYes));
      key.setAttribute("aria-label", t(isYes ? "replies.yes.of" : "replies.no.of", { name }));
      key.disabled = isClosed;
    }
  }
}

/** The search, and the choice of a part. A row that is shown stays, so that no other row comes under the finger. */
class Filter {
  #part: PartName = "open";
  #kept: Set<string> = new Set();
  #query = "";
  #search = element("input", {
    type: "search",
    autocomplete: "off",
    placeholder: t("check_in.seek"),
    "aria-label": t("check_in.seek"),
    oninput: () => this.#seek(),
  });
  #choice;
  #onChange;
  declare node;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    const parts = ALL.map((value) => ({ value, label: t(`replies.part.${value}`, { n: 0 }) }));
    this.#choice = choice(t("check_in.show"), parts, this.#part, (part) => this.#choose(part as PartName));
    this.node = element("search", { class: "attendance-filter" }, this.#search, this.#choice);
  }

  /** True while a name is searched for. */
  get isSeeking() {
    return this.#query !== "";
  }

  /** Returns the players to show. A search finds everybody on the club's list. */
  pick(people: Person[]): Person[] {
    const listed = people.filter(({ isListed }) => isListed);
    const texts = this.#choice.querySelectorAll("span");
    for (const [at, part] of ALL.entries())
      texts[at].textContent = t(`replies.part.${part}`, { n: listed.filter(PARTS[part]).length });
    const key = alikeKey(this.#query);
    if (key) return people.filter(({ name }) => alikeKey(name).includes(key));
    const picked = listed.filter((person) => this.#kept.has(person.id) || PARTS[this.#part](person));
    this.#kept = new Set(picked.map(({ id }) => id));
    return picked;
  }

  #choose(part: PartName) {
    this.#part = part;
    this.#kept.clear();
    this.#onChange();
  }

  #seek() {
    this.#query = this.#search.value.trim();
    this.#onChange();
  }
}

class RepliesView {
  #place;
  #page;
  #players: Player[] = [];
  #replies: Replies | null = null;
  // The newest version of the night that the replies were asked for.
  #asked = 0;
  #request;
  #fresh = new FreshChanges({ coming: null });
  #filter = new Filter(() => this.#show());
  #list = element("ul", { class: "attendance" });
  #rows = new KeyedList<Person>(
    this.#list,
    ({ id }) => id,
    () => new PersonRow((person, coming) => this.#tap(person, coming)),
  );
  #none = element("p", { class: "help" });
  #closed = element("p", { class: "help", hidden: true }, t("replies.closed"));
  #count = element("p", { class: "count", role: "status" });
  #tables = element("p", { class: "reply-tables" });
  #ask;
  #isAsking;
  #toAsk = element(
    "button",
    { type: "button", class: "primary", "data-needs": "manage_players", onclick: () => this.#open(true) },
    t("ask.key"),
  );
  #toList = element("button", { type: "button", class: "quiet", onclick: () => this.#open(false) }, t("ask.back"));
  #onAnswer = (event: Event) => {
    const { answer, night, path } = (event as CustomEvent).detail;
    if (night === this.#page.id && path.includes("/replies/")) this.#receive(answer);
  };

  constructor(place: Place) {
    this.#place = place;
    this.#page = new NightPage(place, "replies", () => this.#show());
    this.#isAsking = place.query.get("part") === "ask" && hasRight(session.role, "manage_players");
    this.#ask = new AskList(this.#page.statusBar, this.#page.id);
    this.#page.body.append(this.#closed, this.#tables, this.#filter.node, this.#none, this.#list, this.#ask.node);
    this.#page.statusBar.node.prepend(element("div", { class: "count-row" }, this.#count, this.#toAsk, this.#toList));
    this.#request = new LatestRequest((_: number, signal) => this.#read(signal), {
      onAnswer: ([players, replies]) => {
        this.#players = players;
        if (replies) this.#receive(replies);
      },
    });
    commands.addEventListener("answer", this.#onAnswer);
  }

  /** Ends it, when the view goes. */
  close() {
    commands.removeEventListener("answer", this.#onAnswer);
    this.#request.close();
    this.#ask.close();
    this.#page.close();
  }

  async #read(signal: AbortSignal): Promise<[Player[], Replies | null]> {
    const [{ players }, replies]: [Players, Replies | null] = await Promise.all([
      session.ask("GET", "/api/v1/players", { signal }),
      readReplies(this.#page.id, signal),
    ]);
    return [players, replies];
  }

  #receive(replies: Replies) {
    if (replies.version >= (this.#replies?.version ?? 0)) this.#replies = replies;
    if (this.#page.isLoaded) this.#show();
  }

  #open(isAsking: boolean) {
    this.#isAsking = isAsking;
    this.#place.keep({ id: this.#page.id, part: isAsking ? "ask" : null });
    this.#show();
    this.#page.body.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  #show() {
    const { night, pending } = this.#page;
    if (night.version > Math.max(this.#asked, this.#replies?.version ?? 0)) {
      this.#asked = night.version;
      this.#request.request(this.#asked);
    }
    if (!this.#replies) return;
    const replies = withPending(this.#replies, pending);
    const people = this.#people(replies);
    this.#fresh.show(
      people.map(({ id, coming }) => ({ id, state: { coming } })),
      new Set(pending.map(({ reply }) => reply?.id ?? "")),
    );
    const found = this.#filter.pick(people);
    this.#rows.show(found);
    this.#none.textContent = found.length > 0 ? "" : t(this.#filter.isSeeking ? "replies.not_found" : "replies.nobody");
    const isOpen = isAsked(night);
    this.#closed.hidden = isOpen;
    const canAsk = isOpen && replies.unanswered > 0;
    const isAsking = this.#isAsking && isOpen;
    for (const node of [this.#tables, this.#filter.node, this.#list, this.#count]) node.hidden = isAsking;
    this.#none.hidden = isAsking || found.length > 0;
    this.#toAsk.hidden = isAsking || !canAsk;
    this.#toList.hidden = !isAsking;
    this.#ask.node.hidden = !isAsking;
    if (isAsking)
      this.#ask.show(
        people.filter(({ coming, isListed }) => isListed && coming === null),
        night,
      );
    const tables = sizesText(tableSizes(replies.coming, night.format));
    this.#tables.textContent = tables && t("replies.tables", { n: replies.coming, tables });
    const count = countsText(replies);
    if (this.#count.textContent !== count) this.#count.textContent = count;
  }

  // By name, as the service sends both lists. The search alone finds somebody without a membership.
  #people({ players }: Replies): Person[] {
    const { night, pending } = this.#page;
    const isClosed = !isAsked(night);
    const waiting = new Set(pending.map(({ reply }) => reply?.id));
    const contacts = new Map(this.#players.map((player) => [player.id, player]));
    const listed = new Set(players.map(({ player_id: id }) => id));
    const others = this.#players.filter(({ id }) => !listed.has(id));
    const person = (id: string, name: string, coming: boolean | null) => ({
      id,
      name,
      coming,
      phone: contacts.get(id)?.phone ?? null,
      email: contacts.get(id)?.email ?? null,
      isPending: waiting.has(id),
      isClosed,
      isListed: listed.has(id),
    });
    return [
      ...players.map(({ player_id: id, name, coming }) => person(id, name, coming)),
      ...others.map(({ id, name }) => person(id, name, null)),
    ];
  }

  #tap(person: Person, tapped: boolean) {
    const { id, name } = person;
    const { statusBar } = this.#page;
    const coming = person.coming === tapped ? null : tapped;
    if (this.#fresh.isCrossed(id, { coming })) return statusBar.showError(t("crossed.other", { name }));
    this.#send(person, coming);
    statusBar.show(t(`replies.noted.${coming ?? "open"}`, { name }), () => this.#send(person, person.coming));
  }

  #send({ id, name }: Person, coming: boolean | null) {
    const based_on = Math.max(this.#page.night.version, this.#replies?.version ?? 0);
    const details = { reply: { id, name }, about: name };
    if (coming === null) return this.#page.change("DELETE", `/replies/${id}?based_on=${based_on}`, undefined, details);
    return this.#page.change("PUT", `/replies/${id}`, { coming, id: newId(), based_on }, details);
  }
}

/** The replies to the question who comes to a night. State in the hash: `id`, the night's; `part` is `ask` for the list of players to ask. */
export default signedIn({
  mount(place: Place) {
    const view = new RepliesView(place);
    return () => view.close();
  },
});
