const SVG = "http://www.w3.org/2000/svg";

/** A part of an element's content. Null and undefined are left out. */
export type Child = Node | string | null | undefined;
type Row = { node: HTMLElement; show: (item: any) => void };

function fill<Made extends Element>(node: Made, attributes: Record<string, any>, children: (Child | Child[])[]): Made {
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
 * @param tag its name
 * @param attributes attributes; names that begin with `on` (`onclick`) add listeners; null and false are left out
 * @param children its content
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, any> = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Makes an SVG element; used as {@link element}.
 * @param tag its name
 * @param attributes attributes
 * @param children its content
 */
export function drawing<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, any> = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Makes a text that screen readers read in other words. @param spoken the words; the same as `text` for a plain text */
export function readAs(text: string, spoken: string): (Node | string)[] {
  if (text === spoken) return [text];
  return [element("span", { "aria-hidden": "true" }, text), " ", element("span", { class: "unseen" }, spoken)];
}

/** Calls back after the next paint, or at once if the page is hidden: a hidden page is not painted. */
export function afterPaint(act: () => unknown) {
  if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(act));
  else act();
}

/** Moves the focus to the view's main part, before the element that has it is removed. */
export function focusView() {
  (document.querySelector("[data-skip]") as HTMLElement | null)?.focus({ preventScroll: true });
}

/** Rows that stay the same elements while their content changes, so that the focus and the thumb's target stay. */
export class KeyedList<Item> {
  #node;
  #key;
  #make;
  #rows: Map<string, Row> = new Map();

  /** @param node their parent @param key identifies an item @param make makes the row of an item */
  constructor(node: HTMLElement, key: (item: Item) => string, make: (item: Item) => Row) {
    this.#node = node;
    this.#key = key;
    this.#make = make;
  }

  /** Shows these items, in this order. */
  show(items: Item[]) {
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

  #row(item: Item) {
    const row = this.#rows.get(this.#key(item)) ?? this.#make(item);
    row.show(item);
    return row;
  }
}
