/** Rows that stay the same elements while what they show changes, so that thumb and focus keep their place. */
export class Rows {
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
    for (const [key, { node }] of this.#made) if (!rows.has(key)) node.remove();
    this.#made = rows;
    let after = this.#node.firstChild;
    for (const { node } of rows.values()) {
      // A row that stands where it belongs is not touched: moving it would take the focus away.
      if (node === after) after = after.nextSibling;
      else this.#node.insertBefore(node, after);
    }
  }

  #row(item) {
    const row = this.#made.get(this.#key(item)) ?? this.#make(item);
    row.show(item);
    return row;
  }
}
