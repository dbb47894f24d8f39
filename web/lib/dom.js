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

/** Rows that stay the same elements while what they show changes, so that thumb and focus keep their place. */
export class KeyedList {
  #node;
  #key;
  #make;
  #made = new Map();

  /**
   * @param {HTMLElement} node where they stand
   * @param {(item: any) => string} key what tells an item from the others
   * @param {(item: any) => {node: HTMLElement, show: (item: any) => void}} make makes the row of an item
   */
  constructor(node, key, make) {
    this.#node = node;
    this.#key = key;
    this.#make = make;
  }

  /** Shows these items, in this order. @param {any[]} items */
  show(items) {
    const rows = new Map(items.map((item) => [this.#key(item), this.#row(item)]));
    const gone = [...this.#made].filter(([key]) => !rows.has(key)).map(([, { node }]) => node);
    const held = gone.some((node) => node.contains(document.activeElement));
    for (const node of gone) node.remove();
    this.#made = rows;
    let after = this.#node.firstChild;
    for (const { node } of rows.values()) {
      // A row that stands where it belongs is not touched: moving it would take the focus away.
      if (node === after) after = after.nextSibling;
      else this.#node.insertBefore(node, after);
    }
    if (held) this.#focus(rows.size > 0 ? this.#node : document.querySelector("[data-skip]"));
  }

  // To the list and not to the next row: whoever tapped there once more would mean the row that is gone.
  #focus(node) {
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
  }

  #row(item) {
    const row = this.#made.get(this.#key(item)) ?? this.#make(item);
    row.show(item);
    return row;
  }
}
