import { Refusal, send, Unreachable } from "../app/api.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";

/** What stands above a page on paper: the league's name, and what it is. @param {string} words what it is @returns {HTMLElement} */
export function printHead(words) {
  const name = element("strong");
  nameLeague(name);
  return element("p", { class: "print-head" }, name, " ", words);
}

async function nameLeague(node) {
  try {
    node.textContent = (await send("GET", "/api/v1/league")).name;
  } catch (error) {
    // The page says what it is without the name too.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

/** The key that prints what the view shows. @returns {HTMLElement} */
export function printKey() {
  return element("button", { type: "button", class: "quiet print-key", onclick: () => print() }, t("print.key"));
}
