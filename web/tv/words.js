import { element } from "../lib/dom.js";

/** A sentence on the whole screen. */
export class Words {
  node = element("p", { class: "tv-words" });

  /** Shows the sentence. @param {{text: string}} shown */
  show({ text }) {
    this.node.textContent = text;
  }
}
