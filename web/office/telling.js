import { element } from "../app/element.js";
import { list, t } from "../app/i18n.js";
import { dayAndHour } from "./calendar.js";

/**
 * Whom to tell that a night is cancelled: numbers to call, and one e-mail to all.
 * @param {object} night the Night with `phones` and `mailto` @param {string} league the league's name @param {object[]} players everybody on the list
 * @returns {HTMLElement}
 */
export function telling({ phones, mailto, ...night }, league, players) {
  const silent = players.filter(({ active_member: member, phone, email }) => member && !phone && !email);
  return element(
    "section",
    { class: "telling" },
    element("h2", {}, t("cancel.email")),
    mailto ? email(mailto, night, league) : element("p", {}, t("cancel.email.none")),
    element("h2", {}, t("cancel.phones")),
    element("p", { class: "help" }, t(phones.length > 0 ? "cancel.phones.who" : "cancel.phones.none")),
    element(
      "ul",
      { class: "people" },
      phones.map(({ name, phone }) =>
        element("li", {}, element("strong", {}, name), element("a", { class: "link", href: dial(phone) }, phone)),
      ),
    ),
    silent.length > 0 ? element("p", {}, t("cancel.silent", { names: list(silent.map(({ name }) => name)) })) : null,
  );
}

// The service knows the addresses; the words are in the language of whoever sends them.
function email(mailto, night, league) {
  const [to] = mailto.split("&subject=");
  const addresses = new URL(to).searchParams.get("bcc").split(",").join(", ");
  const words = { league, when: dayAndHour(night), reason: night.cancelled };
  const written = [t("cancel.subject", words), t("cancel.body", words)].map(encodeURIComponent);
  const shown = element("textarea", { readonly: true, rows: 3, "aria-label": t("cancel.addresses") }, addresses);
  shown.addEventListener("focus", () => shown.select());
  return element(
    "div",
    { class: "form" },
    element("p", { class: "help" }, t("cancel.email.how")),
    element(
      "p",
      {},
      element("a", { class: "primary", href: `${to}&subject=${written[0]}&body=${written[1]}` }, t("cancel.email.key")),
    ),
    element("details", {}, element("summary", {}, t("cancel.addresses")), shown),
  );
}

function dial(phone) {
  const [number, extension] = phone.split("x");
  return `tel:${number.replaceAll(/[^+\d]/g, "")}${extension ? `;ext=${extension.trim()}` : ""}`;
}
