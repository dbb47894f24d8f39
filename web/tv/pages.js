/** Splits what is too much for one page into pages of about the same size. @template T @param {T[]} items @param {number} most that one page has @returns {T[][]} */
export function paged(items, most) {
  const pages = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size));
}

/** Sets what the style sheet reckons type sizes with. @param {HTMLElement} node @param {Record<string, number>} values by name, without the dashes @returns {HTMLElement} the node */
export function measured(node, values) {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(`--${name}`, String(value));
  return node;
}
