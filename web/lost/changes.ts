import type { Event as PastEvent } from "pegout-api";
import { type LocalGame, type LocalPeg, type Pegged, standingPegs } from "../game/local-game.ts";

// A Game has no more pegs.
const SHOWN = 20;

/** A peg that stands on this phone: from the kept history, or from the Game. */
export type KnownPeg = Pegged | LocalPeg;
/**
 * The changes that a phone has and the service lost. `pegs` begins with the oldest peg. `amended` has changed pegs, `back` has
 * pegs that were taken back, and `deal` is the newest deal. The changes clash with each peg that this phone does not know, and with
 * the end of the game.
 */
export type LostChanges = {
  pegs: KnownPeg[];
  amended: KnownPeg[];
  back: Pegged[];
  deal: number;
  isClashing: boolean;
};

/**
 * Returns the changes that the service lost. The phone has the Game before the loss with the taps that waited then, and the
 * history that it kept.
 */
export function lostChanges(
  { before, kept }: { before: LocalGame; kept: PastEvent[] },
  { game, events }: { game: LocalGame; events: PastEvent[] },
): LostChanges {
  const { known, isWhole } = knownPegs(kept, before.pegs, events);
  const ids = new Set(known.map(({ id }) => id));
  const heard = new Set<string | undefined>(kept.flatMap((event) => ("id" in event ? [event.id] : [])));
  const ever = idsOf(events);
  const standing = standingPegs(events);
  const isMissing = knownAsMissing(kept, before.pegs, standing);
  const isUnknown = unknownPegs(before.pegs, standing, new Set([...ids, ...heard]));
  return {
    pegs: known.filter(({ id }) => !ever.has(id)),
    amended: known.filter((peg) => {
      const other = standing.find(({ id }) => id === peg.id);
      const isChanged = (event: PastEvent) =>
        event.kind === "peg_amended" && event.peg === peg.id && !heard.has(event.id);
      return other && !isSame(peg, other) && !events.some(isChanged);
    }),
    back: standing.filter((peg) => heard.has(peg.id) && isMissing(peg)),
    deal: before.deal,
    isClashing: !isWhole || standing.some(isUnknown) || game.status !== "playing" || game.result !== null,
  };
}

// The ids of the pegs.
function idsOf(events: PastEvent[]): Set<string> {
  return new Set(events.flatMap((event) => (event.kind === "pegged" ? [event.id] : [])));
}

// The pegs that were not taken back, the oldest first. The Game has the newest pegs, the kept history the older pegs.
// Between them pegs may be missing that only the service had.
function knownPegs(kept: PastEvent[], shown: LocalPeg[], events: PastEvent[]) {
  const newest: KnownPeg[] = [...shown].reverse();
  if (newest.length < SHOWN) return { known: newest, isWhole: true };
  const ids = new Set(newest.map(({ id }) => id));
  const older = standingPegs(dealt(kept));
  const end = older.findIndex(({ id }) => ids.has(id));
  const known = [...(end < 0 ? older : older.slice(0, end)), ...newest];
  return { known, isWhole: end >= 0 || idsOf(events).has(newest[0].id) };
}

// A phone that kept no history knows only the 20 newest pegs.
function unknownPegs(shown: LocalPeg[], standing: Pegged[], known: Set<string | undefined>): (peg: Pegged) => boolean {
  const first = shown.length < SHOWN ? 0 : standing.findIndex(({ id }) => id === shown.at(-1)?.id);
  const old = new Set(standing.slice(0, Math.max(0, first)));
  return (peg) => !known.has(peg.id) && !old.has(peg);
}

// Each peg has the number of its deal, which a program may have left out.
function dealt(events: PastEvent[]): PastEvent[] {
  let deal = 1;
  return events.map((event) => {
    if (event.kind === "deal_begun") deal = event.number;
    if (event.kind === "deal_taken_back") deal = event.number - 1;
    return event.kind === "pegged" ? { ...event, deal: event.deal ?? deal } : event;
  });
}

// A peg that this phone has seen taken back: its history says so, or the Game had pegs around its place and not this one.
function knownAsMissing(kept: PastEvent[], shown: LocalPeg[], standing: Pegged[]): (peg: Pegged) => boolean {
  const gone = new Set(kept.flatMap((event) => (event.kind === "peg_taken_back" ? [event.peg] : [])));
  const ids = new Set(shown.map(({ id }) => id));
  const first = shown.length < SHOWN ? 0 : standing.findIndex(({ id }) => ids.has(id));
  const covered = first < 0 ? [] : standing.slice(first);
  return (peg) => gone.has(peg.id) || (covered.includes(peg) && !ids.has(peg.id));
}

function isSame(one: KnownPeg, other: KnownPeg) {
  return one.side === other.side && one.points === other.points && one.for === other.for;
}
