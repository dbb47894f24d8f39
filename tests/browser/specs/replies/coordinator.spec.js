import { faults, smallTargets } from "../../support/browser/axe.js";
import { goOffline, sheet } from "../../support/game/scorer.js";
import { dayFromNow, go, goSignedIn, row } from "../../support/night/club.js";
import { linkOf, repliesOf, replyFor } from "../../support/night/links.js";
import { count, expect, foot, named, player, test } from "../../support/night/tonight.js";

test.use({
  tolerated: /ERR_(INTERNET_DISCONNECTED|FAILED)|status of 4(01|03|04|09)/,
  viewport: { width: 390, height: 664 },
});

const person = (page, name) => page.locator(".view-replies .attendee", { hasText: name });
const key = (page, name, words) => person(page, name).getByRole("button", { name: `${words}: ${name}` });
const shown = (page) => page.locator(".view-replies .player-name").allTextContents();
const askRow = (page, name) => page.locator(".ask-row", { hasText: name });
const part = (page, words) => page.locator(".choice label", { hasText: words });
const repliedTo = async (club, night) =>
  (await club.ask("GET", `/nights/${night}/history`)).events.filter(({ kind }) => kind === "replied");

/** A night in a week, with members. The first member has said yes, the second member no. */
async function planned(club, members = 6, days = 7) {
  const players = await club.members(members);
  const { id } = await club.night({ date: dayFromNow(days) });
  await replyFor(club, id, players[0].id, true);
  await replyFor(club, id, players[1].id, false);
  return { id, players };
}

test("The desk counts who comes, and leads to the list of those who have not said @landing", async ({ page, club }) => {
  const { id } = await planned(club);
  await goSignedIn(page, club.base, "coordinator");
  await page.getByRole("link", { name: /^1 yes, 1 no, 4 have not said/ }).click();
  await expect(count(page)).toHaveText("1 yes, 1 no, 4 have not said");
  expect(await shown(page)).toEqual(["Cy Côté", "Di Dubé", "Eve Émond", "Fay Fortin"]);
  const answers = [];
  page.on("request", (request) => request.method() === "PUT" && answers.push(request.postDataJSON()));
  await key(page, "Di Dubé", "Yes").click();
  await expect(foot(page)).toHaveText("Di Dubé comes.");
  await expect(count(page)).toHaveText("2 yes, 1 no, 3 have not said");
  // The row stays under the finger.
  expect(await shown(page)).toEqual(["Cy Côté", "Di Dubé", "Eve Émond", "Fay Fortin"]);
  await expect(page.locator(".reply-tables")).toHaveText("2 who say yes make 1 table of two.");
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Di Dubé": true, "Cy Côté": null });
  expect(answers).toEqual([{ coming: true, id: expect.any(String), based_on: expect.any(Number) }]);
  await key(page, "Di Dubé", "Yes").click();
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Di Dubé": null });
  await named(page, "Undo").click();
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Di Dubé": true });
  await part(page, "Yes 2").click();
  expect(await shown(page)).toEqual(["Ann Archer", "Di Dubé"]);
  await part(page, "All 6").click();
  expect(await shown(page)).toHaveLength(6);
});

test("Somebody on the list who is no member is found by name, and expected at the check-in", async ({ page, club }) => {
  const { id } = await planned(club, 4, 0);
  await club.ask("POST", "/players", { name: "Zoé Guest", active_member: false });
  await goSignedIn(page, club.base, `replies?id=${id}`);
  await expect(count(page)).toHaveText("1 yes, 1 no, 2 have not said");
  await page.getByRole("searchbox").fill("zoe");
  await key(page, "Zoé Guest", "Yes").click();
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Zoé Guest": true });
  await expect(count(page)).toHaveText("2 yes, 1 no, 2 have not said");
  await go(page, `check-in?id=${id}`);
  await expect(page.locator(".attendance").first().locator(".player-name")).toHaveText([
    "Ann Archer",
    "Zoé Guest",
    "Cy Côté",
    "Di Dubé",
    "Bob Baker",
  ]);
});

test("Taps without a network are kept over a reload, and sent once each @landing", async ({ page, club }) => {
  const { id } = await planned(club);
  await goSignedIn(page, club.base, `replies?id=${id}`);
  await expect(person(page, "Cy Côté")).toBeVisible();
  const before = (await repliedTo(club, id)).length;
  await goOffline(page);
  await key(page, "Cy Côté", "Yes").click();
  await key(page, "Di Dubé", "No").click();
  await key(page, "Di Dubé", "No").click();
  await expect(count(page)).toHaveText("2 yes, 1 no, 3 have not said");
  await expect(person(page, "Cy Côté")).toContainText("sending…");
  await expect(foot(page)).toHaveText(/3 changes/);
  await page.reload();
  await expect(foot(page)).toHaveText(/3 changes/);
  await page.context().setOffline(false);
  await expect.poll(async () => (await repliedTo(club, id)).length - before).toBe(3);
  expect(await repliesOf(club, id)).toMatchObject({ "Cy Côté": true, "Di Dubé": null });
  await expect(count(page)).toHaveText("2 yes, 1 no, 3 have not said");
  await expect(page.getByText("sending…")).toHaveCount(0);
  expect((await repliedTo(club, id)).length - before).toBe(3);
});

test("A lost answer is asked for again with the same id, and a player's own reply is asked about", async ({
  page,
  club,
}) => {
  const { id, players } = await planned(club);
  await goSignedIn(page, club.base, `replies?id=${id}`);
  await expect(person(page, "Cy Côté")).toBeVisible();
  const ids = [];
  page.on("request", (request) => request.method() === "PUT" && ids.push(request.postDataJSON().id));
  await page.route("**/replies/*", async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute("**/replies/*");
  });
  await key(page, "Cy Côté", "Yes").click();
  await expect.poll(() => ids.length).toBe(2);
  expect(ids[0]).toBe(ids[1]);
  expect((await repliedTo(club, id)).filter(({ player: one }) => one === players[2].id)).toHaveLength(1);
  await expect(person(page, "Cy Côté")).not.toContainText("sending…");

  await goOffline(page);
  await key(page, "Di Dubé", "Yes").click();
  await replyFor(club, id, players[3].id, false);
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText("for Di Dubé meanwhile: said no. Yours: said yes.");
  await named(sheet(page), "Note yours").click();
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Di Dubé": true });
});

test("Ask makes a link that opens the player's page, and ticks who has got it @landing", async ({
  page,
  club,
  elsewhere,
}) => {
  const { id, players } = await planned(club);
  const [, , cy, di, eve] = players;
  await club.ask("PATCH", `/players/${di.id}`, { email: "di@example.org" });
  const old = await linkOf(club, eve.id);
  await page.addInitScript(() => {
    window.shared = [];
    navigator.share = async ({ text }) => void window.shared.push(text);
  });
  await goSignedIn(page, club.base, `replies?id=${id}`);
  await named(page, "Ask").click();
  await expect(page.locator(".ask-row strong")).toHaveText(["Cy Côté", "Di Dubé", "Eve Émond", "Fay Fortin"]);
  await askRow(page, cy.name).getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("checkbox", { name: "Cy Côté: sent" })).toBeChecked();
  const [text] = await page.evaluate(() => window.shared);
  const [address] = text.match(/https?:\S+/);
  const phone = await elsewhere();
  await phone.goto(address);
  await expect(phone.getByRole("heading", { name: cy.name })).toBeVisible();
  await phone.getByRole("button", { name: "Yes" }).click();
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Cy Côté": true });
  // Nobody asks a player who has replied.
  await expect(askRow(page, cy.name)).toHaveCount(0);

  const mail = askRow(page, di.name).getByRole("link", { name: "E-mail" });
  await expect(mail).toHaveAttribute("href", /^mailto:di%40example\.org\?.*Open%20your%20link/);
  await page.evaluate(() =>
    addEventListener("click", (event) => event.target.closest("a[href^=mailto]") && event.preventDefault()),
  );
  await mail.click();
  await expect(mail).toHaveAttribute("href", /%23%2Fme%2F/);
  await expect(page.getByRole("checkbox", { name: "Di Dubé: sent" })).toBeChecked();

  // Nobody can read Eve's link any more.
  await askRow(page, eve.name).getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("checkbox", { name: "Eve Émond: sent" })).toBeChecked();
  expect(await page.evaluate(() => window.shared.at(-1))).toMatch(/^Eve Émond, do you come .* Open your link/);
  await askRow(page, eve.name).getByRole("button", { name: "New link" }).click();
  await expect(sheet(page)).toContainText("The old link ends at once");
  await named(sheet(page), "New link").click();
  await expect(foot(page)).toHaveText("Eve Émond has a new link. Send it now.");
  await phone.goto(`${club.base}/?old#/me/${old.token}`);
  await expect(phone.getByText("This link was replaced.")).toBeVisible();
  // The browser keeps the ticks, and no link.
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Eve Émond: sent" })).toBeChecked();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("/me/");
});

test("The player's sheet makes, replaces and ends the link", async ({ page, club, elsewhere }) => {
  const [ann] = await club.members(1);
  await goSignedIn(page, club.base, "players");
  await row(page, ann.name).locator(".person").click();
  await page.locator("dialog summary", { hasText: "Personal link" }).click();
  await expect(page.getByText("There is no link yet.")).toBeVisible();
  await named(page, "Make a link").click();
  const address = await page.getByLabel("The link").inputValue();
  const phone = await elsewhere();
  await phone.goto(address);
  await expect(phone.getByRole("heading", { name: ann.name })).toBeVisible();
  await named(page, "New link").click();
  await named(sheet(page).last(), "New link").click();
  await expect(page.getByLabel("The link")).not.toHaveValue(address);
  await phone.reload();
  await expect(phone.getByText("This link was replaced.")).toBeVisible();
  await phone.goto(`${await page.getByLabel("The link").inputValue()}`);
  await expect(phone.getByRole("heading", { name: ann.name })).toBeVisible();
  await named(page, "End the link").click();
  await expect(page.getByText("There is no link yet.")).toBeVisible();
  await phone.reload();
  await expect(phone.getByText("This link was replaced.")).toBeVisible();
});

test("Helpers at the door reply with one tap and see no links, helpers with results see nothing of it", async ({
  page,
  club,
  elsewhere,
}) => {
  const { id } = await planned(club, 6, 0);
  for (const role of ["door", "results"])
    await club.ask("POST", "/representatives", { name: role, password: "password-of-it", role });
  await goSignedIn(page, club.base, "coordinator", { name: "door", password: "password-of-it" });
  await page.getByRole("link", { name: "1 yes, 1 no, 4 have not said" }).click();
  await expect(count(page)).toHaveText("1 yes, 1 no, 4 have not said");
  await expect(named(page, "Ask")).toBeHidden();
  await page.evaluate(() => {
    window.taps = 0;
    addEventListener("pointerdown", () => (window.taps += 1), { capture: true });
  });
  for (const [name, words] of [
    ["Cy Côté", "Yes"],
    ["Di Dubé", "No"],
  ])
    await key(page, name, words).click();
  await expect.poll(() => repliesOf(club, id)).toMatchObject({ "Cy Côté": true, "Di Dubé": false });
  expect(await page.evaluate(() => window.taps)).toBe(2);
  await go(page, `replies?id=${id}&part=ask`);
  await expect(person(page, "Eve Émond")).toBeVisible();

  const other = await elsewhere();
  await goSignedIn(other, club.base, "coordinator", { name: "results", password: "password-of-it" });
  await expect(other.locator(".on-now")).toBeVisible();
  await expect(other.locator(".replies-link")).toHaveCount(0);
  await go(other, `replies?id=${id}`);
  await expect(other.getByText(/^This page is not for your part of the work/)).toBeVisible();
});

for (const { locale, open, ask } of [
  { locale: "en-CA", open: "Yes 13", ask: "Ask" },
  { locale: "fr-CA", open: "Oui 13", ask: "Demander" },
]) {
  test.describe(`In ${locale}`, () => {
    test.use({ locale });

    test("the list and the questions fit a narrow phone, in dark colours too", async ({ page, club }) => {
      const { id, players } = await planned(club, 24);
      for (const { id: one } of players.slice(2, 14)) await replyFor(club, id, one, true);
      for (const one of players.slice(10)) {
        const email = `${one.name
          .split(" ")[0]
          .normalize("NFD")
          .replaceAll(/[^a-z]/gi, "")}@example.org`;
        await club.ask("PATCH", `/players/${one.id}`, { phone: "418-555-0134", email });
      }
      const sizes = [
        { width: 320, height: 568 },
        { width: 360, height: 604 },
      ];
      await page.setViewportSize(sizes[0]);
      await goSignedIn(page, club.base, `replies?id=${id}`);
      await expect(part(page, open)).toBeVisible();
      const fit = async () => {
        expect(await faults(page, sizes)).toEqual({});
        expect(await smallTargets(page)).toEqual([]);
      };
      await fit();
      // A tap moves no row.
      const last = page.locator(".view-replies .attendee").last();
      const top = () => last.evaluate((node) => node.getBoundingClientRect().top + scrollY);
      const before = await top();
      await page.locator(".reply-key").first().click();
      await expect.poll(async () => Object.values(await repliesOf(club, id)).filter(Boolean).length).toBe(14);
      expect(await top()).toBe(before);
      await named(page, ask).click();
      await expect(page.locator(".ask-row").first()).toBeVisible();
      await fit();
    });
  });
}

test("The check-in has those who said yes first and those who said no last, with the words @landing", async ({
  page,
  club,
}) => {
  const { id, players } = await planned(club, 4, 0);
  await replyFor(club, id, players[3].id, true);
  await goSignedIn(page, club.base, `check-in?id=${id}`);
  const names = page.locator(".attendance").first().locator(".player-name");
  const order = ["Ann Archer", "Di Dubé", "Cy Côté", "Bob Baker"];
  await expect(names).toHaveText(order);
  await expect(player(page, "Ann Archer")).toContainText("said yes");
  await expect(player(page, "Cy Côté")).not.toContainText("said");
  await expect(player(page, "Bob Baker")).toContainText("said no");
  await expect(page.getByRole("link", { name: "2 yes, 1 no, 1 has not said" })).toBeVisible();
  // A reply that comes meanwhile, and a tap, move no row.
  await replyFor(club, id, players[1].id, true);
  await player(page, "Bob Baker").click();
  await expect(count(page)).toContainText("1 here");
  await expect(names).toHaveText(order);
  await expect(player(page, "Bob Baker")).not.toContainText("said");
});
