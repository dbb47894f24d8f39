/** @import { Refusal } from "../lib/api.js" */
/** @import { NightPage } from "../admin/night-page.js" */
import { commands } from "../club/commands.js";
import { session } from "../club/session.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";

/** A request, with its path. @typedef {{method: string, path: string, body?: object}} Asked */

/**
 * The effects of a step before it is done, as the service tells them. Without an answer it says so, and the step can be
 * taken all the same.
 * @template Answer
 */
export class Preview {
  #page;
  #onAnswer;
  #request;
  /** @type {Asked[]} */
  #asked = [];
  #isAsked = false;
  #again = () => this.#send();

  #sentences = element("ul", { class: "preview" });

  /** Its sentences. */
  node = element("div", { role: "status" }, this.#sentences);

  /**
   * @param {NightPage} page @param {(answer: Answer, other: Answer) => string[]} textsOf `other` is there where two were asked for
   * @param {(answer: Answer|null) => void} [onAnswer] called with each answer, and with null when it is refused
   */
  constructor(page, textsOf, onAnswer = () => {}) {
    this.#page = page;
    this.#onAnswer = onAnswer;
    this.#request = new LatestRequest(
      (/** @type {Asked[]} */ asked, signal) =>
        Promise.all(asked.map(({ method, path, body }) => session.ask(method, path, { body, signal }))),
      {
        onAnswer: ([answer, other]) => {
          this.#show(textsOf(answer, other));
          onAnswer(answer);
        },
        onRefusal: (refusal) => this.#refused(refusal),
        onOffline: () => this.#show([t("preview.unknown")]),
      },
    );
    commands.addEventListener("change", this.#again);
  }

  /** Asks what a request would change. @param {string} method @param {string} path below the night's, or whole @param {object} [body] */
  ask(method, path, body) {
    this.#ask([{ method, path, body }]);
  }

  /** Asks for two states, to tell how they differ. @param {string} path below the night's @param {string} other as that */
  compare(path, other) {
    this.#ask([path, other].map((one) => ({ method: "GET", path: one })));
  }

  /** @param {Asked[]} asked */
  #ask(asked) {
    const whole = (/** @type {string} */ path) =>
      path.startsWith("/api/") ? path : `/api/v1/nights/${this.#page.id}${path}`;
    this.#asked = asked.map(({ path, ...rest }) => ({ ...rest, path: whole(path) }));
    this.#isAsked = false;
    this.#show([t("preview.asking")]);
    this.#send();
  }

  /** Says nothing. */
  clear() {
    this.#asked = [];
    this.#request.cancel();
    this.#show([]);
  }

  /** Ends it, when its sheet goes. */
  close() {
    commands.removeEventListener("change", this.#again);
    this.#request.close();
  }

  // An answer that does not know what waits here would be another one.
  #send() {
    if (this.#asked.length === 0 || this.#isAsked) return;
    if (this.#page.pending.length > 0) return this.#show([t("preview.unknown")]);
    this.#isAsked = true;
    this.#request.request(this.#asked);
  }

  /** @param {Refusal} refusal */
  #refused(refusal) {
    this.#show([this.#page.refusalText(refusal)]);
    this.#onAnswer(null);
  }

  /** @param {string[]} texts */
  #show(texts) {
    this.#sentences.replaceChildren(...texts.map((text) => element("li", {}, text)));
    this.node.hidden = texts.length === 0;
  }
}
