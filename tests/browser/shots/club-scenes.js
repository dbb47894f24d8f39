import { tap, unfold } from "./gestures.js";

const CORRECT = /^(Correct the result|Corriger le résultat)/;
const ENTER = /^(Enter the result|Inscrire le résultat)/;

/** The scenes of the coordinator's views. @param {object} notes @returns {import("./scenes.js").Scene[]} */
export function clubScenes({ nights: { finished, cancelled, open, playing } }) {
  const view = (name, at, act) => ({ name, at: `/#/${at}`, phone: { coordinator: true }, act });
  const signIn = (name, at) => ({ name, at: `/#/${at}` });
  return [
    signIn("sign-in", "coordinator"),
    signIn("sign-in-money", `money?id=${playing.id}`),
    view("coordinator", "coordinator"),
    view("coordinator-unfolded", "coordinator", unfold),
    view("players", "players"),
    view("players-unfolded", "players", unfold),
    view("player-sheet", "players", tap(/^Marie-Madeleine/)),
    view("seasons", "seasons"),
    view("seasons-unfolded", "seasons", unfold),
    view("league", "league"),
    view("league-unfolded", "league", unfold),
    view("cancel", `cancel?id=${open.id}`),
    view("cancel-cancelled", `cancel?id=${cancelled.id}`),
    view("check-in", `check-in?id=${playing.id}`),
    view("check-in-open", `check-in?id=${open.id}`, unfold),
    view("replies", `replies?id=${open.id}`),
    view("replies-ask", `replies?id=${open.id}&part=ask`),
    view("tables-open", `tables?id=${open.id}`),
    view("tables-draw", `tables?id=${open.id}`, tap(/^(Draw the first round|Tirer la première|Tirage de la première)/)),
    view("tables", `tables?id=${playing.id}`),
    view("tables-unfolded", `tables?id=${playing.id}`, unfold),
    view("tables-result", `tables?id=${playing.id}`, tap(ENTER)),
    view("tables-correct", `tables?id=${playing.id}`, tap(CORRECT)),
    view("tables-finished", `tables?id=${finished.id}`),
    view("money", `money?id=${playing.id}`, unfold),
    view("money-finished", `money?id=${finished.id}`, unfold),
    view("ledger", "ledger?part=players", unfold),
    view("ledger-box", "ledger?part=box"),
    view("phones", `phones?id=${playing.id}`),
  ];
}
