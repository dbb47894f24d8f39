import type { RoundView, TableSide, TableView } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session, signedIn } from "../access/session.ts";
import { USUAL_GAMES, usualOf } from "../club/nights.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { number } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { byesText, drawnDealer, repeatText, sideText } from "../night/seats.ts";
import { SeasonNote } from "../night/standings.ts";
import { Contests, authorsText, contestTexts, contestedTables, isContested } from "../rounds/contest.ts";
import { canTakeBack, drawRound, takeBack } from "../rounds/draw.ts";
import { bringBack, callOff, finishNight, reopenNight } from "../rounds/finish.ts";
import { LateLine } from "../rounds/late-players.ts";
import { changeSeats } from "../rounds/seats.ts";
import { choice, mark } from "../ui/controls.ts";
import { FiftyFiftyLine } from "./fifty-fifty.ts";
import { NextStep, PaceLine, roundTitle, unfinishedTables, waitText } from "./next-step.ts";
import { type NightCommand, NightPage } from "./night-page.ts";
import { ResultEntry } from "./result-sheet.ts";
import { FoldedStandings } from "./returned-cards.ts";

// The finish of a night calls open games off with this reason.
const FINISHED = "The night was finished.";

/**
 * A table with its state in the view. `pending` is the command that changes it. `canVoid` is true while it can be called
 * off and brought back. `canCorrect` is true while this role may set its result. `dealer` is the drawn first dealer.
 * `repeat` says that sides or partners have met before.
 */
type TableItem = {
  table: TableView;
  canVoid: boolean;
  canCorrect: boolean;
  pending: NightCommand | null;
  dealer: { name: string } | null;
  repeat: string;
};
/** The steps of a table. */
type TableListeners = {
  onResult: (table: TableView) => void;
  onSeats: (table: TableView) => void;
  onVoid: (table: TableView) => void;
};

/** A table of a round: its players, their scores, and the keys for its result, its seats and its void. */
class TableCard {
  #table;
  #title;
  #state = element("p", { class: "table-state" });
  #dealer = element("p", { class: "help" });
  #repeat = element("p", { class: "help" });
  #contests = element("p", { class: "contest" });
  #lost = element("p", { class: "contest" });
  #authors = element("p", { class: "help" });
  #sides = element("div", { class: "table-sides" });
  #button;
  #seats;
  #void;
  #shown = "";
  #scores: HTMLElement[] = [];
  declare node;

  constructor({ onResult, onSeats, onVoid }: TableListeners, { table }: TableItem) {
    this.#table = table;
    const key = (look: string, act: (table: TableView) => void) =>
      element("button", { type: "button", class: look, onclick: () => act(this.#table) });
    this.#button = key("quiet", onResult);
    this.#seats = key("deed", onSeats);
    this.#void = key("deed", onVoid);
    this.#title = element(
      "h3",
      { id: `table-${table.game_id}`, tabindex: "-1" },
      t("tables.table", { n: table.number }),
    );
    this.node = element(
      "section",
      { class: "table-card", "aria-labelledby": this.#title.id },
      element("div", { class: "table-head" }, this.#title, this.#state, this.#button),
      this.#sides,
      this.#contests,
      this.#lost,
      this.#authors,
      this.#dealer,
      this.#repeat,
      element("div", { class: "table-deeds", "data-needs": "run_nights" }, this.#seats, this.#void),
    );
  }

  /** Shows the table. */
  show({ table, canVoid, canCorrect, pending, dealer, repeat }: TableItem) {
    this.#table = table;
    this.#showSeats(table);
    for (const [at, node] of this.#scores.entries()) {
      node.textContent = number(pending?.scores?.[at] ?? table.sides[at].score, 0);
    }
    const best = Math.max(...table.sides.map(({ score }) => score));
    [...this.#sides.children].forEach((node, at) =>
      node.classList.toggle("winner", table.status === "finished" && table.sides[at].score === best),
    );
    this.#contests.textContent = contestTexts(table).join(" ");
    this.#contests.hidden = this.#contests.textContent === "";
    const { lost_changes: n = 0 } = table;
    this.#lost.textContent = n ? t("tables.lost", { n }) : "";
    this.#lost.hidden = n === 0;
    this.#authors.textContent = authorsText(table) || voidText(table);
    this.#authors.hidden = this.#authors.textContent === "";
    this.node.dataset.status = table.status;
    const status = isContested(table) ? "contested" : table.status;
    this.#state.textContent = t(pending ? "running.sending" : `tables.status.${status}`);
    this.#dealer.hidden = !dealer || table.status !== "playing";
    this.#dealer.textContent = dealer ? t("night.deals", { name: dealer.name }) : "";
    this.#repeat.textContent = repeat;
    this.#repeat.hidden = repeat === "";
    const isPlaying = table.status === "playing";
    const deed = isPlaying ? "tables.enter" : "tables.correct";
    const names = table.sides.map(sideText).join(", ");
    this.#button.hidden = !canCorrect;
    this.#button.textContent = t(isPlaying ? "tables.enter.key" : "tables.correct.key");
    const which = t("tables.table", { n: table.number });
    const name = (key: string, about = which) => t("tables.key.of", { key, about });
    this.#button.setAttribute("aria-label", name(t(deed), `${which}, ${names}`));
    this.#seats.textContent = t("seats.key");
    this.#seats.setAttribute("aria-label", name(t("seats.key")));
    const voiding = t(table.status === "void" ? "void.back.key" : "void.key");
    this.#void.textContent = voiding;
    this.#void.setAttribute("aria-label", name(voiding));
    this.#void.hidden = !canVoid;
  }

  // The seats are rendered again only when they have changed, so that a peg elsewhere moves nothing.
  #showSeats(table: TableView) {
    const shown = JSON.stringify(table.sides.map(({ players }) => players));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#scores = table.sides.map(() => element("span", { class: "table-score" }));
    const sideNode = (side: TableSide, at: number) =>
      element(
        "div",
        { class: "table-side" },
        mark(at),
        element("span", { class: "table-players" }, element("bdi", {}, sideText(side))),
        this.#scores[at],
      );
    this.#sides.replaceChildren(...table.sides.map(sideNode));
  }
}

function voidText({ status, void: called }: TableView) {
  if (status !== "void" || !called?.reason) return "";
  return called.reason === FINISHED ? t("void.finished") : t("void.reason", { reason: called.reason });
}

class Tables {
  #page;
  #contests;
  #late;
  #nextStep;
  #results;
  #fiftyFifty;
  #standings;
  #pace = new PaceLine();
  #seasonNote = new SeasonNote((...sent) => session.ask(...sent));
  #roundChoice = element("div", { class: "round-choice" });
  #cards: KeyedList<TableItem>;
  #title = element("h2", {});
  #back = element("button", { type: "button", class: "deed", "data-needs": "run_nights" }, t("draw.back"));
  #byes = element("p", {});
  #games = element("p", {});
  #format;
  #formatText = element("p", {});
  #finishEarly = quietButton(t("tables.finish.early"), () => finishNight(this.#page));
  #more;
  // 0 for the newest round.
  #chosenRound = 0;
  #choiceLength = 0;
  #isDrawing;

  constructor(place: Place) {
    this.#isDrawing = place.query.has("draw");
    this.#page = new NightPage(place, "tables", () => this.#show());
    // A reload is not to ask again.
    if (this.#isDrawing) place.keep({ id: this.#page.id });
    this.#back.onclick = () => this.#withRound((round) => takeBack(this.#page, round));
    this.#results = new ResultEntry(this.#page);
    const onResult = (table: TableView) => this.#results.enter(table, this.#roundOf(table));
    this.#contests = new Contests(this.#page, onResult);
    this.#late = new LateLine(this.#page);
    this.#fiftyFifty = new FiftyFiftyLine(this.#page);
    this.#standings = new FoldedStandings(this.#page);
    this.#nextStep = new NextStep({
      onDraw: (number) => this.#draw(number),
      onFinish: () => finishNight(this.#page),
      onReopen: () => reopenNight(this.#page),
      onTable: (table) => this.#scrollTo(table),
    });
    const cards = element("div", { class: "table-cards" });
    const listeners = {
      onResult,
      onSeats: (table: TableView) => this.#withRound((round) => changeSeats(this.#page, round, table)),
      onVoid: (table: TableView) => this.#withRound((round) => this.#void(table, round)),
    };
    this.#cards = new KeyedList(
      cards,
      ({ table }) => table.game_id,
      (item) => new TableCard(listeners, item),
    );
    const formats = Object.keys(USUAL_GAMES).map((value) => ({ value, label: t(`tables.format.${value}`) }));
    this.#format = element(
      "div",
      { class: "formats" },
      element("p", { class: "help" }, t("tables.format.why")),
      choice(t("tables.format"), formats, "", (format) => this.#changeFormat(format)),
      this.#formatText,
    );
    this.#more = element(
      "details",
      { class: "more", "data-needs": "run_nights" },
      element("summary", {}, t("tables.more")),
      this.#format,
      this.#games,
      element(
        "div",
        { class: "keys-row" },
        quietButton(t("tables.games.more"), () => this.#changeGames(1)),
        quietButton(t("tables.games.fewer"), () => this.#changeGames(-1)),
        this.#finishEarly,
      ),
    );
    // The most urgent first. The 50/50's amount comes late, and so moves no key above it.
    this.#page.body.append(
      this.#contests.node,
      this.#late.node,
      this.#nextStep.node,
      this.#seasonNote.node,
      this.#results.effects.node,
      element("div", { class: "round-head" }, this.#title, this.#back),
      this.#byes,
      this.#pace.node,
      this.#roundChoice,
      cards,
      this.#standings.node,
      this.#more,
      this.#fiftyFifty.node,
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#fiftyFifty.close();
    this.#standings.close();
    this.#pace.close();
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

  get #pendingFormat() {
    const { night, pending } = this.#page;
    return pending.findLast(({ format }) => format)?.format ?? night.format;
  }

  #show() {
    const { night, pending } = this.#page;
    const isPlaying = night.status === "playing";
    const canCorrect = isPlaying || hasRight(session.role, "run_nights");
    this.#contests.show(contestedTables(night.rounds, pending), canCorrect);
    this.#late.show();
    this.#nextStep.show(night, pending);
    this.#fiftyFifty.show();
    this.#standings.show();
    this.#pace.show(night);
    this.#seasonNote.show(night);
    this.#showRoundChoice(night.rounds.length);
    const round = this.#round;
    const isNewest = round !== null && round === this.#page.round;
    this.#back.hidden = !isNewest || !isPlaying || !canTakeBack(round);
    this.#byes.textContent = round ? byesText(night, round) : "";
    this.#byes.hidden = this.#byes.textContent === "";
    this.#title.textContent = round ? roundTitle(night, round) : "";
    const item = (table: TableView) => ({
      table,
      canVoid: isPlaying,
      canCorrect,
      dealer: drawnDealer(night, round ?? undefined, table),
      repeat: repeatText(night, table),
      pending: pending.find(({ game, changed }) => game === table.game_id || changed?.includes(table.game_id)) ?? null,
    });
    const tables = [...(round?.tables ?? [])].sort(
      (one, other) => Number(isContested(other)) - Number(isContested(one)),
    );
    this.#cards.show(tables.map(item));
    this.#results.prepare(tables[0]);
    const isBefore = ["scheduled", "open"].includes(night.status);
    this.#more.hidden = !isPlaying && !isBefore;
    this.#finishEarly.hidden = !isPlaying;
    this.#format.hidden = !isBefore;
    this.#formatText.textContent = t(`tables.format.${this.#pendingFormat}.how`);
    for (const key of this.#format.querySelectorAll("input")) key.checked = key.value === this.#pendingFormat;
    this.#games.textContent = t("tables.games", { n: this.#pendingGames });
    if (this.#isDrawing && !round) this.#draw(1);
    this.#isDrawing = false;
  }

  #showRoundChoice(rounds: number) {
    if (rounds === this.#choiceLength) return;
    this.#choiceLength = rounds;
    this.#chosenRound = 0;
    this.#results.effects.hide();
    const answers = Array.from({ length: rounds }, (_, at) => ({
      value: String(at + 1),
      label: t("tables.round", { n: at + 1 }),
    }));
    const choose = (number: string) => {
      this.#chosenRound = Number(number);
      this.#show();
    };
    this.#roundChoice.replaceChildren(choice(t("tables.round.choose"), answers, String(rounds), choose));
    this.#roundChoice.hidden = rounds < 2;
  }

  async #draw(number: number) {
    const { round, pending, statusBar } = this.#page;
    const open = unfinishedTables(round, pending);
    if (round && open.length > 0) return statusBar.showError(waitText(open, round));
    await drawRound(this.#page, number);
  }

  #void(table: TableView, round: RoundView) {
    return table.status === "void" ? bringBack(this.#page, table) : callOff(this.#page, table, round.number);
  }

  // A tap opens one sheet, for the round that is shown.
  async #withRound(act: (round: RoundView) => Promise<unknown> | void) {
    if (!this.#round || document.querySelector("dialog[open]")) return;
    await act(this.#round);
  }

  async #changeGames(more: number) {
    const before = this.#pendingGames;
    const set = async (n: number) =>
      Boolean(await this.#page.change("PATCH", "", { games_per_night: n }, { games: n }));
    if (!(await set(before + more))) return;
    this.#page.statusBar.show(t("tables.games", { n: before + more }), () => set(before));
  }

  // The usual number of games goes with the format, and the league's own number with the league's format.
  async #changeFormat(format: string) {
    if (format === this.#pendingFormat) return;
    const { format: before, games_per_night: games, card } = this.#page.night;
    const set = (format: string, n: number, more: object = {}) =>
      this.#page.change("PATCH", "", { format, games_per_night: n, ...more }, { format, games: n });
    const usual = await usualOf(format);
    if (!(await set(format, usual.games, usual.more))) return;
    this.#page.statusBar.show(t(`tables.format.${format}`), async () => Boolean(await set(before, games, { card })));
  }

  #roundOf({ game_id: game }: TableView) {
    return this.#page.night.rounds.find(({ tables }) => tables.some((table) => table.game_id === game))?.number ?? 0;
  }

  #scrollTo(table: TableView) {
    this.#chosenRound = 0;
    this.#choiceLength = 0;
    this.#show();
    const title = document.getElementById(`table-${table.game_id}`);
    title?.scrollIntoView({ block: "center" });
    title?.focus({ preventScroll: true });
  }
}

function quietButton(text: string, onclick: () => void) {
  return element("button", { type: "button", class: "quiet", onclick }, text);
}

/** The tables of a night: the draw, results, corrections, the next round, the finish. State in the hash: `id`. */
export default signedIn({
  mount(place: Place) {
    const view = new Tables(place);
    return () => view.close();
  },
});
