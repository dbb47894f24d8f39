/** @import { GameStore } from "./game-store.js" */
/** @import { RejectedTap } from "./outbox.js" */
/** @import { LocalGame } from "./rules.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock } from "../lib/text.js";
import { mark } from "../ui/controls.js";
import { refusalText, tapText } from "./labels.js";

// Milliseconds that the answer to "Try again" is shown.
const TRIED = 4000;

/** The scores in large, with the points to go; read aloud, politely, when they change. */
export class Scores {
  #tiles;
  #spoken = element("p", { class: "unseen", role: "status" });

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
      this.#spoken,
    );
  }

  /** Shows a game's scores. @param {LocalGame} game @param {number[]} match the games that each side has won; empty for a game without a match */
  show({ sides, rules, winner }, match) {
    const hasGames = match.some((games) => games > 0);
    sides.forEach(({ score }, side) => {
      const tile = this.#tiles[side];
      tile.games.textContent = hasGames ? t("table.match", { n: match[side] }) : "";
      tile.score.textContent = String(score);
      tile.left.textContent = side === winner ? t("table.won") : t("table.to_go", { n: rules.target - score });
    });
    const text = sides.map(({ name, score }) => `${name} ${score}`).join(", ");
    if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
  }
}

/** The line that says how fresh the table is, which changes are on this phone only, and which the service refused. */
export class TableState {
  #text = element("p", { role: "status" });
  #key = element("button", { type: "button", class: "again" });
  #store;
  #listeners;
  /** @type {(() => void)|null} */
  #action = null;
  /** @type {Date|null} */
  #tried = null;

  /**
   * @param {GameStore} store
   * @param {{onRead: (entry: RejectedTap) => void, onFollow: (game: string) => void}} listeners `onRead` is called when
   *   somebody has read why a change was refused, `onFollow` when another phone had begun the rematch
   */
  constructor(store, listeners) {
    this.#store = store;
    this.#listeners = listeners;
    this.#key.addEventListener("click", () => this.#action?.());
    this.node = element("div", { class: "state" }, this.#text, this.#key);
  }

  /** Shows the present state. */
  show() {
    const { rejected, pending, since, canScore } = this.#store;
    const next = rejected.find(({ refused }) => refused.rematch)?.refused.rematch;
    if (next) return this.#render("refusal", t("state.rematch"), t("end.open"), () => this.#listeners.onFollow(next));
    if (rejected.length > 0) return this.#showRejected(rejected);
    const n = pending.length;
    if (pending.some(({ seq }) => !seq)) return this.#render("saved", t("state.saving"));
    if (!since) this.#tried = null;
    if (this.#tried) return this.#renderOffline(t("state.tried", { time: clock(this.#tried) }));
    if (since && n > 0) return this.#renderOffline(t("state.away.saved", { n, time: clock(since) }));
    if (since) return this.#renderOffline(t(canScore ? "state.away" : "state.stale", { time: clock(since) }));
    if (n > 0) return this.#render("saved", t("state.saved", { n }));
    this.#render("live", t(canScore ? "state.live" : "state.watching"));
  }

  /** @param {RejectedTap[]} rejected */
  #showRejected([first, ...others]) {
    const text = t("state.refused", { what: tapText(first, this.#store.game), why: refusalText(first.refused) });
    const more = others.length > 0 ? ` ${t("state.refused.more", { n: others.length })}` : "";
    this.#render("refusal", text + more, t("state.read"), () => this.#listeners.onRead(first));
  }

  // The answer to the tap is shown for a while.
  #retry() {
    this.#tried = new Date();
    this.#store.retry();
    this.show();
    setTimeout(() => {
      this.#tried = null;
      this.show();
    }, TRIED);
  }

  /** @param {string} text */
  #renderOffline(text) {
    this.#render("away", text, t("network.again"), () => this.#retry());
  }

  /** @param {string} tone @param {string} text @param {string} [label] @param {(() => void)|null} [action] */
  #render(tone, text, label = "", action = null) {
    this.node.dataset.tone = tone;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    // A hidden key keeps its place, so that nothing moves.
    this.#key.classList.toggle("away", !action);
    this.#key.disabled = !action;
    if (action) this.#key.textContent = label;
    this.#action = action;
  }
}
