import { send } from "../app/api.js";
import { element } from "../app/element.js";
import { isId } from "../app/ids.js";
import { t } from "../app/i18n.js";
import { Question } from "../app/question.js";
import { Notice } from "../parts/notice.js";
import { Freshness } from "./freshness.js";
import { LiveNight } from "./live-night.js";
import { Results } from "./results.js";

/** A night in a view: waits for it until the service has told of it, then keeps it and its standings up to date. */
export class Evening {
  #question;
  #live = null;
  #results = null;
  #notice = new Notice(() => this.#question.again());
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
    this.#question = new Question((_, signal) => send("GET", `/api/v1/nights/${id}`, { signal }), {
      answered: (night) => this.#begin(night),
      refused: () => this.#notice.say(t("night.missing"), "refusal"),
      unreachable: (since) => this.#notice.away(since, t("night.away")),
    });
    root.append(this.#wait);
    if (!isId(id)) return this.#notice.say(t("night.missing"), "refusal");
    this.#notice.say(t("night.coming"));
    this.#question.put(id);
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
