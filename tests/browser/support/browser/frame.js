/**
 * Finds everything that keeps a view of cards from being whole on one screen. The page must be as large as the window. Keys must
 * be inside it, large enough and not covered, and must hold their texts.
 * @param {import("@playwright/test").Page} page @param {number} [least] the least width and height of a card's key in pixels
 * @returns {Promise<string[]>} faults in words
 */
export function frameFaults(page, least = 24) {
  return page.evaluate(faultsIn, least);
}

// Runs in the page.
function faultsIn(least) {
  const found = [];
  const root = document.documentElement;
  const called = (node) => node.ariaLabel || node.textContent || node.className;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  if (root.scrollWidth !== innerWidth) found.push(`${root.scrollWidth} wide, not ${innerWidth}`);
  if (root.scrollHeight !== innerHeight) found.push(`${root.scrollHeight} high, not ${innerHeight}`);

  const cards = seen("card-grid button");
  const others = seen(
    ".bar > :is(a, button), .unfold, .declare, .pick select, .side-key, .frame-foot button, .choice label, .answer-key, .card-key",
  );
  const slots = seen("card-slot .slot");
  if (cards.length < 17 && seen(".practice-pack").length === 0) found.push(`${cards.length} keys of cards`);
  for (const node of new Set([...cards, ...others, ...slots])) {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    const wanted = others.includes(node) ? 48 : least;
    if (Math.min(width, height) < (slots.includes(node) ? 24 : wanted) - 0.1)
      found.push(`${called(node)} is ${width} × ${height}`);
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      found.push(`${called(node)} is not inside the window`);
    const inset = Math.min(6, width / 3, height / 3);
    for (const x of [left + inset, (left + right) / 2, right - inset])
      for (const y of [top + inset, bottom - inset])
        if (!node.contains(document.elementFromPoint(x, y))) found.push(`${called(node)} is covered at ${x}, ${y}`);

    const key = node.closest(".pick") ?? node;
    const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.data.trim() || text.parentElement.closest(".unseen, option")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const ink = range.getBoundingClientRect();
      const box = key.getBoundingClientRect();
      if (
        ink.left < box.left - 0.5 ||
        ink.right > box.right + 0.5 ||
        ink.top < box.top - 1 ||
        ink.bottom > box.bottom + 1
      )
        found.push(`“${text.data}” leaves ${called(key)}`);
      for (let at = text.parentElement; at !== key.parentElement; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== "visible" && at.scrollWidth > at.clientWidth + 1)
          found.push(`“${text.data}” is cut in ${called(key)}`);
    }
  }
  return found;
}
