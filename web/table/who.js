import { publicNames } from "../game/names.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";

/** The question which side this phone belongs to, asked once when it joins: a key a side, with the names. */
export class WhoAreYou {
  #keys = element("div", { class: "who-keys" });
  #onChoose;

  node = element(
    "dialog",
    { class: "sheet who", "aria-labelledby": "who-title" },
    element("h2", { id: "who-title" }, t("who.title")),
    element("p", { class: "help" }, t("who.why")),
    this.#keys,
    element("button", { type: "button", class: "quiet", onclick: () => this.#choose(null) }, t("who.none")),
  );

  /** @param {(side: number|null) => void} onChoose called with null by somebody who only looks on, or keeps score for both */
  constructor(onChoose) {
    this.#onChoose = onChoose;
  }

  /** Asks. @param {{name: string, players: string[], named?: boolean, score: number}[]} sides @param {number} crib the side that has the crib */
  open(sides, crib) {
    const names = publicNames(sides);
    this.#keys.replaceChildren(
      ...sides.map(({ score }, side) => {
        const note = t(side === crib ? "who.side.crib" : "app.points", { n: score });
        return element(
          "button",
          { type: "button", class: `who-key of-${side}`, onclick: () => this.#choose(side) },
          element("span", { class: "tile-name" }, mark(side), element("bdi", {}, names[side])),
          element("span", {}, note),
        );
      }),
    );
    if (!this.node.open) this.node.showModal();
  }

  /** @param {number|null} side */
  #choose(side) {
    this.node.close();
    this.#onChoose(side);
  }
}
