import { clock, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { problemText } from "./form.js";
import { Notice } from "./notice.js";

/** What a view needs before there is anything to show: asks until it has come, and says so meanwhile. */
export class Loading {
  #question;
  #notice = new Notice(() => this.#question.again());

  /** Stands where the view will be, and goes when it has come. */
  node = this.#notice.node;

  /** @param {() => Promise<any>} ask asks the service @param {(answer: any) => void} come shows the answer */
  constructor(ask, come) {
    this.#question = new LatestRequest(ask, {
      answered: (answer) => {
        this.node.remove();
        come(answer);
      },
      refused: (refusal) => this.#notice.say(problemText(refusal), "refusal"),
      unreachable: (since) => this.#notice.away(since, t("club.away", { time: clock(since) })),
    });
    this.#notice.say(t("club.coming"));
    this.#question.put(true);
  }

  /** Asks no more, when the view goes. */
  close() {
    this.#question.close();
  }
}
