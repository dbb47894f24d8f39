/** @import { Game, History, NightStandings, TableView } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
/** @import { TableItem } from "./table-card.js" */
import { session, signedIn } from "../club/session.js";
import { Refusal, Unreachable, send } from "../lib/api.js";
import { newId } from "../lib/device.js";
import { KeyedList, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";
import { sheet } from "../ui/form.js";
import { pendingEntries } from "./attendees.js";
import { NextStep, drawTexts, namesOf, unfinishedTables, waitText } from "./next-step.js";
import { NightPage } from "./night-page.js";
import { CorrectionEffects, askResult, effectsText, resultRecord, scoreText } from "./result-sheet.js";
import { Swap, TableCard } from "./table-card.js";

class Tables {
  #page;
  #swap;
  #nextStep;
  #effects = new CorrectionEffects();
  #roundChoice = element("div", { class: "round-choice" });
  #cards;
  #title = element("h2", {});
  #games = element("p", {});
  #more;
  // 0 for the newest round.
  #chosenRound = 0;
  #choiceLength = 0;
  #target = 0;
  /** @type {Promise<Game>|null} */
  #targetRequest = null;
  #isAsking = false;

  /** @param {Place} place */
  constructor(place) {
    this.#page = new NightPage(place, "tables", () => this.#show());
    this.#swap = new Swap(this.#page, () => this.#show());
    this.#nextStep = new NextStep({
      onDraw: (number) => this.#draw(number),
      onFinish: () => this.#finish(),
      onTable: (table) => this.#scrollTo(table),
    });
    const cards = element("div", { class: "table-cards" });
    const listeners = {
      onResult: (/** @type {TableView} */ table) => this.#enterResult(table),
      onPick: this.#swap.pick.bind(this.#swap),
    };
    /** @type {KeyedList<TableItem>} */
    this.#cards = new KeyedList(
      cards,
      ({ table }) => table.game_id,
      (item) => new TableCard(listeners, item),
    );
    this.#more = element(
      "details",
      { class: "more" },
      element("summary", {}, t("tables.more")),
      this.#games,
      element(
        "div",
        { class: "keys-row" },
        quietButton(t("tables.games.more"), () => this.#changeGames(1)),
        quietButton(t("tables.games.fewer"), () => this.#changeGames(-1)),
        quietButton(t("tables.finish.early"), () => this.#finish()),
      ),
    );
    this.#page.body.append(
      this.#nextStep.node,
      this.#effects.node,
      this.#title,
      this.#roundChoice,
      this.#swap.node,
      cards,
      this.#more,
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#page.close();
  }

  // The round that is shown.
  get #round() {
    const { rounds } = this.#page.night;
    return rounds.find(({ number }) => number === this.#chosenRound) ?? this.#page.round;
  }

  // The number of rounds after the pending commands.
  get #pendingGames() {
    const { night, pending } = this.#page;
    return pending.findLast(({ games }) => games)?.games ?? night.games_per_night;
  }

  #show() {
    const { night, pending } = this.#page;
    this.#nextStep.show(night, pending);
    this.#showRoundChoice(night.rounds.length);
    const round = this.#round;
    const isNewest = round !== null && round === this.#page.round;
    this.#swap.show(isNewest && night.status === "playing" ? round : null);
    this.#title.textContent = round ? t(`tables.round.${round.way}`, { n: round.number }) : "";
    const item = (/** @type {TableView} */ table) => ({
      table,
      isSwapping: this.#swap.isOn,
      picked: this.#swap.picked?.id ?? null,
      pending: pending.find(({ game }) => game === table.game_id) ?? null,
    });
    this.#cards.show((round?.tables ?? []).map(item));
    this.#fetchTarget();
    this.#more.hidden = night.status !== "playing";
    this.#games.textContent = t("tables.games", { n: this.#pendingGames });
  }

  /** @param {number} rounds */
  #showRoundChoice(rounds) {
    if (rounds === this.#choiceLength) return;
    this.#choiceLength = rounds;
    this.#chosenRound = 0;
    this.#effects.hide();
    const answers = Array.from({ length: rounds }, (_, at) => ({
      value: String(at + 1),
      label: t("tables.round", { n: at + 1 }),
    }));
    const choose = (/** @type {string} */ number) => {
      this.#chosenRound = Number(number);
      this.#show();
    };
    this.#roundChoice.replaceChildren(choice(t("tables.round.choose"), answers, String(rounds), choose));
    this.#roundChoice.hidden = rounds < 2;
  }

  /** @param {number} number */
  async #draw(number) {
    const { night, round, pending, statusBar } = this.#page;
    const open = unfinishedTables(round, pending);
    if (round && open.length > 0) return statusBar.showError(waitText(open, round));
    const yes = t("tables.draw.yes", { n: number });
    if (!(await sheet(t("tables.draw.title", { n: number }), drawTexts(night, pending), yes))) return;
    const answer = await this.#page.change("POST", "/rounds", { number, id: newId() }, { drawing: true });
    if (answer) statusBar.show(t("tables.drawn", { n: number }));
  }

  async #finish() {
    const { night, pending } = this.#page;
    const open = night.rounds
      .map((round) => ({ round, tables: unfinishedTables(round, pending) }))
      .filter(({ tables }) => tables.length > 0);
    const unpaid = pendingEntries(night, pending).filter(({ paid }) => !paid);
    const isEarly = night.rounds.length < night.games_per_night;
    const hasOpen = open.length > 0;
    const text = [
      ...open.map(({ round, tables }) => waitText(tables, round)),
      hasOpen ? t("tables.finish.open") : null,
      isEarly ? t("tables.finish.rounds", { n: night.rounds.length, games: night.games_per_night }) : null,
      night.fifty_fifty ? null : t("tables.finish.fifty_fifty"),
      unpaid.length > 0 ? t("tables.finish.unpaid", { names: namesOf(unpaid) }) : null,
      t("tables.finish.final"),
    ];
    const yes = hasOpen ? t("tables.finish.void") : t("tables.finish");
    if (!(await sheet(t("tables.finish.title"), text, yes))) return;
    const body = { void_open_games: hasOpen, id: newId() };
    // Sent later, it would void games that the question did not name.
    await this.#page.change("POST", "/finish", body, { drawing: true }, { isVolatile: hasOpen });
  }

  /** @param {number} more */
  async #changeGames(more) {
    const before = this.#pendingGames;
    const set = async (/** @type {number} */ n) =>
      Boolean(await this.#page.change("PATCH", "", { games_per_night: n }, { games: n }));
    if (!(await set(before + more))) return;
    this.#page.statusBar.show(t("tables.games", { n: before + more }), () => set(before));
  }

  /** @param {TableView} table */
  async #enterResult(table) {
    const round = this.#round?.number ?? 0;
    const result = await this.#askOnce(table, round);
    if (!result) return;
    const isCorrection = table.status !== "playing";
    // Without a network the correction is sent all the same, and its effects are not shown.
    const before = isCorrection && this.#page.isOnline ? await this.#fetchStandings() : null;
    const path = `/api/v1/games/${table.game_id}/result`;
    const details = { game: table.game_id, about: t("tables.table", { n: table.number }) };
    const game = await this.#page.change("PUT", path, result, { ...details, scores: result.scores });
    if (!game) return;
    const { statusBar } = this.#page;
    const undo = async () => {
      const former = { scores: table.sides.map(({ score }) => score), reason: t("tables.undo.reason") };
      // A game that was not won goes back to its pegs.
      const sent = table.status === "finished" ? { method: "PUT", body: former } : { method: "DELETE" };
      if (!(await this.#page.change(sent.method, path, sent.body, details))) return;
      this.#effects.hide();
      statusBar.show(t("tables.undone", { n: table.number }));
    };
    if (!isCorrection) {
      const sides = table.sides.map((side, at) => ({ ...side, score: result.scores[at] }));
      return statusBar.show(t("tables.entered", { n: table.number, scores: scoreText({ sides }) }), undo);
    }
    const corrected = t("tables.corrected", { n: table.number, round });
    const after = before && (await this.#fetchStandings());
    if (after) this.#effects.show(corrected, effectsText(before, after), undo);
    else statusBar.show(corrected, undo);
  }

  // A second tap, while the game hole is fetched, opens no second sheet.
  /** @param {TableView} table @param {number} round */
  async #askOnce(table, round) {
    if (this.#isAsking) return null;
    this.#isAsking = true;
    try {
      await this.#fetchTarget();
      if (!this.#target) {
        this.#page.statusBar.showError(t("running.no_answer"));
        return null;
      }
      /** @type {History|null} */
      const past = table.status === "playing" ? null : await fetchIfOnline(`/api/v1/games/${table.game_id}/history`);
      return await askResult(table, round, this.#target, past && resultRecord(past.events));
    } finally {
      this.#isAsking = false;
    }
  }

  // The game hole is fetched before anybody taps, so that a result can be entered without a network. It is the same in all
  // games of a night.
  async #fetchTarget() {
    const [table] = this.#round?.tables ?? [];
    if (!table || this.#target) return;
    this.#targetRequest ??= send("GET", `/api/v1/games/${table.game_id}`);
    try {
      const { rules } = await this.#targetRequest;
      this.#target = rules.target ?? 0;
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    } finally {
      this.#targetRequest = null;
    }
  }

  async #fetchStandings() {
    /** @type {NightStandings|null} */
    const standings = await fetchIfOnline(`/api/v1/nights/${this.#page.id}/standings`);
    return standings?.rows ?? null;
  }

  /** @param {TableView} table */
  #scrollTo(table) {
    this.#chosenRound = 0;
    this.#choiceLength = 0;
    this.#show();
    const title = document.getElementById(`table-${table.game_id}`);
    title?.scrollIntoView({ block: "center" });
    title?.focus({ preventScroll: true });
  }
}

/** @param {string} text @param {() => void} onclick */
function quietButton(text, onclick) {
  return element("button", { type: "button", class: "quiet", onclick }, text);
}

/** @param {string} path @returns {Promise<any>} null without a network */
async function fetchIfOnline(path) {
  try {
    return await session.ask("GET", path);
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

/** The tables of a night: the draw, results, corrections, the next round, the finish. State in the hash: `id`. */
export default signedIn({
  /** @param {Place} place */
  mount(place) {
    const view = new Tables(place);
    return () => view.close();
  },
});
