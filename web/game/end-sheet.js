import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";
import { hasResult, seatNames } from "./rules.js";

const LOST = { none: "end.won", skunk: "end.skunk", double_skunk: "end.double_skunk" };

/** How a game ended, in words. @param {object} game a finished Game @returns {string[]} sentences */
function endText({ sides, winner, skunk, value, match }) {
  const losers = sides.filter((_, side) => side !== winner);
  const words = {
    winner: sides[winner].name,
    losers: list(losers.map(({ name }) => name)),
    scores: [sides[winner], ...losers].map(({ score }) => score).join("\u2060–\u2060"),
    n: value,
  };
  const tally = list(sides.map(({ name }, side) => `${name} ${match[side]}`));
  return [t("end.beat", words), t(LOST[skunk], words), t("end.match", { tally })];
}

/** The sheet at the end of a game, over the table. */
export class EndSheet {
  #words = element("div", { class: "end-words" });
  #title = element("h2", { id: "end-title", tabindex: "-1" });
  #keys = element("div", { class: "end-keys" });
  #acts;
  #said = "";
  #rematch = null;

  /** @param {{undo: () => void, rematch: (cut?: number) => void, open: (game: string) => void, card: () => void}} acts what its keys do */
  constructor(acts) {
    this.#acts = acts;
    this.node = element(
      "dialog",
      { class: "end-sheet", "aria-labelledby": "end-title" },
      this.#title,
      this.#words,
      this.#keys,
    );
  }

  /** Opens it. @param {object} game a finished Game @param {boolean} keeps whether this phone may act @param {string[]} [told] what is said of a game of the league */
  open(game, keeps, told) {
    const [beat, lost, match] = endText(game);
    this.#said = String(endText(game));
    this.#title.textContent = beat;
    const words = (told ?? [lost, match]).filter(Boolean);
    this.#words.replaceChildren(...words.map((sentence) => element("p", {}, sentence)));
    this.#lay(game, keeps, told);
    if (!this.node.open) this.node.showModal();
    this.#title.focus();
  }

  /** Whether it tells of this end no more: another phone's pegs came under it, or the rematch began. @param {object} game a finished Game @returns {boolean} */
  isStale(game) {
    return this.node.open && (game.rematch !== this.#rematch || String(endText(game)) !== this.#said);
  }

  /** Closes it. */
  close() {
    this.node.close();
  }

  #lay(game, keeps, told) {
    this.#rematch = game.rematch;
    const key = (look, words, tapped) => element("button", { type: "button", class: look, onclick: tapped }, words);
    const look = key("quiet", t("end.look"), () => this.close());
    const back = key("quiet", t(hasResult(game) ? "end.undo.result" : "end.undo"), () => this.#acts.undo());
    if (told) {
      const card = key("primary", t("card.title"), () => this.#acts.card());
      this.#keys.replaceChildren(card, ...(keeps ? [back] : []), look);
    } else if (game.rematch) {
      const go = key("primary", t("end.open"), () => this.#acts.open(game.rematch));
      this.#keys.replaceChildren(go, look);
    } else if (keeps) {
      let cut = game.rules.first_deal === "cut" ? 0 : undefined;
      const seats = seatNames(game.sides).map((label, seat) => ({ label, value: String(seat) }));
      const who = choice(t("end.cut"), seats, "0", (seat) => {
        cut = Number(seat);
      });
      const asked = cut === undefined ? [] : [element("p", {}, t("end.cut")), who];
      this.#keys.replaceChildren(
        ...asked,
        key("primary", t("end.rematch"), () => this.#acts.rematch(cut)),
        back,
        look,
      );
    } else {
      this.#keys.replaceChildren(look);
    }
  }
}
