import type { PegChange } from "../game/changes.ts";
import { isGreat } from "../game/labels.ts";
import type { LocalGame } from "../game/local-game.ts";
import type { SideName } from "../game/names.ts";
import { dealingSide } from "../game/seats.ts";
import { buzz } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { has, t } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";
import { icon, mark } from "../ui/controls.ts";
import { isStill } from "../ui/pegs.ts";

const PLACE = ownName("pegout.place");

/** Returns the place of this phone's own side on the screen. */
export function ownPlace(): "left" | "right" {
  try {
    return localStorage.getItem(PLACE) === "right" ? "right" : "left";
  } catch {
    return "left";
  }
}

/** Remembers the place of this phone's own side, where that is allowed. */
export function setOwnPlace(place: "left" | "right") {
  try {
    localStorage.setItem(PLACE, place);
  } catch {
    // The own side stays on the left.
  }
}

/** Returns the sides from left to right: this phone's own first, then clockwise. */
export function sideOrder(count: number, own: number | null | undefined): number[] {
  const order = Array.from({ length: count }, (_, at) => ((own ?? 0) + at) % count);
  return ownPlace() === "right" && own !== null && own !== undefined ? [...order.slice(1), order[0]] : order;
}

const RISE = { duration: 240, easing: "ease-out" };
// The time in milliseconds that the pill is shown. A tap adds to a peg for the same time.
const SHOWN = 2000;
const SINK = { duration: 160, easing: "ease-in" };

/** The “+8” that rises from a key to the tile of its side, stays while taps add to it, and sinks into the score. */
export class Pill {
  #node: HTMLElement | null = null;
  #sinking: ReturnType<typeof setTimeout> | undefined;

  /** Lets it rise, and sink a while later. @param from the key, or the line that names another phone */
  rise(text: string, tile: Element, from: Element | null = null) {
    this.#node?.remove();
    const node = element("span", { class: "pill", "aria-hidden": "true", "data-points": text });
    tile.append(node);
    this.#node = node;
    const start = from?.getBoundingClientRect();
    const end = node.getBoundingClientRect();
    const flies = start && !isStill();
    const x = flies ? start.left + start.width / 2 - end.left - end.width / 2 : 0;
    const y = flies ? start.top - end.top : 0;
    node.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      RISE,
    );
    this.#stay();
  }

  /** Changes its text, or lets another rise if it was on another tile. */
  change(text: string, tile: Element) {
    if (this.#node?.parentNode !== tile) return this.rise(text, tile);
    this.#node.dataset.points = text;
    this.#stay();
  }

  #stay() {
    clearTimeout(this.#sinking);
    this.#sinking = setTimeout(() => this.sink(), SHOWN);
  }

  /** Lets the pill sink, if it is there. */
  async sink() {
    const node = this.#node;
    this.#node = null;
    if (!node) return;
    await node.animate([{ opacity: 1 }, { opacity: 0, transform: "translate(-16px, 20px)" }], SINK).finished;
    node.remove();
  }
}

/** A moment that everybody at the table feels. */
type Moment = "great" | "perfect" | "crash" | "out" | "skunk";

// Milliseconds that the phone vibrates and rests, in turn.
const BUZZ = {
  great: [40, 60, 40],
  perfect: [40, 60, 40, 60, 140],
  crash: [120],
  out: [60, 60, 160],
  skunk: [60, 60, 60, 60, 200],
};
const GLOW = { boxShadow: ["0 0 0 4px var(--fill)", "0 0 0 4px transparent"] };
const GROWTH = { transform: ["none", "scale(1.05)", "none"] };
const SHAKE = { transform: ["none", "translateX(-5px)", "translateX(5px)", "none"] };
// Milliseconds.
const LIT = 900;
const MOVED = 400;

/** Returns the moment that the newest change of a game is. */
function momentOf({ status, skunk, rules, pegs: [newest] }: LocalGame): Moment | null {
  if (status === "finished") return skunk === "none" ? "out" : "skunk";
  if (newest?.crashes?.length) return "crash";
  if (!newest || !isGreat(newest, rules)) return null;
  return has(`table.great.${newest.points}`) ? "perfect" : "great";
}

/** The moments of a game, each felt once: the phone vibrates, and something moves that no tap waits for. */
export class Moments {
  /** The changes that were seen. */
  #seen: Set<string>;
  #board;
  #tile;

  /** @param game at the start */
  constructor(game: LocalGame, { board, tile }: { board: Element; tile: (side: number) => Element }) {
    this.#board = board;
    this.#tile = tile;
    this.#seen = new Set([...game.pegs.map(keyOf), endOf(game)]);
  }

  /** Feels the newest change if it is a moment that was not felt here before. */
  feel(game: LocalGame) {
    const [newest] = game.pegs;
    const key = game.status === "finished" ? endOf(game) : newest && keyOf(newest);
    const isSeen = !key || this.#seen.has(key);
    // Several pegs may come at once. An older peg is not new when the newest peg is taken back.
    for (const peg of game.pegs) this.#seen.add(keyOf(peg));
    if (isSeen) return;
    this.#seen.add(key);
    const moment = momentOf(game);
    if (!moment) return;
    buzz(BUZZ[moment]);
    const sides = game.status === "finished" ? (game.winners ?? [game.winner ?? 0]) : [newest.side];
    for (const side of sides) {
      this.#tile(side).animate(GLOW, LIT);
      move(this.#tile(side), GROWTH);
    }
    if (moment === "crash" || moment === "skunk") move(this.#board, SHAKE);
  }
}

function keyOf({ id, points }: { id: string; points: number }) {
  return `${id} ${points}`;
}

function endOf({ status, winner, skunk }: LocalGame) {
  return `${status} ${winner} ${skunk}`;
}

// With less motion asked for, the tile lights up and nothing moves.
function move(node: Element, frames: PropertyIndexedKeyframes) {
  if (!isStill()) node.animate(frames, MOVED);
}

const SIZES = ["tight", "tighter"];

/**
 * The scores in large, one tile a side: points, points to go, and the crib. A tile is a key to the table's settings.
 */
export class Tiles {
  #tiles;
  #order;
  declare node;

  /** @param order the sides from left to right */
  constructor(order: number[], onTap: (side: number) => void) {
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
  #names: SideName[] = [];

  /** Ends it, when the view goes. */
  close() {
    this.#resized.disconnect();
  }

  /** Returns the tile of a side. */
  tile(side: number): HTMLElement {
    return this.#tiles[this.#order.indexOf(side)].node;
  }

  /** Shows the change that waits for an answer, hollow; null for none. */
  showAsked(change: PegChange | null) {
    this.#tiles.forEach(({ asked }, at) => {
      asked.hidden = this.#order[at] !== change?.peg.side;
      asked.dataset.points = change ? `+${change.peg.points}` : "";
    });
  }

  /**
   * Shows a game.
   * @param names by side @param match the games that each side has won; empty for a game without a match
   */
  show(game: LocalGame, names: SideName[], match: number[]) {
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
      // If there is no crib, the pack is the sign of the dealer.
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

  // The longest form of each name that fits its tile. The names of partners share a line. If a name is too long for
  // that, every tile has a line for each partner. A low screen has shortened names instead.
  #fitNames() {
    const tiles = this.#tiles.map(({ name }, at) => ({ name, forms: this.#names[this.#order[at]] }));
    if (tiles.some(({ forms }) => !forms)) return;
    const fits = (name: HTMLElement) => name.scrollWidth <= name.clientWidth;
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

// In lowball the side that is out has lost.
function leftText({ sides, rules, winner, winners = [winner ?? 0], status }: LocalGame, side: number) {
  const n = rules.target - sides[side].score;
  const hasWon = status === "finished" && winners.includes(side);
  if (!rules.lowball) return hasWon ? t("table.won") : t("table.to_go", { n });
  if (hasWon) return t("table.won.lowball");
  return n === 0 ? t("table.lost") : t("table.left", { n });
}

function hasRoom({ points, score, crib }: { points: HTMLElement; score: HTMLElement; crib: HTMLElement }) {
  const [one, other] = [score, crib].map((node) => node.getBoundingClientRect());
  const isApart = crib.hidden || one.right <= other.left || one.bottom <= other.top || other.bottom <= one.top;
  return points.scrollWidth <= points.clientWidth && isApart;
}
