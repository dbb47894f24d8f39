/** @import { Attendee } from "./attendees.js" */
import { alikeKey } from "../lib/alike-key.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";
import { isHere } from "./attendees.js";

/** The part of the players that is shown. @typedef {"all"|"away"|"owing"} Part */

/** @type {Record<Part, (attendee: Attendee) => boolean>} */
const PARTS = {
  all: () => true,
  away: ({ entry }) => !isHere(entry),
  owing: ({ entry }) => entry !== null && !entry.paid,
};
const ALL = /** @type {Part[]} */ (Object.keys(PARTS));

/** The search and the choice above the check-in: a name, or a part of the players. */
export class AttendanceFilter {
  #onChange;
  /** @type {Part} */
  #part = "all";
  // Whoever was shown stays, so that no other row comes under the finger.
  /** @type {Set<string>} */
  #kept = new Set();
  #scroll = 0;
  #search = element("input", {
    id: "seek",
    type: "search",
    autocomplete: "off",
    placeholder: t("check_in.seek"),
    "aria-label": t("check_in.seek"),
    oninput: () => this.#seek(),
    onfocus: () => this.#search.select(),
  });
  #choice = choice(
    t("check_in.show"),
    ALL.map((value) => ({ value, label: t(`check_in.show.${value}`, { n: 0 }) })),
    this.#part,
    (value) => this.#choose(/** @type {Part} */ (value)),
  );

  /** The name that is searched for. */
  query = "";

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    this.node = element("search", { class: "attendance-filter" }, this.#search, this.#choice);
  }

  /** Returns those to show. A search is among all. @param {Attendee[]} attendees @returns {Attendee[]} */
  pick(attendees) {
    const texts = this.#choice.querySelectorAll("span");
    ALL.forEach((part, at) => {
      const n = attendees.filter((attendee) => isListed(attendee) && PARTS[part](attendee)).length;
      texts[at].textContent = t(`check_in.show.${part}`, { n });
    });
    const key = alikeKey(this.query);
    if (key) return attendees.filter(({ name }) => alikeKey(name).includes(key));
    const picked = attendees.filter((attendee) => this.#kept.has(attendee.id) || PARTS[this.#part](attendee));
    this.#kept = new Set(this.#part === "all" ? [] : picked.map(({ id }) => id));
    return picked;
  }

  /** @param {Part} part */
  #choose(part) {
    this.#part = part;
    this.#kept.clear();
    this.#onChange();
  }

  #seek() {
    const before = this.query;
    if (!before) this.#scroll = scrollY;
    this.query = this.#search.value.trim();
    this.#onChange();
    // The list is back where the search left it.
    if (before && !this.query) scrollTo(0, this.#scroll);
  }
}

// Somebody who may come as a guest is not missed.
/** @param {Attendee} attendee */
function isListed({ entry, isMember }) {
  return entry !== null || isMember;
}
