import { readHistory } from "../game/game-log.ts";
import { type LocalGame, standingPegs } from "../game/local-game.ts";
import { sideNames } from "../game/names.ts";
import { database, type PresentGame, type SavedGame, savedGames } from "../game/saved-games.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { clock, dateOf, day, dayOfYear, nameKey, today } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import type { TitledView } from "../lib/router.ts";
import { mark } from "../ui/controls.ts";
import { Strip } from "../ui/strip.ts";

// A game that is not over rests this many milliseconds after its last change.
const DAY = 86_400_000;

/** A phone's record over its games. A figure is null if no game has it. */
type GameRecord = { games: number; won: number | null; skunks: number | null; best: number | null };

/** Returns the time of the last thing that happened in a game, as this phone knows it. */
function lastTime({ game, opened }: SavedGame): Date {
  return new Date(game.pegs[0]?.at ?? game.latest?.at ?? opened);
}

/** Returns the day of a game. @returns as `2026-01-28` */
function dayOf(saved: SavedGame): string {
  return dateOf(lastTime(saved));
}

/** Returns the record of this phone's own games, without games that it only watched. */
function recordOf(games: SavedGame[]): GameRecord {
  const played = games.filter(({ token, game }) => token && game.status === "finished");
  const known = played.filter(({ side }) => side !== null && side !== undefined);
  const wins = known.filter(({ game, side }) => game.winner === side);
  const hands = known.map((saved) => bestHands(saved)[Number(saved.side)]).filter((points) => points > 0);
  return {
    games: played.length,
    won: known.length ? wins.length : null,
    skunks: known.length ? wins.filter(({ game }) => game.skunk !== "none").length : null,
    best: hands.length ? Math.max(...hands) : null,
  };
}

// The Game has only its newest pegs; all hands are in the history, which is read once.
function bestHands({ game, best }: SavedGame) {
  return best?.version === game.version ? best.hands : handsOf(game.pegs, game.sides.length);
}

function handsOf(pegs: { side: number; points: number; for: string }[], sides: number) {
  const hands = pegs.filter((peg) => peg.for === "hand");
  return Array.from({ length: sides }, (_, side) =>
    Math.max(0, ...hands.filter((peg) => peg.side === side).map(({ points }) => points)),
  );
}

/**
 * Reads the history of each game that is over or was not changed for a day, unless this phone keeps it. Saves the best
 * hands of this phone's own games from it.
 * @param isWanted returns false to stop
 */
async function keepHistories(isWanted: () => boolean) {
  for (const saved of savedGames.list()) {
    const { id, game, past, removed } = saved;
    const isResting = game.status !== "playing" || Date.now() - lastTime(saved).getTime() > DAY;
    if (removed || game.version === 0 || !isResting || ((past ?? 0) >= game.version && !needsBest(saved))) continue;
    try {
      const events = await readHistory(saved);
      if (!isWanted()) return;
      const hands = handsOf(standingPegs(events), game.sides.length);
      if (needsBest(saved)) await savedGames.save({ id, best: { version: game.version, hands } });
    } catch (error) {
      if (error instanceof Unreachable) return;
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

function needsBest({ game, token, side, best }: SavedGame) {
  const isOwn = Boolean(token) && side !== null && side !== undefined;
  return isOwn && game.status === "finished" && best?.version !== game.version;
}

// With more games than these, a search is quicker than a look at the list.
const MAX_UNSEARCHED = 8;
// Milliseconds in which a dismissal can be taken back.
const UNDO = 8000;

function dayText(saved: SavedGame) {
  const date = dayOf(saved);
  if (date === today()) return t("games.today");
  return date.slice(0, 4) === today().slice(0, 4) ? day(date) : dayOfYear(date);
}

function placeText(saved: SavedGame & { game: LocalGame }) {
  const values = { day: dayText(saved), n: saved.table };
  if (saved.table) return t("games.table", values);
  return saved.night ? t("games.league", values) : values.day;
}

/** @returns the names of the sides, as this phone calls them */
function namesOf({ game, side }: SavedGame): string[] {
  return sideNames(game.sides, side);
}

function namesLine(saved: SavedGame) {
  const { winner, sides } = saved.game;
  return namesOf(saved).flatMap((name, side) => {
    const text = element(side === winner ? "strong" : "bdi", { dir: "auto" }, name);
    const won =
      side === winner && sides.length > 1 ? element("span", { class: "unseen" }, ` ${t("games.winner")}`) : null;
    return [" ", element("span", { class: "side-name" }, mark(side), text, won)];
  });
}

function scoreLine({ sides, winner }: LocalGame) {
  return sides.flatMap(({ score }, side) => [
    side > 0 ? "\u2060–\u2060" : "",
    element(side === winner ? "strong" : "span", {}, String(score)),
  ]);
}

/** @returns empty for none */
function remarkOf({ game, side, token }: SavedGame): string {
  const { status, skunk, winner, sides, rules } = game;
  if (status === "void") return t("games.void");
  if (status === "playing") return t("games.unfinished");
  if (skunk !== "none") return t(`games.${skunk}`);
  if (!token) return t("games.watched");
  const isLost = side !== null && side !== undefined && side !== winner;
  return isLost ? t("games.lost", { n: rules.target - sides[side].score }) : "";
}

/** A game that goes on: its strip, and the keys to go on with it or to put it away. */
class OpenCard {
  #names = element("h3", {});
  #score = element("p", { class: "game-score" });
  #place = element("p", { class: "help" });
  #resume;
  #dismiss = element("button", { type: "button", class: "quiet", onclick: () => this.#onDismiss(true) });
  #undo = element("button", { type: "button", class: "again", onclick: () => this.#onDismiss(false) }, t("games.undo"));
  #strip;
  #listener;
  #body;
  #gone = element("div", { class: "dismissed" }, element("p", { role: "status" }), this.#undo);
  declare node;

  constructor({ id, game }: SavedGame, onDismiss: (isDismissed: boolean) => void) {
    this.#listener = onDismiss;
    this.#strip = new Strip(game.rules, game.sides.length);
    this.#resume = element("a", { class: "primary", href: `#/table?id=${id}` });
    this.#dismiss.textContent = t("games.dismiss");
    const head = element("div", { class: "game-head" }, this.#names, this.#score);
    const keys = element("div", { class: "game-keys" }, this.#resume, this.#dismiss);
    this.#body = element("div", {}, head, this.#strip.node, keys, this.#place);
    this.node = element("li", { class: "open-game" }, this.#body, this.#gone);
  }

  /** Shows the game as it is. */
  show(saved: SavedGame & PresentGame) {
    const { game, token, dismissed } = saved;
    const names = namesOf(saved);
    const scores = game.sides.map(({ score }) => score);
    this.#body.hidden = Boolean(dismissed);
    this.#gone.hidden = !dismissed;
    this.#names.replaceChildren(...namesLine(saved));
    this.#score.textContent = scores.join("\u2060–\u2060");
    this.#strip.show(scores);
    this.#resume.textContent = t(token ? "games.resume" : "games.watch", { n: game.deal });
    this.#dismiss.setAttribute("aria-label", t("games.dismiss.what", { names: list(names) }));
    const time = clock(lastTime(saved));
    this.#place.textContent = game.pegs.length ? t("games.peg", { day: placeText(saved), time }) : placeText(saved);
  }

  #onDismiss(isDismissed: boolean) {
    this.#listener(isDismissed);
    (this.#gone.firstChild as HTMLElement).textContent = isDismissed ? t("games.dismissed") : "";
    (isDismissed ? this.#undo : this.#dismiss).focus({ preventScroll: true });
  }
}

class MyGames {
  #undoable: Map<string, ReturnType<typeof setTimeout>> = new Map();
  #isGone = false;
  #shown = "";
  #open = element("ul", { class: "open-games" });
  #openPart = element("section", {}, element("h2", {}, t("games.open")), this.#open);
  #cards;
  #figures = element("dl", { class: "figures", "aria-label": t("games.record") });
  #search = element("input", {
    type: "search",
    id: "game-search",
    autocomplete: "off",
    oninput: () => this.#showPast(),
    onfocus: () => this.#refineKey(),
  });
  #key = nameKey;
  #field = element(
    "div",
    { class: "field" },
    element("label", { for: "game-search" }, t("games.search")),
    this.#search,
  );
  #past = element("ul", { class: "past-games" });
  #none = element("p", { class: "help", role: "status" });
  #pastPart = element(
    "section",
    {},
    element("h2", { class: "unseen" }, t("games.past")),
    this.#field,
    this.#none,
    this.#past,
  );
  #onChange = () => this.#show();

  constructor(root: HTMLElement) {
    this.#cards = new KeyedList(
      this.#open,
      ({ id }: SavedGame) => id,
      (saved) => new OpenCard(saved, (isDismissed) => this.#dismiss(saved.id, isDismissed)),
    );
    root.append(this.#openPart, this.#figures, this.#pastPart);
    for (const type of ["change", "taps"]) savedGames.addEventListener(type, this.#onChange);
    this.#show();
    keepHistories(() => !this.#isGone);
  }

  close() {
    this.#isGone = true;
    for (const timer of this.#undoable.values()) clearTimeout(timer);
    for (const type of ["change", "taps"]) savedGames.removeEventListener(type, this.#onChange);
  }

  #dismiss(id: string, isDismissed: boolean) {
    clearTimeout(this.#undoable.get(id));
    if (isDismissed) {
      const forget = () => {
        this.#undoable.delete(id);
        this.#show();
      };
      this.#undoable.set(id, setTimeout(forget, UNDO));
    } else this.#undoable.delete(id);
    savedGames.save({ id, dismissed: isDismissed });
  }

  #show() {
    const all = savedGames.list().map((saved) => ({ ...saved, ...savedGames.withTaps(saved) }));
    const open = new Set(savedGames.open().map(({ id }) => id));
    const cards = all.filter(({ id }) => open.has(id) || this.#undoable.has(id));
    this.#openPart.hidden = cards.length === 0;
    this.#cards.show(cards);
    this.#showFigures(all);
    this.#showPast();
  }

  #showFigures(all: SavedGame[]) {
    const { games, won, skunks, best } = recordOf(all);
    this.#figures.hidden = games === 0;
    const figures = Object.entries({ games, won, skunks, best }).flatMap(([name, n]) =>
      n === null
        ? []
        : element("div", {}, element("dt", {}, t(`games.figure.${name}`, { n })), element("dd", {}, String(n))),
    );
    this.#figures.replaceChildren(...figures);
  }

  // Home loads this module, and has no room for the table of letters.
  async #refineKey() {
    const module = await import("../lib/alike-key.ts").catch(() => null);
    if (!module || this.#isGone) return;
    this.#key = module.alikeKey;
    this.#showPast();
  }

  #showPast() {
    const open = new Set([...savedGames.open().map(({ id }) => id), ...this.#undoable.keys()]);
    const past = savedGames
      .list()
      .filter(({ id }) => !open.has(id))
      .map((saved) => ({ ...saved, ...savedGames.withTaps(saved) }))
      .sort((one, other) => lastTime(other).getTime() - lastTime(one).getTime());
    this.#field.hidden = past.length <= MAX_UNSEARCHED && !this.#search.value;
    const wanted = this.#key(this.#search.value).split(" ");
    const found = past.filter((saved) => {
      const players = saved.game.sides.flatMap((side) => side.players);
      const text = this.#key([...namesOf(saved), ...players, placeText(saved), remarkOf(saved)].join(" "));
      return wanted.every((word) => text.includes(word));
    });
    const isEmpty = past.length === 0 && open.size === 0;
    const none = database.isSaved ? "games.empty" : "games.unread";
    this.#none.textContent =
      found.length > 0 || (past.length === 0 && !isEmpty) ? "" : t(isEmpty ? none : "games.none");
    const key = JSON.stringify(
      found.map(({ id, game, side, dismissed, removed }) => [id, game.version, side, dismissed, removed]),
    );
    if (key === this.#shown) return;
    this.#shown = key;
    this.#past.replaceChildren(...found.map(pastRow));
  }
}

function pastRow(saved: SavedGame) {
  const { id, dismissed, game, removed } = saved;
  // Whoever opens a game that was put away goes on with it.
  const open = () => dismissed && savedGames.save({ id, dismissed: false });
  const remark = remarkOf(saved);
  return element(
    "li",
    {},
    element(
      "a",
      { href: `#/table?id=${id}`, onclick: open },
      element("span", { class: "game-names" }, namesLine(saved)),
      " ",
      element("span", { class: "game-score" }, scoreLine(game)),
      " ",
      element("span", { class: "help" }, [placeText(saved), removed && t("games.kept")].filter(Boolean).join(", ")),
      " ",
      element("span", { class: saved.token ? "remark" : "remark help" }, remark),
    ),
  );
}

/** The games of this phone: the open games, the record, and the other games, the newest first. */
export default {
  title: "games.title",
  mount({ root }) {
    const games = new MyGames(root);
    return () => games.close();
  },
} satisfies TitledView;
