import type { EntryView, LateOffer, Night, NightAnswer, Person } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session } from "../access/session.ts";
import type { NightPage } from "../coordinator/night-page.ts";
import { newId } from "../lib/device.ts";
import { element, focusView } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";
import { hasFixedPairs, isRotation, turnsOf } from "../night/seats.ts";
import { sheet, tick } from "../ui/form.ts";
import { namesOf, pairingOf, pendingEntries, type PendingEntry, seatedPlayers, waitingText } from "./entries.ts";
import { Reason } from "./preview.ts";

/**
 * The rounds of a night that a player can be excused for, or is excused for: rounds without a seat for the player. A bye is
 * excused by itself, and nobody misses a round of games to make up.
 * @param player the id @returns none if only full cards without an excuse count
 */
export function excusableRounds({ rounds, entries, full_card: rule, status }: Night, player: string): number[] {
  if (rule !== "excused" || !["playing", "finished"].includes(status)) return [];
  const excused = entries.find(({ player_id: id }) => id === player)?.excused;
  if (!excused) return [];
  const isWithout = ({ number, tables, extra, byes }: Night["rounds"][number]) => {
    const isMissed = !extra && byes.every(({ id }) => id !== player) && !seatedPlayers(tables).has(player);
    return excused.includes(number) || isMissed;
  };
  return rounds.filter(isWithout).map(({ number }) => number);
}

/**
 * Asks for which rounds a player is excused, and why, and notes it.
 * @param asked the rounds that the tapped key named
 */
export async function excusePlayer(page: NightPage, player: { id: string; name: string }, asked: number[] = []) {
  const { night, pending, statusBar } = page;
  const { id, name } = player;
  const based_on = night.version;
  const entry = pendingEntries(night, pending).find((each) => each.player_id === id);
  const before = entry?.excused ?? [];
  const boxes = excusableRounds(night, id).map((n) => {
    const box = element("input", { type: "checkbox", checked: before.includes(n) || asked.includes(n) });
    return { n, box, label: tick(t("tables.round", { n }), box) };
  });
  const reason = new Reason("night", before.length > 0 || entry?.left ? "" : t("excuse.late"));
  const content = [t("excuse.words"), ...boxes.map(({ label }) => label), reason.node];
  const leave = asked.length > 0 ? t("excuse.leave") : undefined;
  if (!(await sheet(t("excuse.title", { name }), content, t("excuse.yes"), leave))) return;
  const excused = boxes.filter(({ box }) => box.checked).map(({ n }) => n);
  if (excused.join() === before.join()) return;
  const note = (rounds: number[], why: string, base = {}) =>
    page.change("PUT", `/entries/${id}`, { excused: rounds, reason: why, ...base }, { player: { id, name } });
  if (!(await note(excused, reason.given, { based_on }))) return;
  statusBar.show(excuseText(name, excused), () => note(before, t("tables.undo.reason")));
}

function excuseText(name: string, rounds: number[]) {
  if (rounds.length === 0) return t("excuse.none", { name });
  return t("excuse.done", { name, n: rounds.length, rounds: list(rounds.map(String)) });
}

/**
 * The rounds that a player misses as things stand. A player who has played and left also misses the rounds to come.
 * @param entry of the player
 */
export function missingRounds(night: Night, { player_id: id, left, missed }: EntryView): number[] {
  const { rounds, games_per_night: games, status } = night;
  const hasPlayed = seatedPlayers(rounds.flatMap(({ tables }) => tables)).has(id);
  if (!left || !hasPlayed || status !== "playing") return missed;
  const turns = turnsOf(night);
  return [...missed, ...Array.from({ length: Math.max(0, games - turns) }, (_, at) => turns + at + 1)];
}

/**
 * The sentences about a player who is checked in now: the next round to play, and the rounds that are missing.
 * @returns empty before the first round, and if no round follows
 */
export function comingText(night: Night): string {
  const { status, rounds, games_per_night: games } = night;
  const makesUp = isRotation(night);
  const drawn = rounds.filter(({ extra }) => !extra).map(({ number }) => number);
  if (status !== "playing" || drawn.length === 0 || (drawn.length >= games && !makesUp)) return "";
  const isWaiting = (rounds.at(-1)?.tables ?? []).some(
    ({ status, sides }) => status === "playing" && sides.every(({ score }) => score === 0),
  );
  return [
    t("late.coming", { n: rounds.length + 1 }),
    missingText(night, drawn, makesUp),
    isWaiting && !makesUp ? t("late.coming.room") : "",
  ]
    .join(" ")
    .trim();
}

/** The sentences about a player who is checked out, also about the rounds that are then missing. */
export function goneText(
  night: Night,
  { id, name, entry }: { id: string; name: string; entry: EntryView | null },
): string {
  if (night.rounds.length === 0) return t("check_in.out", { name });
  const missing = entry ? missingRounds(night, { ...entry, player_id: id, left: true }) : [];
  if (missing.length === 0) return t("check_in.gone", { name });
  return [t("late.gone", { name }), missingText(night, missing, false)].join(" ");
}

/** The numbers of rounds, in ascending order: “1, 3 and 5–9”. */
export function roundsText(rounds: number[]): string {
  const runs: number[][] = [];
  for (const round of rounds) {
    const run = runs.at(-1);
    if (run?.at(-1) === round - 1) run.push(round);
    else runs.push([round]);
  }
  return list(runs.flatMap((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.map(String))));
}

/** @param makesUp true if the games of these rounds can be made up */
function missingText({ full_card: rule }: Night, rounds: number[], makesUp: boolean): string {
  const words = { n: rounds.length, rounds: roundsText(rounds) };
  if (makesUp) return t("late.missing.make_up", words);
  const isAsked = rule === "excused" && !hasRight(session.role, "run_nights");
  return [t("late.missing", words), isAsked ? t("late.missing.ask", words) : ""].join(" ").trim();
}

/** The players who came during a round and wait for a seat, with the best way to seat them in one tap. */
export class LateLine {
  #page;
  #text = element("p", {});
  #touched = element("p", { class: "help" });
  #keys = element("div", { class: "keys-row", "data-needs": "run_nights" });
  #lonely = element("p", {});
  #waits = element("div", { class: "late-waits" }, this.#text, this.#touched, this.#keys);
  #shown = "";
  node = element("section", { class: "late", "aria-label": t("late.title"), hidden: true }, this.#lonely, this.#waits);

  constructor(page: NightPage) {
    this.#page = page;
  }

  /** Shows who waits now. */
  show() {
    const { night, pending } = this.#page;
    const byes = new Set(this.#page.round?.byes.map(({ id }) => id));
    // A player with a bye does not wait, unless somebody came who can be the opponent.
    const late = (night.late?.waiting ?? []).filter(({ id }) => night.late?.offer || !byes.has(id));
    const alone = this.#withoutPartner;
    const waiting = late.filter(({ id }) => !alone.has(id));
    const lonely = night.status === "playing" ? waitingText(night, pending) : "";
    const isSending = pending.some(({ late }) => late);
    const shown = JSON.stringify([
      night.late,
      isSending,
      night.rounds.length,
      pendingEntries(night, pending).map(({ excused, missed }) => [excused, missed]),
      lonely,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.node.contains(document.activeElement);
    this.node.hidden = waiting.length === 0 && !lonely;
    if (hadFocus) focusView();
    this.#lonely.textContent = lonely;
    this.#lonely.hidden = !lonely;
    this.#waits.hidden = waiting.length === 0;
    if (waiting.length > 0) this.#show(night, waiting, isSending);
  }

  // On a night of fixed pairs a player needs a partner for a seat.
  get #withoutPartner(): Set<string> {
    const { night, pending } = this.#page;
    const { waiting } = pairingOf(night, pending);
    return new Set(hasFixedPairs(night) ? waiting.map(({ player_id: id }) => id) : []);
  }

  #show(night: NightAnswer, waiting: Person[], isSending: boolean) {
    const offer = night.late?.offer ?? null;
    const round = night.rounds.length;
    const excusable = waiting.filter(({ id }) => excusableRounds(night, id).includes(round));
    const entries = pendingEntries(night, this.#page.pending);
    const isExcused = ({ id }: Person) =>
      entries.some((entry) => entry.player_id === id && entry.excused.includes(round));
    this.#text.textContent = t("late.waits", { n: waiting.length, names: namesOf(waiting) });
    const ids = new Set(waiting.map(({ id }) => id));
    const missing = entries.filter(({ player_id: id, missed }) => ids.has(id) && missed.length > 0);
    this.#touched.textContent = [this.#touchedText(night, waiting, offer), ...missedTexts(night, missing)].join(" ");
    const key = (look: string, text: string, onclick: () => void) =>
      element("button", { type: "button", class: look, onclick }, text);
    const seat = offer && key("primary", isSending ? t("running.sending") : offerText(offer), () => this.#seat(offer));
    const excuses = excusable
      .filter((player) => !isExcused(player))
      .map((player) =>
        key("deed", t("late.excuse", { name: player.name }), () => excusePlayer(this.#page, player, [round])),
      );
    this.#keys.replaceChildren(...(seat ? [seat] : []), ...excuses);
  }

  #touchedText(night: NightAnswer, waiting: Person[], offer: LateOffer | null) {
    const round = night.rounds.length;
    const follows = round < night.games_per_night || isRotation(night);
    if (!offer) return t(follows ? "late.later" : "late.last", { n: round + 1 });
    if (offer.kind === "table") return t("late.table.words", { names: namesOf(offer.players) });
    const late = new Set(waiting.map(({ id }) => id));
    const others = offer.players.filter(({ id }) => !late.has(id));
    return t("late.join.words", { table: offer.table, names: namesOf(others) });
  }

  // A second tap would ask for a second table.
  async #seat(offer: LateOffer) {
    const { round, night, pending, statusBar } = this.#page;
    if (!round || pending.some(({ late }) => late)) return;
    const seated = seatedPlayers(round.tables);
    const gone = new Set(
      pendingEntries(night, pending)
        .filter(({ left }) => left)
        .map(({ player_id: id }) => id),
    );
    const late = offer.players.filter(({ id }) => !seated.has(id));
    if (late.some(({ id }) => gone.has(id))) return;
    const details = { late: true, about: namesOf(late) };
    const players = offer.players.map(({ id }) => id);
    const path = `/rounds/${round.number}/${offer.kind === "table" ? "tables" : "seats"}`;
    const answer =
      offer.kind === "table"
        ? await this.#page.change("POST", path, { players, id: newId() }, details)
        : await this.#page.change("PUT", path, { tables: [{ number: offer.table, players }], id: newId() }, details);
    if (!answer) return;
    const number = offer.table ?? (answer as NightAnswer).rounds.at(-1)?.tables.length;
    statusBar.show(t("late.seated", { n: late.length, names: namesOf(late), table: number }));
  }
}

// A seat helps with the round that is being played, and an excuse with each round, if the league excuses rounds.
/** @param missing the entries that wait for a seat and have missed a round */
function missedTexts({ rounds, late, format, full_card: rule }: NightAnswer, missing: PendingEntry[]): string[] {
  const canSit = ({ missed }: PendingEntry) => late?.offer && missed.every((n) => n === rounds.length);
  const text = (key: string, entries: PendingEntry[]) =>
    entries.length > 0 ? [t(key, { names: namesOf(entries) })] : [];
  if (isRotation({ format })) return text("late.missed.make_up", missing);
  const [sit, stand] = rule === "excused" ? [".seat_excuse", ".excuse"] : [".seat", ""];
  return [
    ...text(`late.missed${sit}`, missing.filter(canSit)),
    ...text(
      `late.missed${stand}`,
      missing.filter((entry) => !canSit(entry)),
    ),
  ];
}

function offerText({ kind, table, players }: LateOffer) {
  return kind === "table" ? t("late.table", { n: players.length }) : t("late.join", { table });
}
