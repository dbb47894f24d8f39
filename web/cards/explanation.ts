import type { Item, Played, Score, Show, Step } from "pegout-api";
import { sideOf } from "../game/seats.ts";
import { element } from "../lib/dom.ts";
import { language, list, t, word } from "../lib/i18n.ts";
import { cardName, smallCards } from "../ui/cards.ts";
import { mark } from "../ui/controls.ts";
import { seatName } from "./played-deal.ts";

/** The explanation of a count: the spoken call, then each item with its cards, its kind and its points. */
export function explanation(show: Show): HTMLElement[] {
  return [
    element("p", { class: "call" }, spokenCall(show)),
    ...(show.declared ? [element("p", { class: "declared" }, declaredText(show))] : []),
    element("ol", { class: "items" }, show.items.map(itemLine)),
  ];
}

// The cards that the jokers are, and how many others would do as well.
function declaredText({ declared = {}, ways = 1 }: Show) {
  const cards = Object.entries(declared).map(([joker, card]) => cardName(`${joker}=${card}`));
  const said = list(cards);
  const sentence = `${said[0].toUpperCase()}${said.slice(1)}.`;
  return ways > 1 ? `${sentence} ${t("joker.ways", { n: ways - 1 })}` : sentence;
}

/** Returns the count as it is spoken at the table, in the language in use. */
export function spokenCall({ call, call_fr }: Pick<Show, "call" | "call_fr">): string {
  return language() === "fr" ? call_fr : call;
}

/**
 * The points that each player has pegged, and whose turn it is.
 * @param totals points by player, player 0 first
 * @param turn the next player; null for nobody
 */
export function scoreboard(totals: number[], turn: number | null): HTMLElement {
  const players = totals.length;
  return element(
    "ul",
    { class: "scoreboard" },
    totals.map((points, player) =>
      element(
        "li",
        { class: player === turn ? "turn" : "" },
        element("span", { class: "seat" }, seatName(player, players)),
        element("span", { class: "pegged" }, seatMark(player, players), ...spokenPoints(points)),
      ),
    ),
  );
}

// Five and six can be sides in more than one way.
function seatMark(player: number, players: number) {
  return players > 4 ? null : mark(sideOf(player, players));
}

/**
 * The deal card by card, the newest first, so that it is seen without scrolling.
 * @param steps the checked steps
 * @param pending taps that have no answer yet
 */
export function stepList(
  steps: Step[],
  pending: string[],
  { players, checked }: { players: number; checked: Pick<Played, "finished" | "wrong_go"> },
): HTMLElement {
  const known = steps.map((step, at) =>
    stepLine(step, { players, verdict: verdict(at, checked), isFresh: isFresh(steps, at) }),
  );
  const unanswered = pending.map((play) => element("li", { class: "step waiting" }, pendingPlay(play)));
  return element("ol", { class: "steps", reversed: true }, [...known, ...unanswered].reverse());
}

/** The scores of a step in words: “fifteen and pair royal”. */
export function scoresText(scores: Score[]): string {
  return list(scores.map(({ kind, points }) => kindText(kind, points)));
}

/** Returns the kind of an item in words. @param n the cards of a run */
export function kindText(kind: string, n: number): string {
  return kind === "run" ? t("kind.run.of", { n }) : word("kind", kind);
}

/** The line of an item: its cards, its kind and its points. */
export function itemLine(item: Item | Score): HTMLElement {
  return element("li", { class: "item" }, itemParts(item));
}

/** The cards, the kind and the points of an item. */
export function itemParts({ kind, cards, points }: Item | Score): HTMLElement[] {
  return [
    smallCards(cards),
    element("span", { class: "kind" }, kindText(kind, cards.length)),
    element("span", { class: "points" }, ...spokenPoints(points)),
  ];
}

/** Returns the cards since the count began. @param cards every card that was played */
export function sinceCountBegan<Card extends { count: number }>(cards: Card[]): Card[] {
  return cards.slice(cards.findLastIndex(({ count }, at) => at === 0 || count <= cards[at - 1].count));
}

// A number to see, and “2 points” for screen readers.
function spokenPoints(points: number) {
  return [
    element("span", { "aria-hidden": "true" }, String(points)),
    element("span", { class: "unseen" }, t("app.points", { n: points })),
  ];
}

function stepLine(step: Step, { players, verdict, isFresh }: { players: number; verdict: string; isFresh: boolean }) {
  const { player } = step;
  const seat = element("span", { class: "seat" }, seatMark(player, players), seatName(player, players));
  if ("go" in step) {
    const text = [t("play.says_go"), verdict].filter(Boolean).join(", ");
    return element("li", { class: "step go" }, seat, element("span", { class: "kind" }, text));
  }
  return element(
    "li",
    { class: isFresh ? "step fresh" : "step" },
    seat,
    smallCards([step.card]),
    element("span", { class: "running" }, String(step.count)),
    element("span", { class: "kind" }, scoresText(step.scores)),
    step.points > 0 ? element("span", { class: "points" }, ...spokenPoints(step.points)) : null,
  );
}

// All hands are known at the end alone.
function verdict(at: number, { finished, wrong_go: wrong }: Pick<Played, "finished" | "wrong_go">) {
  if (!finished) return "";
  if (!wrong || (wrong.step !== null && at < wrong.step)) return t("play.right");
  return at === wrong.step ? t("play.wrong", { cards: list(wrong.playable.map(cardName)) }) : "";
}

// A count that does not grow is a new one.
function isFresh(steps: Step[], at: number) {
  return at > 0 && "card" in steps[at] && steps[at].count <= steps[at - 1].count;
}

function pendingPlay(play: string) {
  return play === "go" ? element("span", { class: "kind" }, t("play.go")) : smallCards([play]);
}
