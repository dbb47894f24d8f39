/** @import { NightStore } from "./night-store.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";
import { Notice } from "../ui/notice.js";

/**
 * Shows a night in a view: a notice until the night is loaded, then what the view builds.
 * @param {HTMLElement} root the view's parent
 * @param {NightStore} store the night
 * @param {{build: (freshness: HTMLElement) => void, show: () => void}} view `build` is called once, with the line that
 *   says since when the night is not up to date; `show` then and at every change
 */
export function showNight(root, store, view) {
  const loading = new Notice(() => store.retry());
  const arrival = element("div", { class: "arrival" }, loading.node);
  const freshness = new Notice(() => store.retry());
  freshness.node.classList.add("freshness");
  let isBuilt = false;
  const show = () => {
    if (!store.night) return showLoading(loading, store);
    if (!isBuilt) {
      isBuilt = true;
      arrival.remove();
      view.build(freshness.node);
    }
    showFreshness(freshness, store);
    view.show();
  };
  store.addEventListener("change", show);
  root.append(arrival);
  show();
}

/** @param {Notice} notice @param {NightStore} store */
function showLoading(notice, { isMissing, since }) {
  if (isMissing) notice.show(t("night.missing"), "refusal");
  else if (since) notice.showOffline(since, t("night.away"));
  else notice.show(t("night.coming"));
}

/** @param {Notice} notice @param {NightStore} store */
function showFreshness(notice, { isMissing, since }) {
  if (isMissing) notice.show(t("night.missing"), "refusal");
  else if (since) notice.showOffline(since, t("night.stale", { time: clock(since) }));
  else notice.show("");
}
