import { element } from "../../app/element.js";
import { list, t } from "../../app/i18n.js";
import { amount } from "../../hall/amount.js";
import { minus } from "../../hall/place.js";

/**
 * What a correction changed.
 * @param {object[]} before the rows of the standings before it @param {object[]} after those after it
 * @returns {string[]} a sentence for each player whose card or prize is another, and one for those whose place is
 */
export function effects(before, after) {
  const old = new Map(before.map((row) => [row.player_id, row]));
  const changes = after.map((row) => changesOf(old.get(row.player_id) ?? { lines: [], place: null, prize: 0 }, row));
  const told = changes.filter(({ parts }) => parts.length > 0);
  const moved = changes.filter(({ parts, place }) => parts.length === 0 && place);
  const places = moved.map(({ name, place }) => t("tables.changed.from_to", { name, ...place }));
  return [
    ...told.map(({ name, parts, place }) => {
      const all = place ? [...parts, t("tables.changed.place", place)] : parts;
      return t("tables.changed.player", { name, changes: all.join(", ") });
    }),
    ...(places.length > 0 ? [t("tables.changed.places", { names: list(places) })] : []),
  ];
}

function changesOf(was, { name, lines, place, prize }) {
  const others = lines.flatMap((line, at) => {
    const then = was.lines[at] ?? null;
    const words = { n: at + 1, before: written(then), after: written(line) };
    return line === then ? [] : [t("tables.changed.line", words)];
  });
  const won = { before: amount(was.prize), after: amount(prize) };
  return {
    name,
    parts: prize === was.prize ? others : [...others, t("tables.changed.prize", won)],
    place: place === was.place ? null : { before: written(was.place), after: written(place) },
  };
}

// A line of a card or a place, as it is written there: a dash where there is none.
function written(points) {
  return points === null ? "–" : minus(points);
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
        "div",
        { class: "keys-row" },
        key(t("tables.changed.undo"), undo),
        key(t("tables.changed.close"), () => this.hide()),
      ),
      element(
        "ul",
        {},
        lines.map((words) => element("li", {}, words)),
      ),
    );
    this.node.hidden = false;
    heading.focus();
  }

  /** Puts it away. */
  hide() {
    if (this.node.contains(document.activeElement))
      document.querySelector("[data-skip]")?.focus({ preventScroll: true });
    this.node.hidden = true;
  }
}
