import type { Night, StandingsRow } from "pegout-api";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";

/**
 * Makes the key that prints the filled scorecards of a night.
 * @param root the view's
 * @param read returns the night and the rows of its standings; null before they are loaded
 */
export function cardsKey(root: HTMLElement, read: () => { night: Night; rows: StandingsRow[] } | null): HTMLElement {
  const onclick = async () => {
    const printed = read();
    if (!printed) return;
    const module = await import("./filled-cards.ts").catch(() => null);
    // The script comes over the network at the first print.
    key.textContent = t(module ? "paper.cards" : "standings.csv.away");
    await module?.printCards(root, printed.night, printed.rows);
  };
  const key = element("button", { type: "button", class: "quiet", onclick }, t("paper.cards"));
  return key;
}
