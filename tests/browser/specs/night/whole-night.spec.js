import { dayFromNow, goSignedIn } from "../../support/night/club.js";
import { Desk } from "../../support/night/desk.js";
import { Ending } from "../../support/night/ending.js";
import { button, expect, namesOf, seatWords } from "../../support/night/evening.js";
import { countAgain } from "../../support/night/second-count.js";
import { allSent, history, waiting } from "../../support/browser/journal.js";
import { card, Club, exchange, openSeats } from "../../support/night/night.js";
import { Phone, sideOf } from "../../support/night/phones.js";
import { goOffline, happened, scoreOf, sheet, state } from "../../support/game/scorer.js";
import { AWAY } from "../../support/browser/service.js";
import { test } from "../../support/browser/test.js";
import { foot, openRound } from "../../support/night/tonight.js";

const DESK = { width: 1280, height: 800 };
const DOOR = { viewport: { width: 390, height: 664 } };
const LOU = { name: "Lou", password: "fifteen-six", role: "door" };
const REN = { name: "Ren", password: "fifteen-two", role: "results" };
const WHY = "Reason (kept in the record; other people can read it)";
const LIVE = "Every phone at the table sees this.";
const DASH = "\u2060–\u2060";

test.use({
  viewport: DESK,
  actionTimeout: 20_000,
  tolerated: new RegExp(`ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)|${AWAY}`),
});

// How the second table pegs in the first round, all of it on one phone: 121 to 97.
// prettier-ignore
const PEGS = [[0, 24], [1, 20], [0, 29], [1, 24], [0, 24], [1, 29], [0, 24], [1, 24], [0, 20]];

// The number of events of each kind at the end of the night.
const HAPPENED = { entered: 21, round_drawn: 5, round_taken_back: 1, reseated: 2, finished: 2, reopened: 1 };

// Adds up the pegs of a side in a row: on a slow machine two quick taps may become two pegs.
const together = (pegs) =>
  pegs.reduce((all, [side, points]) => {
    const last = all.at(-1);
    return last?.[0] === side ? all.with(-1, [side, last[1] + points]) : [...all, [side, points]];
  }, []);

const tick = (page, name) => page.getByRole("checkbox", { name: new RegExp(`^${name} (is here and )?has paid$`) });
async function tickAll(page, names) {
  for (const name of names) await tick(page, name).click();
}

test("A night of 19, then 21 and 18 is right to the cent, though the network is cut and the service killed", async ({
  page,
  ownService,
  elsewhere,
}) => {
  test.setTimeout(300_000);
  const club = new Club(ownService.url);
  const names = (await club.members(21)).map(({ name }) => name);
  const late = names.slice(19);
  for (const helper of [LOU, REN]) await club.ask("POST", "/representatives", helper);
  const { id } = await club.night({ date: dayFromNow(0) });
  const { token } = await club.ask("POST", "/displays", { name: "The hall" });
  const door = await elsewhere(DOOR);
  const results = await elsewhere(DOOR);
  const tv = await elsewhere({ viewport: { width: 1280, height: 720 } });
  await tv.clock.install();
  await tv.goto(`${club.base}/tv#token=${token}`);
  const [ann, bob, second, third] = await Promise.all(Array.from({ length: 4 }, () => Phone.open(elsewhere)));
  // Every round as it was really played, with its scores.
  const played = [];
  const round = async () => (await openRound(club, id)).tables;
  const desk = new Desk(page);
  const helper = new Desk(results);
  const pegsOf = async ({ game_id: game }) =>
    (await happened({ base: club.base, id: game }, "pegged")).map(({ side, points }) => [side, points]);
  await test.step("Nineteen are checked in at the door and at the desk at once, two of them by both", async () => {
    await goSignedIn(page, club.base, "coordinator");
    await page.locator(".on-now").getByRole("link", { name: "Check-in" }).click();
    await goSignedIn(door, club.base, `check-in?id=${id}`, LOU);
    await Promise.all([tickAll(page, names.slice(0, 8)), tickAll(door, names.slice(10, 19))]);
    for (const name of names.slice(8, 10)) {
      await Promise.all([page, door].map((each) => expect(tick(each, name)).not.toBeChecked()));
      await Promise.all([page, door].map((each) => tick(each, name).evaluate((node) => node.click())));
    }
    for (const each of [page, door]) {
      await expect(each.locator(".count")).toHaveText("19 here · all paid · 4 tables of four and 1 table of three");
      await expect(each.getByText("sending…")).toHaveCount(0);
    }
    const { entries } = await club.look(id);
    expect(entries.map(({ name }) => name).toSorted()).toEqual(names.slice(0, 19).toSorted());
    expect(entries.every(({ paid }) => paid)).toBe(true);
  });

  await test.step("Round 1 is drawn, and four phones join by the code and the link", async () => {
    await desk.draw(1);
    played.push(await round());
    const [first] = played[0];
    [ann.name, bob.name] = first.sides.map((side) => namesOf(side)[0]);
    await desk.go("Phones");
    await expect(page.locator(".code-letters")).toHaveText(/^\w{6}$/);
    const code = await page.locator(".code-letters").textContent();
    for (const phone of [ann, bob]) {
      await phone.joinAs(club.base, code, phone.name);
      await expect(phone.seat).toHaveText(seatWords(played[0], phone.name).card);
    }
    await second.stayAt(`${club.base}/#/join-night?code=${code}`, 2);
    await third.stayAt(`${club.base}/#/join-night?code=${code}`, 5);
    await expect(third.seat).toContainText("Table 5");
    await expect(page.getByText("4 phones have joined.")).toBeVisible();
    for (const phone of [ann, bob, second]) await phone.keepScore();
    await goSignedIn(results, club.base, `tables?id=${id}`, REN);
    await desk.go("Tables");
  });

  await test.step("Two more come while the others peg: one gets a seat, one waits for round 2", async () => {
    const [first, other] = played[0];
    await ann.peg(first, [sideOf(first, ann.name), 8]);
    await second.peg(other, ...PEGS.slice(0, 2));
    await tick(door, late[0]).click();
    await button(page, "Seat at table 5").click();
    await expect(foot(page)).toHaveText(`${late[0]} sits at table 5.`);
    await expect(third.seat).toContainText(late[0]);
    await expect(card(page, 5)).toContainText(late[0]);
    await tick(door, late[1]).click();
    await expect(door.locator(".count")).toHaveText(/^21 here · all paid/);
    const tables = await round();
    expect(tables.map(({ sides }) => sides.flatMap(namesOf).length)).toEqual([4, 4, 4, 4, 4]);
    played[0] = tables;
  });

  await test.step("A phone is cut off and the service killed while three peg: nothing is lost, nothing comes twice", async () => {
    const [first, other] = played[0];
    const [own, theirs] = [ann, bob].map((phone) => sideOf(first, phone.name));
    await goOffline(second.page);
    await second.peg(other, ...PEGS.slice(2, 5));
    await ownService.kill();
    await ann.peg(first, [own, 12], [own, 6]);
    await bob.peg(first, [theirs, 10], [theirs, 4]);
    await second.peg(other, ...PEGS.slice(5, 8));
    // Six pegs of fourteen numbers.
    await expect(state(second.page)).toHaveText(/^14 taps saved on this phone since .*, to be sent\./);
    await ownService.start();
    for (const phone of [ann, bob]) {
      await expect(state(phone.page)).toHaveText(LIVE, { timeout: 60_000 });
      await expect(scoreOf(phone.page, own)).toHaveText("26");
      await expect(scoreOf(phone.page, theirs)).toHaveText("14");
    }
    expect(together(await pegsOf(other))).toEqual(PEGS.slice(0, 2));
    await second.page.context().setOffline(false);
    await expect(state(second.page)).toHaveText(LIVE, { timeout: 60_000 });
    await second.peg(other, PEGS.at(-1));
    await expect(sheet(second.page)).toBeVisible();
    await expect.poll(async () => together(await pegsOf(other))).toEqual(PEGS);
    const pegs = await pegsOf(first);
    for (const phone of [ann, bob]) {
      const side = sideOf(first, phone.name);
      expect(pegs.filter(([pegged]) => pegged === side)).toEqual(phone.pegged[first.game_id]);
    }
    other.scores = [121, 97];
    await expect(desk.scores(2)).toHaveText(["121", "97"], { timeout: 60_000 });
  });

  await test.step("A result by phone is contested by the other side's, and settled at the desk", async () => {
    const [first] = played[0];
    const own = sideOf(first, ann.name);
    const names = namesOf(first.sides[own]);
    const by = (score) => (own === 0 ? [121, score] : [score, 121]);
    await ann.enter(by(103));
    await expect(sheet(bob.page)).toContainText(`${ann.name} entered 121${DASH}103 for ${names.join(" + ")}. Right?`);
    await button(sheet(bob.page), "No").click();
    await bob.page.getByRole("link", { name: "Enter your score" }).click();
    await bob.type(by(93));
    await expect(page.locator(".contests")).toContainText("Round 1, table 1 is contested");
    await button(page, `Take 121${DASH}93 for ${names.join(" and ")}`).click();
    await expect(foot(page)).toHaveText(`Table 1: 121${DASH}93 for ${names.join(" and ")}.`);
    await expect(page.locator(".contests")).toBeHidden();
    first.scores = by(93);
    await expect(desk.scores(1)).toHaveText(first.scores.map(String));
  });

  await test.step("Two who had sat at each other's tables get their own lines", async () => {
    await desk.enter(played[0][2], [121, 85]);
    await helper.enter(played[0][3], [60, 121]);
    await helper.enter(played[0][4], [121, 120]);
    for (const number of [3, 4, 5]) await expect(card(page, number)).toContainText("finished");
    const [, two, three] = played[0];
    const [one, other] = [two.sides[0].players, three.sides[1].players].map(([player]) => player);
    await openSeats(page, 2);
    await exchange(page, one.name, other.name);
    await sheet(page).getByLabel(WHY).fill("They had taken each other's seats.");
    await button(page, "Change the seats").click();
    await expect(foot(page)).toHaveText("The seats of tables 2 and 3 are changed.");
    two.sides[0].players[0] = other;
    three.sides[1].players[0] = one;
  });

  await test.step("Round 2 is drawn, taken back and drawn anew, and the phones follow", async () => {
    await desk.draw(2);
    await button(page, "Take this draw back").click();
    await button(page, "Take it back").click();
    await expect(foot(page)).toHaveText("The draw of round 2 is taken back.");
    await desk.draw(2);
    expect((await club.look(id)).rounds).toHaveLength(2);
    played.push(await round());
    await second.toCard();
    // The draw leads the phones that entered a result to their cards.
    for (const phone of [ann, bob]) await expect(phone.seat).toHaveText(seatWords(played[1], phone.name).card);
    await expect(second.seat).toContainText(namesOf(played[1][1].sides[0])[0]);
  });

  await test.step("A game is called off and brought back with its pegs, and ends by a phone", async () => {
    const [one, two, three, ...others] = played[1];
    expect(played[1].map(({ sides }) => sides.flatMap(namesOf).length)).toEqual([4, 4, 4, 4, 3, 2]);
    await second.keepScore();
    await second.peg(two, [1, 12]);
    await expect(desk.scores(2)).toHaveText(["0", "12"]);
    await button(card(page, 2), "Call off: Table 2").click();
    await sheet(page).getByLabel(WHY).fill("A fire alarm");
    await button(page, "Call it off").click();
    await expect(card(page, 2)).toContainText("Reason: “A fire alarm”");
    await button(card(page, 2), "Bring back: Table 2").click();
    await expect(desk.scores(2)).toHaveText(["0", "12"]);
    await second.enter([78, 121]);
    two.scores = [78, 121];
    await expect(card(page, 2)).toContainText("finished");
    await desk.enter(one, [121, 110]);
    await desk.enter(three, [58, 121]);
    for (const table of others) await helper.enter(table, table.sides.length === 3 ? [121, 95, 60] : [77, 121]);
    await expect(page.getByText("Every table has finished round 2.")).toBeVisible();
  });

  const drawn = await test.step("The 50/50 is drawn among twenty-one", async () => {
    await desk.go("Money");
    await button(page, "Draw the 50/50: $21").click();
    await button(page, "Draw now").click();
    await expect(page.locator(".drawn-name")).toHaveText(/ wins \$21$/);
    return page.locator(".drawn-name").textContent();
  });

  const leavers = names.filter((name) => ![ann.name, bob.name, ...late].includes(name)).slice(0, 3);
  await test.step("Three leave: round 3 has eighteen", async () => {
    for (const name of leavers) await door.locator(".presence", { hasText: name }).click();
    await expect(door.locator(".count")).toHaveText(/^18 here/);
    await expect(door.locator(".attendance").getByText("sending…")).toHaveCount(0);
    await desk.draw(3);
    played.push(await round());
    expect(played[2].map(({ sides }) => sides.flatMap(namesOf).length)).toEqual([4, 4, 4, 4, 2]);
  });

  await test.step("Two results and a draw wait at the desk without a network, and are sent once and in order", async () => {
    const [one, two, three, ...others] = played[2];
    for (const table of others) await helper.enter(table, [121, 112]);
    await desk.enter(one, [95, 121]);
    await expect(card(page, 1)).toContainText("finished");
    const answers = desk.listen();
    await goOffline(page);
    await desk.enter(two, [121, 119]);
    await desk.enter(three, [104, 121]);
    await button(page, "Draw round 4").click();
    await button(page, "Draw round 4 now").click();
    await waiting(page, 3);
    await ownService.kill();
    await ownService.start();
    expect((await club.look(id)).rounds).toHaveLength(3);
    await page.context().setOffline(false);
    await allSent(page);
    await expect(page.getByRole("heading", { name: "Round 4," })).toBeVisible();
    const results = [two, three].map(({ game_id: game }) => `PUT /api/v1/games/${game}/result 201`);
    expect(answers).toEqual([...results, `POST /api/v1/nights/${id}/rounds 201`]);
    played.push(await round());
    expect(played[3].map(({ sides }) => sides.flatMap(namesOf).length)).toEqual([4, 4, 4, 4, 2]);
    await expect(ann.seat).toHaveText(seatWords(played[3], ann.name).card);
  });

  await test.step("A finish by mistake, with a game open, is taken back with its pegs", async () => {
    const [one, two, three, ...others] = played[3];
    await second.toCard();
    await second.keepScore();
    await second.peg(two, [0, 12]);
    await desk.enter(one, [121, 100]);
    await desk.enter(three, [90, 121]);
    for (const table of others) await helper.enter(table, [121, 30]);
    await expect(page.getByText("Table 2 is still playing in round 4.")).toBeVisible();
    await button(page, "Finish the night").click();
    await expect(sheet(page)).toContainText("Round 4, table 2 is still playing:");
    await button(page, "Void the open games and finish").click();
    await expect(page.locator(".tonight")).toHaveText(/finished$/);
    await button(page, "Reopen the night").click();
    await sheet(page).getByLabel(WHY).fill("A slip of the finger");
    await button(page, "Reopen it").click();
    await expect(foot(page)).toHaveText("The night goes on.");
    await expect(desk.scores(2)).toHaveText(["12", "0"]);
    await desk.enter(two, [121, 112]);
    await expect(page.getByText("Every table has finished round 4.")).toBeVisible();
    await button(page, "Finish the night").click();
    await button(sheet(page), "Finish the night").click();
    await expect(page.locator(".tonight")).toHaveText(/finished$/);
  });

  const ending = await Ending.of(club, id);
  await test.step("The service has every table as it was played, and the desk shows its cards, places and money", async () => {
    const { rounds } = await club.look(id);
    const told = rounds.map(({ tables }) =>
      tables.map(({ sides }) => [sides.map(namesOf), sides.map(({ score }) => score)]),
    );
    expect(told).toEqual(played.map((tables) => tables.map(({ sides, scores }) => [sides.map(namesOf), scores])));
    expect(ending.unranked.toSorted()).toEqual([...leavers, late[1]].toSorted());
    const again = countAgain(names, played);
    for (const { name, lines, place, prize } of ending.rows)
      expect({ name, lines, place, prize }).toEqual(again.find((each) => each.name === name));
    const kinds = (await history(club, id)).map(({ kind }) => kind);
    const happened = Object.keys(HAPPENED).map((kind) => [kind, kinds.filter((each) => each === kind).length]);
    expect(Object.fromEntries(happened)).toEqual(HAPPENED);
    await page.getByRole("link", { name: "Go to standings and money" }).click();
    await ending.isAtDesk(page);
    await expect(page.locator(".drawn-name")).toHaveText(drawn);
  });

  await test.step("The television's podium and the players' phones show the same", async () => {
    await ending.isOnTelevision(tv);
    for (const phone of [ann, bob]) await ending.isOnCard(phone.page, phone.name);
    await expect(third.page.getByRole("heading", { name: "The night is over" })).toBeVisible();
  });
});
