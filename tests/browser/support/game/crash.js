import { importScript } from "../browser/modules.js";
import { begin, link, pegElsewhere, state } from "./scorer.js";
import { expect } from "../browser/test.js";
import { distance, placesOn } from "./tracks.js";

const { CrashTrack } = await importScript("/ui/crash-track.ts");

/** The sentence of the table while every phone of it is heard. */
export const LIVE = "Every phone at the table sees this.";

/** The key of a side's way around the track. */
export const way = (page, side) => page.locator(`.way-key.of-${side}`);

/** The middles of all pegs on the board of the page, once they rest. */
export async function places(page) {
  // Before it has its size no peg has a place.
  await page.locator(".board-key .pegboard[viewBox]").waitFor();
  const moves = () =>
    page.locator(".board-key .pegboard").evaluate((board) => board.getAnimations({ subtree: true }).length);
  await expect.poll(moves).toBe(0);
  return page.locator(".board-key .peg").evaluateAll((nodes) =>
    nodes.map((node) => {
      const [x, y] = node
        .querySelector("g")
        .getAttribute("transform")
        .match(/-?[\d.]+/g)
        .map(Number);
      return { side: node.classList.contains("of-0") ? 0 : node.classList.contains("of-1") ? 1 : 2, x, y };
    }),
  );
}

/** The score of each peg by its place on the page, by side, the back peg first; null for a peg that shares its hole. */
export async function standing(page, directions) {
  const pegs = await places(page);
  const box = await page.locator(".board-key .pegboard").getAttribute("viewBox");
  const [, , width, height] = box.split(" ").map(Number);
  return placesOn(new CrashTrack(directions, { width, height }), directions).map((places, side) => {
    const scoreAt = (peg) => places.findIndex((place) => distance(place, peg) < 0.1);
    const own = pegs.filter((peg) => peg.side === side).map(scoreAt);
    return own.map((score) => (score < 0 ? null : score)).sort((one, other) => one - other);
  });
}

/** Begins a game of Crash, pegs, and opens it on the page. */
export async function playing(page, baseURL, pegs, begun = {}) {
  const game = await begin(baseURL, { preset: "crash", ...begun });
  for (const [side, points] of pegs) await pegElsewhere(game, side, points);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  return game;
}
