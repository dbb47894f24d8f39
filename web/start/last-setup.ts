import type { GameRules, NamedSide } from "../game/local-game.ts";
import { savedGames } from "../game/saved-games.ts";
import { SEATINGS, seatSides, STAND_INS } from "../game/seats.ts";
import { cleanName } from "../lib/device.ts";
import { nameKey } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";

/**
 * The setup of the game that this phone began last: `names` by seat, empty where nobody was named, and the rules by the
 * name of a preset, or all of them; the `directions` of crash by side.
 */
type UsualGame = { seating: string; names: string[]; directions?: number[]; preset?: string; rules?: GameRules };

const KEY = ownName("pegout.start");
const NAME_LENGTH = 100;
const MOST_NAMES = 24;
// Words that pages of older versions gave to sides, and to players, without a name.
const WORDS = ["Us", "Them", "Third", "Left", "Right", "Nous", "Eux", "Gauche", "Droite"];

/** Returns the game that this phone usually begins. */
export function usualGame(): UsualGame {
  try {
    const { seating, names, ...rules } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const isKnown = typeof seating === "string" && Object.hasOwn(SEATINGS, seating);
    return { seating: isKnown ? seating : "1-1", names: Array.isArray(names) ? names.map(String) : [], ...rules };
  } catch {
    return { seating: "1-1", names: [] };
  }
}

/** Remembers the game that was begun, if the browser allows it. */
export function rememberGame(game: UsualGame) {
  try {
    localStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // The next game then begins with empty seats.
  }
}

/** Returns the side of each seat. @param seating one of SEATINGS @returns by seat, clockwise */
export function sidesOfSeats(seating: string): number[] {
  return seatSides(SEATINGS[seating].map((size) => ({ players: Array.from({ length: size }, () => "") })));
}

/**
 * Returns the sides of a table with these people. A side gets a placeholder name if nobody on it was named. A player
 * without a name is numbered.
 * @param seating one of SEATINGS @param names by seat
 */
export function seatedSides(seating: string, names: string[]): NamedSide[] {
  const seats = sidesOfSeats(seating);
  return SEATINGS[seating].map((size, side) => {
    const given = seats.flatMap((own, seat) => (own === side ? [cleanName(names[seat] ?? "")] : []));
    const joined = cleanName(given.filter(Boolean).join(" + ").slice(0, NAME_LENGTH));
    const name = joined || STAND_INS[side];
    const players = given.map((player, nth) => player || (size === 1 ? name : numbered(name, nth)));
    return { name, players, named: joined !== "" };
  });
}

function numbered(name: string, nth: number) {
  return `${cleanName(name.slice(0, NAME_LENGTH - 2))} ${nth + 1}`;
}

/** Returns the names of all who played on this phone, the newest first. */
export function namesPlayed(): string[] {
  const names: Map<string, string> = new Map();
  for (const { game } of savedGames.list()) {
    for (const side of game.sides) {
      for (const player of realPlayers(side)) if (!names.has(nameKey(player))) names.set(nameKey(player), player);
    }
  }
  return [...names.values()].slice(0, MOST_NAMES);
}

// A player whom nobody named has the name of the side, with a number where it has several.
function realPlayers({ name, players, named }: NamedSide) {
  if (named === false) return [];
  const standIns = [...WORDS, t("player.former"), ...players.map((_, nth) => numbered(name, nth))];
  return players.filter((player) => !standIns.includes(player));
}
