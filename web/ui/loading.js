/** @import { Refusal } from "../lib/api.js" */
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { clock } from "../lib/text.js";
import { problemText } from "./form.js";
import { Notice } from "./notice.js";

/** A notice in the place of a view until its data have come: requests them until the service answers. @template Answer */
export class Loading {
  #request;
  #notice = new Notice(() => this.retry());

  /** The notice; it is removed when the answer comes. */
  node = this.#notice.node;

  /**
   * @param {(signal: AbortSignal) => Promise<Answer>} send sends the request
   * @param {(answer: Answer) => void} onAnswer shows the answer
   * @param {{loading?: string, offline?: (since: Date) => string, refused?: (refusal: Refusal) => string}} [texts] sentences
   */
  constructor(send, onAnswer, { loading = t("club.coming"), offline = offlineText, refused = problemText } = {}) {
    this.#request = new LatestRequest((_, signal) => send(signal), {
      onAnswer: (/** @type {Answer} */ answer) => {
        this.node.remove();
        onAnswer(answer);
      },
      onRefusal: (refusal) => this.#notice.show(refused(refusal), "refusal"),
      onOffline: (since) => this.#notice.showOffline(since, offline(since)),
    });
    this.#notice.show(loading);
    this.#request.request(null);
  }

  /** Tries at once if there was no answer. */
  retry() {
    this.#request.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }
}

/** @param {Date} since */
function offlineText(since) {
  return t("club.away", { time: clock(since) });
}
