import type { Night } from "pegout-api";
import { isRotation, turnsOf } from "../night/seats.ts";
import { missingGames } from "../rounds/entries.ts";

const MINUTE = 60_000;
// Nobody is to hurry a night of the past.
const LONGEST = 6 * 60 * MINUTE;
const HALF_A_DAY = 12 * 60 * MINUTE;

/**
 * The pace of a night: the minutes that the newest round has been going, null once it is over; the minutes that a round
 * takes, null until one is over; the moment when the last game will be over, null where nothing says it or it is over;
 * and whether that is after the hour at which the night ends.
 */
type PaceOfNight = { since: number | null; takes: number | null; over: Date | null; isLate: boolean };

/** Returns the pace of a night; null before its first draw and long after. @param now in milliseconds since 1970 */
export function paceOf(night: Night, now: number): PaceOfNight | null {
  const { rounds, ends_at: end } = night;
  const round = rounds.at(-1);
  const began = momentOf(round?.began_at);
  if (!round || began === null || now < began || now - began > LONGEST) return null;
  const isOver = round.ended_at !== null;
  const since = isOver ? null : minutes(now - began);
  const length = lengthOf(rounds);
  if (length === null) return { since, takes: null, over: null, isLate: false };
  const takes = minutes(length);
  const toCome = roundsToCome(night);
  if (isOver && toCome === 0) return { since, takes, over: null, isLate: false };
  // A round that takes longer than the others may be over at any moment.
  const next = isOver ? now : Math.max(now, began + length);
  const over = new Date(next + toCome * length);
  return { since, takes, over, isLate: Boolean(end) && isAfter(over, end ?? "") };
}

// Counts the rounds as the service plans them, if nobody comes or leaves: byes cost more rounds than games.
function roundsToCome(night: Night): number {
  const turns = Math.max(0, night.games_per_night - turnsOf(night));
  if (!isRotation(night) || (turns === 0 && night.to_make_up === 0)) return turns;
  let missing = missingGames(night);
  const isShort = () => missing.length > 1 && missing.some((games) => games > 0);
  let round = 0;
  for (; round < turns || isShort(); round += 1) {
    missing.sort((one, other) => one - other);
    // With an odd number, the player with the fewest games to come sits out, unless a player with all games helps.
    const out = round < turns || missing[0] > 0 ? missing.length % 2 : 0;
    missing = missing.map((games, at) => (at < out ? games : Math.max(0, games - 1)));
  }
  return round;
}

// From draw to draw, with the break between two rounds; of the last, until it was over.
function lengthOf(rounds: Night["rounds"]) {
  const lengths = rounds.flatMap(({ began_at: began, ended_at: ended }, at) => {
    const [from, until] = [momentOf(began), momentOf(rounds[at + 1]?.began_at ?? ended)];
    return from === null || until === null || until <= from ? [] : [until - from];
  });
  return lengths.length > 0 ? lengths.reduce((sum, length) => sum + length, 0) / lengths.length : null;
}

function momentOf(time: string | null | undefined) {
  return time ? Date.parse(time) : null;
}

/** @param length in milliseconds */
function minutes(length: number) {
  return Math.max(1, Math.round(length / MINUTE));
}

// Half a day later it is the end of the next day that counts.
/** @param end as `21:30` */
function isAfter(moment: Date, end: string) {
  const [hour, minute] = end.split(":").map(Number);
  const late = moment.getTime() - new Date(moment).setHours(hour, minute, 0, 0);
  return late > 0 && late < HALF_A_DAY;
}
