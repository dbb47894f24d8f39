/** @import { Night, RoundView, TableView } from "pegout-api" */
/** @import { NightCommand } from "./night-page.js" */
import { tableSizes } from "../game/rules.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { day, today } from "../lib/text.js";
import { newestRound, openTables } from "../night/seats.js";
import { pendingEntries, seatedPlayers } from "./attendees.js";

/** The next step of a night, as a sentence with its button: the draw, the next round, the finish. */
export class NextStep {
  #listeners;
  #text = element("p", { class: "lead-words" });
  #tables = element("div", { class: "keys-row" });
  #button = element("button", { type: "button", class: "primary", onclick: () => this.#onTap?.() });
  #link = element("a", { class: "go" });
  /** @type {(() => void)|null} */
  #onTap = null;
  #shownTables = "";

  /** @param {{onDraw: (number: number) => void, onFinish: () => void, onTable: (table: TableView) => void}} listeners */
  constructor(listeners) {
    this.#listeners = listeners;
    this.node = element(
      "section",
      { class: "next", "aria-label": t("tables.next.label") },
      this.#text,
      this.#tables,
      this.#button,
      this.#link,
    );
  }

  /** Shows the next step. @param {Night} night @param {NightCommand[]} pending */
  show(night, pending) {
    const { onDraw, onFinish } = this.#listeners;
    const round = newestRound(night);
    const open = unfinishedTables(round, pending);
    const areAllOpen = open.length === round?.tables.length;
    this.#showTables(night.status === "playing" && !areAllOpen ? open : []);
    this.#link.hidden = true;
    if (night.status === "cancelled") return this.#show(t("tables.cancelled"));
    if (night.status === "finished") {
      this.#showLink("money", night, t("tables.to.money"));
      return this.#show(t("tables.finished"));
    }
    const here = pendingEntries(night, pending).filter(({ left }) => !left).length;
    const number = night.rounds.length + 1;
    const isSending = pending.some(({ drawing }) => drawing);
    if (here < 2) this.#showLink("check-in", night, t("tables.to.check_in"));
    if (here < 2 && !round) return this.#show(t("tables.too_few", { n: here }));
    if (!round) return this.#show(seatingText(here), t("tables.draw.first", { n: here }), () => onDraw(1), isSending);
    const waiting = areAllOpen ? t("tables.all_playing", { n: round.number }) : waitText(open, round);
    const text = open.length > 0 ? waiting : t("tables.over", { n: round.number });
    // A step that would be refused can be tapped, but is not recommended.
    this.#button.className = open.length > 0 ? "quiet" : "primary";
    if (round.number >= night.games_per_night) return this.#show(text, t("tables.finish"), onFinish, isSending);
    return this.#show(text, t("tables.draw", { n: number }), () => onDraw(number), isSending);
  }

  /** @param {string} text @param {string} [label] @param {(() => void)|null} [onTap] @param {boolean} [isSending] */
  #show(text, label = "", onTap = null, isSending = false) {
    this.#text.textContent = text;
    this.#button.hidden = onTap === null;
    this.#button.textContent = isSending ? t("running.sending") : label;
    this.#onTap = onTap;
  }

  /** @param {string} view @param {Night} night @param {string} text */
  #showLink(view, { id }, text) {
    this.#link.hidden = false;
    this.#link.href = `#/${view}?id=${id}`;
    this.#link.textContent = text;
  }

  /** @param {TableView[]} tables */
  #showTables(tables) {
    const shown = tables.map(({ game_id }) => game_id).join();
    if (shown === this.#shownTables) return;
    this.#shownTables = shown;
    const button = (/** @type {TableView} */ table) =>
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": t("tables.go", { n: table.number }),
          onclick: () => this.#listeners.onTable(table),
        },
        t("tables.table", { n: table.number }),
      );
    this.#tables.replaceChildren(...tables.map(button));
  }
}

/** The tables of a round that still play, without those whose result is pending. @param {RoundView|null|undefined} round @param {NightCommand[]} pending @returns {TableView[]} */
export function unfinishedTables(round, pending) {
  const sent = new Set(pending.map(({ game }) => game));
  return round ? openTables(round).filter(({ game_id: game }) => !sent.has(game)) : [];
}

/** The tables that a round waits for. @param {TableView[]} open @param {RoundView} round @returns {string} a sentence */
export function waitText(open, { number }) {
  return t("tables.waits", { n: open.length, tables: list(open.map((table) => String(table.number))), round: number });
}

/** The seats of so many players. @param {number} players @returns {string} a sentence */
function seatingText(players) {
  return t("tables.hall", { n: players, tables: tableSizesText(players) });
}

/** The tables for so many players: “5 tables of four and 1 table of three”; empty for fewer than two. @param {number} players @returns {string} */
export function tableSizesText(players) {
  const seats = tableSizes(players);
  const counts = [4, 3, 2].map((size) => ({ size, n: seats.filter((each) => each === size).length }));
  return list(counts.filter(({ n }) => n > 0).map(({ size, n }) => t(`running.tables.${size}`, { n })));
}

/** The sentences to read before a draw. @param {Night} night @param {NightCommand[]} pending @returns {(string|null)[]} */
export function drawTexts(night, pending) {
  const round = newestRound(night);
  const entries = pendingEntries(night, pending);
  const here = entries.filter(({ left }) => !left);
  const seated = seatedPlayers(round?.tables ?? []);
  const arrived = round ? here.filter(({ player_id: id }) => !seated.has(id)) : [];
  const gone = entries.filter(({ player_id: id, left }) => left && seated.has(id));
  const unpaid = here.filter(({ paid }) => !paid);
  const isOtherDay = !round && night.date !== today();
  return [
    isOtherDay ? t("tables.draw.other_day", { day: day(night.date) }) : null,
    seatingText(here.length),
    arrived.length > 0 ? t("tables.draw.came", { names: namesOf(arrived) }) : null,
    gone.length > 0 ? t("tables.draw.gone", { names: namesOf(gone) }) : null,
    unpaid.length > 0 ? t("tables.draw.unpaid", { names: namesOf(unpaid) }) : null,
    round ? t("tables.draw.closes", { n: round.number }) : t("tables.draw.stays"),
  ];
}

/** The names of people, in a sentence. @param {{name: string}[]} people @returns {string} */
export function namesOf(people) {
  return list(people.map(({ name }) => name));
}
