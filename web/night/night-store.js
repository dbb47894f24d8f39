import { send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Live } from "../lib/live.js";
import { LatestRequest } from "../lib/retry.js";
import { Freshness, Notice } from "../ui/notice.js";

/**
 * A night as everybody in the hall sees it, kept up to date. Fires `change` with each Night, and when the line breaks
 * or opens again.
 */
export class LiveNight extends EventTarget {
  #live;

  /** The newest Night that the service told; null before the first. @type {object|null} */
  night = null;

  /** Since when the service has not been heard; null while it is. @type {Date|null} */
  since = null;

  /** When the newest Night came. @type {Date|null} */
  updated = null;

  /** @param {string} id the night's */
  constructor(id) {
    super();
    const heard = (night) => {
      this.night = night;
      this.updated = new Date();
      this.#changed();
    };
    this.#live = new Live(`/api/v1/nights/${id}/live`, heard, (open) => {
      this.since = open ? null : (this.since ?? new Date());
      this.#changed();
    });
  }

  /** Tries at once to open a line that is broken. */
  again() {
    this.#live.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#live.close();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** A night's standings, asked for again whenever a result of the night, or who has paid, has changed. */
export class Results {
  #question;
  #known = null;

  /** The rows of the standings; null before the first answer. @type {object[]|null} */
  rows = null;

  /** @param {string} id the night's @param {() => void} changed called when other rows are there */
  constructor(id, changed) {
    const ask = (_, signal) => send("GET", `/api/v1/nights/${id}/standings`, { signal });
    this.#question = new LatestRequest(ask, {
      onAnswer: ({ rows }) => {
        this.rows = rows;
        changed();
      },
      // What is shown stays; the line above it says how old it is.
    });
  }

  /** Asks, if something that standings are made of has changed. @param {object} night the newest Night */
  follow({ status, games_per_night: games, entries, rounds }) {
    const tables = rounds.map((round) => round.tables.map(outcome));
    const made = JSON.stringify([status, games, entries, tables]);
    if (made === this.#known) return;
    this.#known = made;
    this.#question.request(made);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#question.close();
  }
}

// The score of a game that goes on is nobody's line yet.
function outcome({ game_id: game, status, sides }) {
  return [game, status, status === "finished" ? sides.map(({ score }) => score) : sides.length];
}

/** A night in a view: waits for it until the service has told of it, then keeps it and its standings up to date. */
export class NightStore {
  #question;
  #live = null;
  #results = null;
  #notice = new Notice(() => this.#question.retry());
  #wait = element("div", { class: "arrival" }, this.#notice.node);
  #view;

  /** The newest Night. @type {object|null} */
  night = null;

  /**
   * @param {HTMLElement} root where it says that it waits @param {string|null} id the night's
   * @param {{build: (evening: Evening) => void, show: () => void}} view `build` is called once, when the night is there,
   *   `show` then and at every change
   */
  constructor(root, id, view) {
    this.#view = view;
    this.#question = new LatestRequest((_, signal) => send("GET", `/api/v1/nights/${id}`, { signal }), {
      onAnswer: (night) => this.#begin(night),
      onRefusal: () => this.#notice.show(t("night.missing"), "refusal"),
      onOffline: (since) => this.#notice.showOffline(since, t("night.away")),
    });
    root.append(this.#wait);
    if (!isId(id)) return this.#notice.show(t("night.missing"), "refusal");
    this.#notice.show(t("night.coming"));
    this.#question.request(id);
  }

  /** The rows of the standings; null before they came. @returns {object[]|null} */
  get rows() {
    return this.#results.rows;
  }

  /** Ends it, when the view goes. */
  close() {
    this.#question.close();
    this.#live?.close();
    this.#results?.close();
  }

  #begin(night) {
    this.#wait.remove();
    this.night = night;
    this.#live = new LiveNight(night.id);
    this.#results = new Results(night.id, () => this.#view.show());
    this.freshness = new Freshness(this.#live);
    this.#live.addEventListener("change", () => this.#changed());
    this.#view.build(this);
    this.#results.follow(night);
    this.#view.show();
  }

  #changed() {
    this.night = this.#live.night ?? this.night;
    this.freshness.show();
    this.#results.follow(this.night);
    this.#view.show();
  }
}
