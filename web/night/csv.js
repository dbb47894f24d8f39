/** @import { Send } from "./seen.js" */
import { Refusal, Unreachable } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { saveCsv } from "../ui/file.js";

/**
 * Makes a link to standings as a file. With a token the page fetches the file, which then has what its owner may see.
 * @param {string} path the file's @param {{ask: Send, token: string|null}} reader whoever looks
 * @param {string|null} [look] its class
 * @returns {HTMLElement}
 */
export function csvLink(path, reader, look = null) {
  const save = async (/** @type {Event} */ event) => {
    if (reader.token === null) return;
    event.preventDefault();
    try {
      saveCsv(t("standings.file"), await reader.ask("GET", path, {}));
      link.textContent = t("standings.csv");
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      link.textContent = t("standings.csv.away");
    }
  };
  const link = element("a", { href: path, download: "", class: look, onclick: save }, t("standings.csv"));
  return link;
}
