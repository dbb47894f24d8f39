/** @import { League } from "pegout-api" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** A link to the club's own page, in an item of a list; null where the league has none. @param {Pick<League, "name"|"address">} league @returns {HTMLElement|null} */
export function clubLink({ name, address }) {
  if (!address) return null;
  const link = { href: address, target: "_blank", rel: "noopener", "aria-label": t("club_page.of", { name }) };
  return element("a", link, t("club_page"));
}
