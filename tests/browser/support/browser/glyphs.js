// Three makes of letters: the room above and below a line differs.
const FAMILIES = ["Noto Sans", "DejaVu Sans", "Liberation Sans"];

/** Names with tails and accents, the hardest to keep whole. */
export const TAILED = ["Égypte Jégou", "Peggy Jorgy", "Âgé Quyjp", "Évy Gagjy", "Joy Çagyp", "Guy Pajoj", "Jenny Qyg"];

/**
 * The texts that a box with hidden overflow cuts above, below or before the text, in any of three fonts. A line that the
 * box hides completely is not a fault: the box shows fewer lines.
 * @param {import("@playwright/test").Page} page @returns {Promise<string[]>} the box, the text, and by how many pixels
 */
export async function cut(page) {
  const found = [];
  for (const family of FAMILIES) found.push(...(await page.evaluate(cutIn, family)));
  await page.evaluate(() => document.documentElement.style.removeProperty("font-family"));
  return found;
}

function cutIn(family) {
  document.documentElement.style.setProperty("font-family", family);
  const canvas = document.createElement("canvas").getContext("2d");
  const isCut = (overflow) => ["hidden", "clip"].includes(overflow);
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.data.trim() || text.parentElement.closest(".unseen, noscript, svg, option")) continue;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(text.parentElement);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = canvas.measureText(text.data);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, bottom, width } of range.getClientRects()) {
      if (width === 0) continue;
      const baseline = bottom - Math.round(ink.fontBoundingBoxDescent);
      const [first, last] = [baseline - ink.actualBoundingBoxAscent, baseline + ink.actualBoundingBoxDescent];
      for (let box = text.parentElement; box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const outer = box.getBoundingClientRect();
        const top = outer.top + box.clientTop;
        const floor = top + box.clientHeight;
        const before = isCut(overflowX) ? outer.left + box.clientLeft - (left - ink.actualBoundingBoxLeft) : 0;
        const over = isCut(overflowY) ? Math.max(before, top - first, last - floor) : before;
        if (baseline > top && baseline <= floor && over > 0.5)
          found.push(`${family}: ${box.className || box.parentElement.className}: ${text.data} by ${over.toFixed(1)}`);
      }
    }
  }
  return found;
}
