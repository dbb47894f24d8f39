import { t } from "../lib/i18n.ts";

/** A side of the service. `named` is false if nobody gave the side a name; without `named` it has a name. */
type ToldSide = { name: string; named?: boolean; players?: string[] };
/**
 * The forms of a side's name. `lines` has a line for each player, `shorter` begins with the longest form. Keys and the
 * line of the last peg show `brief`.
 */
export type SideName = { whole: string; lines: string[]; shorter: string[]; brief: string };

// Letters of a brief name.
const LONGEST_BRIEF = 13;

/**
 * Returns the names of the sides for the user of this phone. Sides without a name are “Us” and “Them”. Three sides are
 * “Us”, “Left” and “Right”, as they sit clockwise. A phone without a side names the colours.
 * @param own this phone's side; null if nobody has said it
 * @returns by side
 */
export function sideNames(sides: ToldSide[], own: number | null | undefined): string[] {
  return sides.map(({ name, named }, side) => (named === false ? sideWord(side, own, sides.length) : name));
}

/**
 * Returns the names of the sides on all that leaves the phone: a side without a name is called by its colour.
 * @returns by side
 */
export function publicNames(sides: ToldSide[]): string[] {
  return sideNames(sides, null);
}

/** Returns the forms of the names of the sides, as {@link sideNames}. @returns by side */
export function nameForms(sides: ToldSide[], own: number | null | undefined): SideName[] {
  const forms = sideNames(sides, own).map((whole, side) => formsOf(whole, sides[side].players ?? []));
  // Two sides are never called the same.
  const isSame = new Set(forms.map(({ brief }) => brief)).size < forms.length;
  return isSame ? forms.map((form) => ({ ...form, brief: form.whole })) : forms;
}

/** Returns the sides of a table with their brief names, from this phone's side. */
export function keySides({
  game: { sides },
  saved: { side: own },
}: {
  game: { sides: ToldSide[] };
  saved: { side?: number | null };
}): { side: number; name: string }[] {
  return nameForms(sides, own).map(({ brief }, side) => ({ side, name: brief }));
}

/**
 * Returns the number of people in a side's name, for the form of a verb. A word, or the name of a team, counts as a
 * single person.
 */
export function peopleNamed({ name, players = [] }: ToldSide): number {
  return isJoined(name, players) ? players.length : 1;
}

/** @param count how many sides play */
function sideWord(side: number, own: number | null | undefined, count: number) {
  if (own === null || own === undefined) return t(`side.colour.${side}`);
  if (side === own) return t("side.us");
  if (count === 2) return t("side.them");
  return t((side - own + count) % count === 1 ? "side.left" : "side.right");
}

function isJoined(name: string, players: string[]) {
  return players.length > 1 && name === players.join(" + ");
}

function formsOf(whole: string, players: string[]): SideName {
  const names = isJoined(whole, players) ? players : [whole];
  const lines = names.map((name, at) => (at < names.length - 1 ? `${name} +` : name));
  // The name of a team has no given name: it loses words at its end.
  const isTeam = names.length === 1 && players.length > 1;
  const shorter = isTeam
    ? [whole, clipped(whole)]
    : [whole, names.map(shortened).join(" + "), names.map(initials).join(" + ")];
  // The initial of one player would say too little.
  const brief = (names.length > 1 ? shorter : shorter.slice(0, 2)).find((form) => form.length <= LONGEST_BRIEF);
  return { whole, lines, shorter, brief: brief ?? shorter[names.length > 1 ? shorter.length - 1 : 1] };
}

// “Jean-François” is “Jean-F.”, and “Marie-Ève Roy” is “Marie-È.”.
function shortened(name: string) {
  const [first] = name.split(" ");
  const [given, ...others] = first.split("-");
  return [given, ...others.map(initial)].join("-");
}

function initials(name: string) {
  const [first] = name.split(" ");
  return first.split("-").map(initial).join("-");
}

function initial(name: string) {
  return `${[...name][0]}.`;
}

// “Les Flâneurs du samedi” is “Les Flâneurs…”.
function clipped(name: string) {
  const words = name.split(" ");
  const kept = words.findLastIndex((_, at) => words.slice(0, at + 1).join(" ").length < LONGEST_BRIEF);
  return kept < 0 || kept === words.length - 1 ? name : `${words.slice(0, kept + 1).join(" ")}…`;
}
