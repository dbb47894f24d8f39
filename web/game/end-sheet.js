/** @import { LocalGame } from "./rules.js" */
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";
import { hasResult, seatNames } from "./rules.js";

/** A link that leads on from a game. @typedef {{href: string, label: string}} Link */
/**
 * The end of a game that has no rematch: the sentences about it, the link that leads on, and whether it can still be
 * undone.
 * @typedef {{text: string[], link: Link, canUndo: boolean}} Ending
 */

const LOST = { none: "end.won", skunk: "end.skunk", double_skunk: "end.double_skunk" };

/** @param {LocalGame} game a finished one @returns {string[]} sentences */
function endText({ sides, winner, skunk, value, match }) {
  const winning = sides[winner ?? 0];
  const losers = sides.filter((side) => side !== winning);
  const values = {
    winner: winning.name,
    losers: list(losers.map(({ name }) => name)),
    scores: [winning, ...losers].map(({ score }) => score).join("\u2060–\u2060"),
    n: value,
  };
  const tally = list(sides.map(({ name }, side) => `${name} ${match[side]}`));
  return [t("end.beat", values), t(LOST[skunk], values), t("end.match", { tally })];
}

/** The sheet at the end of a game, over the table. */
export class EndSheet {
  #text = element("div", { class: "end-words" });
  #title = element("h2", { id: "end-title", tabindex: "-1" });
  #keys = element("div", { class: "end-keys" });
  #listeners;
  #shownEnd = "";
  /** @type {string|null} */
  #shownRematch = null;

  /** @param {{onUndo: () => void, onRematch: (cut?: number) => void, onFollow: (game: string) => void}} listeners `onFollow` is called to go to a rematch that began */
  constructor(listeners) {
    this.#listeners = listeners;
    this.node = element(
      "dialog",
      { class: "end-sheet", "aria-labelledby": "end-title" },
      this.#title,
      this.#text,
      this.#keys,
    );
  }

  /** Opens it. @param {LocalGame} game a finished one @param {boolean} canScore whether this phone may peg @param {Ending|null} [ending] instead of the match and its rematch */
  open(game, canScore, ending = null) {
    const [beat, lost, match] = endText(game);
    this.#shownEnd = String(endText(game));
    this.#shownRematch = game.rematch;
    this.#title.textContent = beat;
    const sentences = (ending?.text ?? [lost, match]).filter(Boolean);
    this.#text.replaceChildren(...sentences.map((sentence) => element("p", {}, sentence)));
    this.#keys.replaceChildren(
      ...(ending ? this.#endingKeys(game, canScore, ending) : this.#matchKeys(game, canScore)),
      key("quiet", t("end.look"), () => this.close()),
    );
    if (!this.node.open) this.node.showModal();
    this.#title.focus();
  }

  /** Returns true if it shows another end than the game's: another phone took a peg back, or the rematch began. @param {LocalGame} game a finished one @returns {boolean} */
  isStale(game) {
    return this.node.open && (game.rematch !== this.#shownRematch || String(endText(game)) !== this.#shownEnd);
  }

  /** Closes it. */
  close() {
    this.node.close();
  }

  /** @param {LocalGame} game @param {boolean} canScore @param {Ending} ending */
  #endingKeys(game, canScore, { link, canUndo }) {
    const onward = key("primary", link.label, () => (location.hash = link.href));
    return canScore && canUndo ? [onward, this.#undoKey(game)] : [onward];
  }

  /** @param {LocalGame} game @param {boolean} canScore @returns {HTMLElement[]} */
  #matchKeys(game, canScore) {
    const { rematch } = game;
    if (rematch) return [key("primary", t("end.open"), () => this.#listeners.onFollow(rematch))];
    if (!canScore) return [];
    if (game.rules.first_deal !== "cut") return [this.#rematchKey(() => undefined), this.#undoKey(game)];
    let cut = 0;
    const seats = seatNames(game.sides).map((label, seat) => ({ label, value: String(seat) }));
    const seatChoice = choice(t("end.cut"), seats, "0", (seat) => (cut = Number(seat)));
    return [element("p", {}, t("end.cut")), seatChoice, this.#rematchKey(() => cut), this.#undoKey(game)];
  }

  /** @param {() => number|undefined} cut */
  #rematchKey(cut) {
    return key("primary", t("end.rematch"), () => this.#listeners.onRematch(cut()));
  }

  /** @param {LocalGame} game */
  #undoKey(game) {
    return key("quiet", t(hasResult(game) ? "end.undo.result" : "end.undo"), () => this.#listeners.onUndo());
  }
}

/** @param {"primary"|"quiet"} look @param {string} label @param {() => void} onTap */
function key(look, label, onTap) {
  return element("button", { type: "button", class: look, onclick: onTap }, label);
}
