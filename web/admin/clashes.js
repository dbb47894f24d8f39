/** @import { EntryView, FiftyFifty, Game, NightAnswer, PlayerMoney, TableView } from "pegout-api" */
/** @import { Refusal } from "../lib/api.js" */
/** @import { NightCommand, NightPage } from "./night-page.js" */
import { keepRefusal } from "../club/commands.js";
import { list, t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { sideText } from "../night/seats.js";
import { sheet } from "../ui/form.js";
import { scoreText } from "./result-sheet.js";

/** The problem of something that another session has changed meanwhile: `current` is what it is now. @typedef {{current: any, by: string|null}} ChangedMeanwhile */

/**
 * A clash in words: what the other did, and the question with its two keys. Without a question there is nothing left to ask.
 * @typedef {{done: string[], ask?: string, theirs?: string, yours?: string}} ClashText
 */

const OF_NIGHT =
  /^(PUT .*\/(entries\/[^/]+|seats)|PATCH \/api\/v1\/nights\/[^/]+|(POST|DELETE) .*\/fifty-fifty(\?.*)?)$/;
const OF_GAME = /^PUT \/api\/v1\/games\/([^/]+)\/(result|void)$/;

/**
 * Returns the body of a command with `based_on`, the version of the night or the game that it was tapped at, where the
 * service takes it; a body that has one keeps it.
 * @param {NightAnswer} night @param {string} method @param {string} path @param {object} [body]
 * @returns {object|undefined}
 */
export function withBase(night, method, path, body) {
  const request = `${method} ${path}`;
  const game = OF_GAME.exec(request)?.[1];
  const version = game ? tableOf(night, game)?.version : night.version;
  return version && (game || OF_NIGHT.test(request)) ? { based_on: version, ...body } : body;
}

/** The commands of a night that another session's change came before, asked about one after the other. */
export class Clashes {
  #page;
  /** @type {Promise<void>} */
  #asked = Promise.resolve();

  /** @param {NightPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Asks what is to stand. @param {Refusal} refusal @param {NightCommand} command */
  ask(refusal, command) {
    this.#asked = this.#asked.then(() => this.#ask(refusal, command));
  }

  /** @param {Refusal} refusal @param {NightCommand} command */
  async #ask(refusal, command) {
    if (this.#page.isClosed) return keepRefusal(refusal, command);
    const problem = /** @type {any} */ (refusal.problem);
    const { statusBar } = this.#page;
    const { method, path, body, player, about, game, scores, games, changed, late, payout } = command;
    const { done, ask, theirs, yours } = clashText(this.#page.night, problem, command);
    if (!ask || !yours) return statusBar.addError(done.join(" "));
    const isTheirs = !(await sheet(t("clash.title"), [[...done, ask].join(" ")], yours, theirs));
    // Whoever left the view has not answered.
    if (isTheirs && this.#page.isClosed) return keepRefusal(refusal, command);
    if (isTheirs) return;
    const based_on = problem.current?.version ?? this.#page.night.version;
    const details = { player, about, game, scores, games, changed, late, payout };
    const [bare, query] = path.split("?based_on=");
    const [again, newBody] = query ? [`${bare}?based_on=${based_on}`] : [path, { ...body, based_on }];
    if (await this.#page.change(method, again, newBody, details)) statusBar.show(t("clash.yours.done"));
  }
}

/** @param {NightAnswer} night @param {ChangedMeanwhile} problem @param {NightCommand} command @returns {ClashText} */
function clashText(night, { current, by: author }, { method, path, body, player, payout, about }) {
  const by = author ?? t("clash.somebody");
  const theirs = t("clash.theirs");
  const [, game, step] = OF_GAME.exec(`${method} ${path}`) ?? [];
  if (game) {
    const table = tableOf(night, game);
    const scored = (/** @type {number[]} */ scores) =>
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
    const money = /** @type {PlayerMoney|null} */ (current);
    const { handed_out: prize = 0, fifty_fifty_handed: drawn = 0, fee_due: due } = money ?? {};
    const now = { ...body, amount: body.what === "fifty_fifty" ? drawn : prize };
    if (body.paid !== undefined) now.paid = due === 0;
    const done = [t("clash.entry", { by, name: about, state: wantedState(now) })];
    return { done, theirs, ask: t("clash.ask.entry", { state: wantedState(body) }), yours: t("clash.yours.entry") };
  }
  // The day and the hours are asked about where they are set.
  if (method === "PATCH" && body.games_per_night === undefined) return { done: [t("problem.changed-meanwhile")] };
  if (method === "PATCH") {
    const done = [t("clash.games", { by, n: current.games_per_night })];
    const n = body.games_per_night;
    return { done, theirs, ask: t("clash.ask.games", { n }), yours: t("clash.yours.games", { n }) };
  }
  if (!Array.isArray(current)) return { done: [drawText(current, by)] };
  const done = current.map((/** @type {TableView} */ { number, sides }) =>
    t("clash.seats", { by, n: number, names: sides.map(sideText).join(" – ") }),
  );
  return { done, theirs, ask: t("clash.ask.seats"), yours: t("clash.yours.seats") };
}

/** @param {Game} game @param {{by: string, n: number, scored: (scores: number[]) => string}} more */
function gameText({ status, sides }, { by, n, scored }) {
  return t(`clash.result.${status}`, { by, n, scores: scored(sides.map(({ score }) => score)) });
}

/** @param {EntryView|null} entry as it is now */
function entryState(entry) {
  if (!entry) return t("clash.entry.out");
  const { left, paid, guest, excused } = entry;
  return list([
    t(left ? "clash.entry.left" : "clash.entry.here"),
    t(paid ? "clash.entry.paid" : "clash.entry.unpaid"),
    ...(guest ? [t("clash.entry.guest")] : []),
    ...(excused.length > 0 ? [excusedText(excused)] : []),
  ]);
}

/** @param {Partial<EntryView> & {amount?: number}} body what was tapped here */
function wantedState({ paid, guest, excused, amount: cents }) {
  const states = [
    ...(paid === undefined ? [] : [t(paid ? "clash.entry.paid" : "clash.entry.unpaid")]),
    ...(guest === undefined ? [] : [t(guest ? "clash.entry.guest" : "clash.entry.member")]),
    ...(excused === undefined ? [] : [excusedText(excused)]),
    ...(cents === undefined ? [] : [t("clash.entry.handed", { amount: amount(cents) })]),
  ];
  return list(states.length > 0 ? states : [t("clash.entry.here")]);
}

/** @param {number[]} rounds */
function excusedText(rounds) {
  return rounds.length > 0
    ? t("clash.entry.excused", { rounds: list(rounds.map(String)) })
    : t("clash.entry.no_excuse");
}

/** @param {FiftyFifty|null} drawn @param {string} by */
function drawText(drawn, by) {
  return drawn
    ? t("clash.drawn", { by, name: drawn.name, amount: amount(drawn.amount ?? 0) })
    : t("clash.draw_voided", { by });
}

/** @param {NightAnswer} night @param {string} game the id */
function tableOf({ rounds }, game) {
  return rounds.flatMap(({ tables }) => tables).find(({ game_id: id }) => id === game);
}
