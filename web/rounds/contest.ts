import type { RoundView, TableView } from "pegout-api";
import type { NightCommand, NightPage } from "../coordinator/night-page.ts";
import { newId } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";
import { sideText } from "../night/seats.ts";
import { claimText } from "../result/confirmation.ts";
import { sheet } from "../ui/form.ts";
import { previewResult, winnerOf } from "./preview.ts";

const DASH = "\u2060–\u2060";

/** A contested table with the number of its round. */
type Contested = { table: TableView; round: number };
/** A contested table; `canCorrect` is true if its result may be set here. */
type ContestItem = Contested & { canCorrect: boolean };

/** Returns true for a result that a side's phone says is not right. */
export function isContested({ status, result }: TableView): boolean {
  return status === "finished" && (result?.contested ?? []).length > 0;
}

/** The contested tables of all rounds, the newest round first, except tables with a pending result. */
export function contestedTables(rounds: RoundView[], pending: NightCommand[]): Contested[] {
  const sent = new Set(pending.map(({ game }) => game));
  const all = rounds.flatMap(({ number: round, tables }) => tables.map((table) => ({ table, round })));
  return all.filter(({ table }) => isContested(table) && !sent.has(table.game_id)).reverse();
}

/** The tables whose results are contested. @returns a sentence */
export function contestText(contested: TableView[]): string {
  const tables = list(contested.map((table) => String(table.number)));
  return t("tables.contests", { n: contested.length, tables });
}

/** The contests of a table's result, as sentences. */
export function contestTexts(table: TableView): string[] {
  return (table.result?.contested ?? []).map(({ side, scores }) => {
    const { players } = table.sides[side];
    const words = { n: players.length, names: sideText(table.sides[side]) };
    if (!scores) return t("contest.says.wrong", words);
    const isOwnWin = scores.length === 2 && winnerOf(scores) === side;
    if (isOwnWin)
      return t("contest.says.won", { ...words, scores: [...scores].sort((one, other) => other - one).join(DASH) });
    return t("contest.says", { ...words, scores: claimOf(table, scores) });
  });
}

/**
 * The authors of a table's result: the person or phone that entered it, and the sides that confirmed it.
 * @returns empty while there is nothing to say
 */
export function authorsText({ status, result, sides }: TableView): string {
  if (status !== "finished" || !result || result.role === "coordinator") return "";
  const by = result.by ?? t("contest.phone");
  const names = list(result.confirmed.map((side) => sideText(sides[side])));
  return names ? t("contest.confirmed", { by, names }) : t("contest.entered", { by });
}

/**
 * The results that a side contests. A user with the right to correct gets two buttons for each result: keep it, or take
 * the result that the side says.
 */
export class Contests {
  #list: KeyedList<ContestItem>;
  node = element("ul", { class: "contests" });

  /** @param onCorrect asks for another result */
  constructor(page: NightPage, onCorrect: (table: TableView) => void) {
    this.#list = new KeyedList(
      this.node,
      ({ table }) => table.game_id,
      () => new ContestRow(page, onCorrect),
    );
  }

  /** Shows them. */
  show(contested: Contested[], canCorrect: boolean) {
    this.node.hidden = contested.length === 0;
    this.#list.show(contested.map((one) => ({ ...one, canCorrect })));
  }
}

class ContestRow {
  #page;
  #onCorrect;
  #title = element("strong", {});
  #words = element("p", { class: "contest" });
  #keys = element("div", { class: "keys-row" });
  #shown = "";
  declare node;

  constructor(page: NightPage, onCorrect: (table: TableView) => void) {
    this.#page = page;
    this.#onCorrect = onCorrect;
    this.node = element("li", {}, this.#title, this.#words, this.#keys);
  }

  /** Shows a table. */
  show(contested: ContestItem) {
    const { table, round, canCorrect } = contested;
    const shown = JSON.stringify([canCorrect, round, table.number, table.sides, table.result]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const scores = scoresOf(table);
    const by = table.result?.by ?? t("contest.phone");
    this.#title.textContent = t("contest.table", { n: table.number, round });
    const entered = t("contest.result", { by, scores: claimOf(table, scores) });
    this.#words.textContent = [...contestTexts(table), entered].join(" ");
    if (!canCorrect) return this.#keys.replaceChildren();
    const others = (table.result?.contested ?? []).flatMap((contest) => (contest.scores ? [contest.scores] : []));
    const [other] = others;
    const isOne = others.every((each) => each.join() === other.join());
    const key = (look: string, text: string, onclick: () => void) =>
      element("button", { type: "button", class: look, onclick }, text);
    this.#keys.replaceChildren(
      key("quiet", t("contest.keep", { scores: claimOf(table, scores) }), () => this.#keep(contested)),
      other && isOne
        ? key("quiet", t("contest.take", { scores: claimOf(table, other) }), () => this.#take(contested, other))
        : key("quiet", t("tables.correct"), () => this.#onCorrect(table)),
    );
  }

  // The same result, entered once more with a reason, stands uncontested.
  async #keep({ table }: Contested) {
    const details = { game: table.game_id, about: t("tables.table", { n: table.number }), scores: scoresOf(table) };
    const body = { scores: scoresOf(table), reason: t("contest.kept.reason"), id: newId(), based_on: table.version };
    const kept = await this.#page.change("PUT", `/api/v1/games/${table.game_id}/result`, body, details);
    if (kept) this.#page.statusBar.show(t("contest.kept", { n: table.number }));
  }

  async #take({ table, round }: Contested, scores: number[]) {
    const path = `/api/v1/games/${table.game_id}/result`;
    const before = scoresOf(table);
    if (winnerOf(scores) !== winnerOf(before) && !(await this.#isMeant(table, round, scores))) return;
    const details = { game: table.game_id, about: t("tables.table", { n: table.number }) };
    const change = (to: number[], reason: string, version: number) =>
      this.#page.change(
        "PUT",
        path,
        { scores: to, reason, id: newId(), based_on: version },
        { ...details, scores: to },
      );
    const taken = await change(scores, t("contest.taken.reason"), table.version);
    if (!taken) return;
    const undo = () => change(before, t("tables.undo.reason"), taken.version);
    this.#page.statusBar.show(t("contest.taken", { n: table.number, scores: claimOf(table, scores) }), undo);
  }

  // Another winner changes more than the scores.
  async #isMeant(table: TableView, round: number, scores: number[]) {
    const effects = previewResult(this.#page, table, round, scores);
    const claims = { before: claimOf(table, scoresOf(table)), after: claimOf(table, scores) };
    const content = [t("contest.turn.words", claims), ...effects.nodes];
    const title = t("contest.turn.title", { n: table.number });
    const isMeant = await sheet(title, content, t("contest.turn.yes"));
    effects.close();
    return isMeant;
  }
}

function claimOf({ sides }: TableView, scores: number[]) {
  return claimText(scores, sides.map(sideText), [winnerOf(scores)]);
}

function scoresOf({ sides }: TableView) {
  return sides.map(({ score }) => score);
}
