import type { Night } from "pegout-api";
import { refusalText, tapText } from "../game/labels.ts";
import { type LocalGame, type NamedSide, scorecardLines } from "../game/local-game.ts";
import type { RejectedTap } from "../game/outbox.ts";
import { type SavedGame, savedGames } from "../game/saved-games.ts";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { lineText } from "../lib/format.ts";
import { list, loadMessages, t } from "../lib/i18n.ts";
import { leaveFor, type TitledView } from "../lib/router.ts";
import { Scorer } from "../table/scorer.ts";
import { mountScorer } from "../table/table-view.ts";
import { type JoinedNight, joinedNight, keepScore } from "./membership.ts";
import { NightStore } from "./night-store.ts";
import { newestRound, noSeatText, type Seat, seatOf, seatText, waitText } from "./seats.ts";

/**
 * A sentence about the time after a game, and the next seat of this phone's player if it is drawn. `isOver` is true if
 * the game stays as it is.
 */
type Next = { text: string; seat: Seat | null; isOver: boolean };

/**
 * The scorer of a game of a league night. The sheet at its end has the lines for the scorecards and the changes that
 * came too late. It shows the next table of this phone's player as soon as the draw is there.
 */
class LeagueGame {
  #night;
  #scorer;
  #store;
  #live: NightStore | null = null;
  #isFollowing = false;
  #told = "";
  #isGoing = false;
  #isClosed = false;
  #offers: { close: () => void } | null = null;
  #text: string[] = [];
  #next: Next = { text: "", seat: null, isOver: false };
  #joined: JoinedNight | null = null;
  #club = "";

  /** @param id a saved game with its night @param onPlace called when the sides change their places */
  constructor(root: HTMLElement, id: string, onPlace: () => void) {
    const { night = null, game } = savedGames.get(id) as SavedGame;
    this.#night = night;
    const link = { href: `#/card?id=${night}`, label: t("card.title") };
    const options = {
      sides: shortNamed(game.sides),
      link,
      ending: () => ({ text: this.#text, link, next: this.#nextKey, canUndo: !this.#next.isOver, club: this.#club }),
    };
    this.#scorer = new Scorer(root, id, options, onPlace);
    this.#store = this.#scorer.store;
    this.#store.addEventListener("change", () => this.#follow());
    this.#follow();
    if (this.#store.canScore) this.#offer();
  }

  // The table works without this script.
  async #offer() {
    const loaded = await import("../hands/table-offers.ts").catch(() => null);
    if (!loaded || this.#isClosed) return;
    this.#offers = new loaded.TableOffers(this.#store, (text, answers) => this.#scorer.suggest(text, answers));
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isClosed = true;
    this.#live?.close();
    this.#offers?.close();
    this.#scorer.close();
  }

  // The night is needed only after the game.
  async #follow() {
    if (this.#store.game.status !== "finished" || this.#store.since || this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      await loadMessages("night");
    } catch {
      // The next change tries again.
      this.#isFollowing = false;
      return;
    }
    [this.#joined, this.#club] = await Promise.all([joinedNight(this.#night), leagueName()]);
    if (this.#isClosed) return;
    const live = new NightStore(this.#night);
    const show = () => live.night && this.#show(live.night);
    live.addEventListener("change", show);
    this.#store.addEventListener("change", show);
    this.#live = live;
  }

  #show(night: Night) {
    const { id, game, rejected } = this.#store;
    if (game.status !== "finished") return;
    const next = nextOf(night, id, this.#joined);
    const late = rejected.map((entry) => lateText(entry, game));
    const text = [...late, linesText(night, game)];
    const told = String([...text, next.text]);
    if (told === this.#told) return;
    // A draw that was taken back is news too: the result can be confirmed and undone again.
    const isNews = this.#told === "" || next.isOver || this.#next.isOver;
    this.#told = told;
    this.#text = next.seat ? text : [...text, next.text];
    this.#next = next;
    this.#scorer.tellEnding(isNews);
  }

  get #nextKey() {
    const { seat, text } = this.#next;
    return seat && { text, label: t("next.go", { n: seat.table.number }), onTap: () => this.#go(seat) };
  }

  async #go(seat: Seat) {
    if (this.#isGoing) return;
    this.#isGoing = true;
    try {
      await keepScore(seat, this.#joined as JoinedNight);
      leaveFor(`#/table?id=${seat.table.game_id}`);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      const reason = error instanceof Refusal ? refusalText(error.problem) : t("card.away");
      this.#text = [...this.#text.filter((text) => text !== reason), reason];
      this.#scorer.tellEnding(false);
    } finally {
      this.#isGoing = false;
    }
  }
}

// Whole names do not fit on a key, so the sides have first names if all first names differ.
function shortNamed(sides: NamedSide[]): NamedSide[] {
  const short = sides.map(({ players }) => players.map((name) => name.split(" ")[0]));
  const names = short.map((players) => players.join(" + "));
  return new Set(names).size < names.length ? sides : names.map((name, side) => ({ name, players: short[side] }));
}

// The picture of the game leaves the name out if the network is away.
async function leagueName() {
  try {
    return (await send("GET", "/api/v1/league")).name;
  } catch {
    return "";
  }
}

function lateText(entry: RejectedTap, game: LocalGame) {
  return t("state.refused", {
    what: tapText(
      entry,
      game.sides.map(({ name }) => name),
    ),
    why: refusalText(entry.refused),
  });
}

function nextOf(night: Night, game: string, joined: JoinedNight | null): Next {
  const round = newestRound(night);
  const over = { seat: null, isOver: true };
  if (night.status === "finished") return { ...over, text: t(joined?.player_id ? "next.over" : "next.ended") };
  if (!round) return { text: "", seat: null, isOver: false };
  if (round.tables.some((table) => table.game_id === game))
    return { text: waitText(night, round, joined?.player_id ?? null), seat: null, isOver: false };
  const seat = joined && seatOf(round, joined);
  const reason = noSeatText(night, round, joined?.player_id ?? null);
  if (!seat && reason) return { ...over, text: t("next.seat", { n: round.number, seat: reason }) };
  if (!seat) return { ...over, text: t("next.drawn", { n: round.number }) };
  const text = t("next.seat", { n: round.number, seat: seatText(seat, joined.player_id) });
  return { text, seat: seat.table.status === "playing" ? seat : null, isOver: true };
}

function linesText({ card }: Night, game: LocalGame) {
  const lines = scorecardLines(
    game.sides.map(({ score }) => score),
    game,
    game.rules.target,
    card,
  ).map((line) => lineText(line, card));
  return game.sides
    .map(({ players }, side) => t("next.gets", { n: players.length, names: list(players), line: lines[side] }))
    .join(" ");
}

/** The scorer of one table of a league night. State in the hash: `id`. */
export default {
  title: "table.title",
  isBare: true,
  mount: (place) => mountScorer(place, (root, id, onPlace) => new LeagueGame(root, id, onPlace)),
} satisfies TitledView;
