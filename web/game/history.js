import { Refusal, Unreachable } from "../lib/api.js";
import { phoneName } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { smallCards } from "../ui/cards.js";
import { mark } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { GameStore } from "./game-store.js";
import { pegText } from "./labels.js";
import { firstDealer, seatNames } from "./rules.js";
import { savedGames } from "./saved-games.js";
import { clock } from "../lib/text.js";

const NAMED = ["result_entered", "result_taken_back", "voided", "rematch_begun"];

/**
 * What happened at a table, the oldest first: deals, pegs with whether they were taken back, and what is still in the
 * outbox.
 * @param {object[]|null} events the service's history; null when it is out of reach: then the pegs of the Game must do
 * @param {object} game the service's Game @param {object[]} waiting the outbox's entries
 * @returns {object[]} `{kind: "peg"|"deal"|"other", at, by, …}`
 */
function timeline(events, game, waiting) {
  const first = firstDealer(game);
  const past = [];
  const strike = (is) => {
    const at = past.findLastIndex((event) => is(event) && !event.taken);
    if (at >= 0) past[at] = { ...past[at], taken: true };
  };
  const told = events ?? game.pegs.map((peg) => ({ ...peg, kind: "pegged" })).reverse();
  const isKnown = new Set(told.map(({ id }) => id));
  const untold = waiting.filter(({ kind, subject }) => kind !== "peg" || !isKnown.has(subject)).map(fromEntry);
  for (const event of [...told, ...untold]) {
    const { kind, peg, number } = event;
    if (kind === "pegged") past.push({ ...event, kind: "peg", at: event.tapped_at ?? event.at });
    else if (kind === "begun") past.push({ ...event, kind: "deal", number: 1, first });
    else if (kind === "deal_begun") past.push({ ...event, kind: "deal", first });
    else if (kind === "peg_taken_back") strike(({ id }) => id === peg);
    else if (kind === "deal_taken_back") strike((deal) => deal.kind === "deal" && deal.number === number);
    else if (NAMED.includes(kind)) past.push({ ...event, kind: "other", what: kind });
  }
  return past;
}

const TOLD_AS = {
  begin: "begun",
  rematch: "begun",
  peg: "pegged",
  peg_back: "peg_taken_back",
  deal: "deal_begun",
  deal_back: "deal_taken_back",
};

// What the service will tell of an entry once it has it.
function fromEntry({ kind, subject, number, body, at }) {
  return { ...body, kind: TOLD_AS[kind], id: subject, peg: subject, number, at, waiting: true };
}

class History {
  #events = null;
  #asked = -1;

  constructor(root, id) {
    this.table = new GameStore(id);
    this.notice = new Notice(() => this.ask());
    this.list = element("ol", { class: "past" });
    this.wayBack = element("a", { href: `#/table?id=${id}` }, t("history.back"));
    root.append(element("p", { class: "way-back" }, this.wayBack), this.notice.node, this.list);
    this.table.addEventListener("change", () => this.show());
    this.show();
  }

  async ask() {
    const asked = this.table.saved.game.version;
    this.#asked = asked;
    try {
      const events = await this.table.history();
      if (asked < this.#asked) return;
      this.#events = events;
      this.notice.show("");
    } catch (error) {
      if (error instanceof Unreachable) this.notice.showOffline(new Date(), t("history.away"));
      else if (!(error instanceof Refusal)) throw error;
    }
    this.draw();
  }

  show() {
    const { version } = this.table.saved.game;
    if (version > 0 && version !== this.#asked) this.ask();
    else this.draw();
  }

  draw() {
    const { game, waiting, saved } = this.table;
    const past = timeline(this.#events, saved.game, waiting);
    const back = (event) => this.table.canTakeBack(event.id) && this.backKey(event);
    const { peg } = this.list.contains(document.activeElement) ? document.activeElement.dataset : {};
    this.list.replaceChildren(...past.map((event) => line(event, game, back(event))).reverse());
    // The list is laid anew at each change, which must not send whoever uses the keyboard to the top.
    if (peg) (this.list.querySelector(`[data-peg="${peg}"]`) ?? this.wayBack).focus({ preventScroll: true });
  }

  backKey(event) {
    const key = element("button", { type: "button", class: "quiet", "data-peg": event.id }, t("history.take_back"));
    key.setAttribute("aria-label", t("history.take_back.what", { what: pegText(event, this.table.game) }));
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
    if (!savedGames.get(id)) {
      root.append(element("p", { class: "help" }, t("table.missing")));
      return null;
    }
    const history = new History(root, id);
    return () => history.table.close();
  },
};
