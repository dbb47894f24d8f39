import { outbox } from "./game/outbox.js";
import { applyPending } from "./game/rules.js";
import { savedGames } from "./game/saved-games.js";
import { element } from "./lib/dom.js";
import { t } from "./lib/i18n.js";
import { icon } from "./ui/controls.js";
import { Pegboard } from "./ui/pegboard.js";
import { list } from "./lib/text.js";

// What the board shows while no table is kept.
const SHOWN = [
  { score: 74, previous: 66 },
  { score: 81, previous: 69 },
];
const RULES = { target: 121, skunk_below: 91, double_skunk_below: 61 };
const RESUMED = 2;

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

// The tables whose game goes on, or of which this phone has yet to tell something.
function openTables() {
  return savedGames
    .list()
    .map((table) => ({ ...table, ...outbox.of(table.id) }))
    .map((table) => ({ ...table, game: applyPending(table.game, table.waiting) }))
    .filter(({ game, waiting, refused }) => game.status === "playing" || waiting.length + refused.length > 0);
}

function resume({ game, token }) {
  const scores = list(game.sides.map(({ name, score }) => `${name} ${score}`));
  const line = token ? t("home.resume.line", { n: game.deal }) : t("home.watch.line");
  return entry(`#/table?id=${game.id}`, t("home.resume", { scores }), line, "entry resume");
}

// The league night that this phone joined; what is told of it comes later, into room that is kept.
function tonight() {
  try {
    const night = localStorage.getItem("pegout.night");
    const place = entry(`#/card?id=${night}`, t("card.title"), "\u00a0", "entry resume");
    if (!night) return null;
    import("./night/joined.js").then(({ tellTonight }) => tellTonight(place, night)).catch(() => {});
    return place;
  } catch {
    return null;
  }
}

/** The first view: what Pegout is and where to go. */
export default {
  title: "home.title",
  mount({ root }) {
    const open = openTables().slice(0, RESUMED);
    const resumed = new Map(open.map((table) => [table.id, resume(table)]));
    // How a game of tonight ended may be heard a moment later.
    const close = () => {
      const still = new Set(openTables().map(({ id }) => id));
      for (const [id, place] of resumed) if (!still.has(id)) place.remove();
    };
    for (const kept of [savedGames, outbox]) kept.addEventListener("change", close);
    const shown = open[0]?.game ?? { rules: RULES, sides: SHOWN };
    const plain = (path, key) => entry(`#${path}`, t(key), t(`${key}.line`));
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
    return () => [savedGames, outbox].forEach((kept) => kept.removeEventListener("change", close));
  },
};
