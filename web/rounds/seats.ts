import type { Night, Person, Players, ReseatPreview, RoundView, TableView } from "pegout-api";
import { session } from "../access/session.ts";
import type { NightPage } from "../coordinator/night-page.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { isRotation } from "../night/seats.ts";
import { mark } from "../ui/controls.ts";
import { sheet } from "../ui/form.ts";
import { pendingEntries, pendingPairs, seatedPlayers } from "./entries.ts";
import { Preview, Reason } from "./preview.ts";
import { type PlannedTable, SeatPlan } from "./seat-plan.ts";

// A preview changes nothing, and shows only then that a reason is needed.
const NO_REASON_YET = "?";

/** The sheet in which seats are changed: one player is tapped, then who changes places with them. */
class SeatSheet {
  #round;
  #first;
  #preview;
  #help = element("p", { class: "help" });
  #plan = element("div", { class: "seat-plan", tabindex: "-1" });
  #reasonPlace = element("div", { class: "reason-place" });
  #picked: Person | null = null;
  #members: Person[] | null = null;

  /** The plan. */
  plan: SeatPlan;

  /** The field for the reason; null while no table needs one. */
  reason: Reason | null = null;

  /** @param table the table that is shown first */
  constructor(page: NightPage, round: RoundView, table: TableView) {
    const { night, pending } = page;
    this.#round = round;
    this.#first = table.number;
    const isNewest = night.status === "playing" && round.number === page.round?.number;
    const seated = seatedPlayers(round.tables);
    const entries = pendingEntries(night, pending);
    const here = entries.filter(({ left }) => !left).map(({ player_id: id }) => id);
    const standing = entries.filter(({ player_id: id }) => !seated.has(id));
    this.plan = new SeatPlan(
      round,
      (each) => isNewest && hasNotBegun(each),
      standing.map(({ player_id: id, name }) => ({ id, name })),
      new Set(here),
      pendingPairs(night, pending).map(({ players }) => players.map(({ player_id: id, name }) => ({ id, name }))),
    );
    this.#preview = new Preview(
      page,
      (answer) => effectsOf(answer, night, round.number),
      (answer) => answer?.tables.some(({ begun }) => begun) && this.#askReason(true),
    ) as Preview<ReseatPreview>;
    this.#show();
  }

  /** The sheet's content. */
  get content() {
    return [this.#help, this.#preview.node, this.#reasonPlace, this.#plan];
  }

  /** Ends it. */
  close() {
    this.#preview.close();
  }

  #show() {
    const name = this.#picked?.name;
    const isOpen = this.plan.tables[this.#first - 1].isOpen;
    this.#help.textContent = name ? t("seats.with", { name }) : t(isOpen ? "seats.how" : "seats.how.begun");
    const [own, others] = [true, false].map((isOwn) =>
      this.plan.tables.filter(({ number }) => (number === this.#first) === isOwn),
    );
    const standing = this.#standing();
    this.#plan.replaceChildren(
      ...own.map((table) => this.#table(table)),
      ...(standing ? [standing] : []),
      ...others.map((table) => this.#table(table)),
      ...(isOpen ? [] : [this.#club()]),
    );
  }

  #table(table: PlannedTable) {
    const picked = this.#picked;
    const canJoin = picked !== null && this.plan.canJoin(picked, table);
    return this.#group(
      t("tables.table", { n: table.number }),
      table.isOpen ? "" : t("seats.begun"),
      table.isByLot ? t("seats.by_lot") : "",
      table.sides.flatMap((side, at) => side.map((player) => this.#seat(player, table.isByLot ? null : at))),
      canJoin ? this.#move(t("seats.join"), () => this.plan.join(picked, table)) : null,
    );
  }

  #standing() {
    const picked = this.#picked;
    const canStand = picked !== null && this.plan.canStand(picked);
    const people = this.plan.standing;
    if (people.length === 0 && !canStand) return null;
    return this.#group(
      t("seats.standing"),
      "",
      "",
      people.map((player) => this.#seat(player, null)),
      canStand ? this.#move(t("seats.stand"), () => this.plan.stand(picked)) : null,
    );
  }

  #group(title: string, state: string, help: string, seats: HTMLElement[], move: HTMLElement | null) {
    return element(
      "section",
      { class: "seat-group" },
      element("h3", {}, title, state ? element("small", {}, " ", state) : null),
      element("div", { class: "seat-keys" }, seats, move),
      help ? element("p", { class: "help" }, help) : null,
    );
  }

  #seat(player: Person, side: number | null) {
    return element(
      "button",
      {
        type: "button",
        class: "seat-key",
        "aria-pressed": String(player.id === this.#picked?.id),
        onclick: () => this.#tap(player),
      },
      side === null ? null : mark(side),
      element("bdi", {}, player.name),
    );
  }

  #move(text: string, act: () => void) {
    const onclick = () => {
      act();
      this.#changed();
    };
    return element("button", { type: "button", class: "seat-key free", onclick }, text);
  }

  // Somebody who was not checked in may have sat there all the same.
  #club() {
    const people = element("div", { class: "seat-keys" });
    const known = new Set(
      [...this.plan.tables.flatMap(({ sides }) => sides.flat()), ...this.plan.standing].map(({ id }) => id),
    );
    const show = () =>
      people.replaceChildren(
        ...(this.#members ?? []).filter(({ id }) => !known.has(id)).map((player) => this.#seat(player, null)),
      );
    const ontoggle = async () => {
      this.#members ??= await fetchMembers();
      show();
    };
    const isOpen = this.#members !== null;
    if (isOpen) show();
    return element("details", { ontoggle, open: isOpen }, element("summary", {}, t("seats.club")), people);
  }

  #tap(player: Person) {
    const first = this.#picked;
    this.#picked = first?.id === player.id ? null : player;
    const isPair = first !== null && first.id !== player.id;
    const hasSeat = isPair && [first, player].some(({ id }) => this.plan.tableOf(id) !== null);
    if (!hasSeat) return this.#show();
    this.plan.exchange(first, player);
    this.#changed();
  }

  #changed() {
    this.#picked = null;
    this.#show();
    this.#plan.focus({ preventScroll: true });
    // Above the tables stands what it changes.
    this.#plan.closest("dialog")?.scrollTo({ top: 0 });
    const { changed, request } = this.plan;
    this.#askReason(changed.some(({ isOpen }) => !isOpen));
    if (changed.length === 0) return this.#preview.clear();
    const body = { ...request, reason: NO_REASON_YET, dry_run: true };
    this.#preview.ask("PUT", `/rounds/${this.#round.number}/seats`, body);
  }

  #askReason(isNeeded: boolean) {
    if (isNeeded === (this.reason !== null)) return;
    this.reason = isNeeded ? new Reason("night") : null;
    this.#reasonPlace.replaceChildren(...(this.reason ? [this.reason.node] : []));
  }
}

/** Shows the seats of a round, and changes them. @param table the table that was tapped */
export async function changeSeats(page: NightPage, round: RoundView, table: TableView) {
  const seats = new SeatSheet(page, round, table);
  const based_on = page.night.version;
  const title = t("seats.title", { n: table.number, round: round.number });
  const isMeant = await sheet(title, seats.content, t("seats.yes"));
  seats.close();
  const { changed, request, undo } = seats.plan;
  if (!isMeant || changed.length === 0) return;
  const games = changed.map(({ game }) => game);
  const n = changed.length;
  const tables = list(changed.map(({ number }) => String(number)));
  const details = { changed: games, about: t("seats.about", { n, tables }) };
  const why = seats.reason?.given;
  const put = (body: { tables: object[]; out: string[]; based_on?: number }, reason: string | undefined) =>
    page.change("PUT", `/rounds/${round.number}/seats`, { ...body, ...(reason && { reason }), id: newId() }, details);
  if (!(await put({ ...request, based_on }, why))) return;
  page.statusBar.show(t("seats.done", { n, tables }), () => put(undo, why && t("tables.undo.reason")));
}

/** Returns true for a table at which nobody has pegged, as far as the page sees it. */
export function hasNotBegun({ status, sides, result }: TableView): boolean {
  return status === "playing" && !result && sides.every(({ score }) => score === 0);
}

function effectsOf(
  { tables, enters, waits, loses_line: loses, gains_line: gains, repeats, prizes }: ReseatPreview,
  night: Night,
  round: number,
): string[] {
  const side = (names: string[]) => list(names);
  const named = (key: string, names: string[]) =>
    names.length > 0 ? [t(key, { names: list(names), n: names.length, round })] : [];
  return [
    ...tables.map(({ number, after }) => t("seats.after", { n: number, names: after.map(side).join(" – ") })),
    ...named("seats.enters", enters),
    ...named("seats.waits", waits),
    ...named("seats.loses", loses),
    ...named("seats.gains", gains),
    ...repeats.map((repeat) => t(isRotation(night) ? "seats.met" : "seats.repeats", { ...repeat, n: repeat.table })),
    ...prizes.map(({ name, before, after }) =>
      t("seats.prize", { name, before: amount(before), after: amount(after) }),
    ),
  ];
}

async function fetchMembers(): Promise<Person[]> {
  try {
    const { players }: Players = await session.ask("GET", "/api/v1/players");
    return players.map(({ id, name }) => ({ id, name }));
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal) return [];
    throw error;
  }
}
