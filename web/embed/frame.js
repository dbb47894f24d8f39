import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";

/** The heading of the page, the state of the connection, and the way to the whole. */
export class Frame {
  #league = element("p", { class: "league" });
  #title = element("h1", {}, t("embed.coming"));
  #words = "";
  #state = element("p", { class: "state", role: "status" });
  #more = element("p", { class: "more" });
  /** @type {Date|null} */
  #since = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    root.replaceChildren(this.#league, this.#title, this.#state, this.#more);
  }

  /** Puts what is shown between the heading and the foot. @param {HTMLElement} node */
  fill(node) {
    this.#more.before(node);
  }

  /** Names the league. @param {string} name */
  name(name) {
    this.#league.textContent = name;
  }

  /** Shows what this is, and how it stands. @param {string} title @param {string} words */
  show(title, words) {
    this.#title.textContent = title;
    document.title = title;
    this.#words = words;
    this.#showState();
  }

  /** Says whether what is shown is the newest. @param {boolean} isConnected */
  setConnected(isConnected) {
    this.#since = isConnected ? null : (this.#since ?? new Date());
    this.#showState();
  }

  /** Links to the whole in a window of its own. @param {string} href @param {string} key its words */
  link(href, key) {
    this.#more.replaceChildren(element("a", { href, target: "_blank", rel: "noopener" }, t(key)));
  }

  /** Shows nothing more than this sentence. @param {string} sentence */
  end(sentence) {
    this.root.replaceChildren(element("h1", {}, "Pegout"), element("p", {}, sentence));
  }

  #showState() {
    const words = this.#since ? t("embed.stale", { time: clock(this.#since) }) : this.#words;
    // Said once, not with each score.
    if (this.#state.textContent !== words) this.#state.textContent = words;
    this.#state.classList.toggle("stale", Boolean(this.#since));
  }
}

/**
 * Makes a table of standings: place, name, and numbers.
 * @param {string[]} heads the keys of the numbers' headings
 * @param {{place: number|null, name: string, numbers: string[]}[]} rows
 * @returns {HTMLTableElement}
 */
export function standingsTable(heads, rows) {
  const head = (/** @type {string} */ key, look = "number") => element("th", { scope: "col", class: look }, t(key));
  return element(
    "table",
    {},
    element("caption", {}, t("embed.standings")),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        head("embed.place"),
        head("embed.player", ""),
        heads.map((key) => head(key)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map(({ place, name, numbers }) =>
        element(
          "tr",
          {},
          element("td", { class: "number" }, place === null ? "–" : String(place)),
          element("th", { scope: "row" }, element("bdi", {}, name)),
          numbers.map((number) => element("td", { class: "number" }, number)),
        ),
      ),
    ),
  );
}
