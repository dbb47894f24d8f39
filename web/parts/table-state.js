import { element } from "../app/element.js";
import { clock, t } from "../app/i18n.js";
import { tapWords, whyRefused } from "../table/words.js";

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
   * @param {import("../table/table.js").Table} table
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
      const words = { what: tapWords(first, this.#table.game), why: whyRefused(first.refused) };
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
