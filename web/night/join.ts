import type { EntryView, Joining, Night, Nights } from "pegout-api";
import { alikeKey } from "../lib/alike-key.ts";
import { Refusal, Unreachable, refusalText, send } from "../lib/api.ts";
import { limitsLine, newSecret } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { day, hour, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { Notice } from "../ui/notice.ts";
import { isRecent, joinedNight, type Joiner, openReader, saveJoined, showNight } from "./membership.ts";
import { NightStore } from "./night-store.ts";

const JOIN = "/api/v1/nights/join";
// With more names than these, a search is quicker than a look at the list.
const MAX_UNSEARCHED = 12;
const MAX_TABLES = 200;

/** The choice for whom a phone joins a night: a player who is checked in, or a table. */
class PhonePicker {
  #store;
  #root;
  #onChoice;
  #names = element("ul", { class: "names" });
  #none = element("p", { class: "help" });
  #search = element("input", { type: "search", id: "name-search", autocomplete: "off", oninput: () => this.#show() });
  #searchField = element(
    "div",
    { class: "field" },
    element("label", { for: "name-search" }, t("join_night.search")),
    this.#search,
  );
  #table = element("input", {
    id: "own-table",
    type: "number",
    inputmode: "numeric",
    min: 1,
    max: MAX_TABLES,
    required: true,
  });
  #shown = "";

  /** @param root its parent @param night the night's id */
  constructor(root: HTMLElement, night: string, onChoice: (joiner: Joiner) => void) {
    this.#root = root;
    this.#onChoice = onChoice;
    this.#store = new NightStore(night);
    showNight(root, this.#store, { build: (freshness) => this.#build(freshness), show: () => this.#show() });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#store.close();
  }

  get #night() {
    return this.#store.night as Night;
  }

  #build(freshness: HTMLElement) {
    const heading = element("h2", { tabindex: "-1" }, t("join_night.who"));
    this.#root.append(
      element("p", { class: "lead-line" }, day(this.#night.date)),
      heading,
      this.#searchField,
      this.#names,
      this.#none,
      freshness,
      element(
        "details",
        {},
        element("summary", {}, t("join_night.table")),
        element("p", { class: "help" }, t("join_night.table.help")),
        element(
          "form",
          { class: "table-form", onsubmit: (event: Event) => this.#joinTable(event) },
          element(
            "div",
            { class: "field" },
            element("label", { for: "own-table" }, t("join_night.number")),
            this.#table,
          ),
          element("button", { class: "quiet" }, t("join_night.table.key")),
        ),
      ),
    );
    heading.focus({ preventScroll: true });
  }

  #show() {
    const here = this.#night.entries.filter(({ left }) => !left);
    const wanted = alikeKey(this.#search.value);
    const found = here
      .filter(({ name }) => alikeKey(name).includes(wanted))
      .sort((one, other) => one.name.localeCompare(other.name));
    this.#searchField.hidden = here.length <= MAX_UNSEARCHED && !wanted;
    this.#none.textContent = found.length ? "" : t(here.length ? "join_night.none" : "join_night.nobody");
    // Rendering the list at every peg of the night would remove the focus.
    const shown = JSON.stringify(found.map(({ player_id: id, name }) => [id, name]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#names.replaceChildren(...found.map((entry) => this.#button(entry)));
  }

  #button({ player_id, name }: EntryView) {
    const choose = () => this.#onChoice({ player_id, name, table: null });
    return element("li", {}, element("button", { type: "button", class: "name-key", onclick: choose }, name));
  }

  #joinTable(event: Event) {
    event.preventDefault();
    this.#onChoice({ player_id: null, name: null, table: this.#table.valueAsNumber });
  }
}

class JoinNight {
  #code;
  #secret;
  #notice = new Notice(() => this.#retry());
  #today = element("p", { class: "lead-line" });
  #joined = element("p", { class: "already" });
  #form;
  #pickerPlace = element("div", { class: "picker-room" });
  #picker: PhonePicker | null = null;
  #joiner: Joiner | null = null;
  #token = "";
  #isClosed = false;

  /** @param secret the picture's and the link's; empty without one */
  constructor(root: HTMLElement, code: string, secret: string) {
    this.#secret = secret;
    this.#code = element("input", {
      id: "code",
      class: "join-code",
      value: code,
      maxlength: 12,
      autocomplete: "off",
      autocapitalize: "characters",
      autocorrect: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      required: true,
      "aria-describedby": "code-help",
      "data-skip": true,
    });
    const onsubmit = (event: Event) => {
      event.preventDefault();
      this.#secret = "";
      this.#find();
    };
    this.#form = element(
      "form",
      { class: "code-form", onsubmit },
      element(
        "div",
        { class: "field" },
        element("label", { for: "code" }, t("join_night.code")),
        this.#code,
        element("p", { class: "help", id: "code-help" }, t("join_night.code.help")),
      ),
      element("button", { class: "primary" }, t("join_night.find")),
    );
    root.append(this.#today, this.#joined, this.#form, this.#notice.node, this.#pickerPlace, limitsLine() ?? "");
    this.#showToday();
    this.#showJoined();
    this.#form.hidden = secret !== "";
    if (code || secret) this.#find();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isClosed = true;
    this.#picker?.close();
  }

  // With one night today, its day shows a player that this is the right place.
  async #showToday() {
    try {
      const reader = await openReader();
      if (reader.token === null && !(await send("GET", "/api/v1/league")).public) return;
      const { nights }: Nights = await reader.ask("GET", "/api/v1/nights");
      const on = nights.filter(({ status, date }) => status === "playing" || (status === "open" && date === today()));
      if (on.length === 1 && !this.#picker)
        this.#today.textContent = t("join_night.on", { day: day(on[0].date), time: hour(on[0].starts_at) });
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
  }

  async #showJoined() {
    const joined = await joinedNight();
    if (!joined || !isRecent(joined)) return;
    const text = joined.name
      ? t("join_night.already", { name: joined.name })
      : t("join_night.already.table", { n: joined.table });
    this.#joined.append(text, " ", element("a", { href: `#/card?id=${joined.id}` }, t("card.title")));
  }

  // The secret asks for no code, and whoever typed a wrong code before does not keep it waiting.
  get #key() {
    return this.#secret ? { secret: this.#secret } : { code: this.#code.value.trim() };
  }

  #retry() {
    return this.#joiner ? this.#join(this.#joiner) : this.#find();
  }

  async #find() {
    this.#joiner = null;
    const found = await this.#send(this.#key);
    // A link with the code sends it at once, and a tap meanwhile sends it again.
    if (!found || this.#isClosed || this.#picker) return;
    this.#today.textContent = "";
    this.#form.hidden = true;
    this.#picker = new PhonePicker(this.#pickerPlace, found.night_id, (joiner) => this.#join(joiner));
  }

  async #join(joiner: Joiner) {
    const { player_id: player, table } = joiner;
    // Sent again, it joins the same phone once.
    if (this.#joiner?.player_id !== player || this.#joiner.table !== table) this.#token = newSecret();
    this.#joiner = joiner;
    const owner = player ? { player_id: player } : { table };
    const joined = await this.#send({ ...this.#key, ...owner, token: this.#token });
    // After a tap on a wrong name, the name tapped last counts, in whatever order the answers arrive.
    if (!joined?.token || this.#isClosed || this.#joiner !== joiner) return;
    await saveJoined({ id: joined.night_id, token: joined.token, ...joiner });
    if (this.#isClosed || this.#joiner !== joiner) return;
    location.hash = `#/card?id=${joined.night_id}`;
  }

  #refused(refusal: Refusal) {
    this.#notice.show(joinRefusalText(refusal), "refusal");
    if (pointerOf(refusal) !== "/secret") return;
    // With an old link the code on the wall is the way.
    this.#secret = "";
    this.#code.value = "";
    this.#picker?.close();
    this.#picker = null;
    this.#pickerPlace.replaceChildren();
    this.#form.hidden = false;
  }

  async #send(body: object): Promise<Joining | null> {
    this.#notice.show(t("join_night.asking"));
    try {
      const answer = await send("POST", JOIN, { body });
      this.#notice.show("");
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) this.#notice.showOffline(new Date(), offlineText(error));
      else if (error instanceof Refusal) this.#refused(error);
      else throw error;
      return null;
    }
  }
}

function offlineText({ wait }: Unreachable) {
  return wait > 0 ? t("join_night.wait", { n: wait }) : t("join_night.away");
}

function pointerOf({ problem }: Refusal) {
  return problem.errors?.[0]?.pointer;
}

function joinRefusalText(refusal: Refusal) {
  const pointer = pointerOf(refusal);
  if (pointer === "/secret") return t("join_night.old_link");
  if (pointer === "/code") return t("join_night.wrong");
  if (pointer === "/player_id") return t("join_night.absent");
  return refusalText(refusal);
}

/**
 * The view in which a phone joins a night. State in the hash: `code` and `secret`, from the link on the wall. The view
 * does not save them, since the next night has another link.
 */
export default {
  mount({ root, query }: Place) {
    const view = new JoinNight(root, query.get("code") ?? "", query.get("secret") ?? "");
    return () => view.close();
  },
};
