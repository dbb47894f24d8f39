import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { day } from "./date.js";
import { Evening } from "./evening.js";

// With more names than these, a search is quicker than looking.
const MANY = 12;
const TABLES = 200;

/** For whom a phone joins a night: one of those who are checked in, or a table. Names come as they are checked in. */
export class PhonePicker {
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
    this.#evening = new Evening(root, night, this);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#evening.close();
  }

  /** Lays it out. @param {Evening} evening */
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
