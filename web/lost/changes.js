/** @import { Event as PastEvent } from "pegout-api" */
/** @import { Pegged } from "../game/fold.js" */
/** @import { LocalGame, LocalPeg } from "../game/rules.js" */
import { standingPegs } from "../game/fold.js";

// A Game has no more pegs.
const SHOWN = 20;

/** A peg that stands on this phone: from the kept history, or from the Game. @typedef {Pegged|LocalPeg} KnownPeg */
/**
 * The changes that a phone has and the service lost. `pegs` begins with the oldest peg. `amended` has changed pegs, `back` has
 * pegs that were taken back, and `deal` is the newest deal. The changes clash with a later peg of another phone and with the end.
 * @typedef {{pegs: KnownPeg[], amended: KnownPeg[], back: Pegged[], deal: number, isClashing: boolean}} LostChanges
 */

/**
 * Returns the changes that the service lost.
 * @param {{before: LocalGame, kept: PastEvent[]|null}} phone the Game before the loss, and the history that this phone kept
 * @param {{game: LocalGame, events: PastEvent[]}} service what the service has
 * @param {string} by the name of this phone, whose later pegs do not clash
 * @returns {LostChanges}
 */
export function lostChanges({ before, kept }, { game, events }, by) {
  const known = knownPegs(kept ?? [], before.pegs);
  const ids = new Set(known.map(({ id }) => id));
  const ever = new Set(events.flatMap((event) => (event.kind === "pegged" ? [event.id] : [])));
  const standing = standingPegs(events);
  const seenAt = Date.parse(before.latest?.at ?? "");
  const isSince = (/** @type {{at: string}} */ { at }) => Date.parse(at) > seenAt;
  const isMissing = knownAsMissing(kept ?? [], before.pegs, standing);
  const since = events.filter(isSince);
  const isNew = (/** @type {Pegged} */ peg) => isSince(peg) && !ids.has(peg.id) && peg.by !== by;
  return {
    pegs: known.filter(({ id }) => !ever.has(id)),
    amended: known.filter((peg) => {
      const other = standing.find(({ id }) => id === peg.id);
      return (
        other && !isSame(peg, other) && !since.some((event) => event.kind === "peg_amended" && event.peg === peg.id)
      );
    }),
    back: standing.filter((peg) => !isSince(peg) && isMissing(peg)),
    deal: before.deal,
    isClashing: standing.some(isNew) || game.status !== "playing" || game.result !== null,
  };
}

// The pegs that were not taken back, the oldest first. The Game has the newest pegs, the kept history the older pegs.
/** @param {PastEvent[]} kept @param {LocalPeg[]} shown the newest first @returns {KnownPeg[]} */
function knownPegs(kept, shown) {
  const newest = [...shown].reverse();
  if (newest.length < SHOWN) return newest;
  const ids = new Set(newest.map(({ id }) => id));
  const older = standingPegs(dealt(kept));
  const end = older.findIndex(({ id }) => ids.has(id));
  return [...(end < 0 ? older : older.slice(0, end)), ...newest];
}

// Each peg has the number of its deal, which a program may have left out.
/** @param {PastEvent[]} events @returns {PastEvent[]} */
function dealt(events) {
  let deal = 1;
  return events.map((event) => {
    if (event.kind === "deal_begun") deal = event.number;
    if (event.kind === "deal_taken_back") deal = event.number - 1;
    return event.kind === "pegged" ? { ...event, deal: event.deal ?? deal } : event;
  });
}

// A peg that this phone has seen taken back: its history says so, or the Game had pegs around its place and not this one.
/** @param {PastEvent[]} kept @param {LocalPeg[]} shown @param {Pegged[]} standing @returns {(peg: Pegged) => boolean} */
function knownAsMissing(kept, shown, standing) {
  const gone = new Set(kept.flatMap((event) => (event.kind === "peg_taken_back" ? [event.peg] : [])));
  const ids = new Set(shown.map(({ id }) => id));
  const first = shown.length < SHOWN ? 0 : standing.findIndex(({ id }) => ids.has(id));
  const covered = first < 0 ? [] : standing.slice(first);
  return (peg) => gone.has(peg.id) || (covered.includes(peg) && !ids.has(peg.id));
}

/** @param {KnownPeg} one @param {KnownPeg} other */
function isSame(one, other) {
  return one.side === other.side && one.points === other.points && one.for === other.for;
}
