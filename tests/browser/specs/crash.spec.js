import { overflow, smallTargets, violations } from "../axe.js";
import { importScript } from "../modules.js";
import {
  begin,
  call,
  chosenRules,
  goOffline,
  happened,
  leave,
  link,
  newest,
  peg,
  pegElsewhere,
  scores,
  sheet,
  shownGame,
  state,
  takeBack,
} from "../scorer.js";
import { expect, test } from "../test.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

const { CrashTrack } = await importScript("/ui/crash-track.js");
const { applyPending } = await importScript("/game/fold.js");
const { newGame, rematch } = await importScript("/game/rules.js");

const LIVE = "Every phone at the table sees this.";
// The boards of phones, the smallest at 320 pixels, and the ways that two and three sides go.
const SIZES = [
  [312, 196],
  [352, 215],
  [378, 242],
  [355, 367],
  [347, 352],
  [400, 289],
  [374, 584],
];
const WAYS = [
  [1, 1],
  [1, -1],
  [-1, 1, -1],
];

const way = (page, side) => page.locator(`.way-key.of-${side}`);
const spoken = (page) => page.locator("p.unseen[role=status]");
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// The places of the scores 0 to 121 of each side, and the holes that are drawn, on each board.
const TRACKS = WAYS.flatMap((directions) =>
  SIZES.map(([width, height]) => {
    const track = new CrashTrack(directions, { width, height });
    const what = `${width} by ${height}, ${directions}`;
    return { what, width, height, directions, sides: placesOn(track, directions), holes: track.rows.flat() };
  }),
);

function placesOn(track, directions) {
  return directions.map((_, side) => Array.from({ length: 122 }, (_, score) => track.at(side, score)));
}

// The middles of all pegs on the board of the page, once they rest.
async function places(page) {
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

// The scores where the pegs of each side stand on the page, the back peg first; null beside others in one hole.
async function standing(page, directions) {
  const pegs = await places(page);
  const box = await page.locator(".board-key .pegboard").getAttribute("viewBox");
  const [, , width, height] = box.split(" ").map(Number);
  return placesOn(new CrashTrack(directions, { width, height }), directions).map((places, side) => {
    const scoreAt = (peg) => places.findIndex((place) => distance(place, peg) < 0.1);
    const own = pegs.filter((peg) => peg.side === side).map(scoreAt);
    return own.map((score) => (score < 0 ? null : score)).sort((one, other) => one - other);
  });
}

async function playing(page, baseURL, pegs, begun = {}) {
  const game = await begin(baseURL, { preset: "crash", ...begun });
  for (const [side, points] of pegs) await pegElsewhere(game, side, points);
  await page.goto(link(game));
  await expect(state(page)).toHaveText(LIVE);
  return game;
}

test("The track is one: the start is the game hole, and 30 and 91 are one hole, whichever way a side goes", () => {
  for (const { what, directions, sides, holes } of TRACKS) {
    expect(holes.length, what).toBe(119);
    for (const [side, places] of sides.entries()) {
      expect(distance(places[0], places[121]), what).toBeLessThan(0.01);
      expect(distance(places[30], places[91]), what).toBeLessThan(0.01);
      const clockwise = directions[side] > 0 ? places : places.toReversed();
      const first = directions[0] > 0 ? sides[0] : sides[0].toReversed();
      expect(Math.max(...clockwise.map((place, hole) => distance(place, first[hole]))), what).toBeLessThan(0.01);
    }
  }
});

test("Holes are on the wood, apart, and in groups of five", () => {
  for (const { what, width, height, sides, holes } of TRACKS) {
    const edges = holes.map(({ x, y }) => Math.min(x, y, width - x, height - 3 - y));
    expect(Math.min(...edges), what).toBeGreaterThan(8);
    const near = holes.flatMap((hole, at) => holes.slice(at + 1).map((other) => distance(hole, other)));
    const { pitch } = holes[0];
    expect(Math.min(...near) / pitch, what).toBeGreaterThan(0.95);
    // As far apart as those of the usual board, which has two lanes of as many.
    expect(pitch, what).toBeGreaterThan(width < 320 ? 6.5 : 7);
    const [places] = sides;
    for (const hole of [5, 10, 40, 60, 80, 110]) {
      const group = distance(places[hole], places[hole + 1]) / distance(places[hole - 1], places[hole]);
      expect(group, `${what}, after ${hole}`).toBeGreaterThan(1.3);
    }
  }
});

test("A clockwise side goes clockwise from the start, on a board that lies and on one that stands", () => {
  const [lying] = TRACKS.filter(({ width, directions }) => width === 378 && directions[1] === -1);
  const [one, other] = lying.sides;
  expect(one[0].x).toBeLessThan(50);
  expect(one[5].y).toBeLessThan(one[0].y - 20);
  expect(other[5].y).toBeGreaterThan(other[0].y + 20);
  const [standing] = TRACKS.filter(({ width, directions }) => width === 374 && directions[1] === -1);
  expect(standing.sides[0][0].y).toBeGreaterThan(500);
  expect(standing.sides[0][5].x).toBeLessThan(standing.sides[0][0].x - 20);
  expect(standing.sides[1][5].x).toBeGreaterThan(standing.sides[1][0].x + 20);
});

for (const [width, height] of [
  [390, 664],
  [320, 568],
]) {
  test(`Pegs that share a hole are all seen: ${width} by ${height}`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height });
    const sides = [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }];
    const game = await playing(page, baseURL, [], { sides });
    const apart = async () => {
      const pegs = await places(page);
      return Math.min(...pegs.flatMap((peg, at) => pegs.slice(at + 1).map((other) => distance(peg, other))));
    };
    expect(await apart(), "six at the start").toBeGreaterThan(10);
    await call(game, "PUT", "/result", { scores: [121, 61, 61] });
    await sheet(page).getByRole("button", { name: "Look at the board" }).click();
    expect(await apart(), "two of each side in one hole").toBeGreaterThan(9);
  });
}

test("Before the service answers, a side that was thrown back stands at its start at least", () => {
  const sides = [
    { name: "Ann", players: ["Ann"] },
    { name: "Bob", players: ["Bob"] },
  ];
  const rules = { crash: true, target: 121, game_values: [1, 2, 2], first_deal: "loser" };
  const empty = newGame({ id: "one", sides, rules, first: 0 });
  const pegs = [
    { id: "new", side: 0, points: 4 },
    { id: "old", side: 0, points: 6 },
  ];
  const thrown = { ...empty, pegs };
  const [ann] = applyPending(thrown, [{ kind: "peg_back", subject: "old", at: "" }]).sides;
  expect([ann.score, ann.previous]).toEqual([0, 0]);
});

test("A game that begins without a network has its ways, and its rematch the same or others", () => {
  const sides = [
    { name: "Ann", players: ["Ann"] },
    { name: "Bob", players: ["Bob"] },
  ];
  const rules = { crash: true, target: 121, game_values: [1, 2, 2], first_deal: "loser" };
  const game = newGame({ id: "one", sides, rules, first: 0, directions: [1, -1, -1] });
  expect(game.crash_directions).toEqual([1, -1]);
  expect(rematch(game, "two").crash_directions).toEqual([1, -1]);
  expect(rematch(game, "two", { directions: [-1, -1] }).crash_directions).toEqual([-1, -1]);
  const plain = newGame({ id: "one", sides, rules: { ...rules, crash: false }, first: 0, directions: [1, -1] });
  expect(plain).not.toHaveProperty("crash_directions");
});

test("Start asks which way each side goes, and the pegs go so", async ({ page, baseURL }) => {
  await page.goto("/#/start");
  await expect(chosenRules(page)).not.toBeEmpty();
  await expect(way(page, 0)).toBeHidden();
  await page.getByRole("button", { name: "Change the house rules" }).click();
  await page.getByRole("button", { name: /^Crash / }).click();
  await page.getByRole("button", { name: "Play by these" }).click();
  await expect(way(page, 0)).toHaveText("Us clockwise");
  await expect(way(page, 1)).toHaveText("Them clockwise");
  await way(page, 1).click();
  await expect(way(page, 1)).toHaveText("Them counter-clockwise");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(state(page)).toHaveText(LIVE);
  const { crash_directions: directions } = await call({ ...(await shownGame(page)), base: baseURL }, "GET", "");
  expect(directions).toEqual([1, -1]);
  await expect(page.locator(".pegboard")).toHaveAccessibleName(/Them: counter-clockwise, on hole 0\./);
  await peg(page, 1, 8);
  await peg(page, 0, 6);
  await expect(page.locator(".pegboard")).toHaveAccessibleName(
    /Us: clockwise, on hole 6\. Them: counter-clockwise, on hole 113\./,
  );
  expect(await standing(page, [1, -1])).toEqual([
    [null, 6],
    [null, 8],
  ]);
  await page.locator(".menu-key").click();
  await expect(page.locator(".menu")).toContainText("Around the track: Us clockwise and Them counter-clockwise.");
  await page.goto(`${baseURL}/#/start`);
  await expect(way(page, 1)).toHaveText("Them counter-clockwise");
});

for (const [lang, words] of [
  ["en", "Solange counter-clockwise"],
  ["fr", "Solange antihoraire"],
]) {
  test(`The ways are read whole at Start on a narrow phone: ${lang}`, async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      const usual = { seating: "1-1-1", names: ["Ann", "Solange", "Bob"], preset: "crash", directions: [1, -1, 1] };
      localStorage.setItem("pegout.start", JSON.stringify(usual));
    });
    for (const [width, height] of [
      [390, 664],
      [360, 604],
      [320, 568],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${baseURL}/?lang=${lang}#/start`);
      await expect(way(page, 1)).toHaveText(words);
      const cut = await page
        .locator(".way-key bdi, .way-key .way")
        .evaluateAll((nodes) =>
          nodes.filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0),
        );
      expect(cut, `${width}`).toEqual([]);
      expect(await overflow(page), `${width}`).toBeLessThanOrEqual(0);
      expect(await smallTargets(page, ".way-key"), `${width}`).toEqual([]);
    }
    expect(await violations(page)).toEqual([]);
  });
}

// The rows of the table of worked games: what is pegged, the last by this page, what is said, and where the pegs stand.
for (const { ways, pegs, last, said, holes, before } of [
  {
    ways: [1, 1],
    pegs: [
      [0, 6],
      [0, 4],
    ],
    last: [1, 10],
    said: "Crash! Us −4",
    holes: [
      [2, 6],
      [0, 10],
    ],
    before: ["10", "0"],
  },
  {
    ways: [1, 1],
    pegs: [
      [0, 6],
      [0, 4],
    ],
    last: [1, 6],
    said: "Crash! Us +4",
    holes: [
      [10, 14],
      [0, 6],
    ],
    before: ["10", "0"],
  },
  {
    ways: [1, 1],
    pegs: [[0, 4]],
    last: [1, 4],
    said: "Crash! Us −4",
    holes: [
      [null, null],
      [null, 4],
    ],
    before: ["4", "0"],
  },
  {
    ways: [1, -1],
    pegs: [
      [0, 29],
      [0, 29],
      [1, 29],
      [1, 29],
    ],
    last: [1, 5],
    said: "Crash! Us −29",
    holes: [
      [0, 29],
      [58, 63],
    ],
    before: ["58", "58"],
  },
  {
    ways: [1, 1],
    pegs: [
      [0, 29],
      [0, 1],
    ],
    last: [1, 29],
    said: "Crash! Us +1",
    holes: [
      [30, 31],
      [0, 29],
    ],
    before: ["30", "0"],
  },
]) {
  test(`A peg crashes, is said once, and taken back without a trace: ${ways}, ${pegs}, then ${last}`, async ({
    page,
    baseURL,
  }) => {
    const game = await playing(page, baseURL, pegs, { crash_directions: ways });
    const heard = [];
    await page.exposeFunction("heard", (text) => heard.push(text));
    await spoken(page).evaluate((node) =>
      new MutationObserver(() => window.heard(node.textContent)).observe(node, { childList: true }),
    );
    await peg(page, ...last);
    await expect(newest(page).last()).toHaveText(said);
    const fronts = holes.map((side) => String(side[1] ?? 0));
    await expect(scores(page)).toHaveText(fronts);
    expect(await standing(page, ways)).toEqual(holes);
    expect(heard.filter((text) => text.includes(said))).toEqual([
      expect.stringMatching(`${said}. Us ${fronts[0]}, Them ${fronts[1]}`.replace("+", "\\+")),
    ]);
    const [{ crashes }] = (await happened(game, "pegged")).slice(-1);
    expect(crashes).toHaveLength(1);
    await takeBack(page);
    await expect(scores(page)).toHaveText(before);
    await expect(newest(page).last()).toHaveText("Its crash is undone.");
    await leave(page, "History");
    await expect(page.locator(".past-peg.taken")).toHaveCount(1);
    await expect(page.locator(".past-peg .crashes")).toHaveText(Array.from({ length: pegs.length + 1 }, () => ""));
  });
}

test("A chain of three sides is told whole at the table, in the history and its chart", async ({ page, baseURL }) => {
  const sides = [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }];
  const chain = [
    [0, 6],
    [0, 4],
    [2, 14],
    [1, 6],
  ];
  await playing(page, baseURL, chain, { sides });
  await expect(newest(page)).toHaveText(["Bob +6", "Crash! Ann +4, Cy −14"]);
  await expect(scores(page)).toHaveText(["14", "6", "0"]);
  expect(await standing(page, [1, 1, 1])).toEqual([
    [10, 14],
    [null, 6],
    [null, null],
  ]);
  await leave(page, "History");
  await expect(page.locator(".past-peg .crashes").first()).toHaveText("Crash! Ann +4, Cy −14");
  await expect(page.getByRole("img", { name: "Chart of the scores: Ann 14, Bob 6 and Cy 0." })).toBeVisible();
});

test("Without a network a tap adds its points; what it throws, the service says later", async ({ page, baseURL }) => {
  await playing(page, baseURL, [
    [0, 6],
    [0, 4],
  ]);
  await goOffline(page);
  await peg(page, 1, 10);
  await expect(scores(page)).toHaveText(["10", "10"]);
  const pegs = await places(page);
  const near = pegs.flatMap((one, at) => pegs.slice(at + 1).map((other) => distance(one, other)));
  expect(Math.min(...near), "both fronts are seen in one hole").toBeGreaterThan(8);
  await page.context().setOffline(false);
  await expect(scores(page)).toHaveText(["6", "10"], { timeout: 30_000 });
  await expect(newest(page).last()).toHaveText("Crash! Us −4");
});

test("A rematch keeps the ways, or goes others", async ({ page, baseURL }) => {
  const game = await playing(page, baseURL, [], { crash_directions: [1, -1] });
  await call(game, "PUT", "/result", { scores: [121, 100] });
  await expect(way(page, 1)).toHaveText("Them counter-clockwise");
  await way(page, 0).click();
  await expect(way(page, 0)).toHaveText("Us counter-clockwise");
  await sheet(page).getByRole("button", { name: "Rematch" }).click();
  await expect(page).not.toHaveURL(new RegExp(game.id));
  await expect(state(page)).toHaveText(LIVE);
  const next = await call({ ...(await shownGame(page)), base: baseURL }, "GET", "");
  expect(next.crash_directions).toEqual([-1, -1]);
  await expect(page.locator(".pegboard")).toHaveAccessibleName(/Us: counter-clockwise/);
});

for (const [lang, at, words, rule] of [
  ["en", "Us +5", "Crash! Them −29", "Around the track: Us counter-clockwise and Them clockwise."],
  ["fr", "Nous +5", "Crash! Eux −29", "Sens sur la piste\u00a0: Nous antihoraire et Eux horaire."],
]) {
  test(`A crash is told in the phone's language, and whoever looks on sees it: ${lang}`, async ({ page, baseURL }) => {
    const sides = [{}, {}];
    const game = await begin(baseURL, { preset: "crash", crash_directions: [-1, 1], sides });
    for (const [side, points] of [
      [1, 29],
      [1, 29],
      [0, 29],
      [0, 29],
      [0, 5],
    ])
      await pegElsewhere(game, side, points);
    await page.goto(`${baseURL}/?lang=${lang}#/table?id=${game.id}&side=0`);
    await expect(newest(page)).toHaveText([at, words]);
    await expect(page.locator(".plate")).toHaveCount(2);
    expect(await standing(page, [-1, 1])).toEqual([
      [58, 63],
      [0, 29],
    ]);
    await page.evaluate((id) => (location.hash = `#/rules?table=${id}`), game.id);
    await expect(page.locator(".rules-in-force li").last()).toHaveText(rule);
  });
}
