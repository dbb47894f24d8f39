import type { Game, Night, NightAnswer, NightStandings, Season, StandingsRow, TableView } from "pegout-api";
import { atLeast, send } from "../lib/api.ts";
import { isId } from "../lib/device.ts";
import { Live } from "../lib/live.ts";
import { LatestRequest } from "../lib/retry.ts";

/** Sends a request, as {@link send}, with the reader's token. */
export type Send = (
  method: string,
  path: string,
  options: { signal?: AbortSignal; onSeen?: (seen: string) => void },
) => Promise<any>;

/**
 * The versions of a night and its games that this page has seen, as its requests name them. The service answers with
 * lower versions only after a restore from a backup.
 */
class NightSeen {
  #version = 0;
  /** The versions of the games, including the games of draws that were taken back since. */
  #games: Map<string, number> = new Map();
  /** The sum of the versions of the games that no state has shown. */
  #hidden = 0;

  /**
   * True while a game that was seen is at no table any more. Only the service knows the game's version since then, and
   * a read of the night returns it.
   */
  isShort = false;

  /** The versions in the form of `X-Seen`; null before anything was seen. */
  get value(): string | null {
    const games = [...this.#games.values()].reduce((sum, version) => sum + version, this.#hidden);
    return this.#version > 0 ? `${this.#version}.${games}` : null;
  }

  /**
   * Notes a state that the service sent.
   * @param named the value that the request named; undefined if it did not name a value
   * @param told the `X-Seen` of the answer
   * @returns true if the service knew every seen version: its state is then valid, even if it is older
   */
  note(night: Night, named?: string | null, told: string = ""): boolean {
    const isWhole = named === this.value;
    if (isWhole && night.version < this.#version) this.#forget();
    this.#version = isWhole ? night.version : Math.max(this.#version, night.version);
    for (const { game_id: id, version } of tablesOf(night)) this.noteGame(id, version, isWhole);
    if (isWhole && told) this.#settle(night, Number(told.split(".")[1]));
    const stands = new Set(tablesOf(night).map(({ game_id: id }) => id));
    // A state from before the newest draw lacks its games for another reason.
    if (night.version === this.#version) this.isShort = [...this.#games.keys()].some((id) => !stands.has(id));
    return isWhole;
  }

  /** Notes a game's version. @param isLess true if it may be lower than the version that was seen */
  noteGame(id: string, version: number, isLess: boolean = false) {
    this.#games.set(id, isLess ? version : Math.max(version, this.#games.get(id) ?? 0));
  }

  // The service alone knows the games of draws that were taken back before this page was opened.
  /** @param games the sum of the versions of all games */
  #settle(night: Night, games: number) {
    this.#games = new Map(tablesOf(night).map(({ game_id: id, version }) => [id, version]));
    this.#hidden = [...this.#games.values()].reduce((rest, version) => rest - version, games);
  }

  #forget() {
    this.#games.clear();
    this.#hidden = 0;
  }
}

// During an update this page may be newer than the service. An older service has only nights of pairs that change and count points short.
const PAIRS = { format: "doubles_movement", card: "points_short", to_make_up: 0 } as const;
const FULL_ROUND = { byes: [], extra: false };
const SHORT_ROW = {
  partner_id: null,
  stands_for: null,
  points: null,
  spread: null,
  scored: null,
  marked: false,
  byes: [],
  helped: [],
  card_returned: false,
};
const SHORT_SEASON = { card: "points_short", counts: "average", from_points: null } as const;

/** Returns a night with the members that an older service leaves out. */
function wholeNight(night: NightAnswer): NightAnswer {
  const older = { ...PAIRS, pairs: [] };
  const entries = night.entries.map((entry) => ({ ...entry, pots: entry.pots ?? null }));
  return { ...older, ...night, entries, rounds: night.rounds.map((round) => ({ ...FULL_ROUND, ...round })) };
}

/** Returns the rows of standings with the members that an older service leaves out. */
export function wholeRows({ rows }: Pick<NightStandings, "rows">): StandingsRow[] {
  return rows.map((row) => {
    const older = { ...SHORT_ROW, card_lines: row.lines };
    return { ...older, ...row };
  });
}

/** Returns a season with the members that an older service leaves out. */
export function wholeSeason(season: Season): Season {
  return { ...SHORT_SEASON, ...season };
}

const nights: Map<string, NightSeen> = new Map();

/** Returns the versions of a night that this page has seen, in any view. @param id the night's */
export function seenOf(id: string): NightSeen {
  const seen = nights.get(id) ?? new NightSeen();
  nights.set(id, seen);
  return seen;
}

/**
 * Reads a night, no older than the versions that this page has seen.
 * @param id the night's @param request sends the request @param signal gives it up
 * @returns `isWhole` as {@link NightSeen.note} returns it; rejects as {@link send}
 */
export async function readNight(
  id: string,
  request: Send = send,
  signal?: AbortSignal,
): Promise<{ night: NightAnswer; isWhole: boolean }> {
  const seen = seenOf(id);
  const named = seen.value;
  let told = "";
  const onSeen = (value: string) => {
    told = value;
  };
  const night = await request("GET", atLeast(`/api/v1/nights/${id}`, named), { signal, onSeen });
  return { night: wholeNight(night), isWhole: seen.note(night, named, told) };
}

/** Returns a state with the scores of those games that were shown newer. */
function withNewerGames(night: Night, shown: Night | null): Night {
  const newer = new Map(shown ? tablesOf(shown).map((table) => [table.game_id, table]) : []);
  return withTables(night, (table) => {
    const other = newer.get(table.game_id);
    return other && other.version > table.version ? withScores(table, other) : table;
  });
}

/** Returns a state with the score of a game. */
function withGame(night: Night, game: Game): Night {
  return withTables(night, (table) =>
    table.game_id === game.id && table.version <= game.version ? withScores(table, game) : table,
  );
}

function withTables(night: Night, change: (table: TableView) => TableView) {
  return { ...night, rounds: night.rounds.map((round) => ({ ...round, tables: round.tables.map(change) })) };
}

function withScores(
  table: TableView,
  {
    version,
    status,
    sides,
    result,
    void: called,
  }: Pick<Game, "version" | "status" | "result" | "void"> & { sides: { score: number }[] },
) {
  const scored = table.sides.map((side, at) => ({ ...side, score: sides[at]?.score ?? side.score }));
  return { ...table, version, status, sides: scored, result, void: called };
}

function tablesOf({ rounds }: Night) {
  return rounds.flatMap(({ tables }) => tables);
}

/**
 * A night as all its views see it: loaded once, then kept up to date by the service's event stream. Fires `change` when
 * a member has changed.
 */
export class NightStore extends EventTarget {
  #id;
  #path;
  #request;
  #standingsRequest;
  #hasStandings;
  #token;
  #live: Live<Night> | null = null;
  #seen;
  /** The versions that the stream was opened with. */
  #named: string | null = null;
  #standingsKey = "";

  /** The newest state; null before the first answer. `join_code` is there for a reader who may show it. */
  night: NightAnswer | null = null;

  /** The rows of the standings; null before they are loaded. */
  standings: StandingsRow[] | null = null;

  /** The time since which the night is not up to date; null while it is. */
  since: Date | null = null;

  /** True if the service does not know the night's id, or no longer shows the night to this reader. */
  isMissing = false;

  /**
   * @param id the night's
   * @param options `request` sends the requests; `standings` loads the standings too, again after each result;
   *   `token` returns the token that the stream is opened with
   */
  constructor(
    id: string | null,
    {
      request = send,
      standings = false,
      token,
    }: { request?: Send; standings?: boolean; token?: () => string | null } = {},
  ) {
    super();
    this.#token = token;
    this.#path = `/api/v1/nights/${id}`;
    this.#seen = seenOf(id ?? "");
    this.#hasStandings = standings;
    this.#request = new LatestRequest((wanted: string, signal) => readNight(wanted, request, signal), {
      onAnswer: ({ night, isWhole }) => this.#open(night, isWhole),
      onRefusal: () => this.#setMissing(),
      onOffline: (since) => this.#setSince(since),
    });
    this.#standingsRequest = new LatestRequest((path: string, signal) => request("GET", path, { signal }), {
      onAnswer: (standings: NightStandings) => {
        this.standings = wholeRows(standings);
        this.#notify();
      },
    });
    this.#id = id ?? "";
    if (isId(id)) this.reload();
    else queueMicrotask(() => this.#setMissing());
  }

  /** Takes a state that answered a change, unless a newer one is there. */
  receive(night: NightAnswer) {
    this.#note(night);
    // If the versions are equal, the stream's state has the newer scores.
    if (this.night && night.version <= this.night.version) return this.#notify();
    this.#show(withNewerGames(night, this.night));
  }

  /** Takes a game that answered a change: the stream sends its score a moment later. */
  receiveGame(game: Game) {
    if (!this.night) return;
    this.#seen.noteGame(game.id, game.version);
    this.#show(withGame(this.night, game));
  }

  /** Asks for the newest state. */
  reload() {
    this.#request.request(this.#id);
  }

  /** Sends unanswered requests again at once, and opens a broken stream again. */
  retry() {
    this.#request.retry();
    this.#standingsRequest.retry();
    this.#live?.retry();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
    this.#standingsRequest.close();
    this.#live?.close();
  }

  #open(night: NightAnswer, isWhole: boolean) {
    this.since = null;
    this.isMissing = false;
    this.#live ??= new Live(
      `${this.#path}/live`,
      (state, isFirst) => this.#take(state, this.#note(state, isFirst ? this.#named : undefined)),
      (isOpen) => this.#setSince(isOpen ? null : (this.since ?? new Date())),
      // A read shows if the night is still visible: to a visitor, after another sign-in, or not at all.
      { token: this.#token, seen: () => (this.#named = this.#seen.value), onDenied: () => this.reload() },
    );
    this.#take(night, isWhole);
  }

  /** @param named the value that the request named; undefined if it did not name a value */
  #note(night: NightAnswer, named?: string | null) {
    const isWhole = this.#seen.note(night, named);
    if (this.#seen.isShort) this.reload();
    return isWhole;
  }

  /** @param isWhole true if the state is valid even if it is older: a backup was restored */
  #take(night: NightAnswer, isWhole: boolean) {
    if (isWhole || !this.night) return this.#show(night);
    // An answer to a change is newer than the states that the service sent before it, and another server may lag.
    if (night.version < this.night.version) return this.#notify();
    this.#show(withNewerGames(night, this.night));
  }

  #show(night: NightAnswer) {
    const { join_code, join_secret } = this.night ?? {};
    this.night = wholeNight({ join_code, join_secret, ...night });
    if (this.#hasStandings) this.#requestStandings(night);
    this.#notify();
  }

  // The shown standings stay until the answer, however late.
  #requestStandings({ status, games_per_night: games, entries, rounds }: Night) {
    const tables = rounds.map((round) => round.tables.map(outcomeOf));
    const key = JSON.stringify([status, games, entries, tables]);
    if (key === this.#standingsKey) return;
    this.#standingsKey = key;
    this.#standingsRequest.request(atLeast(`${this.#path}/standings`, this.#seen.value));
  }

  #setSince(since: Date | null) {
    this.since = since;
    this.#notify();
  }

  #setMissing() {
    this.isMissing = true;
    this.#live?.close();
    this.#live = null;
    this.#setSince(new Date());
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

// The players of a table may be put right after its game; the score of an unfinished one is in nobody's standings yet.
function outcomeOf({ game_id: game, status, sides }: TableView) {
  return [game, status, sides.map(({ players, score }) => [players, status === "finished" && score])];
}
