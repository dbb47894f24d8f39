import { session, signedIn } from "../club/session.js";
import { Refusal, Unreachable, send } from "../lib/api.js";
import { KeyedList, element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";
import { sheet } from "../ui/form.js";
import { entriesOf, seated } from "./attendees.js";
import { NextStep, openTables, seatingText, waitText } from "./next-step.js";
import { NightPage } from "./night-page.js";
import { CorrectionEffects, askResult, effects, resultRecord, scoreText } from "./result-sheet.js";
import { Swap, TableCard } from "./table-card.js";
import { day, today } from "../lib/text.js";

class Tables {
  // The round that is looked at; null for the newest.
  #looked = null;
  #rounds = 0;
  #target = null;
  #learning = null;
  #asking = false;

  constructor(place) {
    this.page = new NightPage(place, "tables", () => this.show());
    this.swap = new Swap(this.page, () => this.show());
    const result = (table) => this.#result(table);
    const pick = (player) => this.swap.pick(player);
    const seek = (table) => this.#seek(table);
    this.lead = new NextStep({ draw: (number) => this.#draw(number), finish: () => this.#finish(), seek });
    this.effects = new CorrectionEffects();
    this.choice = element("div", { class: "round-choice" });
    this.cards = element("div", { class: "table-cards" });
    this.rows = new KeyedList(
      this.cards,
      ({ table }) => table.game_id,
      (item) => new TableCard({ result, pick }, item),
    );
    this.title = element("h2", {});
    this.games = element("p", {});
    this.more = element(
      "details",
      { class: "more" },
      element("summary", {}, t("tables.more")),
      this.games,
      element(
        "div",
        { class: "keys-row" },
        key(t("tables.games.more"), () => this.#games(1)),
        key(t("tables.games.fewer"), () => this.#games(-1)),
        key(t("tables.finish.early"), () => this.#finish()),
      ),
    );
    const parts = [this.lead.node, this.effects.node, this.title, this.choice, this.swap.node, this.cards, this.more];
    this.page.body.append(...parts);
  }

  show() {
    const { night, waiting } = this.page;
    this.lead.show(night, waiting);
    this.#chooseRound(night.rounds.length);
    const round = this.#round();
    const newest = round !== null && round === night.rounds.at(-1);
    this.swap.show(newest && night.status === "playing" ? round : null);
    this.title.textContent = round ? t(`tables.round.${round.way}`, { n: round.number }) : "";
    const item = (table) => ({
      table,
      swapping: this.swap.on,
      picked: this.swap.picked?.id ?? null,
      sending: waiting.find(({ game }) => game === table.game_id) ?? null,
    });
    this.rows.show((round?.tables ?? []).map(item));
    this.#learnTarget();
    this.more.hidden = night.status !== "playing";
    this.games.textContent = t("tables.games", { n: this.#gamesSet });
  }

  #round() {
    const { rounds } = this.page.night;
    return rounds.find(({ number }) => number === this.#looked) ?? rounds.at(-1) ?? null;
  }

  #chooseRound(rounds) {
    if (rounds === this.#rounds) return;
    this.#rounds = rounds;
    this.#looked = null;
    this.effects.hide();
    const answers = Array.from({ length: rounds }, (_, at) => ({
      value: String(at + 1),
      label: t("tables.round", { n: at + 1 }),
    }));
    const look = (number) => {
      this.#looked = Number(number);
      this.show();
    };
    this.choice.replaceChildren(choice(t("tables.round.choose"), answers, String(rounds), look));
    this.choice.hidden = rounds < 2;
  }

  async #draw(number) {
    const { night, round, waiting } = this.page;
    const open = openTables(round, waiting);
    if (open.length > 0) return this.page.statusBar.showError(waitText(open, round));
    const entries = entriesOf(night, waiting);
    const here = entries.filter(({ left }) => !left);
    const sat = seated(round);
    const names = (found) => list(found.map(({ name }) => name));
    const came = round ? here.filter(({ player_id }) => !sat.has(player_id)) : [];
    const gone = entries.filter(({ player_id, left }) => left && sat.has(player_id));
    const unpaid = here.filter(({ paid }) => !paid);
    const another = !round && night.date !== today();
    const words = [
      another ? t("tables.draw.other_day", { day: day(night.date) }) : null,
      seatingText(here.length),
      came.length > 0 ? t("tables.draw.came", { names: names(came) }) : null,
      gone.length > 0 ? t("tables.draw.gone", { names: names(gone) }) : null,
      unpaid.length > 0 ? t("tables.draw.unpaid", { names: names(unpaid) }) : null,
      round ? t("tables.draw.closes", { n: round.number }) : t("tables.draw.stays"),
    ];
    const yes = t("tables.draw.yes", { n: number });
    if (!(await sheet(t("tables.draw.title", { n: number }), words, yes))) return;
    const drawn = await this.page.change("POST", "/rounds", { number }, { drawing: true });
    if (drawn) this.page.statusBar.show(t("tables.drawn", { n: number }));
  }

  async #finish() {
    const { night } = this.page;
    const playing = (round) => openTables(round, this.page.waiting);
    const waiting = night.rounds.filter((round) => playing(round).length > 0);
    const unpaid = entriesOf(night, this.page.waiting).filter(({ paid }) => !paid);
    const early = night.rounds.length < night.games_per_night;
    const words = [
      ...waiting.map((round) => waitText(playing(round), round)),
      waiting.length > 0 ? t("tables.finish.open") : null,
      early ? t("tables.finish.rounds", { n: night.rounds.length, games: night.games_per_night }) : null,
      night.fifty_fifty ? null : t("tables.finish.fifty_fifty"),
      unpaid.length > 0 ? t("tables.finish.unpaid", { names: list(unpaid.map(({ name }) => name)) }) : null,
      t("tables.finish.final"),
    ];
    const yes = waiting.length > 0 ? t("tables.finish.void") : t("tables.finish");
    if (!(await sheet(t("tables.finish.title"), words, yes))) return;
    const body = { void_open_games: waiting.length > 0 };
    // Later it would void games that nobody was asked about.
    await this.page.change("POST", "/finish", body, { drawing: true, now: body.void_open_games });
  }

  // How many games the night has when what waits is done.
  get #gamesSet() {
    const { night, waiting } = this.page;
    return waiting.findLast(({ games }) => games)?.games ?? night.games_per_night;
  }

  async #games(more) {
    const before = this.#gamesSet;
    const set = async (n) => Boolean(await this.page.change("PATCH", "", { games_per_night: n }, { games: n }));
    if (!(await set(before + more))) return;
    this.page.statusBar.show(t("tables.games", { n: before + more }), () => set(before));
  }

  // A second tap, while the game hole is asked for, opens no second sheet.
  async #askOnce(table, round) {
    if (this.#asking) return null;
    this.#asking = true;
    try {
      await this.#learnTarget();
      const target = this.#target;
      if (!target) {
        this.page.statusBar.showError(t("running.no_answer"));
        return null;
      }
      const past = table.status === "playing" ? null : await this.#beside(`/api/v1/games/${table.game_id}/history`);
      return await askResult(table, round, target, past && resultRecord(past.events));
    } finally {
      this.#asking = false;
    }
  }

  async #result(table) {
    const { number: round } = this.#round();
    const result = await this.#askOnce(table, round);
    if (!result) return;
    const correction = table.status !== "playing";
    let before = null;
    // What it changes is seen from just before it is sent, and from the first time: an answer may be lost.
    const beforehand = correction ? async () => (before ??= await this.#standings()) : undefined;
    const path = `/api/v1/games/${table.game_id}/result`;
    const marks = { game: table.game_id, about: t("tables.table", { n: table.number }) };
    const game = await this.page.change("PUT", path, result, { ...marks, scores: result.scores, beforehand });
    if (!game) return;
    const undo = async () => {
      const back = { scores: table.sides.map(({ score }) => score), reason: t("tables.undo.reason") };
      // A game that had not been won has nothing to be put back but its pegs.
      const sent = table.status === "finished" ? ["PUT", path, back] : ["DELETE", path, undefined];
      if (!(await this.page.change(...sent, marks))) return;
      this.effects.hide();
      this.page.statusBar.show(t("tables.undone", { n: table.number }));
    };
    if (!correction) {
      const told = { sides: table.sides.map((side, at) => ({ ...side, score: result.scores[at] })) };
      return this.page.statusBar.show(t("tables.entered", { n: table.number, scores: scoreText(told) }), undo);
    }
    const after = before && (await this.#standings());
    if (after) this.effects.show(t("tables.corrected", { n: table.number, round }), effects(before, after), undo);
    else this.page.statusBar.show(t("tables.corrected", { n: table.number, round }), undo);
  }

  // The game hole is known before anybody taps, so that a result is taken where the network is gone by then. All games
  // of a night go by the rules that it took with its first round.
  async #learnTarget() {
    const [table] = this.#round()?.tables ?? [];
    if (!table || this.#target) return;
    this.#learning ??= send("GET", `/api/v1/games/${table.game_id}`);
    try {
      this.#target = (await this.#learning).rules.target;
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    } finally {
      this.#learning = null;
    }
  }

  async #standings() {
    return (await this.#beside(`/api/v1/nights/${this.page.id}/standings`))?.rows ?? null;
  }

  // Without an answer the correction is made all the same; only what is told beside it is not shown.
  async #beside(path) {
    try {
      return await session.ask("GET", path);
    } catch (error) {
      if (error instanceof Unreachable) return null;
      throw error;
    }
  }

  #seek(table) {
    this.#looked = null;
    this.#rounds = 0;
    this.show();
    const title = document.getElementById(`table-${table.game_id}`);
    title.scrollIntoView({ block: "center" });
    title.focus({ preventScroll: true });
  }
}

function key(words, tapped) {
  return element("button", { type: "button", class: "quiet", onclick: tapped }, words);
}

/** The tables of a night: the draw, results, corrections, the next round, the finish. State in the hash: `id`. */
export default signedIn({
  mount(place) {
    const view = new Tables(place);
    return () => view.page.end();
  },
});
