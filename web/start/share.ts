import { type SavedGame, savedGames } from "../game/saved-games.ts";
import { send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { ROOT } from "../lib/root.ts";
import type { View } from "../lib/router.ts";
import { rulesInForce, rulesText } from "../rules/rules-in-force.ts";
import { choice, copyFrom, qrPicture } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";

// The one link lets its reader keep the score, the other only look.
const KEEP = "keep";
const WATCH = "watch";

class Share {
  #id;
  #token;
  #isKeeping;
  /** Counts what was drawn, so that a late code is not shown for the other link. */
  #drawn = 0;
  #notice = new Notice(() => this.#draw());
  #how = element("p", { class: "share-how" });
  #warning = element("p", { class: "help" });
  #code = element("div", { class: "code" });
  #input = element("input", {
    readonly: true,
    "aria-label": t("join.link"),
    onfocus: () => this.#input.select(),
  });

  constructor(root: HTMLElement, { id, token, game }: SavedGame) {
    this.#id = id;
    this.#token = token;
    this.#isKeeping = token !== null;
    const canSend = typeof navigator.share === "function";
    root.append(
      ...(token ? [this.#makeChoice()] : []),
      this.#how,
      this.#code,
      element(
        "div",
        { class: "link-row" },
        this.#input,
        key("primary", t("join.copy"), () => this.#copy()),
        canSend ? key("quiet", t("join.share"), () => this.#share()) : null,
      ),
      this.#notice.node,
      this.#warning,
      element("p", { class: "share-rules" }, rulesText(game.rules)),
      element(
        "details",
        { class: "rules-line" },
        element("summary", {}, t("rules.in_force")),
        rulesInForce(game.rules),
      ),
    );
    this.#show();
  }

  get #link() {
    return `${ROOT}#/table?id=${this.#id}${this.#isKeeping ? `&token=${this.#token}` : ""}`;
  }

  #makeChoice() {
    const answers = [KEEP, WATCH].map((value) => ({ value, label: t(`join.${value}`) }));
    return choice(t("join.which"), answers, KEEP, (value) => {
      this.#isKeeping = value === KEEP;
      this.#show();
    });
  }

  #show() {
    this.#how.textContent = t(this.#isKeeping ? "join.how" : "join.how.look");
    this.#warning.textContent = this.#isKeeping ? t("join.warning") : "";
    this.#input.value = this.#link;
    this.#draw();
  }

  async #draw() {
    const drawn = (this.#drawn += 1);
    this.#notice.show("");
    this.#code.replaceChildren();
    try {
      const svg = await send("POST", "/api/v1/qr", { body: { text: this.#link } });
      if (drawn !== this.#drawn) return;
      this.#code.replaceChildren(qrPicture(svg, t("join.code")).picture);
    } catch {
      if (drawn === this.#drawn) this.#notice.showOffline(new Date(), t("join.away"));
    }
  }

  async #copy() {
    try {
      await copyFrom(this.#input);
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

function key(look: "primary" | "quiet", label: string, onTap: () => void) {
  return element("button", { type: "button", class: look, onclick: onTap }, label);
}

/**
 * The links to a table for another phone, to keep the score or to look on, also as a QR code. State in the hash: `id`.
 */
export default {
  mount({ root, query }) {
    const saved = savedGames.get(query.get("id") ?? "");
    if (saved) new Share(root, saved);
    else root.append(element("p", { class: "help" }, t("table.missing")));
  },
} satisfies View;
