import { element } from "../app/element.js";

// A key that was just tapped rests, in milliseconds: a second tap so soon was not meant.
const REST = 600;

/**
 * A key that changes more than a peg, and tells what: Undo and Next deal.
 * @param {string} look its classes @param {() => void} tapped
 * @returns {{node: HTMLElement, show: (words: string, more: string) => void}} `show` gives it its words, and what they are about
 */
export function turnKey(look, tapped) {
  const first = element("span", {});
  const second = element("span", { class: "what" });
  const node = element("button", { type: "button", class: look, onclick: () => tap() }, first, " ", second);
  const tap = () => {
    if (node.ariaDisabled === "true") return;
    node.ariaDisabled = "true";
    setTimeout(() => (node.ariaDisabled = null), REST);
    tapped();
  };
  const show = (words, more) => {
    first.textContent = words;
    second.textContent = more;
  };
  return { node, show };
}
