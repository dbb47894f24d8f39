import type { NightStatus, NightSummary, Replies } from "pegout-api";
import { maySee } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { Refusal } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Command } from "../lib/journal.ts";

// The coming nights whose replies the desk counts, as many as a personal link shows.
const NEXT = 3;

/** The replies to a night in numbers. */
type Counts = Pick<Replies, "coming" | "not_coming" | "unanswered">;

/** Returns true for a night that players are still asked about. */
export function isAsked({ status }: { status: NightStatus }): boolean {
  return status === "scheduled" || status === "open";
}

/** Reads the replies to a night. @returns null if this person may not see them, or if an older service has none */
export async function readReplies(night: string, signal?: AbortSignal): Promise<Replies | null> {
  if (!maySee(session.role, "replies")) return null;
  try {
    return await session.ask("GET", `/api/v1/nights/${night}/replies`, { signal });
  } catch (error) {
    if (error instanceof Refusal && error.problem.status !== 401) return null;
    throw error;
  }
}

/** Reads the replies to the next nights. @param nights the earliest first @returns by the night's id */
export async function readNextReplies(nights: NightSummary[]): Promise<Map<string, Replies>> {
  const next = nights.filter((night) => isAsked(night) && night.date >= today()).slice(0, NEXT);
  const read = await Promise.all(next.map(({ id }) => readReplies(id)));
  return new Map(read.flatMap((replies) => (replies ? [[replies.night_id, replies]] : [])));
}

/** Returns the replies as they will be after the pending commands. */
export function withPending(replies: Replies, pending: Command[]): Replies {
  const newest = new Map(pending.flatMap(({ reply, body }) => (reply ? [[reply.id, body?.coming ?? null]] : [])));
  if (newest.size === 0) return replies;
  const known = new Set(replies.players.map(({ player_id: id }) => id));
  const added = pending.filter(({ reply }) => reply && !known.has(reply.id)).map(({ reply }) => reply);
  const players = [
    ...replies.players.map((one) => (newest.has(one.player_id) ? { ...one, coming: newest.get(one.player_id) } : one)),
    ...added.map(({ id, name }) => ({ player_id: id, name, coming: newest.get(id) })),
  ];
  const count = (reply: boolean | null) => players.filter(({ coming }) => coming === reply).length;
  return { ...replies, players, coming: count(true), not_coming: count(false), unanswered: count(null) };
}

/** The replies in numbers: “14 yes, 3 no, 7 have not said”. */
export function countsText({ coming, not_coming: notComing, unanswered }: Counts): string {
  return t("replies.counts", { yes: coming, no: notComing, n: unanswered });
}

/** The link to the replies to a night: the numbers once somebody has replied. @param when the day and hour, for its name */
export function repliesLink(night: string, replies: Replies, when: string = ""): HTMLElement {
  const text = replies.coming + replies.not_coming > 0 ? countsText(replies) : t("replies.title");
  const name = when && t("replies.of", { text, when });
  return element("a", { class: "replies-link", href: `#/replies?id=${night}`, "aria-label": name || null }, text);
}

/** The reason why a reply was refused; null for another command or another reason. */
export function replyRefusalText({ slug }: Refusal, { reply }: Command): string | null {
  const isClosed = slug === "night-playing" || slug === "night-cancelled";
  return reply && isClosed ? t(`replies.refused.${slug}`) : null;
}
