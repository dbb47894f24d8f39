import type { GameSummary, Recorded as PastEvent } from "pegout-api";
import type { PossiblePoints } from "../engine/engine.ts";
import type { Checked } from "../engine/table.ts";
import { send } from "../lib/api.ts";
import { newId, phoneName } from "../lib/device.ts";
import { Live } from "../lib/live.ts";
import { beginRematch, byQuery, gamePath } from "./begin.ts";
import { PegChanges, hasPendingResult, takeBackPendingResult } from "./changes.ts";
import {
  applyPending,
  dealStarts,
  hasResult,
  type LocalGame,
  type LocalPeg,
  type PendingChange,
  type RematchWishes,
} from "./local-game.ts";
import { sideNames } from "./names.ts";
import { heard, outbox, pendingRematch, pendingTaps, rejectedTaps, type Tap } from "./outbox.ts";
import { type EngineGame, type SavedGame, savedGames } from "./saved-games.ts";

/** The last thing taken back, and the name of the phone; null if the name is unknown. */
type Taken = Undoable & { by: string | null };

/** The last thing that was taken back at a table, while nothing was pegged since. */
class TakenBack {
  last: Taken | null = null;

  /** Notes that this phone took something back. */
  note(undone: Undoable) {
    this.last = { ...undone, by: phoneName() };
  }

  /** Notes that something was pegged. */
  clear() {
    this.last = null;
  }

  /**
   * Compares a newer Game with the known pegs.
   * @param newest the newest peg before @param shown the pegs that the table showed
   * @returns the peg that another phone took back
   */
  compare({ pegs, latest }: LocalGame, newest: LocalPeg | undefined, shown: LocalPeg[]): LocalPeg | null {
    const known = [...shown, ...(this.last?.peg ? [this.last.peg] : [])];
    const stands = !newest || pegs.some(({ id }) => id === newest.id);
    const isOwn = this.last?.peg?.id === newest?.id;
    if (latest?.kind === "result_entered") this.last = null;
    if (!stands && !isOwn) {
      this.last = { peg: newest, by: null };
      return newest;
    }
    // Only a peg that the table has not shown is news.
    if (pegs[0] && stands && known.every(({ id }) => id !== pegs[0].id)) this.last = null;
    return null;
  }

  /** Finds the name of the phone that took a peg back. @param history of the game */
  async findTaker(history: Promise<PastEvent[]>, peg: LocalPeg) {
    // The score is right without the name.
    const events = await history.catch(() => []);
    const by = events.findLast((past) => past.kind === "peg_taken_back" && past.peg === peg.id)?.by ?? null;
    if (this.last?.peg === peg) this.last = { peg, by };
  }
}

/** The last thing that Undo can take back: one of the three. */
export type Undoable = { peg?: LocalPeg; deal?: number; result?: true };

/**
 * The table as this phone sees it: the service's game, the changes that it does not have yet, and how fresh that is.
 * Fires `change`.
 */
export class GameStore extends EventTarget {
  #state;
  #live: Live<LocalGame> | null = null;
  #offlineSince: Date | null = null;
  /** The version that the stream was opened with. */
  #namedVersion = 0;
  #rematch: Promise<string> | null = null;
  #onChange = () => this.#update();
  #engine: EngineGame | null = null;
  #isClosed = false;

  /** The last thing taken back, if nothing was pegged since. */
  takenBack = new TakenBack();
  /** The pegs that this phone makes, amends and takes back. */
  changes = new PegChanges(this);
  declare id;

  /** @param id the id of a saved game */
  constructor(id: string) {
    super();
    this.id = id;
    this.#state = this.#read();
    for (const source of [outbox, savedGames]) source.addEventListener("change", this.#onChange);
    this.#completeDeals();
    this.#connect();
  }

  /** Ends it, when the view goes. */
  close() {
    for (const source of [outbox, savedGames]) source.removeEventListener("change", this.#onChange);
    this.#live?.close();
    this.#isClosed = true;
    heard.note(this.id, false);
  }

  /** The time since when the service does not answer; null while it does. */
  get since(): Date | null {
    return this.#offlineSince ?? outbox.since;
  }

  /** True if this phone may peg. */
  get canScore() {
    return Boolean(this.saved.token) && !this.saved.removed;
  }

  /** The game as it is saved, or was when this phone forgot it: its view stands until the next one is there. */
  get saved() {
    return savedGames.get(this.id) ?? this.#state.saved;
  }

  /** The game with the pending changes. */
  get game() {
    return this.#state.game;
  }

  /** The changes that the service has yet to answer. */
  get pending() {
    return this.#state.pending;
  }

  /** The changes that the service refused, until somebody has read why. */
  get rejected() {
    return this.#state.rejected;
  }

  /** The pegs of the present deal, the newest first. */
  get dealPegs() {
    const { pegs, deal } = this.game;
    return pegs.filter((peg) => peg.deal === deal);
  }

  /** The points that can be pegged, by the reason; null without the engine. */
  get points(): PossiblePoints | null {
    return this.#engine?.points(this.game) ?? null;
  }

  /** The summary of the game by the engine; null while the engine does not have the game. */
  get summary(): GameSummary | null {
    return this.#engine?.summary(this.saved, this.pending) ?? null;
  }

  /** The names of the sides, as this phone calls them. */
  get names(): string[] {
    return sideNames(this.game.sides, this.saved.side);
  }

  /**
   * The thing that Undo takes back: the newest peg, the deal if nothing was pegged in it, or the result entered over
   * the pegs. The value is null if there is nothing to take back.
   */
  get newest(): Undoable | null {
    if (hasPendingResult(this.id) || hasResult(this.saved.game)) return { result: true };
    const { pegs, deal } = this.game;
    const before = this.#state.deals[deal] ?? null;
    // The peg before the deal may have been taken back since. A peg of an older deal may have come later.
    const isNewest = pegs[0]?.id === before || pegs.every(({ id }) => id !== before);
    if (deal > 1 && this.dealPegs.length === 0 && isNewest) return { deal };
    return pegs[0] ? { peg: pegs[0] } : null;
  }

  /** Takes back the peg or the deal that is {@link newest}. */
  undo() {
    const { peg, deal } = this.newest ?? {};
    if (peg) return this.changes.takeBack(peg);
    this.takenBack.note({ deal });
    const id = this.game.deal_id;
    // The id lets a repeat leave a deal that was begun since.
    const path = gamePath(this.id, `/deals/${deal}${byQuery()}${id ? `&id=${id}` : ""}`);
    return this.add({ kind: "deal_back", number: deal, method: "DELETE", path }).stored;
  }

  /**
   * Takes back the result that was entered over the pegs. A result that the service has is taken back at once or
   * not at all, since a later result could be another person's.
   */
  async takeResultBack() {
    if (hasPendingResult(this.id)) {
      this.takenBack.note({ result: true });
      return void takeBackPendingResult(this.id);
    }
    const game = await send("DELETE", gamePath(this.id, `/result${byQuery()}`), { token: this.saved.token });
    this.takenBack.note({ result: true });
    await savedGames.receive(game);
  }

  /** Begins the next deal. */
  deal() {
    const number = this.game.deal + 1;
    this.takenBack.clear();
    const deals = { ...this.#state.deals, [number]: this.game.pegs[0]?.id ?? null };
    savedGames.save({ id: this.id, deals });
    const path = gamePath(this.id, `/deals/${number}`);
    return this.add({ kind: "deal", number, method: "PUT", path, body: { id: newId(), by: phoneName() } }).stored;
  }

  /** Puts names or the first dealer right. */
  correct(correction: { sides?: object[]; first_dealer?: number }) {
    const body = { ...correction, id: newId(), by: phoneName() };
    return this.add({ kind: "correct", subject: body.id, method: "PATCH", path: gamePath(this.id), body }).stored;
  }

  /** Begins the rematch, once: a second call before the service has it returns the same. @returns its id */
  rematch(wishes?: RematchWishes): Promise<string> {
    this.#rematch ??= beginRematch(this.game, wishes).finally(() => {
      this.#rematch = null;
    });
    return this.#rematch;
  }

  /** Fetches all events of the game, taken-back pegs too, the oldest first. */
  async history(): Promise<PastEvent[]> {
    const { readHistory } = await import("./game-log.ts");
    return readHistory(this.saved);
  }

  /** Tries at once to send and to listen. */
  retry() {
    outbox.retry();
    this.#live?.retry();
  }

  /** Adds a change of the game to the outbox. */
  add(change: Pick<Tap, "kind" | "method" | "path"> & Partial<Tap>) {
    return outbox.add({ line: this.saved.line, game: this.id, at: new Date().toISOString(), ...change });
  }

  #read() {
    const saved = savedGames.get(this.id) as SavedGame;
    const { game, deals } = saved;
    const pending = pendingTaps(this.id);
    const rejected = rejectedTaps(this.id);
    const next = game.rematch ?? pendingRematch(this.id);
    return { saved, pending, rejected, deals, game: { ...this.#withChanges(saved, pending), rematch: next } };
  }

  // Before the engine has come, the points are added, and nobody knows who won.
  #withChanges(saved: SavedGame, changes: PendingChange[]) {
    this.#engine ??= savedGames.makeEngine(this.#onChange);
    return this.#engine?.shown(saved, changes) ?? applyPending(saved.game, changes, savedGames.endingOf);
  }

  /**
   * Returns the answer of the service to the last of these changes, which are not made; null while the engine does not have
   * the game.
   */
  check(...changes: PendingChange[]): Checked | null {
    return this.#engine?.check(this.#state.saved, [...this.pending, ...changes]) ?? null;
  }

  #update() {
    if (this.#isClosed || !savedGames.get(this.id)) return;
    this.#connect();
    this.#state = this.#read();
    this.dispatchEvent(new Event("change"));
  }

  // Before the service has the game there is nothing to listen to.
  #connect() {
    if (this.saved.game.version === 0 || this.#live) return;
    const onEvent = (state: LocalGame, isFirst: boolean) => this.#receive(state, isFirst);
    const onState = (isOpen: boolean) => this.#onConnection(isOpen);
    const seen = () => String((this.#namedVersion = this.saved.game.version));
    this.#live = new Live(gamePath(this.id, "/live"), onEvent, onState, {
      token: () => this.saved.token,
      seen,
      onGone: () => this.#onRemoved(),
    });
  }

  #onRemoved() {
    this.#offlineSince = null;
    if (!this.saved.removed) savedGames.save({ id: this.id, removed: true });
  }

  #onConnection(isOpen: boolean) {
    this.#offlineSince = isOpen ? null : (this.#offlineSince ?? new Date());
    heard.note(this.id, isOpen);
    if (isOpen) outbox.retry();
    this.#update();
  }

  /** @param isFirst since the connection was opened */
  async #receive(game: LocalGame, isFirst: boolean) {
    const before = this.saved.game;
    const shown = this.game.pegs;
    // A service that knows what was seen, and has an older game, was restored from a backup.
    const isRestored = isFirst && before.version === this.#namedVersion;
    const isNews = isRestored ? game.version !== before.version : game.version > before.version;
    // First, so that what is said of the change is said once.
    const takenBack = game.version > before.version ? this.takenBack.compare(game, before.pegs[0], shown) : null;
    if (!(await savedGames.receive(game, isRestored)) || !isNews) return;
    this.#completeDeals();
    if (takenBack) await this.takenBack.findTaker(this.history(), takenBack);
    this.#update();
  }

  // A phone that follows the game later has not seen the deals begin.
  async #completeDeals() {
    const { deals, game } = this.saved;
    if (game.version === 0 || game.deal === 1 || game.deal in deals || this.saved.removed) return;
    try {
      const past = dealStarts(await this.history());
      await savedGames.save({ id: this.id, deals: { ...past, ...this.saved.deals } });
    } catch {
      // Undo then takes pegs back only.
    }
  }
}
