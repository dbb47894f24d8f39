import { element } from "../lib/dom.js";

/** A form of a name: a part that stands out, and the rest. @typedef {{strong: string, rest: string}} Form */

/**
 * Writes the longest form of a name that its node has room for; of the last form as many letters as there is room for.
 * @param {HTMLElement} node on the page @param {Form[]} forms from the longest to the shortest
 */
export function fit(node, forms) {
  if (forms.some((form) => isFitting(node, form))) return;
  const { strong, rest } = forms[forms.length - 1];
  const letters = [...(strong || rest)];
  while (letters.length > 1) {
    letters.pop();
    const text = `${letters.join("").trimEnd()}…`;
    if (isFitting(node, strong ? { strong: text, rest: "" } : { strong: "", rest: text })) return;
  }
}

/** @param {HTMLElement} node @param {Form} form */
function isFitting(node, { strong, rest }) {
  node.replaceChildren(strong ? element("strong", {}, strong) : "", strong && rest ? " " : "", rest);
  return node.scrollWidth <= node.clientWidth;
}
