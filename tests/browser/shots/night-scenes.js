import { unfold } from "./gestures.js";

/** The scenes of the players' views of a night and a season. @param {object} notes @returns {import("./scenes.js").Scene[]} */
export function nightScenes({ season, games: { middle }, nights: { finished, cancelled, open, playing } }) {
  const view = (name, at, act) => ({ name, at: `/#/${at}`, act });
  const card = (name, joined) => ({ name, at: `/#/card?id=${joined.id}`, phone: { nights: [joined] } });
  return [
    view("join-night", "join-night"),
    { name: "join-night-joined", at: "/#/join-night", phone: { nights: [playing.joined.middle] } },
    view("join-night-names", `join-night?code=${playing.code}`, unfold),
    view("join-night-wrong", "join-night?code=WRONG2"),
    view("night-open", `night?id=${open.id}`),
    view("night-playing", `night?id=${playing.id}`, unfold),
    // One view after another: the page keeps the style sheets of the first.
    {
      ...view("night-after-table", `night?id=${playing.id}`),
      after: `/#/table?id=${middle.id}`,
      phone: { tables: [middle] },
    },
    { ...view("count-after-night", "count"), after: `/#/night?id=${playing.id}` },
    { ...view("home-after-table", ""), after: `/#/table?id=${middle.id}`, phone: { tables: [middle] } },
    { ...view("start-after-count", "start"), after: "/#/count" },
    view("night-finished", `night?id=${finished.id}`, unfold),
    view("night-cancelled", `night?id=${cancelled.id}`),
    view("night-missing", "night?id=00000000-0000-4000-8000-000000000000"),
    view("card-stranger", "card"),
    card("card-before", open.joined),
    card("card-begin", playing.joined.still),
    card("card-playing", playing.joined.middle),
    card("card-won", playing.joined.over),
    card("card-skunk", playing.joined.skunk),
    card("card-table", playing.joined.table),
    card("card-over", finished.joined),
    view("me-without-link", "me"),
    view("standings", `standings?season=${season}`),
    view("blank-cards", "blank-cards"),
  ];
}
