import type { CardStep, GoStep, Next, Played, WrongGo } from "pegout-api";
import { checkPlay } from "../engine/engine.ts";
import type { Refusal } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { has, list, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import type { Place } from "../lib/router.ts";
import { cardName, face, held, isJoker, readPlays } from "../ui/cards.ts";
import { bigNumber } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { scoreboard, scoresText, sinceCountBegan, stepList } from "./explanation.ts";
import { Frame } from "./frame.ts";
import { CardGrid } from "./pack.ts";
import { Deal, playersKey, type PlayQuery, readPlayers, seatName } from "./played-deal.ts";
import { RulesChoice } from "./rules-choice.ts";

/** The answer for a number of players. */
type Answer = Played & { players: number };

/** Returns the newest card of a deal. */
function lastCard(steps: (CardStep | GoStep)[]) {
  return steps.filter((step) => "card" in step).at(-1);
}

/** Returns the points of the newest play in words, or the end of the deal. */
function newestText({ steps, finished, next, totals, wrong_go }: Answer, players: number): string {
  if (finished) return endText(totals, steps.filter((step) => "go" in step).length, wrong_go);
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

function endText(totals: number[], gos: number, wrong: WrongGo | null) {
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

/** Returns the player who is to act in words. */
function turnText(next: Next | null, players: number): string {
  if (!next) return t("play.over");
  return t(next.count === 0 ? "play.leads" : "play.turn", { player: seatName(next.player, players) });
}

/** Returns the name of a card, or of a go. */
function playName(play: string): string {
  return play === "go" ? t("play.go") : cardName(play);
}

/**
 * Returns the reason of a refusal: in the page's words if it has them, else in the service's.
 * @param refused the play
 */
function refusalText({ slug, message, problem }: Refusal, refused: string, players: number): string {
  const { player, count, playable } = problem as { player?: number | null; count?: number; playable?: string[] | null };
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

class Play {
  #keep;
  #deal;
  #count = bigNumber();
  #turn = element("p", { class: "turn-words" });
  #board = element("div");
  #notice = new Notice(() => this.#request.retry());
  #steps = element("div");
  #run = element("div", { class: "slots run", "aria-hidden": "true" });
  #grid = new CardGrid();
  #players = playersKey((players) => this.#clear(players));
  #frame;
  #answer: Answer;
  /** The sentences about plays that were refused. */
  #refusals: string[] = [];
  /** The sentence about the last change of the deal. */
  #change = "";
  /** The joker whose rank the next tap says. */
  #declaring: string | null = null;
  #ruled;
  #request: LatestRequest<PlayQuery, Played> = new LatestRequest(checkPlay, {
    onAnswer: (answer, { players }) => this.#onAnswer({ ...answer, players }),
    onRefusal: (refusal, { players }) => this.#onRefusal(refusal, players),
    // The old count stays, in a pale colour.
    onOffline: (since) => this.#notice.showOffline(since),
  });

  constructor({ root, query, keep }: Place) {
    this.#keep = keep;
    this.#deal = new Deal(readPlayers(query.get("players")), readPlays(query.get("plays")));
    this.#answer = emptyAnswer(this.#deal.players);
    this.#ruled = new RulesChoice(query.get("rules"), () => this.#updateWith(""));
    const key = (look: string, label: string, onclick: () => void) =>
      element("button", { type: "button", class: look, onclick }, label);
    this.#frame = new Frame(root, {
      labels: { panel: t("play.panel"), words: t("play.steps"), pack: t("play.cards") },
      top: this.#run,
      number: this.#count.node,
      words: [this.#notice.node, this.#turn, this.#board, this.#steps],
      grid: this.#grid,
      clear: { name: t("play.clear"), onTap: () => this.#clear() },
      foot: [
        this.#players.node,
        key("primary", t("play.go"), () => this.#add("go")),
        key("quiet", t("play.undo"), () => this.#undo()),
      ],
      ruled: this.#ruled,
    });
    this.#grid.addEventListener("card-tap", (event) => this.#tap((event as CustomEvent<{ card: string }>).detail.card));
    this.#update();
  }

  close() {
    this.#frame.close();
    this.#request.close();
  }

  // A joker is declared as it is played: the tap that follows says its rank.
  #tap(card: string) {
    const joker = this.#declaring;
    if (!isJoker(card)) return this.#add(joker ? `${joker}=${card[0]}` : card);
    if (this.#deal.plays.some((play) => held(play) === card)) {
      return this.#notice.flash(t("problem.duplicate-card", { card: cardName(card) }));
    }
    this.#declaring = joker === card ? null : card;
    this.#showNotice();
    this.#show();
  }

  /** @param play a card or `go` */
  #add(play: string) {
    this.#refusals = [];
    this.#declaring = null;
    this.#deal.add(play);
    this.#update();
  }

  #undo() {
    if (this.#declaring || !this.#deal.canUndo) return this.#updateWith("");
    const play = this.#deal.undo();
    this.#updateWith(play === null ? t("play.restored") : t("play.undone", { play: playName(play) }));
  }

  #clear(players?: number) {
    const wasEmpty = this.#deal.plays.length === 0;
    this.#deal.clear(players);
    this.#updateWith(wasEmpty ? "" : t("play.cleared"));
  }

  /** @param change a sentence about the change */
  #updateWith(change: string) {
    this.#refusals = [];
    this.#declaring = null;
    this.#change = change;
    this.#update();
  }

  #update() {
    const { rules, isKnown, link, jokers } = this.#ruled;
    this.#frame.fold();
    this.#deal.keepPack(jokers);
    const { players, plays } = this.#deal;
    this.#keep({ players, plays: plays.join(","), rules: link });
    if (plays.length > 0 && isKnown) {
      this.#count.asking(true);
      this.#request.request({ ...this.#deal.snapshot(), rules });
    } else {
      this.#request.cancel();
      this.#answer = emptyAnswer(players);
      this.#showNotice();
    }
    this.#show();
  }

  #onAnswer(answer: Answer) {
    this.#answer = answer;
    this.#showNotice();
    this.#show();
  }

  // A card that was tapped twice is removed alone. After any other refusal nobody knows who played the next cards.
  #onRefusal(refusal: Refusal, players: number) {
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
    if (this.#declaring) this.#notice.show(t("joker.rank", { joker: cardName(this.#declaring) }));
    else if (this.#refusals.length > 0) this.#notice.show(this.#refusals.join(" "), "refusal");
    else this.#notice.show(this.#change || newestText(this.#answer, this.#deal.players));
    this.#change = "";
  }

  #show() {
    const { players, plays } = this.#deal;
    const { steps, totals, next } = this.#answer;
    const count = next?.count ?? lastCard(steps)?.count ?? 0;
    this.#count.show(String(count), t("play.count", { n: count }));
    this.#turn.textContent = turnText(next, players);
    // The cards of a count that is over stay until the next begins.
    this.#run.replaceChildren(
      ...sinceCountBegan(steps.filter((step) => "card" in step))
        .map(runCard)
        .reverse(),
    );
    const current = totals.length === players ? totals : Array(players).fill(0);
    this.#board.replaceChildren(scoreboard(current, next?.player ?? null));
    this.#grid.showJokers(this.#ruled.rules?.jokers ?? 0);
    this.#grid.chosen = this.#declaring ? [...plays, this.#declaring] : plays;
    const known = this.#knownSteps();
    this.#steps.replaceChildren(
      plays.length > 0
        ? stepList(known, plays.slice(known.length), { players, checked: this.#answer })
        : element("p", { class: "help" }, t("play.help")),
    );
    this.#players.show(String(players));
  }

  // The answer may belong to an older list. Only their common beginning is known.
  #knownSteps() {
    const { plays, players } = this.#deal;
    const { steps } = this.#answer;
    if (this.#answer.players !== players) return [];
    const differs = steps.findIndex((step, at) => ("card" in step ? step.card : "go") !== plays[at]);
    return differs < 0 ? steps : steps.slice(0, differs);
  }
}

function runCard({ card, count }: CardStep) {
  return element("span", { class: "run-card slot filled" }, face(card), element("span", {}, String(count)));
}

// Before the first card there is nothing to request.
function emptyAnswer(players: number): Answer {
  const next = { player: 0, count: 0, playable: null };
  return { steps: [], totals: Array(players).fill(0), finished: false, next, wrong_go: null, players };
}

/** Checks the play of a deal, tap by tap. State in the hash: `players`, `plays` and `rules`. */
export default {
  mount(place: Place) {
    const play = new Play(place);
    return () => play.close();
  },
};
