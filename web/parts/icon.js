import { drawing } from "../app/element.js";

const LINES = {
  home: "M3.5 11.5 12 4l8.5 7.500M6 10v9.500h4.500V14h3v5.500H18V10",
  onward: "M9 5l7 7-7 7",
};

/**
 * A line icon, without a name: what it stands in has one.
 * @param {"home"|"onward"} name which
 * @returns {SVGElement}
 */
export function icon(name) {
  return drawing(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: LINES[name] }),
  );
}
