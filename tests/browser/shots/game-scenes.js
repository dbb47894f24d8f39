import { tapNumber } from "../support/game/scorer.js";
import { tap, unfold } from "./gestures.js";

const REFUSED = { type: "/problems/game-over", status: 409 };
// A token that the service knows nothing of.
const STRANGE = "A".repeat(43);
const FIVES = "cards=5H,5D,5S,JC&starter=5C";
const SIX = "cards=7C,9H,5H,5C,5D,JS";

async function refuse(page) {
  await page.route("**/pegs/*", (route) =>
    route.fulfill({ status: 409, contentType: "application/problem+json", json: REFUSED }),
  );
  await tapNumber(page, 0, 5);
}

async function tapOffline(page) {
  await page.context().setOffline(true);
  await tapNumber(page, 0, 5);
  await tapNumber(page, 1, 2);
}

/** The scenes of home, the table and the hands. @param {object} notes @returns {import("./scenes.js").Scene[]} */
export function gameScenes({ games: { fresh, middle, three, skunk }, nights: { playing, finished } }) {
  const table = (name, game, more) => ({ name, at: `/#/table?id=${game.id}`, phone: { tables: [game] }, ...more });
  const joined = playing.joined.middle;
  const league = (name, game, whose = joined) =>
    table(
      name,
      { id: game, token: whose.token, night: playing.id },
      {
        phone: { tables: [{ id: game, token: whose.token, night: playing.id }], nights: [whose] },
      },
    );
  const view = (name, at, act) => ({ name, at: `/#/${at}`, act });
  // A tap that gets out while the browser closes is refused.
  const harmless = { ...middle, token: STRANGE };
  const looks = ({ id }) => ({ id, token: null });
  return [
    view("home", ""),
    { name: "home-resume", at: "/#/", phone: { tables: [middle, looks(three)] } },
    { name: "home-night", at: "/#/", phone: { tables: [fresh], nights: [joined] } },
    { name: "home-night-over", at: "/#/", phone: { nights: [finished.joined] } },
    view("start", "start"),
    view("start-three", "start?seating=1-1-1"),
    view("start-partners", "start?seating=2-2"),
    view("start-pairs", "start?seating=2-2-2"),
    view("house-rules", "start", tap(/^(Change the house rules|Changer les règles maison)$/)),
    table("table-begun", fresh),
    table("table-middle", middle),
    table("table-kinds", middle, { act: (page) => page.locator(".kind-key").click() }),
    table("table-menu", middle, { act: (page) => page.locator(".menu-key").click() }),
    table("table-names", middle, { act: tap(/^Ann \+ Bob/) }),
    table("table-refused", harmless, { act: refuse }),
    table("table-offline", harmless, { act: tapOffline }),
    table("table-three", three),
    table("table-finished", skunk),
    table("table-look", looks(middle)),
    { name: "table-link", at: `/#/table?id=${middle.id}&token=${middle.token}` },
    { name: "table-missing", at: "/#/table?id=00000000-0000-4000-8000-000000000000" },
    league("table-league", playing.games.middle),
    league("table-league-over", playing.games.over, playing.joined.over),
    league("table-league-skunk", playing.games.skunk, playing.joined.skunk),
    { name: "table-void", at: `/#/table?id=${finished.voided}` },
    table("history", middle, { at: `/#/history?id=${middle.id}` }),
    table("join", middle, { at: `/#/join?id=${middle.id}` }),
    table("join-look", looks(middle), { at: `/#/join?id=${middle.id}` }),
    table("count-table", middle, { at: `/#/count?table=${middle.id}&${FIVES}` }),
    view("count-empty", "count"),
    view("count-29", `count?${FIVES}`),
    view("count-crib", "count?crib=1&cards=5H,6H,7H,8H&starter=9S"),
    view("play-empty", "play"),
    view("play-running", "play?players=4&plays=4C,7D,4D,JS"),
    view("play-over", "play?players=2&plays=4C,7D,4D,JS,go,5H,go,7S,8C,9H"),
    view("throw-empty", "throw"),
    view("throw-own", `throw?${SIX}&players=2&crib=own`, unfold),
    view("practice", "practice"),
    view("practice-count", "practice?kind=count&seed=2026-11-28"),
    view("practice-look", "practice?kind=count&seed=2026-11-28", tap(/^(I look for them|Je les cherche)$/)),
    view("practice-throw", "practice?kind=throw&seed=2026-11-28"),
    view("practice-play", "practice?kind=play&seed=2026-11-28"),
    view("throw-their", "throw?cards=7C,9H,5H,5C,5D&players=4&crib=other"),
  ];
}
