import { clock, t } from "../app/i18n.js";
import { Question } from "../app/question.js";
import { Notice } from "../parts/notice.js";
import { objection } from "./objection.js";

/** What a view needs before there is anything to show: asks until it has come, and says so meanwhile. */
export class Arrival {
  #question;
  #notice = new Notice(() => this.#question.again());

  /** Stands where the view will be, and goes when it has come. */
  node = this.#notice.node;

  /** @param {() => Promise<any>} ask asks the service @param {(answer: any) => void} come shows the answer */
  constructor(ask, come) {
    this.#question = new Question(ask, {
      answered: (answer) => {
        this.node.remove();
        come(answer);
      },
      refused: (refusal) => this.#notice.say(objection(refusal), "refusal"),
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
