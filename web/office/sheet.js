import { element } from "../app/element.js";
import { t } from "../app/i18n.js";

/**
 * Asks something in a sheet over the view.
 * @param {string} title what is asked @param {Array<Node|string|null>} words what must be known first; a string is a sentence, null is left out
 * @param {string} yes what the key says that does it
 * @returns {Promise<boolean>} whether that key was tapped
 */
export function sheet(title, words, yes) {
  const heading = element("h2", { id: "sheet-title", tabindex: "-1" }, title);
  const parts = words.map((part) => (typeof part === "string" ? element("p", {}, part) : part));
  const form = element(
    "form",
    { method: "dialog" },
    heading,
    parts,
    element(
      "div",
      { class: "sheet-keys" },
      element("button", { class: "primary", value: "yes" }, yes),
      element("button", { class: "quiet", value: "", formnovalidate: true }, t("sheet.no")),
    ),
  );
  const dialog = element("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, form);
  // A sheet of a view that goes away goes with it.
  addEventListener("hashchange", () => dialog.close(), { once: true });
  document.getElementById("main").append(dialog);
  dialog.showModal();
  heading.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
