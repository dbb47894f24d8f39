import { begin, call, goOffline, link, peg, pegElsewhere, sheet, state } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

const PAIRS = [{ name: "Solange + Noëlla" }, { name: "Björn + Gaëtan" }];
const HANDS = [
  [0, 12, "hand"],
  [1, 16, "hand"],
  [0, 20, "hand"],
  [1, 24, "crib"],
  [1, 20, "other"],
  [1, 27, "other"],
];

async function ended(base, begun = {}, pegs = HANDS) {
  const game = await begin(base, { sides: PAIRS, ...begun });
  for (const [side, points, kind] of pegs) await pegElsewhere(game, side, points, { for: kind });
  let left = 121 - pegs.filter(([side]) => side === 0).reduce((sum, [, points]) => sum + points, 0);
  for (; left > 0; left -= 8) await pegElsewhere(game, 0, Math.min(left, 8), { for: "play" });
  return game;
}

// Notes the data that the page gives to the phone's own share sheet.
async function withSharing(page) {
  await page.addInitScript(() => {
    navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
    navigator.share = async ({ files, text, url, title }) => {
      const picture = await createImageBitmap(files[0]);
      const { name, type, size } = files[0];
      window.shared = { text, url, title, name, type, size, width: picture.width, height: picture.height };
    };
  });
}

const picture = (page) => sheet(page).locator(".end-picture").getByRole("img");

// The lines of text in the picture, from top to bottom.
const lines = (page) => picture(page).locator(":scope > text").allTextContents();

const share = (page) => page.locator(".end-sheet").getByRole("button", { name: "Share picture" });

const naming = (page) => page.getByRole("dialog", { name: "Names for the picture" });

test("The end is a picture: who beat whom, the score, a sentence, the board and the day", async ({ page, baseURL }) => {
  await page.goto(link(await ended(baseURL)));
  await expect(picture(page)).toHaveAccessibleName(
    /^Solange \+ Noëlla beat Björn \+ Gaëtan, 121\W–\W87\. A skunk, by 34\. Best hand: Solange \+ Noëlla, 20\. \w+, \w+ \d+\.$/,
  );
  expect((await lines(page)).slice(0, 3)).toEqual(["Solange + Noëlla", "beat Björn + Gaëtan", "121–87"]);
  await expect(picture(page).locator(".peg.front")).toHaveCount(2);
  const wood = picture(page).locator(".wood");
  // A node that the page has replaced has no computed colour.
  const fill = () => wood.evaluate((node) => getComputedStyle(node).fill);
  let light = "";
  await expect.poll(async () => (light = await fill())).toMatch(/^rgb/);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(fill, "walnut by light and by dark").toBe(light);
});

test("The end leads Home", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  await call(game, "PUT", "/result", { scores: [121, 90] });
  await page.goto(link(game));
  await page.getByRole("button", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL(/#\/$/);
});

test("The picture is drawn, and drawn anew for another width, without a complaint of the browser", async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    window.told = [];
    addEventListener("error", ({ message }) => window.told.push(message));
  });
  await page.goto(link(await ended(baseURL)));
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(picture(page)).toHaveAttribute("viewBox", new RegExp(`^0 0 ${width - 24} `));
  }
  expect(await page.evaluate(() => window.told)).toEqual([]);
});

test("What is shared is a picture of 1080 by 1350 with words and the link to look on, never the token", async ({
  page,
  baseURL,
}) => {
  await withSharing(page);
  const game = await ended(baseURL);
  await page.goto(link(game));
  await share(page).click();
  await expect.poll(() => page.evaluate(() => window.shared)).toBeTruthy();
  const shared = await page.evaluate(() => window.shared);
  expect(shared).toMatchObject({ name: "pegout.png", type: "image/png", width: 1080, height: 1350 });
  expect(shared.size).toBeGreaterThan(20_000);
  expect(shared.text).toContain("Solange + Noëlla beat Björn + Gaëtan");
  expect(shared.text).toContain(`${baseURL}/#/table?id=${game.id}`);
  expect(JSON.stringify(shared)).not.toContain(game.token);
  expect(JSON.stringify(shared)).not.toContain("token");
});

test("Where the page cannot share, the picture is there to press long on and to save", async ({ page, baseURL }) => {
  await page.goto(link(await ended(baseURL)));
  const name = await picture(page).getAttribute("aria-label");
  await share(page).click();
  const image = sheet(page).locator("img");
  await expect(image).toHaveAttribute("alt", name);
  await expect.poll(() => image.evaluate((node) => [node.naturalWidth, node.naturalHeight])).toEqual([1080, 1350]);
  await expect(sheet(page)).toContainText("Hold your finger on the picture");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sheet(page).getByRole("link", { name: "Save the picture" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("pegout.png");
  await sheet(page).getByRole("button", { name: "Look at the board" }).click();
  await expect(sheet(page)).toBeHidden();
});

test("The picture really has the colours of the board", async ({ page, baseURL }) => {
  await page.goto(link(await ended(baseURL)));
  await share(page).click();
  await expect(sheet(page).locator("img")).toBeVisible();
  const colours = await sheet(page)
    .locator("img")
    .evaluate((image) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [1080, 1350];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, 1080, 1350);
      const seen = new Map();
      for (let at = 0; at < data.length; at += 4) {
        const key = [...data.slice(at, at + 3)].join();
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
      return [...seen].filter(([, count]) => count > 5000).map(([key]) => key);
    });
  // The card, the wood, both stains, and the ink of the words.
  for (const colour of ["42,26,16", "84,54,31", "43,111,151", "168,86,31", "246,236,220"]) {
    expect(colours).toContain(colour);
  }
});

test("The best hand is told though it was long ago, shared by two who had it, and not of a peg taken back", async ({
  page,
  baseURL,
}) => {
  const game = await begin(baseURL, { sides: [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }] });
  const wrong = await pegElsewhere(game, 2, 29, { for: "hand" });
  await call(game, "DELETE", `/pegs/${wrong}`);
  for (const side of [0, 1]) await pegElsewhere(game, side, 16, { for: "hand" });
  await pegElsewhere(game, 2, 12, { for: "hand" });
  for (let at = 0; at < 21; at += 1) await pegElsewhere(game, 1, 5, { for: "play" });
  await page.goto(link(game));
  await expect(picture(page)).toHaveAccessibleName(/^Bob beat Ann and Cy, .* Best hand: Ann and Bob, 16\. /);
});

test("A loser in the stink hole is told of", async ({ page, baseURL }) => {
  const pegs = [29, 29, 29, 29, 4].map((points) => [1, points, "other"]);
  await page.goto(link(await ended(baseURL, {}, pegs)));
  await expect(picture(page)).toHaveAccessibleName(/ In the stink hole, one short\. /);
});

test("The tally of the match is told after its second game", async ({ page, baseURL }) => {
  const first = await ended(baseURL);
  const id = crypto.randomUUID();
  await call({ ...first, id }, "PUT", "", { rematch_of: first.id });
  await call({ ...first, id }, "PUT", "/result", { scores: [121, 100] });
  await page.goto(link({ ...first, id }));
  await expect(sheet(page).locator(".end-words")).toHaveText("The match: Solange + Noëlla 3 and Björn + Gaëtan 0.");
});

test.describe("without a network", () => {
  test.use({ tolerated: /ERR_INTERNET_DISCONNECTED|fetching the script/ });

  test("The picture is drawn, with what is known, and shared", async ({ page, baseURL }) => {
    await withSharing(page);
    const game = await begin(baseURL);
    for (const [side, points] of [
      [0, 29],
      [0, 29],
      [0, 29],
      [1, 12],
      [0, 29],
    ]) {
      await pegElsewhere(game, side, points, { for: "hand" });
    }
    await page.goto(link(game));
    await expect(state(page)).toHaveText("Every phone at the table sees this.");
    await goOffline(page);
    await peg(page, 0, 5);
    await expect(picture(page)).toHaveAccessibleName(
      /^Blue beat Orange, 121\W–\W12\. A double skunk, by 109\. Best hand: Blue, 29\./,
    );
    await share(page).click();
    await naming(page).getByRole("button", { name: "Share picture" }).click();
    await expect.poll(() => page.evaluate(() => window.shared?.width)).toBe(1080);
    expect(await page.evaluate(() => window.shared.text)).toContain("Blue beat Orange");
  });
});

test("Sides without a name can be named for the picture, and stay without a name at the table", async ({
  page,
  baseURL,
}) => {
  await withSharing(page);
  const game = await ended(baseURL, { sides: [{ name: "Us" }, { name: "Them" }] });
  await page.goto(link(game));
  await expect(picture(page)).toHaveAccessibleName(/^Blue beat Orange, /);
  await share(page).click();
  await naming(page).getByRole("button", { name: "Not now" }).click();
  await expect(naming(page)).toBeHidden();
  expect(await page.evaluate(() => window.shared)).toBeUndefined();
  await share(page).click();
  await naming(page).getByRole("textbox", { name: "Blue" }).fill(" Ann + Bob ");
  await naming(page).getByRole("button", { name: "Share picture" }).click();
  await expect.poll(() => page.evaluate(() => window.shared?.text)).toContain("Ann + Bob beat Orange");
  await expect(picture(page)).toHaveAccessibleName(/^Ann \+ Bob beat Orange, /);
  expect((await call(game, "GET", "")).sides.map(({ named }) => named)).toEqual([false, false]);
});

const LONG = "Marie-Ève-Alexandrine Desrosiers-Villeneuve + Jean-François de La Bruère";

for (const names of [
  ["سارة", "דוד"],
  [LONG, "Wolfeschlegelsteinhausenbergerdorffwelchewasdiesen"],
]) {
  for (const size of [
    { width: 320, height: 568 },
    { width: 667, height: 375 },
  ]) {
    test(`No word leaves the picture: ${names[0].slice(0, 12)}, ${size.width} wide`, async ({ page, baseURL }) => {
      await page.setViewportSize(size);
      await page.goto(link(await ended(baseURL, { sides: names.map((name) => ({ name })) })));
      await expect(picture(page)).toHaveAccessibleName(/Best hand/);
      // The page may redraw the picture when the history arrives, so measure again.
      await expect(async () => {
        const [card, wood, words] = await picture(page).evaluate((svg) => {
          const box = (node) => node.getBoundingClientRect().toJSON();
          return [
            box(svg.querySelector(".end-card")),
            box(svg.querySelector(".wood")),
            [...svg.querySelectorAll(":scope > text")].map(box),
          ];
        });
        expect(words.length).toBeGreaterThan(4);
        for (const { left, top, right, bottom } of words) {
          expect(Math.min(left - card.left, card.right - right, top - card.top, card.bottom - bottom)).toBeGreaterThan(
            0,
          );
        }
        expect(wood.height).toBeGreaterThan(90);
      }).toPass();
      if (names[0] !== LONG) expect((await lines(page))[2]).toBe("121–87");
    });
  }
}

test("The winner's peg falls into its hole before the picture comes", async ({ page, baseURL }) => {
  const game = await begin(baseURL);
  for (const points of [29, 29, 29, 29]) await pegElsewhere(game, 0, points);
  await page.goto(link(game));
  await expect(state(page)).toHaveText("Every phone at the table sees this.");
  const opened = page.evaluate(
    () =>
      new Promise((resolve) => {
        const dialog = document.querySelector("dialog.end-sheet");
        new MutationObserver(() =>
          resolve(document.querySelectorAll(".board-key .pegboard")[0].getAnimations({ subtree: true }).length),
        ).observe(dialog, { attributeFilter: ["open"] });
      }),
  );
  await peg(page, 0, 8);
  expect(await opened, "pegs that still fly").toBe(0);
});
