/** @import { Joining } from "./joining.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";
import { codePicture, spaced } from "./joining.js";
import { fit, listForms } from "./names.js";

/** Somebody in the list, with the seat that they have; `table` is null for who waits for one, and left out before the draw. @typedef {{name: string, side?: number, table?: number|null}} Listed */

// The columns for at most so many people.
const LAYOUTS = [
  { people: 12, columns: 2, look: "largest" },
  { people: 24, columns: 2, look: "large" },
  { people: 39, columns: 3, look: "" },
  { people: 60, columns: 4, look: "dense" },
];

/** The most people on a page. */
export const PEOPLE = LAYOUTS[LAYOUTS.length - 1].people;

/** The list of who is here or where everybody sits, column by column, beside the code that phones join with. */
export class Roll {
  #list = element("ul", { class: "tv-list" });
  #join = element("aside", { class: "tv-join" });
  #shown = "";
  node = element("section", { class: "tv-roll" }, this.#list, this.#join);

  /** Shows people. @param {{people: Listed[], everybody: number, joining: Joining|null}} shown `everybody` counts those of all pages */
  show({ people, everybody, joining }) {
    // A list that stays the same is not measured again.
    const key = JSON.stringify([people, everybody, joining?.letters, joining?.address]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#showCode(joining);
    const layout = LAYOUTS.find((fitting) => everybody <= fitting.people) ?? LAYOUTS[LAYOUTS.length - 1];
    const rows = Math.ceil(people.length / layout.columns);
    this.#list.className = `tv-list ${layout.look}`;
    this.#list.style.setProperty("--rows", String(rows));
    this.#list.style.setProperty("--columns", String(layout.columns));
    const names = people.map(() => element("bdi", { class: "tv-name" }));
    this.#list.replaceChildren(...people.map((person, at) => line(person, names[at])));
    const forms = listForms(
      people.map(({ name }) => name),
      layout.look === "dense" && people.some(({ table }) => table !== undefined),
    );
    names.forEach((node, at) => fit(node, forms[at]));
  }

  /** @param {Joining|null} joining */
  #showCode(joining) {
    this.#join.hidden = !joining;
    if (!joining) return;
    const { letters, address, picture } = joining;
    this.#join.replaceChildren(
      element("div", { class: "tv-code" }, codePicture(picture, t("tv.code"))),
      element("p", { class: "tv-letters" }, spaced(letters)),
      element("p", { class: "tv-how" }, t("tv.scan")),
      element("p", { class: "tv-address" }, address),
    );
  }
}

/** @param {Listed} listed @param {HTMLElement} name */
function line({ side, table }, name) {
  if (table === undefined) return element("li", {}, name);
  const number = element("span", { class: "tv-number" }, table === null ? "–" : String(table));
  return element("li", {}, name, side === undefined ? null : mark(side), number);
}
