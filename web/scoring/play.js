import { element } from "../lib/dom.js";
import { has, list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import "../ui/card-grid.js";
import { cardName, readPlays } from "../ui/cards.js";
import { bigNumber, choice } from "../ui/controls.js";
import { Notice } from "../ui/notice.js";
import { Deal, PLAYERS, checkPlay, reasons, scoreboard, seatName, stepList } from "./deal.js";

class Play {
  constructor({ root, query, keep }) {
    this.keep = keep;
    const players = Number(query.get("players"));
    this.deal = new Deal(PLAYERS.includes(players) ? players : PLAYERS[0], readPlays(query.get("plays")));
    this.question = new LatestRequest(checkPlay, {
      onAnswer: (answer, asked) => this.answered(answer, asked),
      onRefusal: (refusal, asked) => this.refused(refusal, asked),
      onOffline: (since) => this.unreachable(since),
    });
    this.refusals = [];
    this.forget();
    this.build(root);
    this.update();
  }

  // Before the first card there is nothing to ask.
  forget() {
    const totals = Array(this.deal.players).fill(0);
    this.answer = { steps: [], totals, finished: false, next: { player: 0, count: 0 } };
  }

  build(root) {
    this.count = bigNumber();
    this.turn = element("p", { class: "turn-words" });
    this.board = element("div", {});
    this.notice = new Notice(() => this.question.retry());
    this.steps = element("div", {});
    this.grid = element("card-grid");
    this.choice = element("div", {});
    const key = (look, words, tapped) => element("button", { type: "button", class: look, onclick: tapped }, words);
    root.append(
      element(
        "section",
        { class: "panel", "aria-label": t("play.panel") },
        element("div", { class: "row" }, this.count.node, this.turn, this.choice),
        this.board,
        this.notice.node,
      ),
      element("section", { class: "explain" }, element("h2", { class: "unseen" }, t("play.steps")), this.steps),
      element(
        "section",
        { class: "bottom", "aria-label": t("play.cards") },
        element(
          "div",
          { class: "actions" },
          key("quiet", t("play.clear"), () => this.clear()),
          key("quiet", t("play.undo"), () => this.undo()),
          key("primary", t("play.go"), () => this.tap("go")),
        ),
        this.grid,
      ),
    );
    this.grid.addEventListener("card-tap", ({ detail }) => this.tap(detail.card));
  }

  tap(play) {
    this.refusals = [];
    this.deal.add(play);
    this.update();
  }

  undo() {
    if (!this.deal.undoable) return;
    const play = this.deal.undo();
    this.change(play === null ? t("play.restored") : t("play.undone", { play: named(play) }));
  }

  clear(players) {
    const had = this.deal.plays.length > 0;
    this.deal.clear(players);
    this.change(had ? t("play.cleared") : "");
  }

  change(words) {
    this.refusals = [];
    this.said = words;
    this.update();
  }

  update() {
    const { players, plays } = this.deal;
    this.keep({ players, plays: plays.join(",") });
    if (plays.length > 0) {
      this.count.asking(true);
      this.question.request(this.deal.snapshot());
    } else {
      this.question.cancel();
      this.forget();
      this.speak();
    }
    this.show();
  }

  answered(answer, asked) {
    this.answer = { ...answer, players: asked.players };
    this.speak();
    this.show();
  }

  // A card tapped twice is a slip. After any other refusal nobody knows whose the next cards were, so they go too.
  refused(refusal, asked) {
    const at = refusal.indexIn("plays");
    if (at < 0 || at >= this.deal.plays.length) {
      this.count.asking(false);
      this.notice.show(refusal.message, "refusal");
      return;
    }
    const [tapped, ...rest] = this.deal.refuse(at, refusal.slug === "duplicate-card" ? 1 : undefined);
    this.refusals.push(friendly(refusal, tapped, asked.players));
    if (rest.length > 0) this.refusals.push(t("play.refused.rest"));
    this.update();
  }

  // The count that stands there is an old one, and stays pale.
  unreachable(since) {
    this.notice.showOffline(since);
  }

  speak() {
    this.count.asking(false);
    if (this.refusals.length > 0) this.notice.show(this.refusals.join(" "), "refusal");
    else this.notice.show(this.said || this.news());
    this.said = "";
  }

  // What the newest play earned, or how the deal ended.
  news() {
    const { steps, finished, next } = this.answer;
    if (finished) return this.ending();
    const { go, player } = steps.at(-1) ?? {};
    if (go && next.count > 0) {
      return t("play.go.open", { player: this.name(player), next: this.name(next.player) });
    }
    const newest = steps.findLast((step) => step.card);
    const ended = steps.at(-1)?.card || next.count === 0;
    if (!newest || newest.points === 0 || !ended) return "";
    const what = reasons(newest.scores);
    return t("play.pegs", { player: this.name(newest.player), points: t("app.points", { n: newest.points }), what });
  }

  ending() {
    const { totals, steps, gos } = this.answer;
    const points = list(totals.map((n, player) => t("play.final.one", { player: this.name(player), n })));
    const said = steps.filter((step) => step.go).length;
    if (gos.wrong) return `${t("play.final", { points })} ${this.wrongGo(gos.wrong)}`;
    return said === 0
      ? t("play.final", { points })
      : `${t("play.final", { points })} ${t("play.gos.right", { n: said })}`;
  }

  wrongGo({ player, count, playable }) {
    return t("play.gos.wrong", {
      player: this.name(player),
      count,
      cards: list(playable.map(cardName), "disjunction"),
    });
  }

  name(player) {
    return seatName(player, this.deal.players);
  }

  show() {
    const { players, plays } = this.deal;
    const { steps, totals, next, gos } = this.answer;
    const count = next?.count ?? steps.findLast((step) => step.card)?.count ?? 0;
    this.count.show(String(count), t("play.count", { n: count }));
    this.turn.textContent = this.turnWords(next);
    const current = totals.length === players ? totals : Array(players).fill(0);
    this.board.replaceChildren(scoreboard(current, next?.player ?? null));
    this.grid.chosen = plays;
    const known = this.knownSteps();
    this.steps.replaceChildren(
      plays.length > 0
        ? stepList(known, plays.slice(known.length), { players, gos })
        : element("p", { class: "help" }, t("play.help")),
    );
    if (this.shownPlayers !== players) this.showChoice(players);
  }

  // The answer may be of an older list: only what the two have in common is known.
  knownSteps() {
    const { plays, players } = this.deal;
    const { steps } = this.answer;
    if (this.answer.players !== players) return [];
    const differs = steps.findIndex((step, at) => (step.card ?? "go") !== plays[at]);
    return differs < 0 ? steps : steps.slice(0, differs);
  }

  showChoice(players) {
    this.shownPlayers = players;
    const answers = PLAYERS.map((n) => ({ value: String(n), label: String(n), name: t("play.players.n", { n }) }));
    const chosen = (value) => {
      this.shownPlayers = Number(value);
      this.clear(Number(value));
    };
    this.choice.replaceChildren(choice(t("play.players"), answers, String(players), chosen));
  }

  turnWords(next) {
    if (!next) return t("play.over");
    const key = next.count === 0 ? "play.leads" : "play.turn";
    return t(key, { player: this.name(next.player) });
  }
}

function named(play) {
  return play === "go" ? t("play.go") : cardName(play);
}

// The service's reason in the page's words; what the page does not know it says as the service does.
function friendly(refusal, tapped, players) {
  const { player, count, playable } = refusal.problem;
  const over = refusal.slug === "not-your-turn" && (player ?? null) === null;
  const slug = over ? "too-many-cards" : refusal.slug;
  const key = [`problem.${slug}.playable`, `problem.${slug}`].find(
    (each, at) => has(each) && (at > 0 || playable?.length),
  );
  if (!key) return refusal.message;
  return t(key, {
    card: tapped === "go" ? t("play.go") : cardName(tapped),
    cards: list((playable ?? []).map(cardName), "disjunction"),
    count,
    player: Number.isInteger(player) ? seatName(player, players) : "",
  });
}

/** Checks the play of a deal, tap by tap. State in the hash: `players` and `plays`. */
export default {
  mount(place) {
    const play = new Play(place);
    return () => play.question.close();
  },
};
