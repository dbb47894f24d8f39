import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { mark } from "./mark.js";

// Letters that a key of two, and of three, has room for in large; a longer name may take two lines over the points.
const SHORT = { 2: 9, 3: 6 };

/**
 * A key a side, that pegs the pending number for it.
 * @param {{name: string}[]} sides @param {(side: number) => void} tapped
 * @returns {{node: HTMLElement, show: (points: number) => void}} `show` tells the keys what they would peg; 0 for nothing
 */
export function sideKeys(sides, tapped) {
  const long = sides.some(({ name }) => name.length > SHORT[sides.length]);
  const keys = sides.map(({ name }, side) => {
    const points = element("span", { class: "plus", "aria-hidden": "true" });
    const node = element(
      "button",
      { type: "button", class: `side-key of-${side}`, onclick: () => tapped(side) },
      element("span", { class: "name" }, mark(side), element("span", {}, name)),
      points,
    );
    return { node, points };
  });
  const node = element(
    "div",
    { class: long ? "side-keys long" : "side-keys" },
    keys.map((key) => key.node),
  );
  const show = (points) => {
    sides.forEach(({ name }, side) => {
      keys[side].node.setAttribute("aria-label", t(points ? "table.peg" : "table.peg.none", { n: points, side: name }));
      keys[side].points.textContent = points ? `+${points}` : "";
    });
  };
  show(0);
  return { node, show };
}
