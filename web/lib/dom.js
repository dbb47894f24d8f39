const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|null|undefined} Child */
/** @typedef {{node: HTMLElement, show: (item: any) => void}} Row */

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Record<string, any>} attributes
 * @param {(Child|Child[])[]} children
 * @returns {Made}
 */
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
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag its name
 * @param {Record<string, any>} [attributes] attributes; `onclick` and the like are listeners; null and false are left out
 * @param {...(Child|Child[])} children its content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Makes an SVG element; used as {@link element}.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag its name
 * @param {Record<string, any>} [attributes] attributes
 * @param {...Node} children its content
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Calls back after the next paint; at once where nobody sees the page, which is not painted then. @param {() => unknown} act */
export function afterPaint(act) {
  if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(act));
  else act();
}

/** Moves the focus to the view's main part, before the element that has it is removed. */
export function focusView() {
  /** @type {HTMLElement|null} */ (document.querySelector("[data-skip]"))?.focus({ preventScroll: true });
}

/** Rows that stay the same elements while their content changes, so that the focus and the thumb's target stay. @template Item */
export class KeyedList {
  #node;
  #key;
  #make;
  /** @type {Map<string, Row>} */
  #rows = new Map();

  /**
   * @param {HTMLElement} node their parent
   * @param {(item: Item) => string} key identifies an item
   * @param {(item: Item) => Row} make makes the row of an item
   */
  constructor(node, key, make) {
    this.#node = node;
    this.#key = key;
    this.#make = make;
  }

  /** Shows these items, in this order. @param {Item[]} items */
  show(items) {
    const rows = new Map(items.map((item) => [this.#key(item), this.#row(item)]));
    const gone = [...this.#rows].filter(([key]) => !rows.has(key)).map(([, { node }]) => node);
    const hadFocus = gone.some((node) => node.contains(document.activeElement));
    for (const node of gone) node.remove();
    this.#rows = rows;
    let next = this.#node.firstChild;
    for (const { node } of rows.values()) {
      // A row in the right place is not moved, since that would remove the focus.
      if (node === next) next = node.nextSibling;
      else this.#node.insertBefore(node, next);
    }
    if (hadFocus) this.#keepFocus();
  }

  // The next row does not get the focus: a second tap would act on it.
  #keepFocus() {
    if (this.#rows.size === 0) return focusView();
    this.#node.tabIndex = -1;
    this.#node.focus({ preventScroll: true });
  }

  /** @param {Item} item */
  #row(item) {
    const row = this.#rows.get(this.#key(item)) ?? this.#make(item);
    row.show(item);
    return row;
  }
}
