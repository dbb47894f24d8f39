import { clock, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { problemText } from "./form.js";
import { Notice } from "./notice.js";

/** What a view needs before there is anything to show: asks until it has come, and says so meanwhile. */
export class Loading {
  #question;
  #notice = new Notice(() => this.#question.retry());

  /** Stands where the view will be, and goes when it has come. */
  node = this.#notice.node;

  /** @param {() => Promise<any>} ask asks the service @param {(answer: any) => void} come shows the answer */
  constructor(ask, come) {
    this.#question = new LatestRequest(ask, {
      onAnswer: (answer) => {
        this.node.remove();
        come(answer);
      },
      onRefusal: (refusal) => this.#notice.say(problemText(refusal), "refusal"),
      onOffline: (since) => this.#notice.away(since, t("club.away", { time: clock(since) })),
    });
    this.#notice.say(t("club.coming"));
    this.#question.request(true);
  }

  /** Asks no more, when the view goes. */
  close() {
    this.#question.close();
  }
}
