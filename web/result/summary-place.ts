import type { GameStore } from "../game/game-store.ts";
import { element } from "../lib/dom.ts";
import type { Summary } from "./summary.ts";

/** The place of the summary of a game. Its script comes when it is first shown. */
export class SummaryPlace {
  #store;
  #summary: Summary | null = null;
  node = element("div", {});

  constructor(store: GameStore) {
    this.#store = store;
  }

  /** Shows the game as it is now. The place stays empty until the script has come. */
  async show() {
    const module = await import("./summary.ts").catch(() => null);
    if (!module) return;
    this.#summary ??= new module.Summary(this.#store);
    this.node.replaceChildren(this.#summary.node);
    await this.#summary.show();
  }
}
