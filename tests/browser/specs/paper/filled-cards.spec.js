import { overflow } from "../../support/browser/axe.js";
import { expect, test as base } from "../../support/browser/test.js";
import { goSignedIn } from "../../support/night/club.js";
import { Hall } from "../../support/night/hall.js";
import { PAIRS, pairUp } from "../../support/night/pairs.js";
import { signed } from "../../support/night/singles.js";

const test = base.extend({
  hall: async ({ ownService }, use) => use(new Hall(ownService.url)),
  // The browser's own dialog would wait for a person. The cards stay until a print ends.
  page: async ({ page }, use) => {
    await page.addInitScript(() => (window.print = () => document.body.setAttribute("data-printed", "")));
    await use(page);
  },
});

const LONG = "Marie-Antoinette de la Rochefoucauld-Roy";
const TEXTS = {
  en: {
    key: "Print the cards",
    and: " and ",
    missed: "missed",
    excused: "exc.",
    bye: "sat out",
    helped: "helped",
    owed: "to make up",
    over: "The night is over",
  },
  fr: {
    key: "Imprimer les cartes",
    and: " et ",
    missed: "manquée",
    excused: "exc.",
    bye: "repos",
    helped: "aide",
    owed: "à reprendre",
    over: "La soirée est terminée",
  },
};

const cards = (page) => page.locator(".filled-card");

// The tables of a night are in a fold.
async function openNight(page, hall) {
  await page.goto(`${hall.base}/#/night?id=${hall.id}`);
  await page.locator(".paper-links summary").click();
}

async function printCards(page, words = TEXTS.en) {
  await page.getByRole("button", { name: words.key, exact: true }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
}

// The cards as they are on paper: the text of each part, and true if something is outside of the card or unseen.
async function read(page) {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const read = await cards(page).evaluateAll((all) =>
    all.map((card) => ({
      name: card.querySelector("h2").innerText,
      rows: [...card.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
      total: card.querySelector(".filled-total").textContent,
      words: card.querySelector(".filled-words strong")?.textContent,
      boxes: [...card.querySelectorAll(".filled-boxes strong")].map((box) => box.textContent),
      isCut: card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth,
      colours: [...new Set([card, ...card.querySelectorAll("*")].map((part) => getComputedStyle(part).color))],
    })),
  );
  await page.emulateMedia({ media: null, colorScheme: null });
  return read;
}

// The rows that a player's card has by the service's answers.
function expectedRows(night, row, words) {
  const isAlone = night.format !== "doubles_movement";
  return night.rounds.flatMap(({ number, tables, extra }) => {
    const table = tables.find(({ sides }) =>
      sides.some(({ players }) => players.some(({ id }) => id === row.player_id)),
    );
    const line = row.card_lines[number - 1];
    const entry = night.entries.find(({ player_id: id }) => id === row.player_id);
    const reasons = { bye: row.byes, helped: row.helped, excused: row.excused, missed: entry.missed };
    const reason = Object.keys(reasons).find((key) => reasons[key].includes(number));
    if (!table) return extra ? [] : [[String(number), words[reason]]];
    const own = table.sides.find(({ players }) => players.some(({ id }) => id === row.player_id));
    const others = table.sides.filter((side) => side !== own);
    const names = (sides) => sides.flatMap(({ players }) => players.map(({ name }) => name));
    const partner = names([own]).filter((name) => name !== row.name);
    const scores = [own, ...others].map(({ score }) => score).join("\u2060–\u2060");
    const place = [String(number), String(table.number)];
    const who = [...(isAlone ? [] : [partner.join()]), names(others).join(words.and)];
    if (line === null) return [[...place, ...who, scores, words[reason]]];
    const lost = Math.max(...others.map(({ score }) => score));
    const points = own.score > lost ? (lost < 91 ? 3 : 2) : 0;
    const figures = night.card === "game_points" ? [signed(line), String(points)] : [String(line).replace("-", "−")];
    return [[...place, ...who, scores, ...figures]];
  });
}

// Compares all printed cards with the service's answers.
async function compare(page, hall, words = TEXTS.en) {
  const printed = await read(page);
  const night = await hall.call("GET", `/nights/${hall.id}`);
  const rows = await hall.standings();
  expect(printed.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
  for (const card of printed) {
    const row = rows.find(({ name }) => name === card.name);
    expect(card.rows, card.name).toEqual(expectedRows(night, row, words));
    const { total, points, wins, spread, scored } = row;
    const sum =
      points === null ? String(scored ?? total).replace("-", "−") : `${points}/${wins}\u00a0${signed(spread)}`;
    expect(card.total, card.name).toBe(sum);
    expect(card.words, card.name).toMatch(/^[a-zé, -]+$/);
    expect(Number.parseInt(card.boxes[0], 10) || null, card.name).toBe(row.place);
    expect(card.boxes[1], "the prize is written by hand").toBe("");
    expect(card.isCut, `${card.name} is larger than the card`).toBe(false);
    expect(card.colours, card.name).toEqual(["rgb(0, 0, 0)"]);
  }
  return printed;
}

// The size of each printed page, in points. After a print the cards are gone.
async function paper(page, format) {
  const file = await page.pdf({ preferCSSPageSize: true, format });
  await page.evaluate(() => document.body.removeAttribute("data-printed"));
  const sizes = file.toString("latin1").match(/(?<=\/MediaBox \[0 0 )[^\]]+/g);
  return sizes.map((size) => size.split(" ").map(Number.parseFloat).map(Math.floor).join(" "));
}

for (const lang of ["en", "fr"]) {
  const words = TEXTS[lang];
  test.describe(lang, () => {
    test.use({ locale: `${lang}-CA`, viewport: { width: 320, height: 568 } });

    test(`A night with late players prints a card a player, six to a page of both papers, in ${lang} @landing`, async ({
      page,
      hall,
    }) => {
      await hall.open(11);
      await hall.draw();
      await hall.results();
      const late = await hall.add(LONG);
      const excused = await hall.add("Zoé Zwick");
      const entry = { excused: [1], reason: "The bus was late." };
      await hall.call("PUT", `/nights/${hall.id}/entries/${excused.id}`, entry);
      for (const score of [70, 50]) {
        for (const table of await hall.draw()) await hall.result(table, score + table.number);
      }
      await openNight(page, hall);
      expect(await overflow(page), "what is wider than the phone").toBeLessThanOrEqual(0);
      await printCards(page, words);
      const printed = await compare(page, hall, words);
      const first = (name) => printed.find((card) => card.name === name).rows[0];
      expect(first(late.name)).toEqual(["1", words.missed]);
      expect(first(excused.name)).toEqual(["1", words.excused]);
      expect(await overflow(page), "what is wider than the phone").toBeLessThanOrEqual(0);
      expect(await paper(page, "Letter")).toEqual(Array(3).fill("612 792"));
      await expect(cards(page)).toHaveCount(0);
      await printCards(page, words);
      expect(await paper(page, "A4")).toEqual(Array(3).fill("595 842"));
      // Without the cards the standings print again.
      expect(await paper(page, "Letter")).toHaveLength(1);
    });

    test(`A late player of a night of singles has a game to make up, until the night is over, in ${lang}`, async ({
      page,
      hall,
    }) => {
      await hall.open(4, { format: "singles_rotation", games_per_night: 3 });
      await hall.draw();
      await hall.results();
      const late = await hall.add("Zoé Zwick");
      await openNight(page, hall);
      const first = async () => (await read(page)).find(({ name }) => name === late.name).rows;
      await printCards(page, words);
      expect(await first()).toEqual([["1", words.owed]]);
      await paper(page, "A4");
      await hall.finish();
      await expect(page.locator(".lead-line")).toContainText(words.over);
      await printCards(page, words);
      expect(await first()).toEqual([["1", words.missed]]);
    });

    test(`Cards of points show byes, the helper and games that are made up, in ${lang}`, async ({ page, hall }) => {
      await hall.open(5, { format: "singles_rotation", card: "game_points", games_per_night: 3 });
      // Three games of each of five players take more rounds than three.
      const missing = async () => (await hall.call("GET", `/nights/${hall.id}`)).to_make_up;
      for (let round = 1; round <= 3 || (await missing()) > 0; round += 1) {
        for (const table of await hall.draw()) await hall.result(table, table.number === 1 ? 85 : 120);
      }
      await hall.finish();
      await openNight(page, hall);
      await printCards(page, words);
      const printed = await compare(page, hall, words);
      const all = printed.flatMap(({ rows }) => rows.map((row) => row.at(-1)));
      expect(all).toEqual(expect.arrayContaining([words.bye, words.helped, "3", "2", "0"]));
    });
  });
}

test("The card of a pair names the partner, and names of forty letters are inside of the cards", async ({
  page,
  hall,
}) => {
  await hall.open(0, { ...PAIRS, card: "points_scored", games_per_night: 9 });
  for (let at = 0; at < 6; at += 1) await hall.add(`${LONG.slice(0, 38)} ${at}`);
  await pairUp((...sent) => hall.call(...sent), hall.id, hall.players);
  for (let round = 1; round <= 9; round += 1) {
    await hall.draw();
    await hall.results();
  }
  await goSignedIn(page, hall.base, `money?id=${hall.id}`);
  await printCards(page);
  await compare(page, hall);
  const [one, two] = hall.players;
  await expect(
    cards(page)
      .filter({ hasText: `with ${two.name}` })
      .locator("h2"),
  ).toHaveText(one.name);
  expect(await paper(page, "Letter")).toHaveLength(1);
});

test("The card of a substitute has the games of the pair, and names the players of each", async ({ page, hall }) => {
  await hall.open(4, { ...PAIRS, games_per_night: 2 });
  const [pair] = await pairUp((...sent) => hall.call(...sent), hall.id, hall.players);
  const [stays, leaves, third, fourth] = hall.players;
  await hall.draw();
  await hall.results();
  await hall.call("DELETE", `/nights/${hall.id}/entries/${leaves.id}`);
  const substitute = await hall.add("Zoé Zwick");
  const players = [{ player_id: stays.id }, { player_id: substitute.id, stands_for: leaves.id }];
  await hall.call("PUT", `/nights/${hall.id}/pairs/${pair.id}`, { players });
  await hall.draw();
  await hall.results();
  await openNight(page, hall);
  await printCards(page);
  const others = `${third.name} and ${fourth.name}`;
  const printed = await read(page);
  const rows = (name) => printed.find((card) => card.name === name).rows.map((row) => [row[2], row.at(-1)]);
  const [first, second] = rows(stays.name);
  expect([first[0], second[0]]).toEqual([others, others]);
  expect(rows(substitute.name)).toEqual([[`${others} (${stays.name} and ${leaves.name} played)`, first[1]], second]);
  expect(rows(leaves.name)).toEqual([
    [others, "no line"],
    [undefined, TEXTS.en.missed],
  ]);
  await expect(cards(page).filter({ hasText: `counts for ${leaves.name}` })).toHaveCount(1);
});

test("A night of twenty games fits the cards", async ({ page, hall }) => {
  await hall.open(4, { games_per_night: 20 });
  for (let round = 1; round <= 20; round += 1) {
    await hall.draw();
    await hall.results();
  }
  await openNight(page, hall);
  await printCards(page);
  const printed = await compare(page, hall);
  expect(printed[0].rows).toHaveLength(20);
  expect(await paper(page, "A4")).toHaveLength(1);
});

test("A visitor of a public league prints the cards after the first result, and a forgotten player has no name", async ({
  page,
  hall,
}) => {
  await hall.openPublic(8);
  await hall.draw();
  await openNight(page, hall);
  const key = page.getByRole("button", { name: TEXTS.en.key, exact: true });
  await expect(key).toBeHidden();
  await hall.results();
  await expect(key).toBeVisible();
  await hall.finish();
  // Only a player without money is forgotten at once.
  const { player_id: id, name } = (await hall.standings()).find(({ prize }) => prize === 0);
  await hall.call("DELETE", `/players/${id}`);
  await page.reload();
  await page.locator(".paper-links summary").click();
  await printCards(page);
  const printed = await compare(page, hall);
  expect(JSON.stringify(printed)).not.toContain(name);
  expect(printed.filter((card) => card.name === "Former player")).toHaveLength(1);
  expect(printed.filter(({ rows }) => rows[0].slice(2, 4).join().includes("Former player"))).toHaveLength(3);
});
