import { goSignedIn } from "../../support/night/club.js";
import { card, openAsCoordinator } from "../../support/night/night.js";
import { peg } from "../../support/game/scorer.js";
import { expect, named, openRound, test, TOLERATED } from "../../support/night/tonight.js";
import { outlast } from "../../support/browser/waits.js";

test.use({ tolerated: TOLERATED, viewport: { width: 390, height: 664 } });

// The first to deal at a table, by the seats clockwise.
function dealerOf({ sides }, seat) {
  const rows = [0, 1].flatMap((nth) => sides.flatMap(({ players }) => players.slice(nth, nth + 1)));
  return rows[seat];
}

const way = (club, first_dealer) =>
  club.ask("PUT", "/league", { name: "Wednesday Cribbage", first_dealer, public: true });

// The phone of a player joins by the page.
async function joinAs(page, club, id, name) {
  const { join_code: code } = await club.look(id);
  await page.goto(`${club.base}/#/join-night?code=${code}`);
  await named(page, name).click();
  await page.waitForURL(/#\/card/);
}

test("The league chooses in plain words who deals first", async ({ page, club }) => {
  await goSignedIn(page, club.base, "league");
  const choice = page.getByLabel("Who deals first at a table");
  await expect(choice).toHaveValue("drawn");
  await choice.selectOption("The table cuts for it");
  await page.locator("form", { has: choice }).locator("button.primary").click();
  await expect.poll(async () => (await club.ask("GET", "/league")).first_dealer).toBe("table_cuts");
});

test("Where it is drawn, the tables, the seats, the card, the board and the television say who deals first", async ({
  page,
  club,
}) => {
  await way(club, "drawn");
  const { id, players } = await club.gathered(8);
  await club.draw(id);
  const { tables, first_dealers: seats } = await openRound(club, id);
  const dealers = tables.map((table, at) => dealerOf(table, seats[at]));
  await openAsCoordinator(page, club, `tables?id=${id}`);
  for (const [at, { name }] of dealers.entries())
    await expect(card(page, at + 1)).toContainText(`${name} deals first.`);
  await page.goto(`${club.base}/#/night?id=${id}`);
  await expect(page.locator(".round-table").first()).toContainText(`${dealers[0].name} deals first.`);
  const { name } = players.find(({ id: player }) =>
    tables[0].sides.some((side) => side.players.some((each) => each.id === player)),
  );
  await joinAs(page, club, id, name);
  await expect(page.locator(".now")).toContainText(`By the draw, ${dealers[0].name} deals first.`);
  await page.getByRole("button", { name: "Keep score" }).click();
  await expect(page.locator("main")).toContainText("Deal 1, dealer: ");
});

test("A table that cuts is asked once who cut the lower card, and pegs are taken meanwhile", async ({ page, club }) => {
  await way(club, "table_cuts");
  const { id } = await club.gathered(4);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const [{ game_id: game, sides }] = tables;
  const names = sides.flatMap(({ players }) => players.map(({ name }) => name));
  await joinAs(page, club, id, names[0]);
  await expect(page.locator(".now")).toContainText("Cut for the deal: the lower card deals first.");
  await page.getByRole("button", { name: "Keep score" }).click();
  const question = page.getByRole("alertdialog", { name: "Who cut the lower card and deals first?" });
  await expect(question.getByRole("button")).toHaveCount(4);
  const seat = 3;
  const dealer = dealerOf(tables[0], seat);
  await outlast(page, 400);
  await named(question, dealer.name.split(" ")[0]).or(named(question, dealer.name)).click();
  await expect(question).toBeHidden();
  const known = async () => {
    const { dealer: at, first_dealer_known: isKnown } = await club.ask("GET", `/games/${game}`);
    return [at, isKnown];
  };
  await expect.poll(known).toEqual([seat, true]);
  await page.reload();
  await expect(page.locator("main")).toContainText("Deal 1, dealer: ");
  await expect(question).toBeHidden();
});

test("Pegs close the question, which is not asked again at this table", async ({ page, club }) => {
  await way(club, "table_cuts");
  const { id } = await club.gathered(4);
  await club.draw(id);
  const { tables } = await openRound(club, id);
  const [{ game_id: game, sides }] = tables;
  await joinAs(page, club, id, sides[0].players[0].name);
  await page.getByRole("button", { name: "Keep score" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await peg(page, 0, 2);
  await expect(question).toBeHidden();
  await expect
    .poll(async () => (await club.ask("GET", `/games/${game}`)).sides.reduce((sum, { score }) => sum + score, 0))
    .toBe(2);
  expect((await club.ask("GET", `/games/${game}`)).first_dealer_known).toBe(false);
});
