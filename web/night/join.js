import { Refusal, Unreachable, refusalText, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { isRecent, joinedNight, keepJoined } from "./joined.js";
import { NightStore } from "./night-store.js";
import { day, hour, today } from "../lib/text.js";

// With more names than these, a search is quicker than looking.
const MANY = 12;
const TABLES = 200;

/** For whom a phone joins a night: one of those who are checked in, or a table. Names come as they are checked in. */
class PhonePicker {
  #evening;
  #root;
  #chosen;
  #names = element("ul", { class: "names" });
  #none = element("p", { class: "help" });
  #search = element("input", { type: "search", id: "name-search", autocomplete: "off", oninput: () => this.show() });
  #table = element("input", {
    id: "own-table",
    type: "number",
    inputmode: "numeric",
    min: 1,
    max: TABLES,
    required: true,
  });
  #shown = "";

  /** @param {HTMLElement} root where it goes @param {string} night the night's id @param {(wanted: {player_id: string|null, name: string|null, table: number|null}) => void} chosen called with the choice */
  constructor(root, night, chosen) {
    this.#root = root;
    this.#chosen = chosen;
    this.#evening = new NightStore(root, night, this);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#evening.close();
  }

  /** Lays it out. @param {NightStore} evening */
  build({ night, freshness }) {
    const heading = element("h2", { tabindex: "-1" }, t("join_night.who"));
    this.#searching = element(
      "div",
      { class: "field" },
      element("label", { for: "name-search" }, t("join_night.search")),
      this.#search,
    );
    this.#root.append(
      element("p", { class: "lead-line" }, day(night.date)),
      heading,
      this.#searching,
      this.#names,
      this.#none,
      freshness.node,
      element(
        "details",
        {},
        element("summary", {}, t("join_night.table")),
        element("p", { class: "help" }, t("join_night.table.help")),
        element(
          "form",
          { class: "table-form", onsubmit: (event) => this.#joinTable(event) },
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

  #searching = null;

  /** Shows who can be chosen now. */
  show() {
    const here = this.#evening.night.entries.filter(({ left }) => !left);
    const wanted = plain(this.#search.value);
    const found = here
      .filter(({ name }) => plain(name).includes(wanted))
      .sort((one, other) => one.name.localeCompare(other.name));
    this.#searching.hidden = here.length <= MANY && !wanted;
    this.#none.textContent = found.length ? "" : t(here.length ? "join_night.none" : "join_night.nobody");
    // A list that is laid anew at every peg of the hall would take the focus from who is choosing.
    const shown = JSON.stringify(found.map(({ player_id: id, name }) => [id, name]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#names.replaceChildren(...found.map((entry) => this.#key(entry)));
  }

  #key({ player_id, name }) {
    const choose = () => this.#chosen({ player_id, name, table: null });
    return element("li", {}, element("button", { type: "button", class: "name-key", onclick: choose }, name));
  }

  #joinTable(event) {
    event.preventDefault();
    this.#chosen({ player_id: null, name: null, table: this.#table.valueAsNumber });
  }
}

// “Helene” finds Hélène.
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

const JOIN = "/api/v1/nights/join";

class JoinNight {
  constructor(root, code) {
    this.root = root;
    this.code = element("input", {
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
    this.notice = new Notice(() => this.again());
    this.on = element("p", { class: "lead-line" });
    this.already = element("p", { class: "already" });
    this.form = element(
      "form",
      { class: "code-form", onsubmit: (event) => this.submit(event) },
      element(
        "div",
        { class: "field" },
        element("label", { for: "code" }, t("join_night.code")),
        this.code,
        element("p", { class: "help", id: "code-help" }, t("join_night.code.help")),
      ),
      element("button", { class: "primary" }, t("join_night.find")),
    );
    this.room = element("div", { class: "picker-room" });
    root.append(this.on, this.already, this.form, this.notice.node, this.room);
    this.learnNight();
    this.learnPhone();
    if (code) this.find();
  }

  // With one night on, the day tells a player that this is the right place.
  async learnNight() {
    try {
      const { nights } = await send("GET", "/api/v1/nights");
      const on = nights.filter(({ status, date }) => status === "playing" || (status === "open" && date === today()));
      if (on.length === 1 && !this.picker)
        this.on.textContent = t("join_night.on", { day: day(on[0].date), time: hour(on[0].starts_at) });
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
  }

  async learnPhone() {
    const joined = await joinedNight();
    if (!joined || !isRecent(joined)) return;
    const whose = joined.name
      ? t("join_night.already", { name: joined.name })
      : t("join_night.already.table", { n: joined.table });
    this.already.append(whose, " ", element("a", { href: `#/card?id=${joined.id}` }, t("card.title")));
  }

  submit(event) {
    event.preventDefault();
    this.find();
  }

  again() {
    return this.wanted ? this.join(this.wanted) : this.find();
  }

  async find() {
    this.wanted = null;
    const found = await this.ask({ code: this.code.value.trim() });
    // The link on the wall sends the code by itself, and whoever taps meanwhile sends it once more.
    if (!found || this.gone || this.picker) return;
    this.on.textContent = "";
    this.form.hidden = true;
    this.picker = new PhonePicker(this.room, found.night_id, (wanted) => this.join(wanted));
  }

  /** @param {{player_id: string|null, name: string|null, table: number|null}} wanted for whom the phone joins */
  async join(wanted) {
    this.wanted = wanted;
    const { player_id: player, table } = wanted;
    const body = { code: this.code.value.trim(), ...(player ? { player_id: player } : { table }) };
    const joined = await this.ask(body);
    // Whoever tapped a wrong name and then their own is the one tapped last, whichever answer is first.
    if (!joined || this.gone || this.wanted !== wanted) return;
    try {
      await keepJoined({ id: joined.night_id, token: joined.token, ...wanted });
      if (this.gone || this.wanted !== wanted) return;
      location.hash = `#/card?id=${joined.night_id}`;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.notice.show(t("start.no_storage"), "refusal");
    }
  }

  // What was sent twice joins twice, and the phone keeps the answer that came.
  async ask(body) {
    this.notice.show(t("join_night.asking"));
    try {
      const answer = await send("POST", JOIN, { body });
      this.notice.show("");
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) this.notice.showOffline(new Date(), away(error));
      else if (error instanceof Refusal) this.notice.show(refusalWords(error), "refusal");
      else throw error;
      return null;
    }
  }

  close() {
    this.gone = true;
    this.picker?.close();
  }
}

function away({ wait }) {
  return wait > 0 ? t("join_night.wait", { n: wait }) : t("join_night.away");
}

function refusalWords(refusal) {
  const [pointer] = (refusal.problem.errors ?? []).map((error) => error.pointer);
  if (pointer === "/code") return t("join_night.wrong");
  if (pointer === "/player_id") return t("join_night.absent");
  return refusalText(refusal);
}

/** Where a phone joins a league night. State in the hash: `code`, as the link on the wall has it; not kept, since whoever comes back has another night's. */
export default {
  mount({ root, query }) {
    const view = new JoinNight(root, query.get("code") ?? "");
    return () => view.close();
  },
};
