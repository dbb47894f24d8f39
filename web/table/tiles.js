/** @import { LocalGame } from "../game/rules.js" */
import { dealingSide } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon, mark } from "../ui/controls.js";

/** The names of a side for its tile: whole, of its players one a line, and shortened step by step. @typedef {{whole: string, lines: string[], shorter: string[]}} TileName */

const SIZES = ["tight", "tighter"];

/** The scores in large, one tile a side: its points, those to go, and the crib. A tile is a key to the table's settings. */
export class Tiles {
  #tiles;
  #order;

  /** @param {number[]} order the sides from left to right @param {(side: number) => void} onTap */
  constructor(order, onTap) {
    this.#order = order;
    this.#tiles = order.map((side) => {
      const name = element("bdi", { class: "side-name" });
      const points = element("span", { class: "tile-points" });
      const score = element("span", { class: "score" }, "0");
      const cribWord = element("span", {});
      const crib = element("span", { class: "crib" }, cribWord);
      const left = element("span", { class: "to-go" });
      const games = element("span", { class: "games" });
      const node = element(
        "button",
        { type: "button", class: `tile of-${side}`, onclick: () => onTap(side) },
        element("span", { class: "tile-name" }, mark(side), name),
        points,
      );
      points.append(score, element("span", { class: "tile-notes" }, crib, games, left));
      return { node, name, points, score, crib, cribWord, left, games };
    });
    this.node = element(
      "section",
      { class: "tiles", "aria-label": t("table.top") },
      this.#tiles.map(({ node }) => node),
    );
    this.#resized = new ResizeObserver(() => this.#fit());
    this.#resized.observe(this.node);
  }

  #resized;
  /** @type {TileName[]} */
  #names = [];

  /** Ends it, when the view goes. */
  close() {
    this.#resized.disconnect();
  }

  /** Returns the tile of a side. @param {number} side @returns {HTMLElement} */
  tile(side) {
    return this.#tiles[this.#order.indexOf(side)].node;
  }

  /** Shows a game. @param {LocalGame} game @param {TileName[]} names by side @param {number[]} match the games that each side has won; empty for a game without a match */
  show(game, names, match) {
    const { sides, rules, status, first_dealer_known: isDealerKnown } = game;
    const dealing = dealingSide(game);
    const hasGames = match.some((games) => games > 0);
    const isRenamed = JSON.stringify(names) !== JSON.stringify(this.#names);
    this.#names = names;
    this.#tiles.forEach((tile, at) => {
      const side = this.#order[at];
      const { score } = sides[side];
      const hasCrib = side === dealing && status === "playing" && isDealerKnown !== false;
      const left = leftText(game, side);
      const tally = hasGames
        ? t(rules.match_to ? "table.match.to" : "table.match", { n: match[side], to: rules.match_to })
        : "";
      tile.score.textContent = String(score);
      tile.left.textContent = left;
      tile.games.textContent = tally;
      tile.crib.hidden = !hasCrib;
      // Where there is no crib, the sign of who deals is the pack.
      tile.crib.replaceChildren(icon(rules.no_discard ? "cards" : "crib"), tile.cribWord);
      tile.cribWord.textContent = t(rules.no_discard ? "table.deals" : "for.crib");
      const words = [
        names[side].whole,
        score,
        left,
        hasCrib ? t(rules.no_discard ? "table.deals" : "table.has_crib") : "",
        tally,
      ];
      tile.node.setAttribute("aria-label", words.filter((word) => word !== "").join(", "));
    });
    if (isRenamed) this.#fitNames();
    this.#fitScores();
  }

  #fit() {
    this.#fitNames();
    this.#fitScores();
  }

  // All scores have the size that fits the narrowest place.
  #fitScores() {
    for (const look of ["", "tight", "tighter"]) {
      for (const { node } of this.#tiles) for (const each of SIZES) node.classList.toggle(each, each === look);
      if (this.#tiles.every(hasRoom)) return;
    }
  }

  // The longest form of each name that fits its tile: partners one a line where there is room, else shortened.
  #fitNames() {
    const isTight = matchMedia("(max-height: 29.99em)").matches;
    this.#tiles.forEach(({ name }, at) => {
      const { lines, shorter } = this.#names[this.#order[at]] ?? { lines: [], shorter: [] };
      name.classList.toggle("lines", lines.length > 1 && !isTight);
      if (lines.length > 1 && !isTight) return name.replaceChildren(...lines.map((line) => element("span", {}, line)));
      for (const form of shorter) {
        name.textContent = form;
        if (name.scrollWidth <= name.clientWidth) return;
      }
    });
  }
}

// In lowball whoever is out has lost.
/** @param {LocalGame} game @param {number} side */
function leftText({ sides, rules, winner, winners = [winner ?? 0], status }, side) {
  const n = rules.target - sides[side].score;
  const hasWon = status === "finished" && winners.includes(side);
  if (!rules.lowball) return hasWon ? t("table.won") : t("table.to_go", { n });
  if (hasWon) return t("table.won.lowball");
  return n === 0 ? t("table.lost") : t("table.left", { n });
}

/** @param {{points: HTMLElement, score: HTMLElement, crib: HTMLElement}} tile */
function hasRoom({ points, score, crib }) {
  const [one, other] = [score, crib].map((node) => node.getBoundingClientRect());
  const isApart = crib.hidden || one.right <= other.left || one.bottom <= other.top || other.bottom <= one.top;
  return points.scrollWidth <= points.clientWidth && isApart;
}
