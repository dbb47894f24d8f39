// Every view opens for every role with a night of every state. The browser's errors fail the test.
import { dayFromNow, go, goSignedIn } from "../../support/night/club.js";
import { Club } from "../../support/night/night.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /status of (401|403|404)/, viewport: { width: 390, height: 664 } });

const PASSWORD = "fifteen-six";
const VIEWS = ["check-in", "tables", "money", "phones", "cancel", "night", "card"];

/** Makes a night of each state, by the name of the state. @param {Club} club @returns {Promise<Record<string, string>>} the ids */
async function nights(club) {
  const players = await club.members(8);
  const gathered = async (days) => {
    const { id } = await club.night({ date: dayFromNow(days), games_per_night: 1 });
    for (const player of players) await club.enter(id, player.id, { paid: true });
    return id;
  };
  const { id: scheduled } = await club.night({ date: dayFromNow(5) });
  const { id: cancelled } = await club.night({ date: dayFromNow(4) });
  await club.ask("PUT", `/nights/${cancelled}/cancellation`, { reason: "Snow" });
  const [open, playing, finished, reopened] = [
    await gathered(3),
    await gathered(0),
    await gathered(-7),
    await gathered(-14),
  ];
  for (const id of [playing, finished, reopened]) await club.draw(id);
  for (const id of [finished, reopened]) {
    await club.play(id, [[90], [100]]);
    await club.ask("POST", `/nights/${id}/finish`, {});
  }
  await club.ask("DELETE", `/nights/${reopened}/finish`, { reason: "A result was wrong." });
  return { scheduled, cancelled, open, playing, finished, reopened };
}

for (const role of ["coordinator", "representative", "door", "results"]) {
  test(`Every view opens for a ${role} with a night of every state`, async ({ page, ownService }) => {
    test.slow();
    const club = new Club(ownService.url);
    const states = await nights(club);
    if (role !== "coordinator") await club.ask("POST", "/representatives", { name: "Dora", password: PASSWORD, role });
    const who = role === "coordinator" ? {} : { name: "Dora", password: PASSWORD };
    await goSignedIn(page, club.base, "coordinator", who);
    const main = page.locator("main");
    await expect(main, "the coordinator's page").toHaveText(/\S{3}/);
    await expect(page.locator("a[href*='undefined']")).toHaveCount(0);
    for (const [state, id] of Object.entries(states)) {
      for (const view of VIEWS) {
        await go(page, `${view}?id=${id}`);
        await expect(main, `${view} of a ${state} night`).toHaveClass(`view-${view}`);
        await expect(main, `${view} of a ${state} night`).toHaveText(/\S{3}/);
      }
    }
    for (const view of ["coordinator", "players", "seasons", "league", "displays"]) {
      await go(page, view);
      await expect(main, view).toHaveText(/\S{3}/);
    }
  });
}
