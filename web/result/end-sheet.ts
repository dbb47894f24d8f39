import type { Event as PastEvent } from "pegout-api";
import { Directions } from "../game/directions.ts";
import { type LocalGame, type RematchWishes, standingPegs } from "../game/local-game.ts";
import { peopleNamed, publicNames } from "../game/names.ts";
import { dealerAnswers } from "../game/seats.ts";
import { element } from "../lib/dom.ts";
import { dateOf, day } from "../lib/format.ts";
import { isolated, list, t } from "../lib/i18n.ts";
import { ROOT } from "../lib/root.ts";
import { choice } from "../ui/controls.ts";
import { askPictureNames, drawPicture, pictureFile, pictureText, withPictureNames } from "./poster.ts";
import type { SummaryPlace } from "./summary-place.ts";

/**
 * The texts for the end of a game: winner and losers (a sentence, and two lines), the scores (winner first), a remark,
 * date and club. `club` is empty if there is no club.
 */
export type EndStory = {
  game: LocalGame;
  beat: string;
  winner: string;
  losers: string;
  scores: number[];
  sentence: string;
  date: string;
  club: string;
};

const BY = { none: "end.by", skunk: "end.by.skunk", double_skunk: "end.by.double_skunk" };
const LOWBALL = { none: "", skunk: "end.lowball.skunk", double_skunk: "end.lowball.double_skunk" };

/**
 * Returns the texts for the end of a game.
 * @param game a finished one
 * @param events all of its events, if they are here; else its newest pegs are looked at
 */
function endStory(game: LocalGame, events: PastEvent[] | null = null, club: string = ""): EndStory {
  if (game.rules.lowball) return lowballStory(game, events, club);
  const { sides, winner, rules, skunk } = game;
  const winning = sides[winner ?? 0];
  const losing = sides.filter((side) => side !== winning);
  const scores = [winning, ...losing].map(({ score }) => score);
  const losers = list(losing.map(({ name }) => isolated(name)));
  const names = { winner: isolated(winning.name), losers, n: peopleNamed(winning) };
  const isStink = losing.some(({ score }) => score === rules.target - 1);
  const by = scores[0] - Math.max(...scores.slice(1));
  const margin = isStink ? t("end.stink") : t(BY[skunk], { n: by });
  return {
    game,
    beat: t("end.beat", { ...names, scores: scores.join("\u2060–\u2060") }),
    winner: t("end.winner", names),
    losers: t("end.losers", names),
    scores,
    sentence: [margin, bestHandText(game, events)].filter(Boolean).join(" "),
    date: dateText(game),
    club,
  };
}

// The side on the target has lost; the side with the fewest points has won.
function lowballStory(game: LocalGame, events: PastEvent[] | null, club: string): EndStory {
  const { sides, winner, winners = [winner ?? 0], rules, skunk } = game;
  const out = sides.filter(({ score }) => score >= rules.target);
  const won = winners.map((side) => sides[side]);
  const [{ score }] = won;
  const nameText = (all: typeof sides) => list(all.map(({ name }) => isolated(name)));
  const names = { winner: nameText(won), losers: nameText(out), n: rules.target, score };
  return {
    game,
    beat: t("end.lowball.beat", names),
    winner: t("end.lowball.winner", names),
    losers: t("end.lowball.losers", names),
    scores: [score, rules.target],
    sentence: [LOWBALL[skunk] && t(LOWBALL[skunk]), bestHandText(game, events)].filter(Boolean).join(" "),
    date: dateText(game),
    club,
  };
}

function dateText({ pegs, latest }: LocalGame) {
  return day(dateOf(new Date(pegs[0]?.at ?? latest?.at ?? Date.now())));
}

/**
 * Returns the sentences about the match: the worth of a skunk, and the tally after more games than one.
 * @param game a finished one
 */
function matchText({ sides, match, value, match_winner: winner = null }: LocalGame): string[] {
  const games = match.reduce((sum, won) => sum + won, 0);
  const tally = list(sides.map(({ name }, side) => `${isolated(name)} ${match[side]}`));
  return [
    (value ?? 1) > 1 ? t("end.worth", { n: value }) : "",
    games > (value ?? 0) ? t("end.match", { tally }) : "",
    winner === null ? "" : t("end.match.won", { winner: isolated(sides[winner].name) }),
  ].filter(Boolean);
}

function bestHandText({ sides, pegs }: LocalGame, events: PastEvent[] | null) {
  const hands = (events ? standingPegs(events) : pegs).filter((peg) => peg.for === "hand");
  if (hands.length === 0) return "";
  const best = Math.max(...hands.map(({ points }) => points));
  const owners = new Set(hands.filter(({ points }) => points === best).map(({ side }) => side));
  const names = list([...owners].sort().map((side) => isolated(sides[side].name)));
  return t("end.best", { names, n: best });
}

/** A link that leads on from a game. */
export type Link = { href: string; label: string };
/**
 * The end of a game that has no rematch: the sentences about it, the link that leads on, and the club. `canUndo` is
 * true if it can still be undone. `next` is the next game in a sentence, and the key to it.
 */
export type Ending = {
  text: string[];
  link: Link;
  next?: { text: string; label: string; onTap: () => void } | null;
  canUndo: boolean;
  club?: string;
};
/**
 * Called by the sheet: `onFollow` goes to a rematch that began, `names` returns the names of the sides, `history`
 * fetches all events of the game. `undoes` returns the thing that `onUndo` takes back in words. `board` is the drawing
 * on which the last peg still flies, `confirmation` the question about a result, `summary` the course of the game.
 */
type EndListeners = {
  onUndo: () => void;
  undoes: () => string;
  onRematch: (wishes: RematchWishes) => void;
  onFollow: (game: string) => void;
  names?: () => string[];
  history?: () => Promise<PastEvent[]>;
  board?: Element;
  confirmation?: HTMLElement;
  summary?: SummaryPlace;
};

// The pause after the last peg has landed, in milliseconds.
const PAUSE = 300;
// The height of the edges of the sheet, in pixels.
const EDGES = 24;
// The height of the first words of the summary, which show that the sheet goes on, in pixels.
const PEEK = 44;

/** The sheet at the end of a game, over the table: a picture of it, and the ways on. */
export class EndSheet {
  #title = element("h2", { class: "unseen", id: "end-title", tabindex: "-1" });
  #picture = element("div", { class: "end-picture walnut" });
  // Before the picture, as the question about the result: both are for now.
  #next = element("div", { class: "end-next" });
  #text = element("div", { class: "end-words" });
  #keys = element("div", { class: "end-keys" });
  #listeners;
  #shownEnd = "";
  #shownUndo = "";
  #shownRematch: string | null = null;
  /** The events of the game, and the peg that was its newest then. */
  #known: { newest: string; events: PastEvent[] } | null = null;
  #openings = 0;
  #drawnWidth = 0;
  /** The end that is shown. */
  #story: () => EndStory | null = () => null;
  /** The names that somebody typed for the picture, by side. */
  #typed: string[] = [];
  declare node;

  constructor(listeners: EndListeners) {
    this.#listeners = listeners;
    this.node = element(
      "dialog",
      { class: "end-sheet", "aria-labelledby": "end-title" },
      this.#title,
      this.#next,
      listeners.confirmation ?? null,
      this.#picture,
      this.#text,
      this.#keys,
      listeners.summary?.node ?? null,
    );
    // Draw in the next frame, and only for a new width: browsers report an observer that resizes its own element as an
    // error.
    new ResizeObserver(() => {
      if (this.#picture.clientWidth !== this.#drawnWidth) requestAnimationFrame(() => this.#draw());
    }).observe(this.#picture);
  }

  /**
   * Opens it, as soon as the last peg has landed.
   * @param ended a finished one @param canScore whether this phone may peg
   * @param ending instead of the match and its rematch
   */
  open(ended: LocalGame, canScore: boolean, ending: Ending | null = null) {
    const game = withNames(ended, this.#listeners.names?.() ?? ended.sides.map(({ name }) => name));
    const shared = withNames(ended, publicNames(ended.sides));
    this.#openings += 1;
    const opening = this.#openings;
    const { beat } = endStory(shared);
    this.#shownEnd = beat;
    this.#shownUndo = this.#listeners.undoes();
    this.#shownRematch = game.rematch;
    const newest = `${game.pegs[0]?.id} ${beat}`;
    this.#typed = [];
    this.#story = () => {
      const events = this.#known?.newest === newest ? this.#known.events : null;
      return endStory(withPictureNames(shared, this.#typed), events, ending?.club);
    };
    this.#title.textContent = beat;
    this.tell(ending?.text ?? matchText(game));
    const next = ending?.next;
    this.#next.replaceChildren(...(next ? [element("p", {}, next.text), key("primary", next.label, next.onTap)] : []));
    this.#keys.replaceChildren(...this.#allKeys(game, canScore, ending));
    this.#draw();
    void this.#listeners.summary?.show();
    const show = () => {
      if (opening !== this.#openings || this.node.open || !this.node.isConnected) return;
      this.node.showModal();
      this.#draw();
      this.#title.focus();
    };
    if (this.node.open) this.#title.focus();
    else this.#landed().then(show);
    if (this.#known?.newest !== newest) this.#fetch(newest, opening);
  }

  /** Changes the sentences below the picture. */
  tell(lines: string[]) {
    this.#text.replaceChildren(...lines.filter(Boolean).map((line) => element("p", {}, line)));
  }

  /**
   * Returns true if it shows another end than the game's: another phone changed a peg, or the rematch began.
   * @param game a finished one
   */
  isStale(game: LocalGame): boolean {
    const { beat } = endStory(withNames(game, publicNames(game.sides)));
    const isSame = beat === this.#shownEnd && this.#listeners.undoes() === this.#shownUndo;
    return this.node.open && (game.rematch !== this.#shownRematch || !isSame);
  }

  /** Closes it. */
  close() {
    this.#openings += 1;
    this.node.close();
  }

  // At the table the last peg falls into its hole first.
  async #landed() {
    const flights = this.#listeners.board?.getAnimations({ subtree: true }) ?? [];
    if (flights.length === 0) return;
    await Promise.all(flights.map(({ finished }) => finished.catch(() => {})));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }

  // The best hand may be older than the pegs of the Game.
  async #fetch(newest: string, opening: number) {
    try {
      const events = await this.#listeners.history?.();
      if (!events || opening !== this.#openings) return;
      this.#known = { newest, events };
      this.#draw();
    } catch {
      // Without a network the picture shows the known pegs.
    }
  }

  #draw() {
    const story = this.#story();
    const width = this.#picture.clientWidth;
    if (!story || width === 0 || this.#picture.querySelector("img")) return;
    const text = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const others = [this.#next, this.#text, this.#listeners.confirmation, this.#keys];
    const rest = innerHeight - EDGES - (story.game.pegs.length > 0 ? PEEK : 0);
    const room = others.reduce((left, node) => left - (node?.offsetHeight ?? 0), rest);
    this.#drawnWidth = width;
    this.#picture.replaceChildren(drawPicture(story, { width, room, text }));
  }

  #allKeys(game: LocalGame, canScore: boolean, ending: Ending | null): HTMLElement[] {
    const { rematch } = game;
    const share = key("quiet", t("end.share"), () => this.#share(game));
    const { label, href } = ending?.link ?? { label: t("app.home"), href: "#/" };
    const isOpen = !ending && !rematch && canScore;
    const canUndo = canScore && (ending ? ending.canUndo : !rematch);
    const history = element("a", { class: "plain", href: `#/history?id=${game.id}` }, t("history.title"));
    return [
      element(
        "div",
        { class: "end-row" },
        share,
        key("quiet", label, () => (location.hash = href)),
      ),
      ...(isOpen ? this.#rematchKeys(game) : []),
      ...(!ending && rematch ? [key("primary", t("end.open"), () => this.#listeners.onFollow(rematch))] : []),
      element(
        "div",
        { class: "end-row" },
        canUndo ? key("plain", t("end.undo", { what: this.#shownUndo }), () => this.#listeners.onUndo()) : null,
        history,
        key("plain", t("end.look"), () => this.close()),
      ),
    ];
  }

  #rematchKeys(game: LocalGame): HTMLElement[] {
    const names = game.sides.map(({ name }) => name);
    const ways = game.crash_directions ? new Directions(game.crash_directions) : null;
    ways?.show(names);
    let cut = 0;
    const isDecided = typeof game.match_winner === "number";
    const asks = game.rules.first_deal === "cut" || isDecided || mayDecide(game);
    const rematchKey = key("primary", t(isDecided ? "end.rematch.match" : "end.rematch"), () =>
      this.#listeners.onRematch({ cut: asks ? cut : undefined, directions: ways?.value }),
    );
    const turns = ways ? [element("p", {}, t("end.ways")), ways.node] : [];
    if (!asks) return [...turns, rematchKey];
    const seats = dealerAnswers(game.sides, names);
    const seatChoice = choice(t("end.cut"), seats, "0", (seat) => (cut = Number(seat)));
    return [element("p", {}, t("end.cut")), seatChoice, ...turns, rematchKey];
  }

  // The link of the picture has no token, so its readers look on.
  async #share(game: LocalGame) {
    const typed = await askPictureNames(withNames(game, publicNames(game.sides)), this.#typed);
    if (!typed) return;
    this.#typed = typed;
    this.#draw();
    const story = this.#story();
    if (!story) return;
    const text = `${story.beat} ${story.sentence}\n${ROOT}#/table?id=${game.id}`;
    try {
      const files = [await pictureFile(story)];
      if (navigator.canShare?.({ files })) await navigator.share?.({ files, text });
      else this.#showFile(files[0], pictureText(story));
    } catch (error) {
      // A user who closes the sheet of the phone has changed their mind.
      if (error instanceof DOMException && error.name === "AbortError") return;
      this.#text.replaceChildren(element("p", { role: "status" }, t("end.no_picture")));
    }
  }

  // If the page cannot share, the user saves the picture by a long press.
  #showFile(file: File, alt: string) {
    const src = URL.createObjectURL(file);
    const save = element("a", { class: "quiet", href: src, download: file.name }, t("end.save"));
    this.#picture.replaceChildren(element("img", { src, alt }));
    this.#text.replaceChildren(element("p", {}, t("end.press")));
    this.#keys.firstElementChild?.firstElementChild?.replaceWith(save);
    save.focus();
    this.node.addEventListener("close", () => this.#picture.replaceChildren(), { once: true });
    this.node.addEventListener("close", () => setTimeout(() => URL.revokeObjectURL(src), 60_000), { once: true });
  }
}

/** @param names of its sides */
function withNames(game: LocalGame, names: string[]): LocalGame {
  return { ...game, sides: game.sides.map((side, at) => ({ ...side, name: names[at] })) };
}

// If the next game may decide the match, some tables cut for its first deal.
function mayDecide({ rules, match }: LocalGame) {
  const isCut = rules.first_deal === "alternate_then_cut";
  return isCut && match.some((games) => games + Math.max(...rules.game_values) >= Number(rules.match_to));
}

function key(look: "primary" | "quiet" | "plain", label: string, onTap: () => void) {
  return element("button", { type: "button", class: look, onclick: onTap }, label);
}
