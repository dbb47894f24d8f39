import { Refusal, Unreachable, send } from "../lib/api.js";
import { newId, phoneName } from "../lib/device.js";
import { Live } from "../lib/live.js";
import { outbox, pendingRematch, pendingTaps, rejectedTaps } from "./outbox.js";
import { applyPending, canEarn, canWin, currentPhase, hasResult, newGame, rematch } from "./rules.js";
import { savedGames } from "./saved-games.js";

const path = (game, rest = "") => `/api/v1/games/${game}${rest}`;

/**
 * Begins a game on this phone, with or without the service.
 * @param {{sides: {name: string, players: string[]}[], preset: string, rules: object, first: number, token: string}} begun
 * @returns {Promise<string>} its id
 */
export async function beginGame({ sides, preset, rules, first, token }) {
  const id = newId();
  const body = { sides, preset, first_dealer: first, scorer_token: token, by: phoneName() };
  await savedGames.save(kept(newGame({ id, sides, rules, first }), id, token), "strict");
  await outbox.add({ line: id, game: id, kind: "begin", subject: id, method: "PUT", path: path(id), body, at: now() });
  return id;
}

/**
 * Keeps a table that another phone began.
 * @param {string} id the game's @param {string|null} token the scorer's; null to look only @param {string} [line] the match's first game
 */
export async function followGame(id, token, line = id) {
  const game = savedGames.get(id) ? null : await send("GET", path(id));
  const known = savedGames.get(id);
  if (!known) await savedGames.save(kept(game, line, token), "strict");
  else if (token && (await isBetter(token, known))) await savedGames.save({ id, token });
}

// A link that somebody made up must not take the place of the token that keeps the table.
async function isBetter(token, { id, token: own, game }) {
  if (own === null) return true;
  const isMyGame = game.version === 0;
  if (token === own || isMyGame) return false;
  try {
    return !(await opens(id, own)) && (await opens(id, token));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return false;
  }
}

// To take back a peg that never was changes nothing, and is refused in another way where the token may do it.
async function opens(id, token) {
  try {
    await send("DELETE", path(id, `/pegs/${newId()}`), { token });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problem.status === 404;
  }
}

function kept(game, line, token) {
  return { id: game.id, line, token, game, deals: {}, opened: now() };
}

function byQuery() {
  return `?by=${encodeURIComponent(phoneName())}`;
}

function now() {
  return new Date().toISOString();
}

/** One table as this phone sees it: what the service told, the taps it has not heard, and how fresh that is. Fires `change`. */
export class GameStore extends EventTarget {
  #live = null;
  #lost = null;
  #left = null;
  #rematch = null;
  #changed = () => this.#show();

  /** The last thing taken back, when nothing was tapped since: `{peg, by}`, `{deal, by}` or `{result, by}`. @type {object|null} */
  takenBack = null;

  /** @param {string} id a game that {@link savedGames} knows */
  constructor(id) {
    super();
    this.id = id;
    outbox.addEventListener("change", this.#changed);
    savedGames.addEventListener("change", this.#changed);
    this.#learnDeals();
    this.#show();
  }

  /** Ends it, when the view goes. */
  close() {
    outbox.removeEventListener("change", this.#changed);
    savedGames.removeEventListener("change", this.#changed);
    this.#live?.close();
  }

  /** Since when the service has not been heard; null while it is. @returns {Date|null} */
  get since() {
    return this.#lost ?? outbox.since;
  }

  /** Whether this phone may peg. */
  get keeps() {
    return Boolean(this.saved?.token);
  }

  /** The table as it is kept. */
  get saved() {
    return savedGames.get(this.id);
  }

  /** The pegs of the deal that is being played, the newest first. */
  get dealPegs() {
    const { pegs, deal } = this.game;
    const before = this.deals[deal];
    const end = pegs.findIndex(({ id }) => id === before);
    return end < 0 ? pegs : pegs.slice(0, end);
  }

  /** The kind of peg that the deal has come to. */
  get phase() {
    return currentPhase(this.game, this.dealPegs);
  }

  /** The thing that Undo takes back: the newest peg, the deal when nothing was pegged in it, or the result that stands over them; null when there is nothing. */
  get newest() {
    if (hasResult(this.saved.game)) return { result: true };
    const { pegs, deal } = this.game;
    if (deal > 1 && deal in this.deals && this.deals[deal] === (pegs[0]?.id ?? null)) return { deal };
    return pegs[0] ? { peg: pegs[0] } : null;
  }

  /**
   * Why this may not be pegged; null when it may.
   * @param {number} side @param {number} points @param {string} kind @returns {"over"|"result"|"void"|"nineteen"|"points"|"may-not-win"|null}
   */
  objection(side, points, kind) {
    const { status, sides, rules } = this.game;
    if (hasResult(this.saved.game)) return "result";
    if (status !== "playing") return status === "void" ? "void" : "over";
    if (!canEarn(kind, points)) return points === 19 && ["hand", "crib"].includes(kind) ? "nineteen" : "points";
    if (sides[side].score + points >= rules.target && !canWin(kind, rules)) return "may-not-win";
    return null;
  }

  /** Pegs. @param {number} side @param {number} points @param {string} kind @param {{cards?: string[], starter?: string}} [shown] the cards, when they were counted */
  peg(side, points, kind, { cards, starter } = {}) {
    const at = now();
    this.takenBack = null;
    const body = { side, points, for: kind, by: phoneName(), at, ...(cards && { cards }), ...(starter && { starter }) };
    const id = newId();
    return this.#add({ kind: "peg", subject: id, method: "PUT", path: path(this.id, `/pegs/${id}`), body, at });
  }

  /** Takes back the peg or the deal that is {@link newest}. */
  undo() {
    const { peg, deal } = this.newest;
    if (peg) return this.takeBack(peg);
    this.takenBack = { deal, by: phoneName() };
    const where = path(this.id, `/deals/${deal}${byQuery()}`);
    return this.#add({ kind: "deal_back", number: deal, method: "DELETE", path: where, at: now() });
  }

  /** Whether a peg can be taken back here: an older one than the Game tells of cannot be taken off its scores. @param {string} id @returns {boolean} */
  canTakeBack(id) {
    const { status, pegs } = this.game;
    return this.keeps && status !== "void" && !hasResult(this.saved.game) && pegs.some((peg) => peg.id === id);
  }

  /** Takes a peg back. @param {{id: string}} peg of the Game's */
  takeBack(peg) {
    this.takenBack = { peg, by: phoneName() };
    const where = path(this.id, `/pegs/${peg.id}${byQuery()}`);
    return this.#add({ kind: "peg_back", subject: peg.id, method: "DELETE", path: where, at: now() });
  }

  /** Takes back the result that stands over the pegs: at once or not at all, since later it could be another's. */
  async takeResultBack() {
    const game = await send("DELETE", path(this.id, `/result${byQuery()}`), { token: this.saved.token });
    this.takenBack = { result: true, by: phoneName() };
    await savedGames.receive(game);
  }

  /** Begins the next deal. */
  deal() {
    const number = this.game.deal + 1;
    const at = now();
    this.takenBack = null;
    const body = { id: newId(), by: phoneName() };
    const deals = { ...this.deals, [number]: this.game.pegs[0]?.id ?? null };
    savedGames.save({ id: this.id, deals });
    return this.#add({ kind: "deal", number, method: "PUT", path: path(this.id, `/deals/${number}`), body, at });
  }

  /**
   * Begins the rematch, once: until the service has it, whoever asks again is told of the same.
   * @param {number} [cut] the seat that deals first, where the rules ask for a cut @returns {Promise<string>} its id
   */
  rematch(cut) {
    this.#rematch ??= this.#beginRematch(cut).finally(() => {
      this.#rematch = null;
    });
    return this.#rematch;
  }

  async #beginRematch(cut) {
    const begun = pendingRematch(this.id);
    if (begun) return begun;
    const id = newId();
    const { line, token } = this.saved;
    const body = { rematch_of: this.id, by: phoneName(), ...(cut !== undefined && { first_dealer: cut }) };
    await savedGames.save(kept(rematch(this.game, id, cut), line, token), "strict");
    await outbox.add({ line, game: id, kind: "rematch", subject: id, method: "PUT", path: path(id), body, at: now() });
    return id;
  }

  /** Everything that happened, taken-back pegs too. @returns {Promise<object[]>} events, the oldest first */
  async history() {
    return (await send("GET", path(this.id, "/history"))).events;
  }

  /** Tries at once what waits. */
  again() {
    outbox.retry();
    this.#live?.retry();
  }

  #add(tap) {
    return outbox.add({ line: this.saved.line, game: this.id, ...tap });
  }

  async #heard(game, anew) {
    const before = this.saved.game;
    const shown = [...this.game.pegs, ...(this.takenBack?.peg ? [this.takenBack.peg] : [])];
    // An older game holds when nothing was heard since the line broke: the service was put back to a copy of its games.
    if (!(await savedGames.receive(game, anew && before.version === this.#left)) || game.version === before.version)
      return;
    this.#learnDeals();
    const [newest] = before.pegs;
    const stands = !newest || game.pegs.some(({ id }) => id === newest.id);
    const own = this.takenBack?.peg?.id === newest?.id;
    if (game.latest?.kind === "result_entered") this.takenBack = null;
    if (!stands && !own) await this.#learnWho(newest);
    // What this phone pegged before it took something back is no news.
    else if (game.pegs[0] && stands && shown.every(({ id }) => id !== game.pegs[0].id)) this.takenBack = null;
    this.#show();
  }

  async #learnWho(peg) {
    const [newest] = this.game.pegs;
    try {
      const event = (await this.history()).findLast((past) => past.kind === "peg_taken_back" && past.peg === peg.id);
      if (this.game.pegs[0]?.id === newest?.id) this.takenBack = { peg, by: event?.by ?? null };
    } catch {
      // The score is right without the name.
    }
  }

  // A phone that comes later has not seen the deals begin.
  async #learnDeals() {
    const { deals, game } = this.saved;
    if (game.version === 0 || game.deal === 1 || game.deal in deals) return;
    try {
      const learnt = {};
      const standing = [];
      for (const event of await this.history()) {
        if (event.kind === "pegged") standing.push(event.id);
        else if (event.kind === "peg_taken_back") standing.splice(standing.indexOf(event.peg), 1);
        else if (event.kind === "deal_begun") learnt[event.number] = standing.at(-1) ?? null;
      }
      await savedGames.save({ id: this.id, deals: { ...learnt, ...this.saved.deals } });
    } catch {
      // Undo then takes pegs back only.
    }
  }

  #line(open) {
    if (!open) this.#left = this.saved.game.version;
    this.#lost = open ? null : (this.#lost ?? new Date());
    if (open) outbox.retry();
    this.#show();
  }

  // Before the service has heard of the game there is nothing to listen to.
  #listen() {
    this.#left = this.saved.game.version;
    const heard = (game, anew) => this.#heard(game, anew);
    this.#live = new Live(path(this.id, "/live"), heard, (open) => this.#line(open));
  }

  #show() {
    if (!this.saved) return;
    const waiting = pendingTaps(this.id);
    const refused = rejectedTaps(this.id);
    const { game, deals } = this.saved;
    if (game.version > 0 && !this.#live) this.#listen();
    const begun = game.rematch ?? pendingRematch(this.id);
    Object.assign(this, { waiting, refused, deals, game: { ...applyPending(game, waiting), rematch: begun } });
    this.dispatchEvent(new Event("change"));
  }
}
