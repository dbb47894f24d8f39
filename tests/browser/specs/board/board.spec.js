import { expect, test } from "../../support/browser/test.js";
import { holes, KINDS } from "../../support/game/tracks.js";

const USUAL = { target: 121, skunk_below: 91, double_skunk_below: 61 };
const SHORT = { target: 61, skunk_below: 31, double_skunk_below: null };

test.beforeEach(async ({ page }) => page.goto("/"));

// Puts a board of a size on the page, and keeps it as `board`.
async function put(page, rules, sides, size = { width: 378, height: 244 }, options = {}) {
  await page.evaluate(
    async ([rules, sides, { width, height }, options]) => {
      const { Pegboard } = await window.moduleOf("/ui/pegboard.ts");
      const room = document.createElement("div");
      room.style.setProperty("width", `${width}px`);
      room.style.setProperty("height", `${height}px`);
      const standings = sides.map(([score, previous]) => ({ score, previous }));
      window.board = new Pegboard(rules, standings, "Before", options);
      room.append(window.board.node);
      room.style.setProperty("flex", "none");
      document.body.replaceChildren(room);
    },
    [rules, sides, size, options],
  );
  // Its style sheet may come later than it does, and gives it its size.
  await expect(page.locator(".pegboard")).toHaveAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
}

function show(page, sides, label = "After") {
  return page.evaluate(
    ([sides, label]) => {
      window.board.show(
        sides.map(([score, previous]) => ({ score, previous })),
        label,
      );
      // Pause the motion: it would go on by itself before the test reads the places.
      for (const move of window.board.node.getAnimations({ subtree: true })) move.pause();
    },
    [sides, label],
  );
}

// The places of the pegs of a side, the front peg first.
function pegs(page, side) {
  return page
    .locator(`.peg.of-${side}`)
    .evaluateAll((nodes) =>
      nodes
        .sort((one, other) => other.classList.contains("front") - one.classList.contains("front"))
        .map((node) => node.querySelector("g").getAttribute("transform")),
    );
}

function at([lane, hole], track) {
  const { x, y } = track[lane][hole + 1];
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

test("A board fills its container and is drawn anew for another size, without a move", async ({ page }) => {
  await put(page, USUAL, [
    [87, 77],
    [91, 83],
  ]);
  const node = page.locator(".pegboard");
  await expect(node).toHaveAttribute("viewBox", "0 0 378 244");
  await expect(node).toHaveAttribute("aria-label", "Before");
  await expect(node).toHaveRole("img");
  await page.evaluate(() => {
    const { style } = window.board.node.parentElement;
    style.setProperty("width", "299px");
    style.setProperty("height", "363px");
  });
  await expect(node).toHaveAttribute("viewBox", "0 0 299 363");
  const track = holes(KINDS[0], { width: 299, height: 363 });
  expect(await pegs(page, 0)).toEqual([at([0, 87], track), at([0, 77], track)]);
  expect(await pegs(page, 1)).toEqual([at([1, 91], track), at([1, 83], track)]);
  await expect.poll(() => page.locator(".pegboard *").count(), "elements of a board").toBeLessThan(90);
});

test("The grain is that of the game", async ({ page }) => {
  const grain = async (seed) => {
    await put(
      page,
      USUAL,
      [
        [0, 0],
        [0, 0],
      ],
      undefined,
      { seed },
    );
    return page.locator(".grain").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
  };
  const first = await grain("one game");
  expect(first.join("").length).toBeGreaterThan(1000);
  expect(await grain("another game")).not.toEqual(first);
  expect(await grain("one game")).toEqual(first);
});

// Notes the places of the pegs of side 0 in each twentieth of the motion, until the last peg rests. The motion's own clock
// is set by hand: a busy machine shows fewer frames.
function watch(page) {
  return page.evaluate(async () => {
    const seen = [];
    const read = (node) =>
      node
        .querySelector("g")
        .getAttribute("transform")
        .match(/-?[\d.]+/g)
        .map(Number);
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = () => window.board.node.getAnimations({ subtree: true });
    const end = (moves) => Math.max(...moves.map(({ effect }) => effect.getComputedTiming().endTime));
    const lasts = end(moving());
    // The end of a motion may begin another.
    for (let moves = moving(); moves.length > 0; moves = moving()) {
      const all = end(moves);
      for (const move of moves) move.pause();
      for (let step = 0; step < 20; step += 1) {
        for (const move of moves) move.currentTime = (all * step) / 20;
        await frame();
        seen.push([...document.querySelectorAll(".peg.of-0")].map(read));
      }
      for (const move of moves) move.finish();
      await frame();
    }
    return { seen, lasts };
  });
}

test("The back peg leaps over the front one and lands", async ({ page }) => {
  const track = holes(KINDS[0], { width: 378, height: 244 });
  await put(page, USUAL, [
    [40, 31],
    [12, 4],
  ]);
  const before = await pegs(page, 1);
  await show(page, [
    [48, 40],
    [12, 4],
  ]);
  await expect(page.locator(".pegboard")).toHaveAttribute("aria-label", "After");
  const { seen, lasts } = await watch(page);
  expect(lasts).toBeGreaterThan(500);
  expect(seen.length).toBeGreaterThan(5);
  const tops = seen.flat().map(([, y]) => y);
  expect(Math.min(...tops), "the top of the arc").toBeLessThan(track[0][41].y - 30);
  expect(Math.max(...seen.flat().map(([, , scale = 1]) => scale))).toBeGreaterThan(1.2);
  expect(await pegs(page, 0)).toEqual([at([0, 48], track), at([0, 40], track)]);
  expect(await pegs(page, 1)).toEqual(before);
});

test("A peg that is gathered hops on, and one that is taken back goes back", async ({ page }) => {
  const track = holes(KINDS[0], { width: 378, height: 244 });
  await put(page, USUAL, [
    [8, 0],
    [0, 0],
  ]);
  await show(page, [
    [14, 0],
    [0, 0],
  ]);
  await watch(page);
  expect(await pegs(page, 0)).toEqual([at([0, 14], track), at([0, 0], track)]);
  await show(page, [
    [20, 14],
    [0, 0],
  ]);
  // The next is shown before this one has landed.
  await show(page, [
    [14, 0],
    [0, 0],
  ]);
  await watch(page);
  expect(await pegs(page, 0)).toEqual([at([0, 14], track), at([0, 0], track)]);
  await show(page, [
    [0, 0],
    [0, 0],
  ]);
  await watch(page);
  expect(await pegs(page, 0)).toEqual([at([0, 0], track), at([0, -1], track)]);
});

test("The stain ends under the front peg", async ({ page }) => {
  await put(page, USUAL, [
    [10, 4],
    [0, 0],
  ]);
  const ends = () =>
    page.locator(".stain").evaluateAll((paths) => paths.map((path) => path.getBBox().x + path.getBBox().width));
  const [first, none] = await ends();
  expect(none).toBe(0);
  await show(page, [
    [20, 10],
    [0, 0],
  ]);
  await watch(page);
  const track = holes(KINDS[0], { width: 378, height: 244 });
  const [second] = await ends();
  expect(second - first).toBeCloseTo(track[0][21].x - track[0][11].x, 0);
});

for (const reducedMotion of ["no-preference", "reduce"]) {
  test(`The last street is enlarged as somebody gets there, and stays so: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await put(page, USUAL, [
      [90, 80],
      [95, 88],
    ]);
    const numbers = () => page.locator(".engraved text").allTextContents();
    expect(await numbers()).toEqual(["10", "20", "40", "50", "70", "80", "90"]);
    await show(page, [
      [98, 90],
      [95, 88],
    ]);
    if (reducedMotion === "no-preference") expect((await watch(page)).lasts).toBeGreaterThan(400);
    const grown = holes(KINDS[0], { width: 378, height: 244 }, 1);
    expect(await pegs(page, 0)).toEqual([at([0, 98], grown), at([0, 90], grown)]);
    expect(await numbers()).toEqual(["10", "20", "40", "50", "70", "80", "90", "100", "105", "110", "115"]);
    await show(page, [
      [90, 80],
      [95, 88],
    ]);
    await watch(page);
    expect(await pegs(page, 0)).toEqual([at([0, 90], grown), at([0, 80], grown)]);
  });
}

test("Where less motion is asked for, a peg is there at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const track = holes(KINDS[2], { width: 378, height: 244 });
  await put(page, SHORT, [
    [10, 4],
    [0, 0],
  ]);
  const moved = await page.evaluate(() => {
    window.board.show(
      [
        { score: 30, previous: 10 },
        { score: 0, previous: 0 },
      ],
      "After",
    );
    return window.board.node.getAnimations({ subtree: true }).length;
  });
  expect(moved).toBe(0);
  expect(await pegs(page, 0)).toEqual([at([0, 30], track), at([0, 10], track)]);
});

test("A board that is asked for stays as it is", async ({ page }) => {
  await put(
    page,
    USUAL,
    [
      [121, 115],
      [87, 80],
    ],
    undefined,
    { isLast: false },
  );
  const track = holes(KINDS[0], { width: 378, height: 244 });
  expect(await pegs(page, 0)).toEqual([at([0, 121], track), at([0, 115], track)]);
  await put(
    page,
    USUAL,
    [
      [50, 40],
      [87, 80],
    ],
    undefined,
    { isLast: true },
  );
  expect(await page.locator(".engraved text").allTextContents()).toContain("115");
});
