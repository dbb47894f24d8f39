/**
 * The faults of a screen that nobody scrolls: texts that are cut, outside the window, over one another or over a drawing, or
 * too small.
 * @param {import("@playwright/test").Page} page @param {{least: number, drawings: string}} asked `least` is the smallest size
 *   of a text in hundredths of the window's width; `drawings` selects the drawings that no text may cover
 * @returns {Promise<string[]>}
 */
export function layoutFaults(page, asked) {
  return page.evaluate(faultsIn, asked);
}

function faultsIn({ least, drawings }) {
  const canvas = document.createElement("canvas").getContext("2d");
  const isCut = (overflow) => ["hidden", "clip"].includes(overflow);
  const found = [];
  const boxes = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("noscript, svg, .unseen") || !parent.checkVisibility()) continue;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parent);
    const size = (parseFloat(fontSize) / innerWidth) * 100;
    if (size < least) found.push(`${text.data}: ${size.toFixed(2)} hundredths of the width`);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = canvas.measureText(text.data);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, bottom, width } of range.getClientRects()) {
      if (width === 0) continue;
      const baseline = bottom - ink.fontBoundingBoxDescent;
      const top = baseline - ink.actualBoundingBoxAscent;
      const box = { name: text.data, left, right, top, bottom: baseline + ink.actualBoundingBoxDescent };
      boxes.push(box);
      for (let outer = parent; outer; outer = outer.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(outer);
        const edge =
          outer === document.body
            ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
            : outer.getBoundingClientRect();
        const isWider = box.left < edge.left - 1 || box.right > edge.right + 1;
        const isHigher = box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
        const hides = outer === document.body || isCut(overflowX) || isCut(overflowY);
        if ((isWider && display !== "inline") || (isHigher && hides))
          found.push(`${text.data}: beyond ${outer.className || outer.id || outer.tagName}`);
      }
    }
  }
  const drawn = Array.from(document.querySelectorAll(drawings), (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return { name: node.getAttribute("class"), left, right, top, bottom };
  });
  const isOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  boxes.forEach((box, at) => {
    for (const other of [...boxes.slice(at + 1), ...drawn])
      if (isOver(box, other)) found.push(`${box.name}: over ${other.name}`);
  });
  return found;
}

/** The texts of the view that overlap an element. @param {import("./tour.js").Page} page @param {string} selector the element's @returns {Promise<string[]>} */
export function wordsOn(page, selector) {
  return page.evaluate((wanted) => {
    const element = document.querySelector(wanted).getBoundingClientRect();
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.data.trim() || text.parentElement.closest("svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right > element.left && left < element.right && bottom > element.top && top < element.bottom)
        found.push(text.data);
    }
    return found;
  }, selector);
}
