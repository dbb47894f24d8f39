import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { mark } from "./mark.js";

/** The scores in large, with what is still to go; read aloud, politely, when they change. */
export class Scores {
  #tiles;
  #heard = element("p", { class: "unseen", role: "status" });

  /** @param {{name: string}[]} sides */
  constructor(sides) {
    this.#tiles = sides.map(({ name }, side) => {
      const score = element("span", { class: "score" }, "0");
      const left = element("span", {});
      const games = element("span", { class: "games" });
      const node = element(
        "li",
        { class: `tile of-${side}` },
        element("span", { class: "side-name" }, mark(side), element("span", {}, name)),
        score,
        element("span", { class: "to-go" }, left, " ", games),
      );
      return { node, score, left, games };
    });
    this.node = element(
      "div",
      {},
      element(
        "ul",
        { class: "scores" },
        this.#tiles.map(({ node }) => node),
      ),
      this.#heard,
    );
  }

  /** Shows a Game. @param {object} game */
  show({ sides, rules, winner, match }) {
    const later = match.some((games) => games > 0);
    sides.forEach(({ score }, side) => {
      const tile = this.#tiles[side];
      tile.games.textContent = later ? t("table.match", { n: match[side] }) : "";
      tile.score.textContent = String(score);
      tile.left.textContent = side === winner ? t("table.won") : t("table.to_go", { n: rules.target - score });
    });
    const words = sides.map(({ name, score }) => `${name} ${score}`).join(", ");
    if (this.#heard.textContent !== words) this.#heard.textContent = words;
  }
}
