import type { PegFor, Problem } from "pegout-api";
import { Refusal, Unreachable, Version, atLeast, send } from "../lib/api.ts";
import { CommandQueue } from "../lib/command-queue.ts";
import { newId } from "../lib/device.ts";
import { type Command, Journal } from "../lib/journal.ts";
import { applyPending } from "./local-game.ts";
import { database, savedGames } from "./saved-games.ts";

// Milliseconds to wait until the stream sends a change. The page then asks for the game.
const PATIENCE = 2000;

/** The games whose live streams are open. A live stream sends every change. */
class Heard {
  #open: Set<string> = new Set();

  note(game: string, isOpen: boolean) {
    if (isOpen) this.#open.add(game);
    else this.#open.delete(game);
  }

  isOpen(game: string): boolean {
    return this.#open.has(game);
  }

  /**
   * Waits until the game of this version or a later one was heard, and asks for it after two seconds.
   * @returns null, or the Game; rejects as {@link send}
   */
  async waitFor(game: string, version: number): Promise<any> {
    const isHeard = () => (savedGames.get(game)?.game.version ?? Infinity) >= version;
    let stop = () => {};
    await new Promise((resolve) => {
      const look = () => isHeard() && resolve(true);
      const timer = setTimeout(resolve, PATIENCE);
      savedGames.addEventListener("change", look);
      stop = () => {
        clearTimeout(timer);
        savedGames.removeEventListener("change", look);
      };
      look();
    });
    stop();
    return isHeard() ? null : send("GET", atLeast(`/api/v1/games/${game}`, version));
  }
}

/** The games whose live streams are open. */
export const heard = new Heard();

/**
 * A tap that the service has not answered, as it is on the disk. `line` is the match: its taps are sent one after the
 * other. `subject` is the peg's id, `number` the deal's, and `at` the time of the tap. `peg` is the peg after the tap.
 * `again` is true for a lost change that is sent again. `held` comes from an older page: a time in milliseconds, and
 * until then the page may change the tap.
 */
export type Tap = Command & {
  line: string;
  game: string;
  kind:
    | "begin"
    | "rematch"
    | "peg"
    | "amend"
    | "peg_back"
    | "deal"
    | "deal_back"
    | "correct"
    | "result"
    | "result_back"
    | "verdict";
  subject?: string;
  number?: number;
  at: string;
  peg?: AmendedPeg;
  again?: boolean;
  held?: number;
  refused: Problem | null;
};
/** A peg after an amendment. */
export type AmendedPeg = { side: number; points: number; for: PegFor };
/** A tap that was refused; `rematch` is the game that another phone had begun. */
export type RejectedTap = Tap & { refused: Problem & { rematch?: string } };

// The kinds whose game is heard of by the live stream.
const SHORT = ["peg", "amend", "peg_back", "deal", "deal_back"];
// Milliseconds that an older page has for its tap after `held`, and the longest pause in all.
const GRACE = 2000;
const LONGEST_PAUSE = 7000;

/** The taps of this phone on their way to the service. */
export const outbox = new CommandQueue({
  journal: new Journal(database, "outbox"),
  lane: ({ line }) => line,
  send: sendTap,
  // After a slow start the taps may be read before the game with its token.
  isReady: ({ kind, game }) => kind === "begin" || savedGames.isRead || Boolean(savedGames.get(game)?.token),
  pause: ({ held = 0 }) => Math.min(Math.max(0, held + GRACE - Date.now()), LONGEST_PAUSE),
  // A tap is only done with when the service tells of its game.
  isDone: (answer, { game }) => answer === null || gameOf(answer)?.id === game,
  onAnswer: async (answer) => answer && savedGames.receive(gameOf(answer)),
});

/** @param answer a Game, or what holds one */
function gameOf(answer: any) {
  return answer?.game ?? answer;
}

async function sendTap(command: Command) {
  const { method, path, body, kind, game, subject, again } = command as Tap;
  // The result that stands is then another's.
  if (kind === "result_back" && rejectedTaps(game).some((tap) => tap.kind === "result")) return null;
  // The service never had the peg. The refusal says what was tapped in all.
  const lost = kind === "amend" && rejectedTaps(game).find((tap) => tap.kind === "peg" && tap.subject === subject);
  if (lost) throw new Refusal(lost.refused);
  const token = kind === "begin" ? null : savedGames.get(game)?.token;
  try {
    const answer = await send(method, path, { body, token, minimal: SHORT.includes(kind) && heard.isOpen(game) });
    return answer instanceof Version ? await heard.waitFor(game, answer.number) : answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { slug, problem } = error;
    const isGone = problem.status === 404 || problem.status === 410;
    if (problem.status === 410 && savedGames.get(game)) await savedGames.save({ id: game, removed: true });
    // A missing peg is taken back already. For a peg that is gone, only lost points matter to the user.
    if ((method === "DELETE" && isGone) || (slug === "peg-taken-back" && !("points" in body))) return null;
    // Another phone has sent it again already.
    if (again && ["already-used", "not-the-next-deal"].includes(slug ?? "")) return null;
    // This server may still be an older Pegout, without amendments.
    if (kind === "amend" && problem.status === 405) throw new Unreachable(error.message);
    throw error;
  }
}

/** Returns the taps of a game that are on their way. @param game its id */
export function pendingTaps(game: string): Tap[] {
  return outbox.pending((tap) => tap.game === game) as Tap[];
}

/** Returns the taps of a game that the service refused. @param game its id */
export function rejectedTaps(game: string): RejectedTap[] {
  return outbox.rejected((tap) => tap.game === game) as RejectedTap[];
}

/**
 * Returns the random id that this phone's taps of a game carry, the same for all games of a night.
 * @param game its id
 */
export function deviceOf(game: string): string {
  const { device, night } = savedGames.get(game) ?? {};
  const other = night && savedGames.list().find((saved) => saved.night === night && saved.device);
  const known = device ?? (other ? other.device : null) ?? newId();
  if (known !== device) savedGames.save({ id: game, device: known }, "strict");
  return known;
}

/** Returns the rematch of a game that the service has not heard of. @param game its id @returns the rematch's id */
export function pendingRematch(game: string): string | null {
  const [begun] = outbox.pending(({ kind, body }) => kind === "rematch" && body.rematch_of === game);
  return begun?.game ?? null;
}

/** Forgets a game with the taps that were refused; not while there are taps on their way. @param game its id */
export async function forgetGame(game: string) {
  if (pendingTaps(game).length > 0) return;
  await Promise.all([savedGames.forget(game), ...rejectedTaps(game).map((tap) => outbox.dismiss(tap))]);
}

savedGames.withTaps = ({ id, game }) => {
  const pending = pendingTaps(id);
  return { game: applyPending(game, pending, savedGames.endingOf), unsent: pending.length + rejectedTaps(id).length };
};
savedGames.addEventListener("read", () => outbox.retry());
outbox.addEventListener("change", () => savedGames.dispatchEvent(new Event("taps")));

/** Resolves when the taps on the disk are read. */
export const tapsRead = outbox.load();
