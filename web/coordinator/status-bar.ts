import type { EntryView, FiftyFifty, Game, Night, NightAnswer, PlayerMoney, TableView } from "pegout-api";
import { keepRefusal } from "../club/commands.ts";
import { refusalText as plainRefusalText, type Refusal } from "../lib/api.ts";
import { element, focusView } from "../lib/dom.ts";
import { amount, clock } from "../lib/format.ts";
import { has, list, t } from "../lib/i18n.ts";
import { pairName } from "../lib/standings.ts";
import { type FixedPair, hasFixedPairs, sideText, substituteTexts } from "../night/seats.ts";
import { sheet } from "../ui/form.ts";
import { Notice } from "../ui/notice.ts";
import type { NightCommand, NightPage } from "./night-page.ts";
import { scoreText } from "./result-sheet.ts";

/** The problem of something that another session has changed meanwhile: `current` is what it is now. */
type ChangedMeanwhile = { current: any; by: string | null };

/**
 * A clash in words: the change of the other session, and the question with its two buttons. If there is no question,
 * only the change is shown.
 */
type ClashText = { done: string[]; ask?: string; theirs?: string; yours?: string };

const OF_NIGHT =
  /^(PUT .*\/((entries|cards)\/[^/]+|seats)|PATCH \/api\/v1\/nights\/[^/]+|(POST|DELETE) .*\/fifty-fifty(\?.*)?)$/;
const OF_GAME = /^PUT \/api\/v1\/games\/([^/]+)\/(result|void)$/;

/**
 * Returns the body of a command with `based_on`, if the service takes it: the version of the night or the game at the
 * tap. A body that has a `based_on` keeps it.
 */
export function withBase(night: NightAnswer, method: string, path: string, body?: object): object | undefined {
  const request = `${method} ${path}`;
  const game = OF_GAME.exec(request)?.[1];
  const version = game ? tableOf(night, game)?.version : night.version;
  return version && (game || OF_NIGHT.test(request)) ? { based_on: version, ...body } : body;
}

/** The commands of a night that came after another session's change. The user is asked about each command in turn. */
export class Clashes {
  #page;
  #asked: Promise<void> = Promise.resolve();

  constructor(page: NightPage) {
    this.#page = page;
  }

  /** Asks which change to keep. */
  ask(refusal: Refusal, command: NightCommand) {
    this.#asked = this.#asked.then(() => this.#ask(refusal, command));
  }

  async #ask(refusal: Refusal, command: NightCommand) {
    if (this.#page.isClosed) return keepRefusal(refusal, command);
    const problem = refusal.problem as any;
    const { statusBar } = this.#page;
    const { method, path, body, player, about, game, scores, games, changed, late, payout, pair, card, reply } =
      command;
    const { done, ask, theirs, yours } = clashText(this.#page.night, problem, command);
    if (!ask || !yours) return statusBar.addError(done.join(" "));
    const isTheirs = !(await sheet(t("clash.title"), [[...done, ask].join(" ")], yours, theirs));
    // A user who left the view has not answered.
    if (isTheirs && this.#page.isClosed) return keepRefusal(refusal, command);
    if (isTheirs) return;
    const based_on = problem.current?.version ?? this.#page.night.version;
    const details = { player, about, game, scores, games, changed, late, payout, pair, card, reply };
    const [bare, query] = path.split("?based_on=");
    const [again, newBody] = query ? [`${bare}?based_on=${based_on}`] : [path, { ...body, based_on }];
    if (await this.#page.change(method, again, newBody, details)) statusBar.show(t("clash.yours.done"));
  }
}

function clashText(
  night: NightAnswer,
  { current, by: author }: ChangedMeanwhile,
  { method, path, body, player, payout, about, pair, card, reply }: NightCommand,
): ClashText {
  const by = author ?? t("clash.somebody");
  const theirs = t("clash.theirs");
  const [, game, step] = OF_GAME.exec(`${method} ${path}`) ?? [];
  if (game) {
    const table = tableOf(night, game);
    const scored = (scores: number[]) =>
      scoreText({ sides: table?.sides.map((side, at) => ({ ...side, score: scores[at] })) ?? [] });
    const done = [gameText(current, { by, n: table?.number ?? 0, scored })];
    const scores = body.scores && scored(body.scores);
    return { done, theirs, ask: t(`clash.ask.${step}`, { scores }), yours: t(`clash.yours.${step}`, { scores }) };
  }
  if (player) {
    const done = [t("clash.entry", { by, name: player.name, state: entryState(current) })];
    const state = body ? wantedState(body) : t("clash.entry.out");
    return { done, theirs, ask: t("clash.ask.entry", { state }), yours: t("clash.yours.entry") };
  }
  if (payout) {
    const money = current as PlayerMoney | null;
    const { handed_out: prize = 0, fifty_fifty_handed: drawn = 0, fee_due: due } = money ?? {};
    const now = { ...body, amount: body.what === "fifty_fifty" ? drawn : prize };
    if (body.paid !== undefined) now.paid = due === 0;
    const done = [t("clash.entry", { by, name: about, state: wantedState(now) })];
    return { done, theirs, ask: t("clash.ask.entry", { state: wantedState(body) }), yours: t("clash.yours.entry") };
  }
  if (card) {
    const stateOf = (returned: boolean) => t(returned ? "clash.card" : "money.open.card");
    const done = [t("clash.entry", { by, name: about, state: stateOf(current.returned) })];
    return {
      done,
      theirs,
      ask: t("clash.ask.entry", { state: stateOf(card.returned) }),
      yours: t("clash.yours.entry"),
    };
  }
  if (pair) {
    const done = [t("clash.entry", { by, name: about, state: pairState(current) })];
    const state = pairState(method === "DELETE" ? null : pair);
    return { done, theirs, ask: t("clash.ask.entry", { state }), yours: t("clash.yours.entry") };
  }
  if (reply) {
    const done = [t("clash.entry", { by, name: reply.name, state: replyState(current.coming) })];
    return {
      done,
      theirs,
      ask: t("clash.ask.entry", { state: replyState(body?.coming) }),
      yours: t("clash.yours.entry"),
    };
  }
  // The day and the hours are asked about where they are set.
  if (method === "PATCH" && body.games_per_night === undefined) return { done: [t("problem.changed-meanwhile")] };
  if (method === "PATCH") {
    const done = [t("clash.games", { by, n: current.games_per_night })];
    const n = body.games_per_night;
    return { done, theirs, ask: t("clash.ask.games", { n }), yours: t("clash.yours.games", { n }) };
  }
  if (!Array.isArray(current)) return { done: [drawText(current, by)] };
  const done = current.map(({ number, sides }: TableView) =>
    t("clash.seats", { by, n: number, names: sides.map(sideText).join(" – ") }),
  );
  return { done, theirs, ask: t("clash.ask.seats"), yours: t("clash.yours.seats") };
}

function gameText(
  { status, sides }: Game,
  { by, n, scored }: { by: string; n: number; scored: (scores: number[]) => string },
) {
  return t(`clash.result.${status}`, { by, n, scores: scored(sides.map(({ score }) => score)) });
}

/** @param entry as it is now */
function entryState(entry: EntryView | null) {
  if (!entry) return t("clash.entry.out");
  const { left, paid, guest, excused, pots } = entry;
  return list([
    t(left ? "clash.entry.left" : "clash.entry.here"),
    t(paid ? "clash.entry.paid" : "clash.entry.unpaid"),
    ...(guest ? [t("clash.entry.guest")] : []),
    ...(pots && pots.length > 0 ? [t("clash.entry.pots", { n: pots.length })] : []),
    ...(excused.length > 0 ? [excusedText(excused)] : []),
  ]);
}

/** @param body what was tapped here */
function wantedState({ paid, guest, excused, pots, amount: cents }: Partial<EntryView> & { amount?: number }) {
  const states = [
    ...(paid === undefined ? [] : [t(paid ? "clash.entry.paid" : "clash.entry.unpaid")]),
    ...(guest === undefined ? [] : [t(guest ? "clash.entry.guest" : "clash.entry.member")]),
    ...(excused === undefined ? [] : [excusedText(excused)]),
    ...(pots ? [t("clash.entry.pots", { n: pots.length })] : []),
    ...(cents === undefined ? [] : [t("clash.entry.handed", { amount: amount(cents) })]),
  ];
  return list(states.length > 0 ? states : [t("clash.entry.here")]);
}

function excusedText(rounds: number[]) {
  return rounds.length > 0
    ? t("clash.entry.excused", { rounds: list(rounds.map(String)) })
    : t("clash.entry.no_excuse");
}

/** @param coming null or missing without a reply */
function replyState(coming?: boolean | null) {
  return coming === undefined || coming === null ? t("replies.unsaid") : t(`replies.said.${coming}`);
}

/** @param pair null if it is split */
function pairState(pair: FixedPair | null) {
  if (!pair) return t("clash.pair.split");
  return [pairName(pair.players), ...substituteTexts(pair)].join(", ");
}

function drawText(drawn: FiftyFifty | null, by: string) {
  return drawn
    ? t("clash.drawn", { by, name: drawn.name, amount: amount(drawn.amount ?? 0) })
    : t("clash.draw_voided", { by });
}

/** @param game the id */
function tableOf({ rounds }: NightAnswer, game: string) {
  return rounds.flatMap(({ tables }) => tables).find(({ game_id: id }) => id === game);
}

/** The members of problems that the sentences use. */
type NightProblem = {
  tables?: number[];
  present?: number;
  games_per_night?: number;
  drawn?: number;
  next?: number;
  round?: number;
  table?: number;
  amount?: number;
  player_id?: string;
  players?: { name: string }[];
};

/**
 * The line at the foot of a night's views. It shows the last change with *Undo*, a refusal, or that there is no answer.
 */
export class StatusBar {
  #notice;
  #undoButton;
  #text = "";
  #undo: (() => void) | null = null;
  #errors: string[] = [];
  #isOffline = false;
  declare node;

  /** @param onRetry called at *Try again* */
  constructor(onRetry: () => void) {
    this.#notice = new Notice(onRetry);
    const onclick = () => {
      const undo = this.#undo;
      this.clear();
      undo?.();
    };
    this.#undoButton = element("button", { type: "button", class: "again", hidden: true, onclick }, t("running.undo"));
    this.#notice.node.append(this.#undoButton);
    this.node = element("div", { class: "foot" }, this.#notice.node);
  }

  /**
   * Shows what was done; errors stay instead of it until {@link StatusBar#clear}.
   * @param text a sentence, or empty @param undo reverts it
   */
  show(text: string, undo: (() => void) | null = null) {
    this.#text = text;
    this.#undo = undo;
    this.#render();
  }

  /** Removes all sentences: something new is done. */
  clear() {
    this.#errors = [];
    this.show("");
  }

  /** Shows why the present tap is refused. @param text a sentence */
  showError(text: string) {
    this.#errors = [];
    this.addError(text);
  }

  /** Shows why an earlier command was refused, after the other errors. @param text a sentence */
  addError(text: string) {
    if (!this.#errors.includes(text)) this.#errors.push(text);
    this.#render();
  }

  /**
   * Shows that the service does not answer, until it does.
   * @param since null when it answers @param pending the number of commands without an answer
   */
  offline(since: Date | null, pending: number) {
    this.#isOffline = since !== null;
    if (since) {
      const key = pending > 0 ? "running.away.waiting" : "running.away";
      this.#notice.showOffline(since, t(key, { time: clock(since), n: pending }));
    }
    this.#render();
  }

  #render() {
    const hasErrors = this.#errors.length > 0;
    if (this.#undoButton === document.activeElement) focusView();
    this.#undoButton.hidden = this.#isOffline || hasErrors || this.#undo === null;
    if (this.#isOffline) return;
    if (hasErrors) this.#notice.show(this.#errors.join(" "), "refusal");
    else this.#notice.show(this.#text);
  }
}

/** The reason why a pair was not changed; null for another command or another reason. */
export function pairRefusalText({ slug, problem }: Refusal, { pair }: NightCommand): string | null {
  const { players, tables } = problem as NightProblem;
  if (pair && slug === "round-begun") return t("pairs.playing", { n: tables?.[0] });
  return pair && slug === "invalid" && players
    ? t("pairs.refused", { names: list(players.map(({ name }) => name)) })
    : null;
}

/** The reason of a refusal, in the page's words if there are any. @param night as it is @returns a sentence */
export function refusalText(refusal: Refusal, night: Night | null): string {
  const { slug, problem } = refusal;
  const pointer = problem.errors?.[0]?.pointer;
  if (slug === "invalid" && pointer === "/reason") return t("running.reason.missing");
  const { players, table } = problem as NightProblem;
  // The seats of `players` have changed while the user chose seats.
  if (slug === "invalid" && players) return t("seats.refused", { names: list(players.map(({ name }) => name)) });
  if (slug === "invalid" && table) return t("seats.refused.begun", { n: table });
  if (slug === "too-few-players" && night && hasFixedPairs(night)) return t("tables.too_few.pairs");
  // A sentence for players does not always help the coordinator.
  const own = `running.refused.${slug}`;
  const key = has(own) ? own : `problem.${slug}`;
  if (!has(key) || "roles" in problem) return plainRefusalText(refusal);
  const values = problem as NightProblem;
  const winner = night?.entries.find(({ player_id }) => player_id === values.player_id);
  return t(key, {
    n: values.tables?.length ?? values.present ?? values.games_per_night ?? values.drawn ?? 0,
    tables: list((values.tables ?? []).map(String)),
    next: values.next,
    round: values.round,
    name: winner?.name ?? t("running.somebody"),
    amount: amount(values.amount ?? 0),
  });
}
