/** @import { EntryView, League, Player, Players, NightStatus } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
/** @import { Attendee, PendingEntry } from "./attendees.js" */
import { session, signedIn } from "../club/session.js";
import { send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { KeyedList, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { nameKey } from "../lib/text.js";
import { AttendeeRow, NewPlayer, pendingEntries, seatedPlayers } from "./attendees.js";
import { tableSizesText } from "./next-step.js";
import { NightPage } from "./night-page.js";

const PLAYERS = "/api/v1/players";

/** The fields of an entry that a tap notes. @typedef {Partial<Pick<EntryView, "paid"|"guest">>} Notes */

class CheckIn {
  #page;
  #request;
  /** @type {Player[]|null} */
  #players = null;
  /** @type {number|null} */
  #fee = null;
  #query = "";
  // The notes of those who were tapped out, for a tap that checks them in again.
  /** @type {Map<string, Notes>} */
  #formerNotes = new Map();
  #count = element("p", { class: "count", role: "status" });
  #onward;
  #none = element("p", { class: "help" });
  #members;
  #others;
  #someone;

  /** @param {Place} place */
  constructor(place) {
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
    const search = element("input", {
      id: "seek",
      type: "search",
      autocomplete: "off",
      oninput: () => this.#search(search.value),
    });
    this.#page = new NightPage(place, "check-in", () => this.#show());
    this.#page.body.append(
      element("div", { class: "field seek" }, element("label", { for: "seek" }, t("check_in.seek")), search),
      this.#none,
      memberList,
      this.#someone,
    );
    this.#onward = element(
      "a",
      { class: "go", href: `#/tables?id=${this.#page.id}`, hidden: true },
      t("check_in.onward"),
    );
    this.#page.statusBar.node.prepend(element("div", { class: "count-row" }, this.#count, this.#onward));
    this.#request = new LatestRequest((_, signal) => fetchPlayers(signal), {
      onAnswer: ([players, fee]) => {
        this.#players = players;
        this.#fee = fee;
        if (this.#page.isLoaded) this.#show();
      },
    });
    this.#request.request(null);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#page.close();
  }

  /** @param {HTMLElement} node @returns {KeyedList<Attendee>} */
  #rows(node) {
    const listeners = {
      onTap: (/** @type {Attendee} */ attendee) => this.#tap(attendee),
      onPaid: (/** @type {Attendee} */ attendee, /** @type {boolean} */ paid) => this.#note(attendee, { paid }),
    };
    return new KeyedList(
      node,
      ({ id }) => id,
      () => new AttendeeRow(listeners),
    );
  }

  #show() {
    const { night, pending } = this.#page;
    // The status bar shows that the list is being loaded.
    if (!this.#players) return;
    const entries = new Map(pendingEntries(night, pending).map((entry) => [entry.player_id, entry]));
    const known = new Set(this.#players.map(({ id }) => id));
    const unlisted = [...entries.values()].filter(({ player_id: id }) => !known.has(id));
    const people = [
      ...this.#players.map(({ id, name, active_member: isMember }) => ({ id, name, isMember })),
      ...unlisted.map(({ player_id: id, name }) => ({ id, name, isMember: false })),
    ];
    const isClosed = ["finished", "cancelled"].includes(night.status);
    const query = nameKey(this.#query);
    const attendees = people
      .filter(({ name }) => nameKey(name).includes(query))
      .map((person) => {
        const entry = entries.get(person.id) ?? null;
        return { ...person, entry, isClosed, fee: this.#fee, state: entry ? this.#stateText(entry) : "" };
      });
    this.#members.show(attendees.filter(({ entry, isMember }) => entry !== null || (isMember && !isClosed)));
    this.#others.show(attendees.filter(({ entry, isMember }) => entry === null && !isMember));
    this.#someone.hidden = isClosed;
    this.#none.textContent = this.#noneText(people.length, attendees.length, night.status);
    this.#none.hidden = this.#none.textContent === "";
    this.#showCount([...entries.values()]);
  }

  /** @param {PendingEntry} entry */
  #stateText({ player_id: id, guest, left, isPending }) {
    const { night, round } = this.#page;
    const tables = round?.tables ?? [];
    const hasSeat = seatedPlayers(tables).has(id);
    const isPlaying = seatedPlayers(tables.filter(({ status }) => status === "playing")).has(id);
    const texts = guest ? [t("check_in.guest")] : [];
    if (left) texts.push(t(isPlaying ? "check_in.leaves" : "check_in.left"));
    else if (round && !hasSeat && round.number < night.games_per_night && night.status === "playing")
      texts.push(t("check_in.from", { n: round.number + 1 }));
    if (isPending) texts.push(t("running.sending"));
    return texts.join(" · ");
  }

  /** @param {number} people @param {number} found @param {NightStatus} status */
  #noneText(people, found, status) {
    if (status === "cancelled") return t("check_in.cancelled");
    if (status === "finished") return t("check_in.finished");
    if (people === 0) return t("check_in.nobody");
    return found === 0 ? t("check_in.not_found", { name: this.#query }) : "";
  }

  /** @param {PendingEntry[]} entries */
  #showCount(entries) {
    const here = entries.filter(({ left }) => !left).length;
    this.#onward.hidden = this.#page.round !== null || here < 2;
    const text = countText(entries);
    // A screen reader would read it again at every peg of the night.
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }

  /** @param {Attendee} attendee */
  async #tap(attendee) {
    const { id, name, entry, isMember } = attendee;
    if (entry && !entry.left) {
      this.#formerNotes.set(id, { paid: entry.paid, guest: entry.guest });
      const answer = await this.#page.change("DELETE", `/entries/${id}`, undefined, { player: { id, name } });
      // Before the draw a second tap reverts it.
      if (answer && this.#page.round)
        this.#page.statusBar.show(t("check_in.gone", { name }), () => this.#note(attendee, {}));
      return;
    }
    // The entry of a player who has played is still there, and a request without notes checks them in again.
    const former = entry ? {} : trueNotes(this.#formerNotes.get(id) ?? {});
    await this.#note(attendee, entry || isMember ? former : { ...former, guest: true });
  }

  /** @param {{id: string, name: string}} player @param {Notes} notes @param {{clears?: boolean}} [options] */
  #note({ id, name }, notes, options) {
    return this.#page.change("PUT", `/entries/${id}`, notes, { player: { id, name } }, options);
  }

  /** @param {string} name @param {boolean} isMember */
  async #add(name, isMember) {
    const { statusBar, pending } = this.#page;
    const added = nameKey(name);
    if (this.#players?.some((player) => nameKey(player.name) === added))
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

  /** @param {string} query */
  #search(query) {
    this.#query = query.trim();
    if (this.#page.isLoaded) this.#show();
  }
}

/** @param {PendingEntry[]} entries */
function countText(entries) {
  const here = entries.filter(({ left }) => !left).length;
  // A player who left without paying still owes.
  const unpaid = entries.filter(({ paid }) => !paid).length;
  if (entries.length === 0) return t("check_in.here", { n: 0 });
  const texts = [
    t("check_in.here", { n: here }),
    unpaid > 0 ? t("check_in.owing", { n: unpaid }) : t("check_in.all_paid"),
    tableSizesText(here),
  ];
  return texts.filter(Boolean).join(" · ");
}

/** @param {Notes} notes @returns {Notes} */
function trueNotes(notes) {
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value));
}

/** @param {AbortSignal} signal @returns {Promise<[Player[], number|null]>} the players and the fee */
async function fetchPlayers(signal) {
  /** @type {[Players, League]} */
  const [{ players }, { fee }] = await Promise.all([
    session.ask("GET", PLAYERS, { signal }),
    send("GET", "/api/v1/league", { signal }),
  ]);
  return [players, fee ?? null];
}

/** The players who are here tonight, and who has paid. State in the hash: `id`, the night's. */
export default signedIn({
  /** @param {Place} place */
  mount(place) {
    const view = new CheckIn(place);
    return () => view.close();
  },
});
