const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * Makes an HTML element.
 * @param {string} tag its name
 * @param {Record<string, unknown>} [attributes] attributes; `onclick` and the like are listeners; null and false are left out
 * @param {...(Node|string|null|Array<Node|string|null>)} children what stands in it
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Makes an SVG element; used as {@link element}.
 * @param {string} tag its name
 * @param {Record<string, unknown>} [attributes] attributes
 * @param {...Node} children what stands in it
 * @returns {SVGElement}
 */
export function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}
