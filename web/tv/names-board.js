import { element } from "../app/element.js";
import { paged } from "./pages.js";

const MOST = 30;

/** A page with a sentence in large. @param {string} words @returns {HTMLElement} */
export function wordsPage(words) {
  return element("p", { class: "tv-words" }, words);
}

/** Who is here, before the draw. @param {{name: string}[]} entries @param {string} when the draw comes @param {string} count how many are here @returns {HTMLElement[]} pages */
export function namesPages(entries, when, count) {
  const sorted = [...entries].sort((one, other) => one.name.localeCompare(other.name));
  return paged(sorted, MOST).map((page) =>
    element(
      "section",
      { class: "tv-here" },
      element("p", { class: "tv-when" }, when, " · ", count),
      element(
        "ul",
        {},
        page.map(({ name }) => element("li", {}, name)),
      ),
    ),
  );
}
