import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";
import { refusalText, tapText } from "./labels.js";
import { clock } from "../lib/text.js";

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

// How long it says that it tried, in milliseconds.
const TRIED = 4000;

/** The line that says how fresh the table is, what is still on this phone only, and what the service would not have. */
export class TableState {
  #words = element("p", { role: "status" });
  #key = element("button", { type: "button", class: "again" });
  #table;
  #act;
  #tried = null;

  /**
   * @param {import("./game-store.js").GameStore} table
   * @param {{dismiss: (entry: object) => void, follow: (game: string) => void}} acts what follows when a refusal was read:
   *   `follow` when another phone had begun the rematch
   */
  constructor(table, acts) {
    this.#table = table;
    this.#key.addEventListener("click", () => this.#act());
    this.node = element("div", { class: "state" }, this.#words, this.#key);
    this.acts = acts;
  }

  /** Shows the table's state now. */
  show() {
    const { refused, waiting, since, keeps } = this.#table;
    const begun = refused.find((entry) => entry.refused.rematch)?.refused.rematch;
    if (begun) return this.#put("refusal", t("state.rematch"), t("end.open"), () => this.acts.follow(begun));
    const [first] = refused;
    if (first) {
      const words = { what: tapText(first, this.#table.game), why: refusalText(first.refused) };
      const more = refused.length > 1 ? ` ${t("state.refused.more", { n: refused.length - 1 })}` : "";
      return this.#put("refusal", t("state.refused", words) + more, t("state.read"), () => this.acts.dismiss(first));
    }
    const n = waiting.length;
    if (waiting.some(({ seq }) => !seq)) return this.#put("saved", t("state.saving"));
    if (!since) this.#tried = null;
    const again = () => this.#try();
    if (this.#tried)
      return this.#put("away", t("state.tried", { time: clock(this.#tried) }), t("network.again"), again);
    if (since && n > 0)
      return this.#put("away", t("state.away.saved", { n, time: clock(since) }), t("network.again"), again);
    if (since)
      return this.#put(
        "away",
        t(keeps ? "state.away" : "state.stale", { time: clock(since) }),
        t("network.again"),
        again,
      );
    if (n > 0) return this.#put("saved", t("state.saved", { n }));
    this.#put("live", t(keeps ? "state.live" : "state.watching"));
  }

  // The answer to the tap itself; what was said before comes back after it.
  #try() {
    this.#tried = new Date();
    this.#table.again();
    this.show();
    setTimeout(() => {
      this.#tried = null;
      this.show();
    }, TRIED);
  }

  #put(tone, words, key = "", act = null) {
    this.node.dataset.tone = tone;
    if (this.#words.textContent !== words) this.#words.textContent = words;
    // A hidden key keeps its place, so that nothing moves.
    this.#key.classList.toggle("away", !act);
    this.#key.disabled = !act;
    if (act) this.#key.textContent = key;
    this.#act = act;
  }
}
