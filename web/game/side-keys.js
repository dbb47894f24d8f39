import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mark } from "../ui/controls.js";

/**
 * Makes a key for each side, that pegs the number for it.
 * @param {{side: number, name: string}[]} sides from left to right
 * @param {(side: number, click: MouseEvent) => void} onTap
 * @returns {{node: HTMLElement, show: (points: number|null) => void}} `show` writes the number on the keys; null for none
 */
export function sideKeys(sides, onTap) {
  const keys = sides.map(({ side, name }) => {
    const points = element("span", { class: "plus" });
    const node = element(
      "button",
      {
        type: "button",
        class: `side-key of-${side}`,
        onclick: (/** @type {MouseEvent} */ click) => onTap(side, click),
      },
      element("bdi", { class: "name" }, name),
      " ",
      element("span", { class: "what", "aria-hidden": "true" }, mark(side), points),
    );
    return { node, points };
  });
  const node = element(
    "div",
    { class: "side-keys" },
    keys.map((key) => key.node),
  );
  /** @param {number|null} points */
  const show = (points) => {
    sides.forEach(({ name }, at) => {
      const isNone = points === null;
      // With points the name is the visible words.
      keys[at].node.setAttribute("aria-label", t(isNone ? "table.peg.none" : "tap.peg", { n: points, side: name }));
      keys[at].node.ariaDisabled = isNone ? "true" : null;
      keys[at].points.textContent = isNone ? "" : `+${points}`;
    });
  };
  show(null);
  return { node, show };
}
