/** @import { View } from "../lib/router.js" */
/** @import { SavedGame } from "./saved-games.js" */
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Notice } from "../ui/notice.js";
import { savedGames } from "./saved-games.js";

class Share {
  #link;
  #notice = new Notice(() => this.#draw());
  #code = element("div", { class: "code" });
  #input;

  /** @param {HTMLElement} root @param {SavedGame} saved */
  constructor(root, { id, token }) {
    this.#link = `${location.origin}/#/table?id=${id}${token ? `&token=${token}` : ""}`;
    this.#input = element("input", {
      readonly: true,
      value: this.#link,
      "aria-label": t("join.link"),
      onfocus: () => this.#input.select(),
    });
    const share = typeof navigator.share === "function" ? key(t("join.share"), () => this.#share()) : null;
    root.append(
      element("p", { class: "way-back" }, element("a", { href: `#/table?id=${id}` }, t("history.back"))),
      element("p", {}, t(token ? "join.how" : "join.how.look")),
      this.#code,
      this.#notice.node,
      element(
        "div",
        { class: "link-row" },
        this.#input,
        key(t("join.copy"), () => this.#copy()),
        share,
      ),
      ...(token ? [element("p", { class: "help" }, t("join.warning"))] : []),
    );
    this.#draw();
  }

  async #draw() {
    this.#notice.show("");
    try {
      const svg = await send("POST", "/api/v1/qr", { body: { text: this.#link } });
      const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", t("join.code"));
      this.#code.replaceChildren(document.importNode(drawn, true));
    } catch {
      this.#notice.showOffline(new Date(), t("join.away"));
    }
  }

  // Over plain http there is no clipboard, and only the older command works.
  async #copy() {
    this.#input.select();
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(this.#link);
      else document.execCommand("copy");
      this.#notice.show(t("join.copied"));
    } catch {
      this.#notice.show(t("join.copy.yourself"), "refusal");
    }
  }

  async #share() {
    try {
      await navigator.share({ url: this.#link });
    } catch {
      // Whoever closes the sheet of the phone has changed their mind.
    }
  }
}

/** @param {string} label @param {() => void} onTap */
function key(label, onTap) {
  return element("button", { type: "button", class: "quiet", onclick: onTap }, label);
}

/** The link to a table for another phone, also as a QR code. State in the hash: `id`. @type {View} */
export default {
  mount({ root, query }) {
    const saved = savedGames.get(query.get("id") ?? "");
    if (saved) new Share(root, saved);
    else root.append(element("p", { class: "help" }, t("table.missing")));
  },
};
