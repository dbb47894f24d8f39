import type { Night } from "pegout-api";

const MINUTE = 60_000;
// Nobody is to hurry a night of the past.
const LONGEST = 6 * 60 * MINUTE;
const HALF_A_DAY = 12 * 60 * MINUTE;

/** A round with its two moments. */
type Round = { number: number; began_at: string | null; ended_at: string | null };
/**
 * The pace of a night: the minutes that the newest round has been going, null once it is over; the minutes that a round
 * takes, null until one is over; the moment when the last game will be over, null where nothing says it or it is over;
 * and whether that is after the hour at which the night ends.
 */
type PaceOfNight = { since: number | null; takes: number | null; over: Date | null; isLate: boolean };

/** Returns the pace of a night; null before its first draw and long after. @param now in milliseconds since 1970 */
export function paceOf(
  { rounds, games_per_night: games, ends_at: end }: Pick<Night, "games_per_night" | "ends_at"> & { rounds: Round[] },
  now: number,
): PaceOfNight | null {
  const round = rounds.at(-1);
  const began = momentOf(round?.began_at);
  if (!round || began === null || now < began || now - began > LONGEST) return null;
  const isOver = round.ended_at !== null;
  const since = isOver ? null : minutes(now - began);
  const length = lengthOf(rounds);
  if (length === null) return { since, takes: null, over: null, isLate: false };
  const takes = minutes(length);
  if (isOver && round.number >= games) return { since, takes, over: null, isLate: false };
  // A round that takes longer than the others may be over at any moment.
  const next = isOver ? now : Math.max(now, began + length);
  const over = new Date(next + Math.max(0, games - round.number) * length);
  return { since, takes, over, isLate: Boolean(end) && isAfter(over, end ?? "") };
}

// From draw to draw, with the break between two rounds; of the last, until it was over.
function lengthOf(rounds: Round[]) {
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
