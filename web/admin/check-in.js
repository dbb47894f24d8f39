import { session, signedIn } from "../club/session.js";
import { send } from "../lib/api.js";
import { KeyedList, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { AttendeeRow, NewPlayer, entriesOf, seated } from "./attendees.js";
import { tableSizesText } from "./next-step.js";
import { NightPage } from "./night-page.js";

const PLAYERS = "/api/v1/players";

class CheckIn {
  #asked;
  #players = null;
  #fee = null;
  #sought = "";
  // What was noted of those who were tapped out, for a tap that brings them back.
  #were = new Map();

  constructor(place) {
    const acts = { tap: (item) => this.#tap(item), pay: (item, paid) => this.#note(item, { paid }) };
    const rows = (node) =>
      new KeyedList(
        node,
        ({ id }) => id,
        () => new AttendeeRow(acts),
      );
    this.count = element("p", { class: "count", role: "status" });
    this.list = element("ul", { class: "attendance" });
    this.others = element("ul", { class: "attendance" });
    this.none = element("p", { class: "help" });
    this.rows = rows(this.list);
    this.otherRows = rows(this.others);
    this.someone = element(
      "details",
      { class: "someone", hidden: true },
      element("summary", {}, t("check_in.someone")),
      element("p", { class: "help" }, t("check_in.someone.why")),
      this.others,
      new NewPlayer((name, member) => this.#add(name, member)).node,
    );
    const search = element("input", {
      id: "seek",
      type: "search",
      autocomplete: "off",
      oninput: ({ target }) => this.#seek(target.value),
    });
    this.page = new NightPage(place, "check-in", () => this.show());
    this.page.body.append(
      element("div", { class: "field seek" }, element("label", { for: "seek" }, t("check_in.seek")), search),
      this.none,
      this.list,
      this.someone,
    );
    this.onward = element(
      "a",
      { class: "go", href: `#/tables?id=${this.page.id}`, hidden: true },
      t("check_in.onward"),
    );
    this.page.statusBar.node.prepend(element("div", { class: "count-row" }, this.count, this.onward));
    this.#asked = new LatestRequest(ask, {
      onAnswer: (answer) => this.#know(answer),
    });
    this.#asked.request(place.query.get("id"));
  }

  show() {
    const { night } = this.page;
    // The line that tells of the network says that the list is on its way.
    if (!this.#players) return;
    const entries = new Map(entriesOf(night, this.page.waiting).map((entry) => [entry.player_id, entry]));
    const known = new Set(this.#players.map(({ id }) => id));
    const gone = [...entries.values()].filter(({ player_id }) => !known.has(player_id));
    const people = [...this.#players, ...gone.map(({ player_id, name }) => ({ id: player_id, name }))];
    const items = people
      .filter((person) => this.#found(person))
      .map((person) => this.#item(person, entries.get(person.id) ?? null));
    const closed = ["finished", "cancelled"].includes(night.status);
    this.rows.show(items.filter(({ entry, member }) => entry !== null || (member && !closed)));
    this.otherRows.show(items.filter(({ entry, member }) => entry === null && !member));
    this.someone.hidden = closed;
    this.#explain(people.length, items.length, night.status);
    this.#count([...entries.values()]);
  }

  #item({ id, name, active_member: member }, entry) {
    const { night } = this.page;
    const closed = ["finished", "cancelled"].includes(night.status);
    return { id, name, member, entry, closed, fee: this.#fee, state: this.#state(id, entry) };
  }

  #state(id, entry) {
    const { night, round } = this.page;
    if (!entry) return "";
    const plays = seated(round).has(id);
    const guest = entry.guest ? [t("check_in.guest")] : [];
    const coming = !entry.left && round && !plays && round.number < night.games_per_night;
    const where = [];
    if (entry.left) where.push(t(plays && this.#playing(id) ? "check_in.leaves" : "check_in.left"));
    else if (coming && night.status === "playing") where.push(t("check_in.from", { n: round.number + 1 }));
    if (entry.waits) where.push(t("running.sending"));
    return [...guest, ...where].join(" · ");
  }

  #playing(id) {
    return this.page.round.tables.some((table) => table.status === "playing" && seated({ tables: [table] }).has(id));
  }

  #explain(people, found, status) {
    if (status === "cancelled") this.none.textContent = t("check_in.cancelled");
    else if (status === "finished") this.none.textContent = t("check_in.finished");
    else if (people === 0) this.none.textContent = t("check_in.nobody");
    else this.none.textContent = found === 0 ? t("check_in.not_found", { name: this.#sought }) : "";
    this.none.hidden = this.none.textContent === "";
  }

  #count(entries) {
    const words = this.#countWords(entries);
    // A screen reader would say it again at every peg of the hall.
    if (this.count.textContent !== words) this.count.textContent = words;
  }

  #countWords(entries) {
    const here = entries.filter(({ left }) => !left);
    // Who has gone home without paying still owes.
    const owing = entries.filter(({ paid }) => !paid).length;
    this.onward.hidden = this.page.round !== null || here.length < 2;
    if (entries.length === 0) return t("check_in.here", { n: 0 });
    const words = [
      t("check_in.here", { n: here.length }),
      owing > 0 ? t("check_in.owing", { n: owing }) : t("check_in.all_paid"),
      tableSizesText(here.length),
    ];
    return words.filter(Boolean).join(" · ");
  }

  async #tap(item) {
    const { id, name, entry, member } = item;
    if (entry && !entry.left) {
      this.#were.set(id, { paid: entry.paid, guest: entry.guest });
      const gone = await this.page.change("DELETE", `/entries/${id}`, undefined, { player: { id, name } });
      // Before the draw a second tap is plain enough.
      if (gone && this.page.round) this.page.statusBar.show(t("check_in.gone", { name }), () => this.#note(item, {}));
      return gone;
    }
    // Who has played kept everything, and comes back by a request that notes nothing.
    const were = entry ? {} : Object.fromEntries(Object.entries(this.#were.get(id) ?? {}).filter(([, noted]) => noted));
    return this.#note(item, entry || member ? were : { ...were, guest: true });
  }

  #note({ id, name }, noted, more = {}) {
    return this.page.change("PUT", `/entries/${id}`, noted, { player: { id, name }, ...more });
  }

  async #add(name, member) {
    if (this.#players.some((player) => plain(player.name) === plain(name))) {
      return this.page.statusBar.showError(t("check_in.known", { name }));
    }
    const adding = () => this.page.statusBar.show(t("check_in.adding", { name }));
    if (this.page.waiting.some(({ added }) => added === plain(name))) return adding();
    const known = new Set(this.#players.map(({ id }) => id));
    const happened = async () => {
      const { players } = await session.ask("GET", PLAYERS);
      return players.find((player) => player.name === name && !known.has(player.id));
    };
    const marks = { happened, added: plain(name), about: name };
    const answer = this.page.change("POST", PLAYERS, { name, active_member: member }, marks);
    adding();
    const player = await answer;
    if (!player) return;
    this.#players = [...this.#players, player];
    const noted = await this.#note(player, member ? {} : { guest: true }, { follows: true });
    if (noted) this.page.statusBar.show("");
  }

  #seek(words) {
    this.#sought = words.trim();
    if (this.page.night) this.show();
  }

  #found({ name }) {
    return plain(name).includes(plain(this.#sought));
  }

  #know([{ players }, { fee }]) {
    this.#players = players;
    this.#fee = fee;
    if (this.page.night) this.show();
  }

  /** Ends it, when the view goes. */
  end() {
    this.#asked.close();
    this.page.end();
  }
}

function ask(_, signal) {
  return Promise.all([session.ask("GET", PLAYERS, { signal }), send("GET", "/api/v1/league", { signal })]);
}

// Whoever seeks “leo” finds Léo.
function plain(name) {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Who is here tonight, and who has paid. State in the hash: `id`, the night's. */
export default signedIn({
  mount(place) {
    const view = new CheckIn(place);
    return () => view.end();
  },
});
