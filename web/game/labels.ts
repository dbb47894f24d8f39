import type { PegFor, Problem } from "pegout-api";
import type { PossiblePoints } from "../engine/engine.ts";
import { phoneName } from "../lib/device.ts";
import { has, isolated, t } from "../lib/i18n.ts";
import { crashText, trackTexts } from "./directions.ts";
import type { GameStore, Undoable } from "./game-store.ts";
import type { LocalGame, LocalPeg } from "./local-game.ts";
import type { AmendedPeg, Tap } from "./outbox.ts";
import { dealingSide, seatNames } from "./seats.ts";

// The fewest points of a hand that a table talks about.
const GREAT = 24;

/** A peg in words: the side and its points, and what it is for. */
type PegWords = { bold: string; rest: string };
/** The last thing that happened at a table: `detail` names the phone, or is a remark; a `crash` is read aloud too. */
type Said = PegWords & { detail: string; crash?: string };

/** @param names of the sides */
function pegWords(peg: { side: number; points: number; for: PegFor }, names: string[]): PegWords {
  const bold = t("tap.peg", { side: names[peg.side], n: peg.points });
  return { bold, rest: peg.for === "other" ? "" : t(`for.${peg.for}`).toLowerCase() };
}

/** Returns a peg in words: “Us +8, hand”. @param names of the sides */
export function pegText(peg: { side: number; points: number; for: PegFor }, names: string[]): string {
  const { bold, rest } = pegWords(peg, names);
  return rest ? `${bold}, ${rest}` : bold;
}

/** Returns the tap behind an entry of the outbox in words. @param names of the sides */
export function tapText({ kind, body, peg, number }: Tap, names: string[]): string {
  if (kind === "peg" || kind === "amend") return pegText(peg ?? body, names);
  return t(`tap.${kind}`, { n: number });
}

/** Returns the thing that Undo takes back in words. @param names of the sides */
export function undoText({ peg, deal, result }: Undoable, names: string[]): string {
  if (result) return t("tap.result");
  return peg ? pegText(peg, names) : t("tap.deal", { n: deal });
}

/**
 * Returns the last thing that happened at a table in words; before the first peg, how to peg.
 * @param names of the sides
 */
export function lastSaid(store: GameStore, names: string[]): Said {
  const {
    game,
    takenBack: { last: takenBack },
    newest,
    canScore,
    points,
  } = store;
  if (game.status === "void") return { bold: t("table.no.game-void"), rest: "", detail: "" };
  if (takenBack) {
    const crash = takenBack.peg?.crashes?.length ? t("crash.undone") : "";
    const detail = crash || byText(takenBack.by);
    return { bold: t("table.taken_back"), rest: undoText(takenBack, names), detail, crash };
  }
  const { peg, deal, result } = newest ?? {};
  if (result) return { bold: t("history.result_entered"), rest: "", detail: byText(game.result?.by ?? null) };
  if (deal) {
    const key = game.rules.no_discard ? "table.deals.side" : "table.crib";
    return { bold: t("table.dealt", { n: deal }), rest: "", detail: t(key, { side: names[dealingSide(game)] }) };
  }
  if (!peg) {
    const help = t(game.rules.muggins ? "table.help.muggins" : "table.help");
    return { bold: dealerText(game, names), rest: "", detail: canScore ? help : "" };
  }
  const crash = crashText(peg.crashes, names);
  return { ...pegWords(peg, names), detail: crash || (remark(game, peg, points) ?? byText(peg.by)), crash };
}

/** Returns the deal and its dealer in words: the player, if partners take turns. @param names of the sides */
export function dealerText({ deal, dealer, first_dealer_known: isKnown, sides }: LocalGame, names: string[]): string {
  if (isKnown === false) return t("table.dealing.cut", { n: deal });
  return t("table.dealing", { n: deal, dealer: seatNames(sides, names)[dealer] });
}

// Nineteen is what players call a hand of nothing; by the rule of that name it is worth so much.
/** @param peg the newest */
function remark(
  { sides, rules, hints }: LocalGame,
  { id, side, points, for: kind }: LocalPeg,
  possible: PossiblePoints | null,
): string | null {
  if (points === 0) return t(possible?.hand?.nothing ? "table.nothing.scored" : "table.nineteen");
  if (points === possible?.[kind]?.nothing) return t("table.nineteen.scored");
  if (hints?.some(({ kind, pegs }) => kind === "stink_hole" && pegs.includes(id))) return t("table.stink_hole");
  const { score, previous } = sides[side];
  const line = rules.skunk_below ?? 0;
  if (previous < line && score >= line) return t("table.skunk_line");
  if (!isGreat({ points, for: kind }, rules)) return null;
  const great = `table.great.${points}`;
  return t(has(great) ? great : "table.great");
}

/** Returns true for a hand or a crib that a table talks about. In lowball nobody wants one. */
export function isGreat({ points, for: kind }: Pick<LocalPeg, "points" | "for">, { lowball }: { lowball: boolean }) {
  return points >= GREAT && !lowball && ["hand", "crib"].includes(kind);
}

/** @param by the name of a phone */
function byText(by: string | null) {
  if (by === phoneName()) return t("table.by.this");
  return by ?? t("table.by.other");
}

/** Returns the places of the pegs in words, for users who do not see the board. @param names of the sides */
export function boardText(game: LocalGame, names: string[]): string {
  const { sides, rules } = game;
  const scores = sides.map(({ score }, side) => `${isolated(names[side])} ${score}`).join(", ");
  const line = rules.skunk_below ?? 0;
  const short = sides.flatMap(({ score }, side) =>
    score < line ? [t("table.board.skunk", { side: names[side], n: line - score })] : [],
  );
  return [t("table.board", { scores }), ...trackTexts(game, names), ...short].join(" ");
}

/** Returns the scores in words, to be read aloud after a peg. @param names of the sides */
export function scoresText({ sides }: LocalGame, names: string[]): string {
  return sides.map(({ score }, side) => `${isolated(names[side])} ${score}`).join(", ");
}

/**
 * Returns the reason that the service refused a tap, in the page's words where it has them.
 * @param problem the service's
 * @returns a sentence
 */
export function refusalText({ type, title = "", detail = title }: Partial<Problem>): string {
  const key = `refused.${type?.split("/").pop()}`;
  return has(key) ? t(key) : detail;
}

/**
 * Returns the reason that a peg is not taken.
 * @param refusal as the engine says it @param possible the points that can be pegged
 * @returns a sentence
 */
export function rejectionText(
  refusal: string,
  { points, for: kind }: AmendedPeg,
  possible: PossiblePoints | null,
): string {
  // “Nineteen” is a word of players for a hand of nothing, unless such a hand scores 19.
  const isOfNothing = possible?.[kind]?.nothing !== undefined && (points === 0 || possible.hand?.nothing === 0);
  const keys = [isOfNothing ? `table.no.${refusal}.${points}` : "", `table.no.${refusal}`, `refused.${refusal}`];
  return t(keys.find(has) ?? "table.no.invalid", { n: points, kind: t(`for.${kind}`).toLowerCase() });
}
