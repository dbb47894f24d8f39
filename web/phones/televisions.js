/** @import { NightSummary } from "pegout-api" */
import { session, signedIn } from "../club/session.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Loading } from "../ui/notice.js";
import { qrPicture } from "../ui/qr.js";
import { Displays } from "./displays.js";

/** @param {AbortSignal} signal @returns {Promise<string>} the address that a television can open; empty while there is no night */
async function readRoot(signal) {
  /** @type {{nights: NightSummary[]}} */
  const { nights } = await session.ask("GET", "/api/v1/nights", { signal });
  const night = nights.at(-1);
  if (!night) return "";
  // At localhost, the service's link to a night still has an address that others can open.
  const svg = await session.ask("GET", `/api/v1/nights/${night.id}/join.svg`, { signal });
  return new URL(".", qrPicture(svg, "").link).href;
}

/** The televisions of a private league, each with a link of its own. */
export default signedIn({
  mount({ root }) {
    /** @type {Displays|null} */
    let displays = null;
    const place = element("div", { class: "club", "data-skip": true, tabindex: "-1" });
    const loading = new Loading(readRoot, (address) => {
      displays = new Displays(() => address);
      place.append(displays.node);
    });
    place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      loading.node,
    );
    root.append(place);
    return () => {
      loading.close();
      displays?.close();
    };
  },
});
