import type { League, Night, NightDebt, NightHistory, NightStatus, Player, Players, Replies } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { readReplies } from "../club/replies.ts";
import { debtText } from "../ledger/accounts.ts";
import { alikeKey } from "../lib/alike-key.ts";
import { type Pot, readPots } from "../ledger/pots.ts";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { amount } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { hasFixedPairs, isRotation } from "../night/seats.ts";
import { hallSizes, pairingOf, pendingPairs, type PendingEntry, seatedPlayers, sizesText } from "../rounds/entries.ts";
import { missingRounds, roundsText } from "../rounds/late-players.ts";
import { choice, icon } from "../ui/controls.ts";
import type { NightCommand } from "./night-page.ts";
import { type Stakes, dueOf, paidSum, unusualText } from "./stakes.ts";

/** The address of the players. */
export const PLAYERS = "/api/v1/players";

const MAX_NAME_LENGTH = 100;

/**
 * A row of the check-in. `isExpected` is true for somebody who said yes. `isClosed` when the list does not change any more,
 * `canExcuse` for somebody without a seat in a round. `credit` is the money that the player has paid ahead. `debts` are the
 * unpaid fees of other nights. `paysAhead` is true if money can be paid ahead.
 */
export type Attendee = Stakes & {
  id: string;
  name: string;
  isMember: boolean;
  isExpected: boolean;
  entry: PendingEntry | null;
  state: string;
  isClosed: boolean;
  canExcuse: boolean;
  fee: number | null;
  credit: number;
  debts: NightDebt[];
  paysAhead: boolean;
};

/** A player in the list of the check-in: a key for who is here, and one for the fee, which checks in too. */
export class AttendeeRow {
  #attendee: Attendee | null = null;
  #name = element("bdi", { class: "player-name" });
  #state = element("span", { class: "player-state" });
  #button;
  #paid;
  #paidText = element("span", {});
  #fee;
  #debt = element("span", { class: "player-state debt" });
  #excuse;
  #more;
  declare node;

  constructor({
    onTap,
    onPaid,
    onExcuse,
    onMore,
  }: {
    onTap: (attendee: Attendee) => void;
    onPaid: (attendee: Attendee, paid: boolean) => void;
    onExcuse: (attendee: Attendee) => void;
    onMore: (attendee: Attendee) => void;
  }) {
    const onclick = () => this.#attendee && onTap(this.#attendee);
    const onchange = () => this.#attendee && onPaid(this.#attendee, this.#paid.checked);
    const text = element("span", { class: "player-words" }, this.#name, " ", this.#state, " ", this.#debt);
    this.#button = element("button", { type: "button", class: "presence", onclick }, tickBox(), text);
    this.#paid = element("input", { type: "checkbox", onchange });
    this.#fee = element("label", { class: "fee-key" }, this.#paid, tickBox(), this.#paidText);
    this.#excuse = element("button", {
      type: "button",
      class: "deed",
      "data-needs": "run_nights",
      onclick: () => this.#attendee && onExcuse(this.#attendee),
    });
    const openMenu = () => this.#attendee && onMore(this.#attendee);
    this.#more = element("button", { type: "button", class: "more-key", onclick: openMenu }, t("paying.more"));
    this.node = element("li", { class: "attendee" }, this.#button, this.#excuse, this.#fee, this.#more);
  }

  /** Shows a player. */
  show(attendee: Attendee) {
    this.#attendee = attendee;
    const { name, entry, state, isClosed, canExcuse, credit, debts, isMember, paysAhead } = attendee;
    this.#excuse.hidden = !canExcuse;
    const missed = entry?.missed ?? [];
    const key = missed.length > 0 ? ".missed" : "";
    const words = { n: missed.length, rounds: list(missed.map(String)), name };
    this.#excuse.textContent = t(`excuse.key${key}`, words);
    this.#excuse.setAttribute("aria-label", t(`excuse.of${key}`, words));
    this.#name.textContent = name;
    const isLeft = credit > 0 && !entry?.paid;
    const pots = unusualText(attendee, isClosed);
    this.#state.textContent = [isLeft ? t("paying.has", { amount: amount(credit) }) : "", state, pots]
      .filter(Boolean)
      .join(" · ");
    this.#debt.textContent = debtText(debts);
    this.#button.setAttribute("aria-pressed", String(isHere(entry)));
    this.#button.disabled = isClosed;
    this.#paid.checked = Boolean(entry?.paid);
    this.#paid.setAttribute("aria-label", t(entry ? "check_in.paid.of" : "check_in.here_paid.of", { name }));
    this.#fee.classList.toggle("owed", entry !== null && !entry.paid);
    this.#paidText.textContent = feeText(attendee);
    this.#more.hidden = !paysAhead || (!isMember && entry === null && credit === 0 && debts.length === 0);
    this.#more.setAttribute("aria-label", t("paying.more.of", { name }));
  }
}

/** The state of a player at the check-in, in words. */
export function stateText(entry: PendingEntry, night: Night, pending: NightCommand[]): string {
  const { player_id: id, guest, left, excused, isPending } = entry;
  const missed = missingRounds(night, entry);
  const round = night.rounds.at(-1);
  const tables = round?.tables ?? [];
  const makesUp = isRotation(night);
  const hasSeat = seatedPlayers(tables).has(id);
  const isPlaying = seatedPlayers(tables.filter(({ status }) => status === "playing")).has(id);
  // A player who sits out, or has no partner, is not late.
  const waits =
    round?.byes.some((bye) => bye.id === id) ||
    (hasFixedPairs(night) && pairingOf(night, pending).waiting.some((other) => other.player_id === id));
  const texts = guest ? [t("check_in.guest")] : [];
  const partner = partnerText(night, pending, id);
  if (partner && !left) texts.push(partner);
  if (left) texts.push(t(isPlaying ? "check_in.leaves" : "check_in.left"));
  else if (
    round &&
    !hasSeat &&
    !waits &&
    night.status === "playing" &&
    (round.number < night.games_per_night || makesUp)
  )
    texts.push(t("check_in.from", { n: round.number + 1 }));
  if (excused.length > 0) texts.push(t("excuse.is", { n: excused.length, rounds: list(excused.map(String)) }));
  const words = { n: missed.length, rounds: roundsText(missed) };
  const canMakeUp = makesUp && !left && night.status === "playing";
  if (missed.length > 0) texts.push(t(`late.row.${canMakeUp ? "make_up" : "missing"}`, words));
  if (missed.length > 0 && !canMakeUp && night.full_card === "excused" && !hasRight(session.role, "run_nights"))
    texts.push(t("late.row.ask", words));
  if (isPending) texts.push(t("running.sending"));
  return texts.join(" · ");
}

/** @param player the id @returns empty on a night without fixed pairs */
function partnerText(night: Night, pending: NightCommand[], player: string) {
  if (!hasFixedPairs(night)) return "";
  const own = pendingPairs(night, pending).find(({ players }) => players.some(({ player_id: id }) => id === player));
  const partner = own?.players.find(({ player_id: id }) => id !== player);
  return partner ? t("pairs.with", { name: partner.name }) : t("pairs.none");
}

/** Returns true for an entry of somebody who is here. */
export function isHere(entry: { left: boolean } | null | undefined): boolean {
  return Boolean(entry && !entry.left);
}

function tickBox() {
  return element("span", { class: "tick-box" }, icon("play"));
}

function feeText(attendee: Attendee) {
  const { entry, credit } = attendee;
  if (entry?.paid && credit > 0) return t("paying.left", { amount: amount(credit) });
  const sum = entry?.paid ? paidSum(attendee) : dueOf(attendee);
  if (!sum) return t(entry ? "check_in.paid" : "check_in.here_paid");
  if (!entry) return t("check_in.here_fee", { fee: amount(sum) });
  return t(entry.paid ? "check_in.paid.fee" : "check_in.owes.fee", { fee: amount(sum) });
}

/** The form for somebody who is not on the club's list yet: adds the player and checks them in. */
export class NewPlayer {
  #name = element("input", {
    id: "new-name",
    maxlength: MAX_NAME_LENGTH,
    required: true,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #kind = "guest";
  declare node;

  constructor(onAdd: (name: string, isMember: boolean) => void) {
    const onsubmit = (event: Event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (!name) return;
      onAdd(name, this.#kind === "member");
      this.#name.value = "";
    };
    const kinds = ["guest", "member"].map((value) => ({ value, label: t(`check_in.as.${value}`) }));
    this.node = element(
      "form",
      { class: "new-player", onsubmit },
      element("div", { class: "field" }, element("label", { for: "new-name" }, t("check_in.new")), this.#name),
      choice(t("check_in.as"), kinds, this.#kind, (value) => {
        this.#kind = value;
      }),
      element("button", { class: "quiet" }, t("check_in.add")),
    );
  }
}

/** The number of present players, the number of unpaid fees, and the table sizes. */
export function countText(entries: PendingEntry[], night: Night, pending: NightCommand[]): string {
  const here = entries.filter(isHere).length;
  // A player who left without paying still owes.
  const unpaid = entries.filter(({ paid }) => !paid).length;
  if (entries.length === 0) return t("check_in.here", { n: 0 });
  const alone = hasFixedPairs(night) ? pairingOf(night, pending).waiting.length : 0;
  const texts = [
    t("check_in.here", { n: here }),
    unpaid > 0 ? t("check_in.owing", { n: unpaid }) : t("check_in.all_paid"),
    // On a night of fixed pairs a player without a partner is more urgent than the tables.
    alone > 0 ? t("pairs.alone", { n: alone }) : sizesText(hallSizes(night, pending)),
  ];
  return texts.filter(Boolean).join(" · ");
}

/** Returns a sentence about a crossed tap. It names the author of the entry's last change, if the entry exists. */
export function crossedText({ name, entry }: { name: string; entry: PendingEntry | null }) {
  const changed = entry?.changed;
  return !changed || changed.by === session.name
    ? t("crossed.other", { name })
    : t("crossed.by", { name, by: changed.by ?? t("crossed.coordinator") });
}

/**
 * Returns the reason why a player was excused last.
 * @param night the id @param player the id @returns null without an answer
 */
export async function excuseReason(night: string, player: string): Promise<string | null> {
  const events = await readHistory(night);
  const last = events?.findLast((event) => event.kind === "excused" && event.player === player);
  return last?.kind === "excused" ? last.reason : null;
}

/** @returns null without an answer */
async function readHistory(night: string): Promise<NightHistory["events"] | null> {
  try {
    return (await session.ask("GET", `/api/v1/nights/${night}/history`)).events;
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal) return null;
    throw error;
  }
}

/** The data of the check-in besides the night: the players, the fee, the pots, and the replies if there are any. */
type CheckInData = [Player[], number | null, Pot[], Replies | null];

/** Reads the players, the fee, the pots and the replies to a night. @param night the id */
export async function readPlayers(night: string, signal: AbortSignal): Promise<CheckInData> {
  const [{ players }, { fee }, pots, replies]: [Players, League, Pot[], Replies | null] = await Promise.all([
    session.ask("GET", PLAYERS, { signal }),
    send("GET", "/api/v1/league", { signal }),
    readPots(signal),
    readReplies(night, signal),
  ]);
  return [players, fee ?? null, pots, replies];
}

/** The sentence about an empty list. It is empty if the list is not. @param numbers of all players, and of the shown ones */
export function noneText(
  status: NightStatus,
  { people, found }: { people: number; found: number },
  query: string,
): string {
  if (status === "cancelled") return t("check_in.cancelled");
  if (status === "finished") return t("check_in.finished");
  if (people === 0) return t("check_in.nobody");
  return found === 0 ? t(query ? "check_in.not_found" : "check_in.none_left", { name: query }) : "";
}

/** The part of the players that is shown. */
type Part = "all" | "away" | "owing";

const PARTS: Record<Part, (attendee: Attendee) => boolean> = {
  all: () => true,
  away: ({ entry }) => !isHere(entry),
  owing: ({ entry }) => entry !== null && !entry.paid,
};
const ALL = Object.keys(PARTS) as Part[];

/** The search and the choice above the check-in: a name, or a part of the players. */
export class AttendanceFilter {
  #onChange;
  #part: Part = "all";
  // A shown player stays in the list, so that no other row comes under the finger.
  #kept: Set<string> = new Set();
  #scroll = 0;
  #search = element("input", {
    id: "seek",
    type: "search",
    autocomplete: "off",
    placeholder: t("check_in.seek"),
    "aria-label": t("check_in.seek"),
    oninput: () => this.#seek(),
    onfocus: () => this.#search.select(),
  });
  #choice = choice(
    t("check_in.show"),
    ALL.map((value) => ({ value, label: t(`check_in.show.${value}`, { n: 0 }) })),
    this.#part,
    (value) => this.#choose(value as Part),
  );

  /** The name that is searched for. */
  query = "";
  declare node;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.node = element("search", { class: "attendance-filter" }, this.#search, this.#choice);
  }

  /** Returns the attendees to show. A search covers all attendees. */
  pick(attendees: Attendee[]): Attendee[] {
    const texts = this.#choice.querySelectorAll("span");
    ALL.forEach((part, at) => {
      const n = attendees.filter((attendee) => isListed(attendee) && PARTS[part](attendee)).length;
      texts[at].textContent = t(`check_in.show.${part}`, { n });
    });
    const key = alikeKey(this.query);
    if (key) return attendees.filter(({ name }) => alikeKey(name).includes(key));
    const picked = attendees.filter((attendee) => this.#kept.has(attendee.id) || PARTS[this.#part](attendee));
    this.#kept = new Set(this.#part === "all" ? [] : picked.map(({ id }) => id));
    return picked;
  }

  #choose(part: Part) {
    this.#part = part;
    this.#kept.clear();
    this.#onChange();
  }

  #seek() {
    const before = this.query;
    if (!before) this.#scroll = scrollY;
    this.query = this.#search.value.trim();
    this.#onChange();
    // Scroll back to the position before the search.
    if (before && !this.query) scrollTo(0, this.#scroll);
  }
}

/** Returns true for a member, a player with an entry, and a guest who said yes: another possible guest is not missed. */
export function isListed({ entry, isMember, isExpected }: Attendee): boolean {
  return entry !== null || isMember || isExpected;
}
