import { element } from "../app/element.js";
import { t } from "../app/i18n.js";

/**
 * Asks before something that cannot be undone.
 * @param {HTMLElement} place where the dialog stands
 * @param {{title: string, words: string, key: string}} asked what is asked, what then happens, and the words on the key that does it
 * @returns {Promise<boolean>} whether it is to be done
 */
export function confirmed(place, { title, words, key }) {
  const heading = element("h2", { id: "confirmation", tabindex: "-1" }, title);
  const answer = (value, look, words) => element("button", { value, class: look }, words);
  const dialog = element(
    "dialog",
    { class: "slip", "aria-labelledby": heading.id },
    element(
      "form",
      { method: "dialog", class: "form" },
      heading,
      element("p", {}, words),
      element("div", { class: "form-keys" }, answer("yes", "primary", key), answer("", "quiet", t("club.leave"))),
    ),
  );
  place.append(dialog);
  dialog.showModal();
  // Neither answer is the one that a hasty Enter gives.
  heading.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
