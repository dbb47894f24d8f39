import { Refusal, Unreachable } from "../app/api.js";
import { element } from "../app/element.js";
import { clock, t } from "../app/i18n.js";
import { phoneName } from "../app/phone.js";
import { mark } from "../parts/mark.js";
import { Notice } from "../parts/notice.js";
import { smallCards } from "../parts/small-cards.js";
import { pastOf } from "../table/past.js";
import { seatNames } from "../table/seating.js";
import { Table } from "../table/table.js";
import { tables } from "../table/tables.js";
import { pegWords } from "../table/words.js";

class History {
  #events = null;
  #asked = -1;

  constructor(root, id) {
    this.table = new Table(id);
    this.notice = new Notice(() => this.ask());
    this.list = element("ol", { class: "past" });
    this.wayBack = element("a", { href: `#/table?id=${id}` }, t("history.back"));
    root.append(element("p", { class: "way-back" }, this.wayBack), this.notice.node, this.list);
    this.table.addEventListener("change", () => this.show());
    this.show();
  }

  async ask() {
    const asked = this.table.kept.game.version;
    this.#asked = asked;
    try {
      const events = await this.table.history();
      if (asked < this.#asked) return;
      this.#events = events;
      this.notice.say("");
    } catch (error) {
      if (error instanceof Unreachable) this.notice.away(new Date(), t("history.away"));
      else if (!(error instanceof Refusal)) throw error;
    }
    this.draw();
  }

  show() {
    const { version } = this.table.kept.game;
    if (version > 0 && version !== this.#asked) this.ask();
    else this.draw();
  }

  draw() {
    const { game, waiting, kept } = this.table;
    const past = pastOf(this.#events, kept.game, waiting);
    const back = (event) => this.table.canTakeBack(event.id) && this.backKey(event);
    const { peg } = this.list.contains(document.activeElement) ? document.activeElement.dataset : {};
    this.list.replaceChildren(...past.map((event) => line(event, game, back(event))).reverse());
    // The list is laid anew at each change, which must not send whoever uses the keyboard to the top.
    if (peg) (this.list.querySelector(`[data-peg="${peg}"]`) ?? this.wayBack).focus({ preventScroll: true });
  }

  backKey(event) {
    const key = element("button", { type: "button", class: "quiet", "data-peg": event.id }, t("history.take_back"));
    key.setAttribute("aria-label", t("history.take_back.what", { what: pegWords(event, this.table.game) }));
    key.addEventListener("click", () => this.table.takeBack(event));
    return key;
  }
}

function line(event, game, back) {
  const time = element("time", { datetime: event.at }, clock(new Date(event.at)));
  const by = event.by === phoneName() ? t("table.by.this") : (event.by ?? "");
  if (event.kind === "deal") {
    const names = seatNames(game.sides);
    const dealer = names[(event.first + event.number - 1) % names.length];
    const words = event.number === 1 ? t("history.begun", { dealer }) : t("history.deal", { n: event.number, dealer });
    const taken = event.taken ? element("span", { class: "fate" }, t("history.taken")) : null;
    return element("li", { class: "past-deal" }, time, element(event.taken ? "s" : "strong", {}, words), taken);
  }
  if (event.kind === "other")
    return element("li", { class: "past-deal" }, time, element("strong", {}, t(`history.${event.what}`)));
  const { name } = game.sides[event.side];
  const kind = event.for === "other" ? "" : t(`for.${event.for}`);
  const words = [
    element("span", { class: "side-name" }, mark(event.side), name),
    element("span", { class: "points" }, `+${event.points}`),
    element("span", { class: "kind" }, kind),
  ];
  const cards = event.cards ? smallCards([...event.cards, ...(event.starter ? [event.starter] : [])]) : null;
  const fate = [by, event.taken ? t("history.taken") : null, event.waiting ? t("history.waiting") : null].filter(
    Boolean,
  );
  return element(
    "li",
    { class: event.taken ? "past-peg taken" : "past-peg" },
    time,
    event.taken ? element("s", {}, words) : words,
    element("span", { class: "fate" }, fate.join(" · ")),
    back || null,
    cards,
  );
}

/** Every peg of a table with its time, the newest first, to be taken back by whoever keeps the score; those taken back are struck through. State in the hash: `id`. */
export default {
  title: "history.title",
  mount({ root, query }) {
    const id = query.get("id");
    if (!tables.get(id)) {
      root.append(element("p", { class: "help" }, t("table.missing")));
      return null;
    }
    const history = new History(root, id);
    return () => history.table.close();
  },
};
