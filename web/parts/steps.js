import { cardName } from "../app/card.js";
import { element } from "../app/element.js";
import { list, t, word } from "../app/i18n.js";
import { seatName } from "../app/seats.js";
import { pointsOf } from "./explanation.js";
import { sideMark } from "./scoreboard.js";
import { smallCards } from "./small-cards.js";

/** What a step scored, in words: “fifteen and pair royal”. @param {{kind: string, points: number}[]} scores @returns {string} */
export function reasons(scores) {
  return list(
    scores.map(({ kind, points }) => (kind === "run" ? t("kind.run.of", { n: points }) : word("kind", kind))),
  );
}

/**
 * The deal card by card, the newest first, so that it is seen without scrolling.
 * @param {object[]} steps the service's
 * @param {string[]} waiting taps that have no answer yet
 * @param {{players: number, gos?: import("../app/play-check.js").Gos}} deal how many play, and what became of the gos
 * @returns {HTMLElement}
 */
export function stepList(steps, waiting, { players, gos }) {
  const known = steps.map((step, at) => line(step, verdict(at, gos), players, isFresh(steps, at)));
  const asked = waiting.map((play) => element("li", { class: "step waiting" }, tapped(play)));
  return element("ol", { class: "steps", reversed: true }, [...known, ...asked].reverse());
}

// A count that does not grow is a new one.
function isFresh(steps, at) {
  return at > 0 && Boolean(steps[at].card) && steps[at].count <= steps[at - 1].count;
}

function verdict(at, gos) {
  if (!gos) return "";
  if (gos.wrong === null || at < gos.wrong.step) return t("play.right");
  return at === gos.wrong.step ? t("play.wrong", { cards: list(gos.wrong.playable.map(cardName)) }) : "";
}

function tapped(play) {
  return play === "go" ? element("span", { class: "kind" }, t("play.go")) : smallCards([play]);
}

function line(step, judged, players, fresh) {
  const seat = element("span", { class: "seat" }, sideMark(step.player, players), seatName(step.player, players));
  if (step.go) {
    const said = [t("play.says_go"), judged].filter(Boolean).join(", ");
    return element("li", { class: "step go" }, seat, element("span", { class: "kind" }, said));
  }
  return element(
    "li",
    { class: fresh ? "step fresh" : "step" },
    seat,
    smallCards([step.card]),
    element("span", { class: "running" }, String(step.count)),
    element("span", { class: "kind" }, reasons(step.scores)),
    step.points > 0 ? pointsOf(step.points) : null,
  );
}
