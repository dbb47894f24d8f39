import { places, playing, standing } from "../../support/game/crash.js";
import {
  begin,
  call,
  engineHasGame,
  goOffline,
  happened,
  leave,
  newest,
  peg,
  pegElsewhere,
  scores,
  sheet,
  takeBack,
} from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";
import { distance } from "../../support/game/tracks.js";

test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

const spoken = (page) => page.locator("p.unseen[role=status]");

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

// The pegs, the last peg, the sentence on the page and the holes after it. The engine's tests have every other crash.
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
  const game = await playing(page, baseURL, chain, { sides });
  await expect(newest(page)).toHaveText(["Bob +6", "Crash! Ann +4, Cy −14"]);
  await expect(scores(page)).toHaveText(["14", "6", "0"]);
  expect(await standing(page, [1, 1, 1])).toEqual([
    [10, 14],
    [null, 6],
    [null, null],
  ]);
  await leave(page, "History");
  await expect(page.locator(".past-peg .crashes").first()).toHaveText("Crash! Ann +4, Cy −14");
  await call(game, "PUT", "/deals/2", { id: crypto.randomUUID() });
  await pegElsewhere(game, 2, 3);
  await expect(page.getByRole("img", { name: "Chart of the scores: Ann 14, Bob 6 and Cy 3." })).toBeVisible();
  await page.getByText("The scores, deal by deal").click();
  await expect(page.getByRole("figure").getByRole("row")).toHaveText(["Deal Ann Bob Cy", "11460", "21463"]);
});

test("Without a network the phone itself says what a tap throws, as the service does later", async ({
  page,
  baseURL,
}) => {
  const game = await playing(page, baseURL, [
    [0, 6],
    [0, 4],
  ]);
  await engineHasGame(page);
  await goOffline(page);
  await peg(page, 1, 10);
  await expect(scores(page)).toHaveText(["6", "10"]);
  await page.context().setOffline(false);
  await expect(newest(page).last()).toHaveText("Crash! Us −4");
  await expect.poll(async () => (await call(game, "GET", "")).sides.map(({ score }) => score)).toEqual([6, 10]);
  await expect(scores(page)).toHaveText(["6", "10"]);
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
