import { readFile } from "node:fs/promises";
import { expect, test } from "../../support/browser/test.js";
import { go, goSignedIn, loseAnswer } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";

test.use({ tolerated: /status of (401|409|422)|ERR_FAILED/ });

const EXAMPLES = new URL("../../../../docs/examples/", import.meta.url);
const SEASON = { name: "Winter 2026", starts: "2026-01-07", ends: "2026-04-15" };

const plan = (page) => page.locator(".import-plan li");
const look = (page, key = "Look at it first") => page.getByRole("button", { name: key }).click();
const paste = (page, text, label = "Or paste it here") => page.getByLabel(label).fill(text);

// Opens the nights from paper of a new season, by the link on its page.
async function open(page, service, { more = {}, link = "Nights from paper" } = {}) {
  const club = new Club(service.url);
  const season = await club.ask("POST", "/seasons", { ...SEASON, ...more });
  await goSignedIn(page, service.url, "seasons");
  await page.getByRole("link", { name: link, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#/seasons\\?import=${season.id}$`));
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(2);
  return { club, season };
}

// The text of a file that a key saves.
async function saved(page, key) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: key }).click();
  return readFile(await (await coming).path(), "utf8");
}

test("Cards from paper are looked at, mended, imported, in the standings, and taken back @landing", async ({
  page,
  ownService,
}) => {
  const { club, season } = await open(page, ownService);
  await club.ask("POST", "/players", { name: "Ann Archer" });
  const cards =
    "date,player,game 1,game 2,total,seat\n2026-01-28,Ann Archer,0,12,12,4\n2026-01-28,Bob Baker,0,200,200,5\n28 Jan,Cy Cole,0,0,0,6\n2025-01-28,Dee Day,0,0,0,7\n";
  await paste(page, cards);
  await look(page);
  await expect(plan(page).first()).toHaveText("3 lines are refused");
  await expect(page.locator(".wrong-lines li")).toHaveText([
    "Line 3: No game of this season’s cards has the line 200.",
    "Line 4: “28 Jan” is not a date. Write it like 2026-01-28.",
    "Line 5: January 28, 2025 is not in the season, which is from January 7, 2026 to April 15, 2026.",
  ]);
  await expect(page.getByText("Column not used: seat")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);

  const mended = cards.replaceAll("200", "20").replace("28 Jan", "2026-01-28").replace("2025", "2026");
  await paste(page, mended);
  await expect(page.locator(".wrong-lines li")).toHaveCount(0);
  await look(page);
  await expect(plan(page)).toHaveText([
    "1 night is new",
    "January 28, 2026",
    "3 new on the list of players: Bob Baker, Cy Cole and Dee Day. Are the names spelled well?",
    "Column not used: seat",
  ]);
  expect((await club.ask("GET", `/nights?season_id=${season.id}`)).nights).toEqual([]);
  await loseAnswer(page, `/api/v1/seasons/${season.id}/imports`, "POST");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("button", { name: /Try again|again/i }).click();
  await expect(page.getByText("1 night is in the season: January 28, 2026.")).toBeVisible();
  await expect(page.locator(".people li")).toHaveCount(1);
  await expect(page.locator(".people li")).toContainText("1 night, January 28, 2026");
  expect((await club.ask("GET", "/players")).players).toHaveLength(4);

  await go(page, `standings?season=${season.id}`);
  await expect(page.locator(".season-standings tbody tr")).toHaveCount(4);
  await expect(page.locator(".nights li")).toContainText("4 players, from paper");
  await page.locator(".nights a").click();
  await expect(page.getByText("The results are from paper.")).toBeVisible();
  await expect(page.locator(".night-standings .player")).toHaveText([
    /^Player/,
    /^Cy Cole/,
    /^Dee Day/,
    /^Ann/,
    /^Bob/,
  ]);
  await expect(page.locator(".here li, .round-table")).toHaveCount(0);

  await go(page, "seasons");
  await expect(page.locator(".night-list .night")).toContainText("From paper · 4 players");
  await expect(page.locator(".night-list .night")).toHaveAttribute("href", /^#\/night\?id=/);
  await page.getByRole("link", { name: "Nights from paper", exact: true }).click();
  await page.getByRole("button", { name: /^Take back/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Players whom the import added stay on the list.");
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("1 night is taken back.")).toBeVisible();
  await expect(page.getByText("No night of this season is from paper.")).toBeVisible();
  expect((await club.ask("GET", `/nights?season_id=${season.id}`)).nights).toEqual([]);
  expect((await club.ask("GET", "/players")).players).toHaveLength(4);
});

test("In French the same table with other results replaces a night, and has the club’s money", async ({
  page,
  ownService,
}) => {
  await page.addInitScript(() => localStorage.setItem("pegout.language", "fr"));
  const { club, season } = await open(page, ownService, { link: "Soirées sur papier" });
  await club.ask("PUT", "/league", { name: "Ligue du jeudi", fee: 500 });
  const label = "Ou collez-le ici";
  const table = "date;joueur;partie 1;partie 2;total\n2026-01-28;Zoé Côté;0;12;12\n2026-01-28;Bob Baker;31;x;31\n";
  await paste(page, table.replace(";12;12", ";12;11"), label);
  await look(page, "Regarder d’abord");
  await expect(page.locator(".wrong-lines li")).toHaveText([
    "Ligne 2 : Total : 11 dans le tableau, 12 selon les parties.",
  ]);
  await paste(page, table, label);
  await look(page, "Regarder d’abord");
  await expect(plan(page).first()).toHaveText("1 nouvelle soirée");
  await page.getByRole("button", { name: "Importer", exact: true }).click();
  await expect(page.getByText("1 soirée est dans la saison : 28 janvier 2026.")).toBeVisible();

  await paste(page, table, label);
  await look(page, "Regarder d’abord");
  await expect(plan(page)).toHaveText(["1 soirée reste comme elle est"]);
  await expect(page.getByText("Il n’y a donc rien à importer.")).toBeVisible();
  await page.getByLabel("Avec les mises et les prix du club").check();
  await expect(plan(page)).toHaveCount(0);
  await look(page, "Regarder d’abord");
  await expect(plan(page).first()).toContainText("1 soirée change");
  await page.getByRole("button", { name: "Importer", exact: true }).click();
  await expect(page.getByText("1 soirée est dans la saison")).toBeVisible();
  await expect(page.locator(".people li")).toHaveCount(1);
  const { nights } = await club.ask("GET", `/nights?season_id=${season.id}`);
  expect(nights).toHaveLength(1);
  expect(await club.ask("GET", `/nights/${nights[0].id}/money`)).toMatchObject({ fees: 1000 });

  // Nothing can change there but the import.
  await go(page, `tables?id=${nights[0].id}`);
  await expect(page.locator(".tonight")).toContainText("Les résultats viennent du papier.");
  await expect(page.locator(".night-links a")).toHaveCount(1);
  await expect(page.locator(".night-body")).toBeHidden();
  await go(page, `money?id=${nights[0].id}`);
  await expect(page.locator(".night-standings tbody tr")).toHaveCount(2);
  await expect(page.locator(".fifty-fifty")).toBeHidden();
});

for (const card of ["points_short", "game_points", "points_scored"]) {
  test(`The samples of the page are imported as they are, with cards of ${card}`, async ({ page, ownService }) => {
    const { club, season } = await open(page, ownService, { more: { card } });
    const samples = [await saved(page, "Sample of cards"), await saved(page, "Sample of tables")];
    await paste(page, samples[0]);
    await look(page);
    await expect(plan(page)).toHaveText([
      "2 nights are new",
      "January 7, 2026 to January 14, 2026",
      "2 new on the list of players: Ann Archer and Bob Baker. Are the names spelled well?",
    ]);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.locator(".people li")).toContainText("2 nights, January 7, 2026 to January 14, 2026");
    await paste(page, samples[1]);
    await look(page);
    await expect(plan(page).first()).toHaveText("1 night changes: it was imported before, and now has other results");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.locator(".people li")).toHaveCount(2);
    const { nights } = await club.ask("GET", `/nights?season_id=${season.id}`);
    expect(nights.map(({ rounds }) => rounds)).toEqual([2, 0]);
    await go(page, `night?id=${nights[1].id}`);
    await expect(page.locator(".night-standings tbody tr")).toHaveCount(2);
    // Cards with totals alone need no columns for games.
    await expect(page.locator(".night-standings thead th.line")).toHaveCount(0);
    await go(page, `night?id=${nights[0].id}`);
    await expect(page.locator(".round-table")).toHaveCount(1);
    await expect(page.getByText("The results are from paper.")).toBeVisible();
    await go(page, `tables?id=${nights[0].id}`);
    await expect(page.locator(".tonight")).toHaveText(/^Wednesday, January \d+ · from paper$/);
  });
}

test("A night that was reopened after its import is named before other lines replace it", async ({
  page,
  ownService,
}) => {
  const { club, season } = await open(page, ownService);
  const title = "date,round,side 1,side 2,score 1,score 2\n";
  const table = `${title}2026-01-28,1,Ann + Bob,Cy + Dee,121,88\n2026-02-04,1,Ann + Cy,Bob + Dee,121,90\n`;
  await club.ask("POST", `/seasons/${season.id}/imports`, { csv: table });
  const { nights } = await club.ask("GET", `/nights?season_id=${season.id}`);
  const first = nights.find(({ date }) => date === "2026-01-28");
  await club.ask("DELETE", `/nights/${first.id}/finish`, { reason: "A card was read wrongly" });
  await paste(page, table);
  await look(page);
  await expect(plan(page)).toHaveText(["2 nights stay as they are"]);
  await paste(page, table.replace(",88", ",87").replace(",90", ",91"));
  await look(page);
  await expect(plan(page)).toHaveText([
    "2 nights change: they were imported before, and now have other results",
    "January 28, 2026 to February 4, 2026",
    "Results were corrected here, and would be replaced by the table: January 28, 2026",
  ]);
});

test("The example files of the guide are imported as they are", async ({ page, ownService }) => {
  const { club, season } = await open(page, ownService);
  const nights = { "season-cards.csv": "2 nights are new", "season-tables.csv": "2 nights are new" };
  for (const [name, sum] of Object.entries(nights)) {
    await page.getByLabel("File").setInputFiles(new URL(name, EXAMPLES).pathname);
    await expect(page.getByLabel("Or paste it here")).toHaveValue(/2026-01-/);
    await look(page);
    await expect(plan(page).first()).toHaveText(sum);
    await expect(page.locator(".wrong-lines li")).toHaveCount(0);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText("2 nights are in the season")).toBeVisible();
  }
  const { rows } = await club.ask("GET", `/seasons/${season.id}/standings`);
  expect(rows.map(({ name }) => name).sort()).toEqual(["Ann Archer", "Bob Baker", "Cy Cole", "Dee Day", "Eve East"]);
});

test("Every sentence that the service has about a line of results is known to the page", async ({
  page,
  ownService,
}) => {
  const club = new Club(ownService.url);
  for (const name of ["Doe", "Doe"]) await club.ask("POST", "/players", { name });
  await page.addInitScript(() => localStorage.setItem("pegout.language", "fr"));
  const { season } = await open(page, ownService, { link: "Soirées sur papier" });
  const played = await club.night({ date: "2026-02-04", season_id: season.id });
  await club.enter(played.id, (await club.ask("POST", "/players", { name: "Roe" })).id);
  // A night a line, so that each line has its own reason.
  const wrongCards = {
    "28 Jan,A,0": "n’est pas une date",
    ",A,0": "Il manque la date",
    "2026-01-08,,0": "Il manque le joueur",
    "2026-01-09,A,zero": "n’est pas un nombre entier",
    [`2026-01-10,${"A".repeat(101)},0`]: "Un nom a de 1 à 100 lettres",
    "2026-01-11,A,0\n2026-01-11,A,0": "A a déjà une carte du 11 janvier 2026",
    "2026-01-12,Doe,0": "Plusieurs joueurs s’appellent «\u00a0Doe\u00a0»",
    "2026-01-13,A,200": "aucune partie ne donne 200",
    "2026-01-14,A,0,0,2,0,1": "Nombre de victoires\u00a0: 1 dans le tableau, 2 selon les parties",
    "2026-01-15,A,,,4,0,5": "5 victoires en 4 parties",
    "2026-01-16,A": "ni parties ni total",
    "2026-01-17,A,,,4,900": "Le total 900 est impossible",
    "2025-01-28,A,0": "n’est pas un jour de la saison",
    "2026-02-04,A,0": "a été jouée ici",
  };
  const wrongTables = {
    "2026-01-08,,A,B,121,90": "Il manque la ronde",
    "2026-01-09,50,A,B,121,90": "Il n’y a pas de ronde 50",
    "2026-01-10,2,A,B,121,90": "Il manque la ronde 1 du 10 janvier 2026",
    "2026-01-11,1,A,A,121,90": "A joue deux fois",
    "2026-01-12,1,A + C,B,121,90": "Une table a deux camps",
    "2026-01-13,1,A,B,121": "2 camps ont besoin de 2 marques",
    "2026-01-14,1,A,B,130,90": "Une marque de 130 est impossible",
    "2026-01-15,1,A,B,100,90": "Un seul camp doit avoir 121",
    "2026-01-16,1,A,B,,90": "La marque 1 est vide",
    "2026-01-17,1,,B,121": "Le camp 1 est vide",
  };
  // The quotation mark comes last: its cell takes in all lines after it.
  const wrongTotals = {
    "2026-01-08,A,4,9,2,7": "7 points de partie sont impossibles",
    "2026-01-09,A,4,9,2,,999": "L’écart 999 est impossible",
    "2026-01-10,A,4,9,,1": "Un seul point de partie est impossible",
    "2099-01-28,A,4,9": "est encore à venir",
    "2026-01-11,A,4,9,2,,,12": "est dans une colonne sans titre",
    "2026-01-12,\ufffd,4,9": "a perdu une lettre",
    '2026-01-13,A,"4': "Un guillemet ouvre une cellule",
  };
  const games = Array.from({ length: 21 }, (_, at) => `game ${at + 1}`);
  const table = (titles, lines) => [titles, ...Object.keys(lines)].join("\n");
  const wrong = [
    [table("date,player,game 1,game 2,games,total,wins", wrongCards), Object.values(wrongCards)],
    [table("date,round,side 1,side 2,score 1,score 2", wrongTables), Object.values(wrongTables)],
    [table("date,player,games,total,wins,points,spread", wrongTotals), Object.values(wrongTotals)],
    [`date,player,total${",note".repeat(51)}\n2026-01-28,A,0`, ["Plus de 50 colonnes"]],
    [`date,player,${games}\n2026-01-28,A${",0".repeat(games.length)}`, ["21 parties"]],
    ["date,player,total,total\n2026-01-28,A,0,0", ["est là plus d’une fois"]],
    ["player,game 1\nA,0", ["Les titres des colonnes"]],
    [`date,player,total\n${"2026-01-28,A,0\n".repeat(5001)}`, ["Plus de 5000 lignes"]],
  ];
  const check = async (text, sentences) => {
    await page.getByLabel("Fichier").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await expect(page.getByLabel("Ou collez-le ici")).toHaveValue(text);
    await look(page, "Regarder d’abord");
    const lines = page.locator(".wrong-lines li");
    await expect(lines).toHaveCount(sentences.length);
    const shown = (await lines.allTextContents()).join(" ");
    for (const sentence of sentences) expect(shown).toContain(sentence);
  };
  for (const [text, sentences] of wrong) await check(text, sentences);

  // On cards of game points the total and the game points are one number.
  const points = await club.ask("POST", "/seasons", { ...SEASON, name: "Points", card: "game_points" });
  await go(page, `seasons?import=${points.id}`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("Points");
  await check("date,player,games,total,points\n2026-01-28,A,4,4,5", ["Le total est 4, et les points de partie 5"]);
});
