import { element } from "../../app/element.js";
import { number, t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";

/**
 * What a correction changed on the cards, line by line.
 * @param {object[]} before the rows of the standings before it @param {object[]} after those after it
 * @returns {string[]} a sentence for each player whose card, place or prize is another
 */
export function effects(before, after) {
  const old = new Map(before.map((row) => [row.player_id, row]));
  const changed = (row) => {
    const was = old.get(row.player_id) ?? { lines: [], place: null, prize: 0 };
    const lines = row.lines.flatMap((line, at) => {
      const then = was.lines[at] ?? null;
      return line === then
        ? []
        : [t("tables.changed.line", { n: at + 1, before: lineWords(then), after: lineWords(line) })];
    });
    const place =
      row.place === was.place
        ? []
        : [t("tables.changed.place", { before: placeWords(was.place), after: placeWords(row.place) })];
    const prize =
      row.prize === was.prize
        ? []
        : [t("tables.changed.prize", { before: amount(was.prize), after: amount(row.prize) })];
    return { name: row.name, parts: [...lines, ...place, ...prize] };
  };
  return after
    .map(changed)
    .filter(({ parts }) => parts.length > 0)
    .map(({ name, parts }) => t("tables.changed.player", { name, changes: parts.join(", ") }));
}

/** A line of a card, as it is written there: a dash where there is none. @param {number|null} line @returns {string} */
export function lineWords(line) {
  return line === null ? "–" : number(line, 0);
}

/** A place, a dash where there is none. @param {number|null} place @returns {string} */
export function placeWords(place) {
  return place === null ? "–" : number(place, 0);
}

/** What a correction changed, as it is shown over the tables. */
export class Effects {
  node = element("section", { class: "effects", "aria-labelledby": "effects-title", hidden: true });

  /** Shows it. @param {string} title what was corrected @param {string[]} sentences from {@link effects} @param {() => void} undo takes the correction back */
  show(title, sentences, undo) {
    const key = (words, tapped) => element("button", { type: "button", class: "quiet", onclick: tapped }, words);
    const heading = element("h2", { id: "effects-title", tabindex: "-1" }, title);
    const lines = sentences.length > 0 ? sentences : [t("tables.changed.nothing")];
    this.node.replaceChildren(
      heading,
      element(
        "ul",
        {},
        lines.map((words) => element("li", {}, words)),
      ),
      element(
        "div",
        { class: "keys-row" },
        key(t("tables.changed.undo"), undo),
        key(t("tables.changed.close"), () => this.hide()),
      ),
    );
    this.node.hidden = false;
    heading.focus();
  }

  /** Puts it away. */
  hide() {
    this.node.hidden = true;
  }
}
