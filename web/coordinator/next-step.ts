import type { Night, RoundView, TableView } from "pegout-api";
import { element } from "../lib/dom.ts";
import { clock, hour } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { hasFixedPairs, isRotation, newestRound, openTables, turnsOf } from "../night/seats.ts";
import { makeUpText, pairingOf, pendingEntries, seatingText, waitingText } from "../rounds/entries.ts";
import type { NightCommand } from "./night-page.ts";
import { paceOf } from "./pace.ts";

// Milliseconds between two looks at the clock.
const INTERVAL = 30_000;

/** The line that says how long the round has been going, and when the night is over at this pace. */
export class PaceLine {
  #night: Night | null = null;
  #timer = setInterval(() => this.#write(), INTERVAL);

  node = element("p", { class: "help", hidden: true });

  /** Ends it, when the view goes. */
  close() {
    clearInterval(this.#timer);
  }

  /** Shows the pace of a night. */
  show(night: Night) {
    this.#night = night;
    this.#write();
  }

  #write() {
    const text = this.#night?.status === "playing" ? paceText(this.#night) : "";
    if (this.node.textContent !== text) this.node.textContent = text;
    this.node.hidden = text === "";
  }
}

function paceText(night: Night) {
  const pace = paceOf(night, Date.now());
  if (!pace) return "";
  const { since, takes, over, isLate } = pace;
  const values = { games: night.games_per_night, end: night.ends_at ? hour(night.ends_at) : "" };
  return [
    since === null ? "" : t("pace.round", { n: night.rounds.length, minutes: since }),
    takes === null ? "" : t("pace.takes", { minutes: takes }),
    over === null ? "" : t(isLate ? "pace.late" : "pace.over", { ...values, time: clock(over) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The next step of a night, as a sentence with its button: the draw, the next round, the finish. */
export class NextStep {
  #listeners;
  #text = element("p", { class: "lead-words" });
  #tables = element("div", { class: "keys-row" });
  #button = element("button", {
    type: "button",
    class: "primary",
    "data-needs": "run_nights",
    onclick: () => this.#onTap?.(),
  });
  #link = element("a", { class: "go", "data-needs": "run_nights" });
  // Games that are left to make up are a choice.
  #other = element(
    "button",
    { type: "button", class: "quiet", "data-needs": "run_nights", onclick: () => this.#listeners.onFinish() },
    t("tables.finish"),
  );
  #onTap: (() => void) | null = null;
  #shownTables = "";
  declare node;

  constructor(listeners: {
    onDraw: (number: number) => void;
    onFinish: () => void;
    onReopen: () => void;
    onTable: (table: TableView) => void;
  }) {
    this.#listeners = listeners;
    this.node = element(
      "section",
      { class: "next", "aria-label": t("tables.next.label") },
      this.#text,
      this.#tables,
      this.#button,
      this.#other,
      this.#link,
    );
  }

  /** Shows the next step. */
  show(night: Night, pending: NightCommand[]) {
    const { onDraw, onFinish, onReopen } = this.#listeners;
    const isSending = pending.some(({ drawing }) => drawing);
    const round = newestRound(night);
    const open = unfinishedTables(round, pending);
    const areAllOpen = open.length === round?.tables.length;
    this.#showTables(night.status === "playing" && !areAllOpen ? open : []);
    this.#link.hidden = true;
    this.#other.hidden = true;
    if (night.status === "cancelled") return this.#show(t("tables.cancelled"));
    if (night.status === "finished") {
      this.#showLink("money", night, t("tables.to.money"));
      this.#button.className = "quiet";
      return this.#show(t("tables.finished"), t("finish.reopen"), onReopen, isSending);
    }
    // Fixed pairs are drawn whole.
    const isPaired = hasFixedPairs(night);
    const { whole, waiting: alone } = pairingOf(night, pending);
    const pairs = whole.length;
    const here = isPaired ? 2 * pairs : pendingEntries(night, pending).filter(({ left }) => !left).length;
    const isEnough = isPaired ? pairs >= 2 : here >= 2;
    const number = night.rounds.length + 1;
    this.#button.className = "primary";
    const canPair = isPaired && (!isEnough || alone.length > 1);
    if (canPair) this.#showLink("check-in", night, t("tables.to.pairs"), "&pairs=1");
    else if (!isEnough) this.#showLink("check-in", night, t("tables.to.check_in"));
    if (!isEnough && !round)
      return this.#show(isPaired ? t("tables.too_few.pairs", { n: pairs }) : t("tables.too_few", { n: here }));
    if (!round)
      return this.#show(
        [seatingText(night, pending), waitingText(night, pending)].join(" ").trim(),
        t("tables.draw.first", { n: here }),
        () => onDraw(1),
        isSending,
      );
    const waiting = areAllOpen ? t("tables.all_playing", { n: round.number }) : waitText(open, round);
    const text = open.length > 0 ? waiting : t("tables.over", { n: round.number });
    // A step that would be refused can be tapped, but is not recommended.
    this.#button.className = open.length > 0 ? "quiet" : "primary";
    if (open.length === 0 && night.to_make_up > 0) {
      this.#other.hidden = false;
      const label = t("tables.draw.make_up", { n: number });
      return this.#show(`${text} ${makeUpText(night)}`, label, () => onDraw(number), isSending);
    }
    if (turnsOf(night) >= night.games_per_night) return this.#show(text, t("tables.finish"), onFinish, isSending);
    return this.#show(text, t("tables.draw", { n: number }), () => onDraw(number), isSending);
  }

  #show(text: string, label: string = "", onTap: (() => void) | null = null, isSending: boolean = false) {
    this.#text.textContent = text;
    this.#button.hidden = onTap === null;
    this.#button.textContent = isSending ? t("running.sending") : label;
    this.#onTap = onTap;
  }

  /** @param more parameters of the view */
  #showLink(view: string, { id }: Night, text: string, more: string = "") {
    this.#link.hidden = false;
    this.#link.href = `#/${view}?id=${id}${more}`;
    this.#link.textContent = text;
  }

  #showTables(tables: TableView[]) {
    const shown = tables.map(({ game_id }) => game_id).join();
    if (shown === this.#shownTables) return;
    this.#shownTables = shown;
    const button = (table: TableView) =>
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

/** The tables of a round that still play, except tables with a pending result. */
export function unfinishedTables(round: RoundView | null | undefined, pending: NightCommand[]): TableView[] {
  const sent = new Set(pending.map(({ game }) => game));
  return round ? openTables(round).filter(({ game_id: game }) => !sent.has(game)) : [];
}

/** The tables that a round waits for. @returns a sentence */
export function waitText(open: TableView[], { number }: RoundView): string {
  return t("tables.waits", { n: open.length, tables: list(open.map((table) => String(table.number))), round: number });
}

/** The title of a round's tables: “Round 2, seats by movement”. */
export function roundTitle(night: Night, { number: n, extra, way }: RoundView): string {
  if (extra) return t("tables.round.made_up", { n });
  // In a rotation the results do not decide the seats.
  if (isRotation(night)) return t("tables.round", { n });
  return t(`tables.round.${way}`, { n });
}
