import { WEB } from "../modules.js";
import { expect, test } from "../test.js";

const { BoardTrack } = await import(`data:text/javascript,${encodeURIComponent(WEB.read("/ui/board-track.js"))}`);

const USUAL = { target: 121, skunk_below: 91, double_skunk_below: 61 };
const SHORT = { target: 61, skunk_below: 31, double_skunk_below: null };
// The boards of phones: width and height in pixels, and from hole to hole and from lane to lane.
const BOARDS = [
  { width: 310, height: 193, pitch: 7.7, gap: 14.8 },
  { width: 350, height: 221, pitch: 8.7, gap: 17.1 },
  { width: 365, height: 178, pitch: 9.9, gap: 13.5 },
  { width: 378, height: 244, pitch: 9.4, gap: 18.9 },
  { width: 381, height: 294, pitch: 8.7, gap: 23.0 },
  { width: 400, height: 289, pitch: 9.5, gap: 22.6 },
  { width: 378, height: 359, pitch: 7.7, gap: 28.5 },
  { width: 299, height: 363, pitch: 8.0, gap: 23.5 },
  { width: 335, height: 348, pitch: 6.9, gap: 26.5 },
  { width: 310, height: 206, pitch: 7.4, gap: 15.8 },
];
const ENLARGED = [
  { width: 310, height: 193, pitch: 9.3 },
  { width: 365, height: 178, pitch: 11.2 },
  { width: 378, height: 244, pitch: 11.5 },
  { width: 400, height: 289, pitch: 12.1 },
];
const KINDS = [
  { target: 121, lanes: 2 },
  { target: 121, lanes: 3 },
  { target: 61, lanes: 2 },
  { target: 61, lanes: 3 },
];
const SIZES = BOARDS.map(({ width, height }) => ({ width, height }));

test.beforeEach(async ({ page }) => page.goto("/"));

// The places of all holes of a board, by lane, from the first hole to the game hole.
function holes({ target, lanes }, size, grow = 0) {
  const track = new BoardTrack(target, lanes, size, grow);
  return Array.from({ length: lanes }, (_, lane) =>
    Array.from({ length: target + 2 }, (_, at) => track.at(lane, at - 1)),
  );
}

// The lines on a board before each hole, as points.
function crossings({ target, lanes }, size, grow = 0) {
  const track = new BoardTrack(target, lanes, size, grow);
  return Array.from({ length: target }, (_, at) =>
    track
      .line(at + 1)
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number))
      .map(([x, y]) => ({ x, y })),
  );
}

// Puts a board of a size on the page, and keeps it as `board`.
async function put(page, rules, sides, size = { width: 378, height: 244 }, options = {}) {
  await page.evaluate(
    async ([rules, sides, { width, height }, options]) => {
      const { Pegboard } = await window.moduleOf("/ui/pegboard.js");
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
    ([sides, label]) =>
      window.board.show(
        sides.map(([score, previous]) => ({ score, previous })),
        label,
      ),
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

const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Twice the area of a triangle: its sign is the side of a line that a point is on.
const turn = (from, to, point) => (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);

function areCrossed([a, b], [c, d]) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

test("From hole to hole and from lane to lane the boards of the phones measure as they were drawn", () => {
  for (const { width, height, pitch, gap } of BOARDS) {
    const [first, second] = holes(KINDS[0], { width, height });
    const what = `${width} by ${height}`;
    expect(Math.abs(distance(first[3], first[4]) - pitch), what).toBeLessThan(0.15);
    expect(Math.abs(distance(first[3], second[3]) - gap), what).toBeLessThan(0.15);
    expect(first[3].pitch).toBeCloseTo(distance(first[3], first[4]), 4);
    expect(first[3].gap).toBeCloseTo(distance(first[3], second[3]), 4);
  }
});

test("The last street is enlarged", () => {
  for (const { width, height, pitch } of ENLARGED) {
    const [lane, other] = holes(KINDS[0], { width, height }, 1);
    const what = `${width} by ${height}`;
    const own = distance(lane[98], lane[99]);
    expect(Math.abs(own - pitch), what).toBeLessThan(0.15);
    const gap = distance(lane[3], other[3]);
    expect(distance(lane[98], other[98]) / gap, what).toBeCloseTo(2, 4);
    expect(distance(lane[122], { x: lane[121].x, y: lane[122].y }) / own, what).toBeCloseTo(1.9, 1);
  }
});

// Whatever of the holes of a lane is not as it must be.
function badHoles(lane, { width, height }, nearest) {
  return lane.flatMap(({ x, y, pitch, gap }, at) => {
    const radius = Math.min(0.27 * pitch, 0.24 * gap, 4.2);
    const edge = Math.min(x, y, width - x, height - 3 - y) - radius;
    const before = lane[at - 1];
    const far = before ? distance(before, lane[at]) / Math.min(before.pitch, pitch) : 1;
    return edge < 3 || far < nearest ? [`hole ${at - 1}: ${edge} from the edge, ${far} from the hole before`] : [];
  });
}

// Whether a line, or the bend of it in this lane, is between two holes.
function isBetween(line, lane, [before, after]) {
  if (line.length === 2) return turn(...line, before) * turn(...line, after) < 0;
  const [to, from] = [before, after].map((hole) => distance(hole, line[lane + 1]) / distance(before, after));
  return to + from < 1.1 && Math.min(to, from) > 0.15;
}

for (const kind of KINDS) {
  for (const grow of [0, 0.5, 1]) {
    const what = `${kind.lanes} lanes to ${kind.target}, enlarged by ${grow}`;

    test(`Holes are on the wood and apart, and lanes do not cross: ${what}`, () => {
      for (const size of SIZES) {
        const lanes = holes(kind, size, grow);
        // In the narrow turns of a flat board the holes are nearer to each other than in its streets.
        const nearest = kind.lanes === 3 || grow > 0 ? 0.35 : size.height < 180 ? 0.65 : 0.8;
        expect(lanes.flatMap((lane) => badHoles(lane, size, nearest))).toEqual([]);
        const pieces = lanes.map((lane) => lane.slice(1, -1).map((hole, at) => [lane[at], hole]));
        const crossed = pieces.flatMap((way, lane) =>
          pieces.slice(lane + 1).flatMap((other) => way.filter((one) => other.some((two) => areCrossed(one, two)))),
        );
        expect(crossed, `${size.width} by ${size.height}`).toEqual([]);
      }
    });

    test(`A skunk line is between its hole and the one before it, whichever it is: ${what}`, () => {
      for (const size of SIZES) {
        const lanes = holes(kind, size, grow);
        const lines = crossings(kind, size, grow);
        const wrong = lines.flatMap((line, at) =>
          lanes.every((lane, side) => isBetween(line, side, lane.slice(at + 1, at + 3))) ? [] : [at + 1],
        );
        expect(wrong, `${size.width} by ${size.height}`).toEqual([]);
        const usual = lines.filter((_, at) => [30, 60, 90].includes(at)).flat();
        expect(usual.filter(({ x, y }) => Math.min(x, y, size.width - x, size.height - y) < 0)).toEqual([]);
      }
    });
  }
}

test("A board lies, or stands: its start is at the lower or the upper left, its end at the upper left or right", () => {
  const [lying] = holes(KINDS[0], { width: 378, height: 359 });
  expect(lying[2].x).toBeLessThan(100);
  expect(lying[2].y).toBeGreaterThan(300);
  expect(lying[3].x).toBeGreaterThan(lying[2].x);
  expect(lying[122].x).toBeLessThan(100);
  expect(lying[122].y).toBeLessThan(60);
  const [standing, second] = holes(KINDS[0], { width: 335, height: 348 });
  expect(standing[2].x).toBeLessThan(second[2].x);
  expect(standing[2].y).toBeLessThan(100);
  expect(standing[3].y).toBeGreaterThan(standing[2].y);
  expect(standing[122].x).toBeGreaterThan(250);
  expect(standing[122].y).toBeLessThan(100);
  const [square] = holes(KINDS[0], { width: 300, height: 306 });
  expect(square[3].y, "it still lies").toBeCloseTo(square[2].y, 5);
});

test("Groups of five are seen", () => {
  const [lane] = holes(KINDS[0], { width: 378, height: 244 });
  for (const hole of [5, 10, 20, 35, 70, 100, 115]) {
    const group = distance(lane[hole + 1], lane[hole + 2]);
    expect(group / distance(lane[hole], lane[hole + 1]), `after ${hole}`).toBeCloseTo(1.62, 1);
  }
});

test("A game to another number has its streets of 25 from the end backwards", () => {
  const [usual] = holes(KINDS[0], { width: 378, height: 244 });
  const [shorter] = holes({ target: 111, lanes: 2 }, { width: 378, height: 244 });
  expect(shorter.at(-2)).toEqual(usual.at(-2));
  expect(shorter[2]).toEqual(usual[12]);
});

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
  expect(await page.locator(".pegboard *").count(), "elements of a board").toBeLessThan(90);
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

// Notes where the pegs of side 0 are in each twentieth of the motion, until the last of them rests. The motion's own clock is
// set by hand: a busy machine shows fewer frames.
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
