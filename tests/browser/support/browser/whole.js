import { expect } from "@playwright/test";
import { begin, link, pegElsewhere } from "../game/scorer.js";

/** The windows of phones in a browser, upright and on their side. */
export const PHONES = [
  [320, 568],
  [360, 604],
  [375, 553],
  [390, 664],
  [393, 740],
  [412, 732],
  [667, 375],
  [740, 360],
].map(([width, height]) => ({ width, height }));

const LONG = [
  { name: "Marie-Ève + Jean-François", players: ["Marie-Ève", "Jean-François"] },
  { name: "Björn + Gaëtan", players: ["Björn", "Gaëtan"] },
];
const TO_LAST_STREET = [29, 29, 29, 17];

/** Tables that are measured: their sides, how long the game is, and what each side has pegged. @type {Record<string, {begun: object, pegs: number[]}>} */
export const TABLES = {
  two: { begun: { sides: [{}, {}] }, pegs: TO_LAST_STREET },
  partners: { begun: { sides: LONG }, pegs: TO_LAST_STREET },
  three: { begun: { sides: [{ name: "Ann" }, { name: "Solange" }, { name: "Bob" }] }, pegs: TO_LAST_STREET },
  crash: { begun: { sides: [{}, {}], preset: "crash", crash_directions: [1, -1] }, pegs: TO_LAST_STREET },
  eight: {
    begun: {
      sides: [{ name: "Ann" }, { name: "Solange" }, { name: "Bob" }],
      preset: "crash",
      crash_directions: [-1, 1, 1],
    },
    pegs: [28],
  },
  short: { begun: { sides: [{}, {}], preset: "once_around" }, pegs: [29, 19] },
};

/** Sits down at one of {@link TABLES}, where the score is high and a hand is due. @param {import("@playwright/test").Page} page @param {string} base @param {keyof typeof TABLES} name */
export async function sitDown(page, base, name) {
  const { begun, pegs } = TABLES[name];
  const game = await begin(base, begun);
  for (const points of pegs) for (const side of begun.sides.keys()) await pegElsewhere(game, side, points);
  await pegElsewhere(game, 1, 8, { for: "hand" });
  await page.goto(link(game));
  await page.locator(".dot[data-state=live]").waitFor();
  return game;
}

/** Waits until the page is drawn for its window and its text, and three frames in a row are the same. @param {import("@playwright/test").Page} page @param {number} text the size of the text in pixels */
export async function drawn(page, text) {
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${text}px`);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const look = () => document.body.outerHTML;
    let before = "";
    for (let same = 0; same < 3; before = look()) {
      await frame();
      same = look() === before ? same + 1 : 0;
    }
  });
}

/**
 * Everything that keeps a table from being whole on one screen.
 * @param {import("@playwright/test").Page} page
 * @param {{scrolls?: boolean, shortened?: boolean}} [allowed] `scrolls` if the page may scroll, `shortened` if the names of
 *   sides may end in dots
 * @returns {Promise<string[]>} faults in words
 */
export function faults(page, { scrolls = false, shortened = false } = {}) {
  return page.evaluate(faultsIn, { scrolls, shortened });
}

// Runs in the page.
function faultsIn({ scrolls, shortened }) {
  const found = [];
  const root = document.documentElement;
  const called = (node) =>
    `${node.className || node.tagName}${node.closest("[class*=of-]") ? ` ${node.closest("[class*=of-]").className}` : ""}: ${node.textContent.trim()}`;
  const box = (node) => node.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());

  if (root.scrollWidth > innerWidth) found.push(`${root.scrollWidth} wide, not ${innerWidth}`);
  if (!scrolls && root.scrollHeight > innerHeight) found.push(`${root.scrollHeight} high, not ${innerHeight}`);

  const targets = seen(".tile, .board-key, .menu-key, .said, .undo, .number, .side-key, .rail-key");
  const inner = seen(".score, .crib, .to-go, .side-name, .games").filter((node) => box(node).width > 0);
  const least = [".board-key", ".menu-key", ".said", ".undo", ".number", ".rail-key", ".tile", ".score", ".crib"];
  for (const selector of least) if (seen(selector).length === 0) found.push(`${selector} is not there`);

  for (const node of [...targets, ...inner]) {
    if (scrolls) node.scrollIntoView({ block: "center" });
    const { left, top, right, bottom, width, height } = box(node);
    if (left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5)
      found.push(`${called(node)} is not inside the window`);
    // A point in a corner lies inside its curve.
    const inset = Math.min(5, width / 3, height / 3);
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      ...[left + inset, right - inset].flatMap((x) => [top + inset, bottom - inset].map((y) => [x, y])),
    ];
    const target = node.closest("button, a");
    for (const [x, y] of points)
      if (!target.contains(document.elementFromPoint(x, y))) found.push(`${called(node)} is covered at ${x}, ${y}`);
  }

  const apart = (nodes) =>
    nodes.forEach((one, at) =>
      nodes.slice(at + 1).forEach((other) => {
        const [a, b] = [box(one), box(other)];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 0.5 && down > 0.5) found.push(`${called(one)} lies over ${called(other)}`);
      }),
    );
  apart(targets);
  for (const tile of seen(".tile")) apart(inner.filter((node) => tile.contains(node)));

  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const node = text.parentElement;
    const isName = node.closest(".side-name, .side-key .name") !== null;
    if (!text.data.trim() || !node.checkVisibility() || node.closest(".unseen, svg") || (isName && shortened)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    const target = box(node.closest("button, a, .caption") ?? node);
    if (left < target.left - 0.5 || right > target.right + 0.5) found.push(`“${text.data}” leaves its key`);
    for (let at = node; at && at !== node.closest("button, a, .caption"); at = at.parentElement) {
      const isCut = getComputedStyle(at).overflowX !== "visible" && at.scrollWidth > at.clientWidth + 1;
      if (isCut) found.push(`“${text.data}” is cut in ${called(at)}`);
    }
  }
  return found;
}

/** The size of a board, as a part of the window's height if the window is higher than wide, else of its area. @param {import("@playwright/test").Page} page @returns {Promise<number>} from 0 to 1 */
export function boardShare(page) {
  return page.evaluate(() => {
    const { width, height } = document.querySelector(".pegboard").getBoundingClientRect();
    return innerHeight > innerWidth ? height / innerHeight : (width * height) / (innerWidth * innerHeight);
  });
}

/** The keys that are smaller than they may be. @param {import("@playwright/test").Page} page @returns {Promise<string[]>} */
export function smallKeys(page) {
  return page.evaluate(() => {
    const isFlat = innerWidth > innerHeight && document.querySelector(".two-taps");
    const numbers = isFlat ? 50 : 52;
    const least = [
      [".menu-key, .said, .undo, .rail-key", 48, 48],
      [".number", 48, numbers],
      [".side-key", 48, 52],
    ];
    return least.flatMap(([selector, width, height]) =>
      [...document.querySelectorAll(selector)].flatMap((node) => {
        if (!node.checkVisibility()) return [];
        const box = node.getBoundingClientRect();
        const isSmall = box.width < width - 0.1 || box.height < height - 0.1;
        return isSmall ? [`${node.className} ${node.textContent}: ${box.width} × ${box.height}`] : [];
      }),
    );
  });
}
