import { sideNames } from "./game/names.ts";
import { type PresentGame, type SavedGame, savedGames } from "./game/saved-games.ts";
import { afterPaint, element } from "./lib/dom.ts";
import { clock, dateOf, day, today } from "./lib/format.ts";
import { isolated, list, t } from "./lib/i18n.ts";
import { ownName } from "./lib/root.ts";
import type { Place } from "./lib/router.ts";
import { icon } from "./ui/controls.ts";
import type { Pegboard } from "./ui/pegboard.ts";

// The empty board of a phone without a game.
const START = { score: 0, previous: 0 };
const EMPTY = {
  rules: { target: 121, skunk_below: 91, double_skunk_below: 61 },
  sides: [START, START],
  crash_directions: undefined,
};

let Board: typeof Pegboard | null = null;

// The board is drawn after the first paint, which has its place in the colour of the wood.
async function loadBoard() {
  Board = (await import("./ui/pegboard.ts")).Pegboard;
}

function scoreTexts({ game: { sides }, side }: SavedGame & PresentGame) {
  return sideNames(sides, side).map((name, at) => `${isolated(name)} ${sides[at].score}`);
}

function dealText({ game }: SavedGame & PresentGame) {
  const [newest] = game.pegs;
  if (!newest) return t("home.deal", { n: game.deal });
  const at = new Date(newest.at);
  const time = dateOf(at) === today() ? clock(at).replaceAll(/\s/g, "\u00a0") : day(dateOf(at));
  return t("home.deal.peg", { n: game.deal, time });
}

/** The game in hand: its board is the picture, and one tap goes on with it. Without a game the board is empty. */
class GameInHand {
  #frame = element("div", { class: "board-frame" });
  #row = element("div", { class: "in-hand" });
  #board: Pegboard | null = null;
  #shown = "";

  node = element("section", { class: "hand" }, element("div", { class: "board-place" }, this.#frame), this.#row);

  /** Shows the newest game that goes on. */
  show() {
    const [saved] = savedGames.open();
    const { id, rules, sides, crash_directions: directions } = saved?.game ?? { ...EMPTY, id: "" };
    const scores = saved ? scoreTexts(saved) : [];
    const name = saved ? list(scores) : t("home.board");
    if (this.#board && this.#shown === id) this.#board.show(sides, name);
    else if (Board) {
      this.#board = new Board(rules, sides, name, { directions });
      this.#frame.replaceChildren(this.#board.node);
      this.#shown = id;
    }
    this.#row.replaceChildren(...(saved ? this.#resumeRow(saved, scores) : [element("p", {}, t("app.line"))]));
  }

  #resumeRow(saved: SavedGame & PresentGame, scores: string[]) {
    const words = scores.flatMap((score, at) => [at > 0 ? ", " : "", element("bdi", { dir: "ltr" }, score)]);
    const label = t(saved.token ? "home.resume" : "home.watch", { scores: list(scores) });
    const href = `#/table?id=${saved.id}`;
    return [
      element("p", {}, element("strong", {}, ...words), element("span", {}, dealText(saved))),
      element(
        "a",
        { class: "primary", href, "aria-label": label },
        t(saved.token ? "home.resume.key" : "home.watch.key"),
      ),
    ];
  }
}

/** Returns the text that this browser keeps under a name; null without a text. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// The club's card. Its text comes later, into a place of the same height.
function tonightCard() {
  // The night that this phone joined last.
  const id = kept(ownName("pegout.night"));
  const title = element("strong", {}, t(id ? "home.tonight" : "home.join"));
  const line = element("span", {}, id ? "\u00a0" : t("home.join.line"));
  const key = element("a", { class: "quiet", href: id ? `#/card?id=${id}` : "#/join-night" });
  key.textContent = t(id ? "card.title" : "home.join.key");
  if (!id) key.setAttribute("aria-label", t("home.join.name"));
  const node = element("div", { class: "tonight" }, element("p", {}, title, line), key);
  afterPaint(async () => {
    const { showTonight } = await (id ? import("./night/membership.ts") : import("./night/tonight.ts"));
    await showTonight({ title, line, key }, id ?? "");
  });
  return node;
}

function tool(name: "count" | "play" | "throw") {
  const link = { href: `#/${name}`, "aria-label": t(`home.${name}`) };
  return element("li", {}, element("a", link, icon(name), element("span", {}, t(`home.${name}.key`))));
}

function gamesLink() {
  const n = savedGames.open().length;
  const badge = n > 0 ? [" ", element("span", { class: "open-count" }, String(n))] : [];
  const name = n > 0 ? t("home.games.open", { n }) : null;
  return element("a", { href: "#/games", "aria-label": name }, t("home.games"), ...badge);
}

/** The first view: the game in hand, and where to go. */
export default {
  title: "home.title",
  mount({ root }: Place) {
    const inHand = new GameInHand();
    const games = element("li");
    let isGone = false;
    // The end of a game may arrive a moment later.
    const keep = element("a", { href: "#/start" }, t("home.start"));
    const show = () => {
      if (isGone) return;
      inHand.show();
      // The first key of the page goes on with the game in hand.
      keep.className = savedGames.open().length > 0 ? "quiet keep" : "primary keep";
      games.replaceChildren(gamesLink());
    };
    for (const type of ["change", "taps"]) savedGames.addEventListener(type, show);
    show();
    const link = (href: string, key: string) => element("a", { href }, t(key));
    const links = element(
      "ul",
      { class: "foot-links" },
      kept(ownName("pegout.me")) ? element("li", {}, link("#/me", "me.title")) : null,
      games,
      element("li", {}, link("#/coordinator", "home.coordinator")),
    );
    root.append(
      inHand.node,
      element(
        "nav",
        { class: "ways-on", "aria-label": t("home.views") },
        keep,
        tonightCard(),
        element("ul", { class: "tools" }, tool("count"), tool("play"), tool("throw")),
        links,
      ),
    );
    if (!Board) afterPaint(() => loadBoard().then(show));
    afterPaint(async () => (await import("./night/tonight.ts")).showClub(links));
    return () => {
      isGone = true;
      for (const type of ["change", "taps"]) savedGames.removeEventListener(type, show);
    };
  },
};
