import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { dayAndHour } from "./calendar.js";
import { mayChange, nextStage, otherStages, statusWords } from "./stages.js";

/** The night of today: how it stands, and the views of it, the one that is needed next in front. @param {object} night @returns {HTMLElement} */
export function tonight(night) {
  const next = nextStage(night);
  const change = { href: `#/cancel?id=${night.id}`, words: t("club.change") };
  const others = [...otherStages(night), ...(mayChange(night) && night.status !== "cancelled" ? [change] : [])];
  return element(
    "section",
    { class: "on-now" },
    element("h2", {}, dayAndHour(night)),
    element("p", {}, statusWords(night)),
    element("a", { class: "primary", href: next.href }, next.words),
    element(
      "ul",
      { class: "stages" },
      others.map(({ href, words }) => element("li", {}, element("a", { href }, words))),
    ),
  );
}
