/** @import { CardStep, GoStep, Next } from "pegout-api" */
/** @import { Refusal } from "../lib/api.js" */
/** @import { Place } from "../lib/router.js" */
/** @import { CheckedPlay, Plays, WrongGo } from "./deal.js" */
import { element } from "../lib/dom.js";
import { has, list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { CardGrid } from "../ui/card-grid.js";
import { cardName, readPlays } from "../ui/cards.js";
import { bigNumber } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { Deal, checkPlay, playersChoice, readPlayers, seatName } from "./deal.js";
import { scoreboard, scoresText, stepList } from "./explanation.js";

/** The answer for a number of players. @typedef {CheckedPlay & {players: number}} Answer */

class Play {
  #keep;
  #deal;
  #count = bigNumber();
  #turn = element("p", { class: "turn-words" });
  #board = element("div");
  #notice = new Notice(() => this.#request.retry());
  #steps = element("div");
  #grid = new CardGrid();
  #players = element("div");
  /** @type {Answer} */
  #answer;
  /** The sentences about plays that were refused. @type {string[]} */
  #refusals = [];
  /** The sentence about the last change of the deal. */
  #change = "";
  /** @type {number|null} */
  #shownPlayers = null;
  /** @type {LatestRequest<Plays, CheckedPlay>} */
  #request = new LatestRequest(checkPlay, {
    onAnswer: (answer, { players }) => this.#onAnswer({ ...answer, players }),
    onRefusal: (refusal, { players }) => this.#onRefusal(refusal, players),
    // The old count stays, in a pale colour.
    onOffline: (since) => this.#notice.showOffline(since),
  });

  /** @param {Place} place */
  constructor({ root, query, keep }) {
    this.#keep = keep;
    this.#deal = new Deal(readPlayers(query.get("players")), readPlays(query.get("plays")));
    this.#answer = emptyAnswer(this.#deal.players);
    this.#build(root);
    this.#update();
  }

  close() {
    this.#request.close();
  }

  /** @param {HTMLElement} root */
  #build(root) {
    const key = (/** @type {string} */ look, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", class: look, onclick }, label);
    root.append(
      element(
        "section",
        { class: "panel", "aria-label": t("play.panel") },
        element("div", { class: "row" }, this.#count.node, this.#turn, this.#players),
        this.#board,
        this.#notice.node,
      ),
      element("section", { class: "explain" }, element("h2", { class: "unseen" }, t("play.steps")), this.#steps),
      element(
        "section",
        { class: "bottom", "aria-label": t("play.cards") },
        element(
          "div",
          { class: "actions" },
          key("quiet", t("play.clear"), () => this.#clear()),
          key("quiet", t("play.undo"), () => this.#undo()),
          key("primary", t("play.go"), () => this.#add("go")),
        ),
        this.#grid,
      ),
    );
    this.#grid.addEventListener("card-tap", (event) =>
      this.#add(/** @type {CustomEvent<{card: string}>} */ (event).detail.card),
    );
  }

  /** @param {string} play a card or `go` */
  #add(play) {
    this.#refusals = [];
    this.#deal.add(play);
    this.#update();
  }

  #undo() {
    if (!this.#deal.canUndo) return;
    const play = this.#deal.undo();
    this.#updateWith(play === null ? t("play.restored") : t("play.undone", { play: playName(play) }));
  }

  /** @param {number} [players] */
  #clear(players) {
    const wasEmpty = this.#deal.plays.length === 0;
    this.#deal.clear(players);
    this.#updateWith(wasEmpty ? "" : t("play.cleared"));
  }

  /** @param {string} change a sentence about the change */
  #updateWith(change) {
    this.#refusals = [];
    this.#change = change;
    this.#update();
  }

  #update() {
    const { players, plays } = this.#deal;
    this.#keep({ players, plays: plays.join(",") });
    if (plays.length > 0) {
      this.#count.asking(true);
      this.#request.request(this.#deal.snapshot());
    } else {
      this.#request.cancel();
      this.#answer = emptyAnswer(players);
      this.#showNotice();
    }
    this.#show();
  }

  /** @param {Answer} answer */
  #onAnswer(answer) {
    this.#answer = answer;
    this.#showNotice();
    this.#show();
  }

  // A card that was tapped twice is removed alone. After any other refusal nobody knows who played the next cards.
  /** @param {Refusal} refusal @param {number} players */
  #onRefusal(refusal, players) {
    const at = refusal.indexIn("plays");
    if (at < 0 || at >= this.#deal.plays.length) {
      this.#count.asking(false);
      this.#notice.show(refusal.message, "refusal");
      return;
    }
    const [refused, ...rest] = this.#deal.remove(at, refusal.slug === "duplicate-card" ? 1 : undefined);
    this.#refusals.push(refusalText(refusal, refused, players));
    if (rest.length > 0) this.#refusals.push(t("play.refused.rest"));
    this.#update();
  }

  #showNotice() {
    this.#count.asking(false);
    if (this.#refusals.length > 0) this.#notice.show(this.#refusals.join(" "), "refusal");
    else this.#notice.show(this.#change || newestText(this.#answer, this.#deal.players));
    this.#change = "";
  }

  #show() {
    const { players, plays } = this.#deal;
    const { steps, totals, next, gos } = this.#answer;
    const count = next?.count ?? lastCard(steps)?.count ?? 0;
    this.#count.show(String(count), t("play.count", { n: count }));
    this.#turn.textContent = turnText(next, players);
    const current = totals.length === players ? totals : Array(players).fill(0);
    this.#board.replaceChildren(scoreboard(current, next?.player ?? null));
    this.#grid.chosen = plays;
    const known = this.#knownSteps();
    this.#steps.replaceChildren(
      plays.length > 0
        ? stepList(known, plays.slice(known.length), { players, gos })
        : element("p", { class: "help" }, t("play.help")),
    );
    if (this.#shownPlayers !== players) this.#showPlayers(players);
  }

  // The answer may be of an older list: only the beginning that the two share is known.
  #knownSteps() {
    const { plays, players } = this.#deal;
    const { steps } = this.#answer;
    if (this.#answer.players !== players) return [];
    const differs = steps.findIndex((step, at) => ("card" in step ? step.card : "go") !== plays[at]);
    return differs < 0 ? steps : steps.slice(0, differs);
  }

  /** @param {number} players */
  #showPlayers(players) {
    this.#shownPlayers = players;
    const onChoice = (/** @type {number} */ chosen) => {
      this.#shownPlayers = chosen;
      this.#clear(chosen);
    };
    this.#players.replaceChildren(playersChoice(players, onChoice));
  }
}

// Before the first card there is nothing to request.
/** @param {number} players @returns {Answer} */
function emptyAnswer(players) {
  const next = { player: 0, count: 0, playable: null };
  return { steps: [], totals: Array(players).fill(0), finished: false, next, players };
}

/** @param {(CardStep|GoStep)[]} steps */
function lastCard(steps) {
  return steps.filter((step) => "card" in step).at(-1);
}

/** @param {Answer} answer @param {number} players @returns {string} the points of the newest play, or the end of the deal */
function newestText({ steps, finished, next, totals, gos }, players) {
  if (finished) return endText(totals, steps.filter((step) => "go" in step).length, gos?.wrong ?? null);
  const last = steps.at(-1);
  const isOpen = next !== null && next.count > 0;
  if (last && "go" in last && isOpen) {
    return t("play.go.open", { player: seatName(last.player, players), next: seatName(next.player, players) });
  }
  const newest = lastCard(steps);
  if (!newest || newest.points === 0 || (newest !== last && isOpen)) return "";
  const points = t("app.points", { n: newest.points });
  return t("play.pegs", { player: seatName(newest.player, players), points, what: scoresText(newest.scores) });
}

/** @param {number[]} totals @param {number} gos @param {WrongGo|null} wrong */
function endText(totals, gos, wrong) {
  const scores = totals.map((n, player) => t("play.final.one", { player: seatName(player, totals.length), n }));
  const sentences = [t("play.final", { points: list(scores) })];
  if (wrong) {
    const { player, count, playable } = wrong;
    const cards = list(playable.map(cardName), "disjunction");
    sentences.push(t("play.gos.wrong", { player: seatName(player, totals.length), count, cards }));
  } else if (gos > 0) {
    sentences.push(t("play.gos.right", { n: gos }));
  }
  return sentences.join(" ");
}

/** @param {Next|null} next @param {number} players */
function turnText(next, players) {
  if (!next) return t("play.over");
  return t(next.count === 0 ? "play.leads" : "play.turn", { player: seatName(next.player, players) });
}

/** @param {string} play */
function playName(play) {
  return play === "go" ? t("play.go") : cardName(play);
}

// In the page's words where it has them, else in the service's.
/** @param {Refusal} refusal @param {string} refused the play @param {number} players */
function refusalText({ slug, message, problem }, refused, players) {
  const { player, count, playable } = /** @type {{player?: number|null, count?: number, playable?: string[]|null}} */ (
    problem
  );
  const isOver = slug === "not-your-turn" && (player ?? null) === null;
  const base = `problem.${isOver ? "too-many-cards" : slug}`;
  const key = playable?.length && has(`${base}.playable`) ? `${base}.playable` : base;
  if (!has(key)) return message;
  return t(key, {
    card: playName(refused),
    cards: list((playable ?? []).map(cardName), "disjunction"),
    count,
    player: typeof player === "number" ? seatName(player, players) : "",
  });
}

/** Checks the play of a deal, tap by tap. State in the hash: `players` and `plays`. */
export default {
  /** @param {Place} place */
  mount(place) {
    const play = new Play(place);
    return () => play.close();
  },
};
