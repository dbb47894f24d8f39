/** @import { LocalGame } from "./game/rules.js" */
/** @import { SavedGame } from "./game/saved-games.js" */
/** @import { Place } from "./lib/router.js" */
import { savedGames } from "./game/saved-games.js";
import { element } from "./lib/dom.js";
import { list, t } from "./lib/i18n.js";
import { icon } from "./ui/controls.js";
import { Pegboard } from "./ui/pegboard.js";

// The board of a phone without a game.
const SHOWN = [
  { score: 74, previous: 66 },
  { score: 81, previous: 69 },
];
const RULES = { target: 121, skunk_below: 91, double_skunk_below: 61 };
const RESUMED = 2;

/** @param {string} href @param {string} title @param {string} line @param {string} [look] its classes */
function entry(href, title, line, look = "entry") {
  return element(
    "li",
    {},
    element(
      "a",
      { class: look, href },
      element("span", { class: "entry-words" }, element("strong", {}, title), element("span", {}, line)),
      icon("onward"),
    ),
  );
}

// The games that go on, or with taps that are still on this phone.
function openGames() {
  return savedGames
    .list()
    .map((saved) => ({ token: saved.token, ...savedGames.withTaps(saved) }))
    .filter(({ game, unsent }) => game.status === "playing" || unsent > 0);
}

/** @param {{game: LocalGame, token: string|null}} saved */
function resume({ game, token }) {
  const scores = list(game.sides.map(({ name, score }) => `${name} ${score}`));
  const line = token ? t("home.resume.line", { n: game.deal }) : t("home.watch.line");
  return entry(`#/table?id=${game.id}`, t("home.resume", { scores }), line, "entry resume");
}

// The league night that this phone joined; its text comes later, into a place of the same height.
function tonight() {
  try {
    const night = localStorage.getItem("pegout.night");
    const place = entry(`#/card?id=${night}`, t("card.title"), "\u00a0", "entry resume");
    if (!night) return null;
    import("./night/joined.js").then(({ showTonight }) => showTonight(place, night)).catch(() => {});
    return place;
  } catch {
    return null;
  }
}

/** The first view: what Pegout is and where to go. */
export default {
  title: "home.title",
  /** @param {Place} place */
  mount({ root }) {
    const open = openGames().slice(0, RESUMED);
    const resumed = new Map(open.map((saved) => [saved.game.id, resume(saved)]));
    // The end of a game may arrive a moment later.
    const removeEnded = () => {
      const ids = new Set(openGames().map(({ game }) => game.id));
      for (const [id, node] of resumed) if (!ids.has(id)) node.remove();
    };
    for (const type of ["change", "taps"]) savedGames.addEventListener(type, removeEnded);
    const shown = open[0]?.game ?? { rules: RULES, sides: SHOWN };
    const plain = (/** @type {string} */ path, /** @type {string} */ key) =>
      entry(`#${path}`, t(key), t(`${key}.line`));
    root.append(
      element("div", { class: "board-room" }, new Pegboard(shown.rules, shown.sides, t("home.board")).node),
      element("p", { class: "lead" }, t("app.line")),
      element(
        "nav",
        { "aria-label": t("home.views") },
        element(
          "ul",
          { class: "entries" },
          tonight(),
          ...resumed.values(),
          plain("/start", "home.start"),
          plain("/join-night", "home.join"),
          plain("/count", "home.count"),
          plain("/play", "home.play"),
          plain("/throw", "home.throw"),
          plain("/coordinator", "home.coordinator"),
        ),
      ),
      element("p", { class: "docs" }, element("a", { href: "/docs/" }, t("home.docs"))),
    );
    return () => {
      for (const type of ["change", "taps"]) savedGames.removeEventListener(type, removeEnded);
    };
  },
};
