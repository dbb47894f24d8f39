/** @import { SideName } from "../game/names.js" */
/** @import { PegChange } from "../game/peg-changes.js" */
/** @import { LocalGame } from "../game/rules.js" */
import { dealingSide } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon, mark } from "../ui/controls.js";

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
      const asked = element("span", { class: "asked-points", "aria-hidden": "true", hidden: true });
      const games = element("span", { class: "games" });
      const node = element(
        "button",
        { type: "button", class: `tile of-${side}`, onclick: () => onTap(side) },
        element("span", { class: "tile-name" }, mark(side), name),
        " ",
        points,
        asked,
      );
      points.append(score, " ", element("span", { class: "tile-notes" }, crib, " ", games, " ", left));
      return { node, name, points, score, crib, cribWord, left, games, asked, words: "" };
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
  /** @type {SideName[]} */
  #names = [];

  /** Ends it, when the view goes. */
  close() {
    this.#resized.disconnect();
  }

  /** Returns the tile of a side. @param {number} side @returns {HTMLElement} */
  tile(side) {
    return this.#tiles[this.#order.indexOf(side)].node;
  }

  /** Shows the change that waits for an answer, hollow; null for none. @param {PegChange|null} change */
  showAsked(change) {
    this.#tiles.forEach(({ asked }, at) => {
      asked.hidden = this.#order[at] !== change?.peg.side;
      asked.dataset.points = change ? `+${change.peg.points}` : "";
    });
  }

  /** Shows a game. @param {LocalGame} game @param {SideName[]} names by side @param {number[]} match the games that each side has won; empty for a game without a match */
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
      const crib = hasCrib ? tile.cribWord.textContent : "";
      // With three tiles the crib shows its sign alone.
      const words = names.length > 2 ? [score, tally, left, crib] : [score, crib, tally, left];
      tile.words = words.filter((word) => word !== "").join(" ");
    });
    if (isRenamed) this.#fitNames();
    this.#fitScores();
    this.#label();
  }

  #fit() {
    this.#fitNames();
    this.#fitScores();
    this.#label();
  }

  // The name of a key begins with its visible words: voice control finds the key by them.
  #label() {
    this.#tiles.forEach(({ node, name, words }, at) => {
      const { whole, lines } = this.#names[this.#order[at]] ?? { whole: "", lines: [] };
      const shown = name.classList.contains("lines") ? lines.join(" ") : name.textContent;
      node.setAttribute("aria-label", [`${shown} ${words}`, ...(shown === whole ? [] : [whole])].join(", "));
    });
  }

  // All scores have the size that fits the narrowest place.
  #fitScores() {
    for (const look of ["", "tight", "tighter"]) {
      for (const { node } of this.#tiles) for (const each of SIZES) node.classList.toggle(each, each === look);
      if (this.#tiles.every(hasRoom)) return;
    }
  }

  // The longest form of each name that fits its tile. The names of partners share a line. If a name is too long for that, every
  // tile has a line for each partner. A low screen has shortened names instead.
  #fitNames() {
    const tiles = this.#tiles.map(({ name }, at) => ({ name, forms: this.#names[this.#order[at]] }));
    if (tiles.some(({ forms }) => !forms)) return;
    const fits = (/** @type {HTMLElement} */ name) => name.scrollWidth <= name.clientWidth;
    for (const { name, forms } of tiles) {
      name.classList.remove("lines");
      name.textContent = forms.whole;
    }
    const isTight = matchMedia("(max-height: 29.99em)").matches;
    const hasLines = !isTight && tiles.some(({ name, forms }) => forms.lines.length > 1 && !fits(name));
    for (const { name, forms } of tiles) {
      const { lines, shorter } = forms;
      if (hasLines && lines.length > 1) {
        name.classList.add("lines");
        name.replaceChildren(...lines.map((line) => element("span", {}, line)));
        continue;
      }
      for (const form of shorter) {
        name.textContent = form;
        if (fits(name)) break;
      }
    }
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
