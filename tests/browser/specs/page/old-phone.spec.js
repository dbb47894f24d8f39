import { go } from "../../support/night/club.js";
import { EDITIONS } from "../../support/editions/front.js";
import { BEA, hold, sendFor } from "../../support/editions/held-night.js";
import { oldPhone, unsent, unsentChanges } from "../../support/editions/old-phone.js";
import { keepOnPhone } from "../../support/editions/storage.js";
import { answer, call, happened, question, scores, sheet, state, tryAgain } from "../../support/game/scorer.js";
import { expect, test } from "../../support/browser/test.js";

test.use({ tolerated: /ERR_FAILED/ });

// A refusal is a question on the board; everything is sent when the menu says that all see it.
const says = (page, tone) => {
  if (tone === "refusal") return expect(question(page)).toBeVisible();
  if (tone === "live")
    return expect(state(page)).toHaveText(
      /^(Chaque téléphone de la table voit ceci|Vous suivez la partie en direct)\.$/,
    );
  return expect(page.locator(`.dot[data-state=${tone}]`)).toBeVisible();
};

// Makes a night like the recorded night, and returns its ids and tokens.
async function settingOf(base) {
  const { club, ...ids } = await hold(base);
  const { token: joined } = await club.join(ids.night, { player_id: ids.player });
  const { token: session } = await club.ask("POST", "/session", BEA);
  return { club, made: { ...ids, joined, session } };
}

// The history's word for a tap.
function toldOf({ method, path }) {
  const [, what, which] = /(pegs|deals)\/([^?]+)/.exec(path) ?? [];
  if (!what) return [];
  if (what === "pegs") return [`${method === "PUT" ? "pegged" : "peg_taken_back"} ${which}`];
  return [`${method === "PUT" ? "deal_begun" : "deal_taken_back"} ${which}`];
}

async function told(game) {
  const events = await happened(game, "pegged", "peg_taken_back", "deal_begun", "deal_taken_back");
  return events.map(({ kind, id, peg, number }) => `${kind} ${number ?? peg ?? id}`);
}

for (const edition of EDITIONS) {
  test(`A phone of ${edition} has its games, its night, its language and its sign-in, and sends what was unsent once`, async ({
    page,
    ownService: { url: base },
  }) => {
    const { club, made } = await settingOf(base);
    const phone = oldPhone(edition, made);
    const waiting = unsent(phone);
    for (const request of phone.sent) await sendFor(base, request);
    // Its answer was lost when the page was closed.
    const [unheard] = waiting;
    await sendFor(base, { ...unheard, token: made.joined });
    await keepOnPhone(page, base, phone);
    await page.route("**/api/v1/games/**", (route) => route.abort());
    await page.goto(base);

    await test.step("Everything is as it was", async () => {
      await expect(page.locator("html")).toHaveAttribute("lang", "fr");
      for (const { id, scores: points, state: shown } of phone.shown) {
        await go(page, `table?id=${id}`);
        await expect(scores(page)).toHaveText(points.map(String));
        await says(page, shown);
        const n = waiting.filter(({ game }) => game === id).length;
        if (n > 0) await expect(state(page)).toHaveText(new RegExp(`^${n} `));
      }
      expect(await page.evaluate(() => localStorage.getItem("pegout.phone"))).toBe(phone.localStorage["pegout.phone"]);
      await go(page, "card");
      await expect(page.locator(".whose")).toHaveText(/^Ann Archer · /);
      await go(page, `check-in?id=${made.night}`);
      await expect(page.getByRole("button", { name: "Bob Baker" })).toHaveAttribute("aria-pressed", "true");
      await go(page, "coordinator");
      await expect(page.getByText("Béa")).toBeVisible();
    });

    await test.step("Every tap reaches the service, once and in order", async () => {
      await page.unroute("**/api/v1/games/**");
      for (const { id, what, scores: points } of phone.shown) {
        await go(page, `table?id=${id}`);
        await expect(scores(page)).toHaveText(points.map(String));
        // A refusal has another key there.
        if (what !== "ended") await tryAgain(page);
        await says(page, what === "ended" ? "refusal" : "live");
        const game = { base, id };
        const taps = [...phone.sent, ...waiting].filter(({ path }) => path.startsWith(`/api/v1/games/${id}`));
        expect(await told(game), what).toEqual(taps.flatMap(toldOf));
        expect((await call(game, "GET", "")).sides.map(({ score }) => score)).toEqual(points);
      }
    });

    await test.step("Every change of the coordinator reaches the service", async () => {
      for (const { path, body } of unsentChanges(phone)) {
        const entry = async () => (await club.look(made.night)).entries.find(({ player_id: id }) => path.endsWith(id));
        await expect.poll(async () => (await entry()).paid, path).toBe(body.paid);
      }
    });

    await test.step("What was refused is there until it is read", async () => {
      await go(page, `table?id=${phone.shown.find(({ what }) => what === "ended").id}`);
      await sheet(page).waitFor();
      await page.keyboard.press("Escape");
      for (let left = 2; left > 0; left -= 1) {
        await says(page, "refusal");
        const words = await question(page).locator("p").textContent();
        await answer(page, "Compris");
        // The next one listens a moment later than it shows.
        await expect(question(page).getByText(words)).toBeHidden();
      }
      await expect(question(page)).toBeHidden();
      await says(page, "live");
    });
  });
}
