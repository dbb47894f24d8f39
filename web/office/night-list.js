import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { dayAndHour } from "./calendar.js";
import { mayChange, nextStage, statusWords } from "./stages.js";

/** Nights one under the other, each leading to what it needs next. @param {object[]} nights @returns {HTMLElement} */
export function nightList(nights) {
  return element("ul", { class: "night-list" }, nights.map(line));
}

function line(night) {
  const { href } = nextStage(night);
  const when = dayAndHour(night);
  const change = element(
    "a",
    { href: `#/cancel?id=${night.id}`, "aria-label": t("club.change.of", { when }) },
    t("club.change"),
  );
  return element(
    "li",
    {},
    element("a", { class: "night", href }, element("strong", {}, when), element("span", {}, statusWords(night))),
    // A cancelled night's own link leads there.
    mayChange(night) && night.status !== "cancelled" ? change : null,
  );
}
