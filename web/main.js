/** @import { TitledView, View } from "./lib/router.js" */
import { savedCredentials } from "./access/credentials.js";
import { savedGames } from "./game/saved-games.js";
import home from "./home.js";
import { afterPaint, element } from "./lib/dom.js";
import { addMessages, language, loadMessages, onLanguage, otherLanguage, setLanguage, t } from "./lib/i18n.js";
import { loadView, reload, Router } from "./lib/router.js";
import { icon } from "./ui/controls.js";

addMessages("shell", { en: () => import("./messages/en.js"), fr: () => import("./messages/fr.js") });
addMessages("game", { en: () => import("./game/messages/en.js"), fr: () => import("./game/messages/fr.js") });
addMessages("rules", { en: () => import("./rules/messages/en.js"), fr: () => import("./rules/messages/fr.js") });
addMessages("rulebook", {
  en: () => import("./rulebook/messages/en.js"),
  fr: () => import("./rulebook/messages/fr.js"),
});
addMessages("table", { en: () => import("./table/messages/en.js"), fr: () => import("./table/messages/fr.js") });
addMessages("lost", { en: () => import("./lost/messages/en.js"), fr: () => import("./lost/messages/fr.js") });
addMessages("cards", { en: () => import("./cards/messages/en.js"), fr: () => import("./cards/messages/fr.js") });
addMessages("night", { en: () => import("./night/messages/en.js"), fr: () => import("./night/messages/fr.js") });
addMessages("access", { en: () => import("./access/messages/en.js"), fr: () => import("./access/messages/fr.js") });
addMessages("club", { en: () => import("./club/messages/en.js"), fr: () => import("./club/messages/fr.js") });
addMessages("rounds", { en: () => import("./rounds/messages/en.js"), fr: () => import("./rounds/messages/fr.js") });
addMessages("coordinator", {
  en: () => import("./coordinator/messages/en.js"),
  fr: () => import("./coordinator/messages/fr.js"),
});

const GAME_STYLES = new URL("./styles/game.css", import.meta.url);
const RESULT_STYLES = new URL("./styles/result.css", import.meta.url);

/** The style sheets and messages of a view. @typedef {{styles: URL[], messages: string[]}} Feature */

// The features, without the style sheet and the messages of a game, which all views have.
const GAME = { styles: [RESULT_STYLES, new URL("./styles/start.css", import.meta.url)], messages: [] };
const TABLE = { styles: [new URL("./styles/table.css", import.meta.url)], messages: ["table"] };
const CARDS = { styles: [new URL("./styles/cards.css", import.meta.url)], messages: ["cards"] };
const RULEBOOK = {
  styles: [...CARDS.styles, new URL("./styles/rulebook.css", import.meta.url)],
  messages: ["cards", "rulebook"],
};
const NIGHT = { styles: [new URL("./styles/night.css", import.meta.url)], messages: ["night"] };
const CLUB = {
  styles: [...NIGHT.styles, RESULT_STYLES, new URL("./styles/club.css", import.meta.url)],
  messages: ["night", "access", "club"],
};
const COORDINATOR = { styles: CLUB.styles, messages: [...CLUB.messages, "rounds", "coordinator"] };

// Milliseconds until what the first paint does not need is loaded again.
const SECOND_TRY = 15_000;
// Views of people who look on, and milliseconds that these views have the network for themselves.
const WATCHED = ["/night", "/standings"];
const WATCHED_ALONE = 3000;

// The views that show games of this phone, as all views of a table do.
const OF_GAME = ["/table", "/result", "/history", "/join", "/card"];
const WITH_GAMES = ["/", "/start", "/games", ...OF_GAME];

const main = byId("main");
const bar = byId("bar");
const skip = byId("skip");

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** A view that is loaded when somebody goes there; `preload` fetches it before it is shown. @typedef {TitledView & {preload: () => Promise<unknown>}} LazyView */

/**
 * Returns a view that is loaded when somebody goes there.
 * @param {string} title its message key @param {() => Promise<{default: View}>} load imports its module
 * @param {Feature} feature
 * @returns {LazyView}
 */
function lazyView(title, load, { styles, messages }) {
  const loadWithTaps = () => Promise.all([load(), needsGames() && readTaps()]).then(([module]) => module);
  const fetchView = () => loadView(loadWithTaps, [GAME_STYLES, ...styles], ["game", "rules", ...messages]);
  return {
    title,
    preload: () => fetchView().catch(() => {}),
    mount(place) {
      /** @type {(() => void)|null|void} */
      let end = null;
      let isGone = false;
      const show = (/** @type {View} */ view) => {
        if (isGone) return;
        place.root.replaceChildren();
        end = view.mount(place);
      };
      let retries = 0;
      const fetchAgain = async () => {
        try {
          return await fetchView();
        } catch (error) {
          retries += 1;
          // The first follows at once. Some browsers never ask again for a script that did not come: a new page does.
          if (retries > 1 && (await isAnswering()) && !isGone) reload();
          throw error;
        }
      };
      fetchView().then(show, async () => {
        const { Loading } = await import("./ui/notice.js");
        if (isGone) return;
        const loading = new Loading(fetchAgain, show, { loading: "", offline: () => t("network.view") });
        place.root.append(element("div", { class: "arrival" }, loading.node));
        end = () => loading.close();
      });
      return () => {
        isGone = true;
        end?.();
      };
    },
  };
}

async function isAnswering() {
  const { Unreachable, send } = await import("./lib/api.js");
  try {
    await send("GET", "/healthz");
    return true;
  } catch (error) {
    if (error instanceof Unreachable) return false;
    throw error;
  }
}

// A view of a night, a season or a player.
/** @param {LazyView} view */
function unlisted(view) {
  return { ...view, isUnlisted: true };
}

const scorer = lazyView("table.title", () => import("./table/table-view.js"), TABLE);
const leagueScorer = lazyView("table.title", () => import("./night/league-game.js"), TABLE);
const result = lazyView("result.title", () => import("./result/result.js"), GAME);
const leagueResult = lazyView("result.title", () => import("./night/league-result.js"), GAME);

/** A view of a game, with another one for the games of a night. @param {typeof scorer} own @param {typeof scorer} league @returns {typeof scorer} */
function ofGame(own, league) {
  return { ...own, mount: (place) => (savedGames.get(place.query.get("id"))?.night ? league : own).mount(place) };
}

/** @type {Record<string, TitledView & {preload?: () => Promise<unknown>}>} */
const views = {
  "/": home,
  "/start": lazyView("start.title", () => import("./start/start.js"), GAME),
  "/table": { ...ofGame(scorer, leagueScorer), isBare: true },
  "/games": lazyView("games.title", () => import("./start/my-games.js"), GAME),
  "/result": ofGame(result, leagueResult),
  "/history": lazyView("history.title", () => import("./result/history.js"), GAME),
  "/join": lazyView("join.title", () => import("./start/share.js"), GAME),
  "/count": lazyView("count.title", () => import("./cards/count.js"), CARDS),
  "/play": lazyView("play.title", () => import("./cards/play.js"), CARDS),
  "/throw": lazyView("throw.title", () => import("./cards/throw.js"), CARDS),
  "/practice": lazyView("practice.title", () => import("./practice/practice.js"), CARDS),
  "/rules": lazyView("rulebook.title", () => import("./rulebook/rulebook.js"), RULEBOOK),
  "/join-night": lazyView("join_night.title", () => import("./night/join.js"), NIGHT),
  "/night": unlisted(lazyView("night.title", () => import("./night/night.js"), NIGHT)),
  "/card": unlisted(lazyView("card.title", () => import("./night/card.js"), NIGHT)),
  "/standings": unlisted(lazyView("standings.title", () => import("./night/season-standings.js"), NIGHT)),
  "/blank-cards": lazyView("blank_cards.title", () => import("./night/blank-cards.js"), NIGHT),
  "/coordinator": lazyView("coordinator.title", () => import("./club/desk.js"), CLUB),
  "/players": unlisted(lazyView("players.title", () => import("./club/players.js"), CLUB)),
  "/seasons": unlisted(lazyView("seasons.title", () => import("./club/seasons.js"), CLUB)),
  "/league": lazyView("league.title", () => import("./club/league.js"), CLUB),
  "/cancel": unlisted(lazyView("cancel.title", () => import("./club/cancel.js"), CLUB)),
  "/check-in": unlisted(lazyView("check_in.title", () => import("./coordinator/check-in.js"), COORDINATOR)),
  "/tables": unlisted(lazyView("tables.title", () => import("./coordinator/tables.js"), COORDINATOR)),
  "/money": unlisted(lazyView("money.title", () => import("./coordinator/money.js"), COORDINATOR)),
  "/season-sheet": unlisted(lazyView("season_sheet.title", () => import("./coordinator/season-sheet.js"), COORDINATOR)),
  "/phones": unlisted(lazyView("phones.title", () => import("./coordinator/phones.js"), COORDINATOR)),
  "/displays": lazyView("displays.title", () => import("./coordinator/televisions.js"), COORDINATOR),
};

const heading = element("h1", { tabindex: "-1" });
const back = element("a", { class: "back", href: "#/" }, icon("back"));
const rules = element("a", { class: "to-rules", href: "#/rules" });
const languageButton = element("button", {
  class: "tongue",
  type: "button",
  onclick: () => setLanguage(otherLanguage()),
});
bar.append(back, heading, rules, languageButton);

// The views of a table, by the parameter that names it: their way back leads there.
/** @type {Record<string, string>} */
const OF_TABLE = { "/count": "table", "/history": "id", "/join": "id", "/result": "id", "/rules": "table" };

const router = new Router(views, main, (path, view, query) => {
  const isHome = path === "/";
  document.documentElement.lang = language();
  document.title = isHome ? t("app.title") : t("app.title.of", { view: t(view.title) });
  document.querySelector("meta[name=description]")?.setAttribute("content", t("app.line"));
  heading.textContent = t(view.title);
  const isBare = view.isBare ?? false;
  back.hidden = isHome || isBare;
  rules.hidden = !isHome;
  rules.textContent = t("rulebook.title");
  languageButton.hidden = isBare;
  bar.classList.toggle("at-home", isHome);
  bar.classList.toggle("unseen", isBare);
  const [table, card] = [savedGames.get(query.get(OF_TABLE[path] ?? ""))?.id, query.get("card")];
  back.setAttribute("href", card ? `#/card?id=${card}` : table ? `#/table?id=${table}` : "#/");
  back.setAttribute("aria-label", t(card ? "card.title" : table ? "app.table" : "app.home"));
  skip.textContent = t("app.skip");
  languageButton.lang = otherLanguage();
  languageButton.textContent = t("app.other");
});

// The hash is the address of a view, so the skip link must not change it.
skip.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement} */ (main.querySelector("[data-skip]") ?? main).focus();
});
const [path] = location.hash.slice(1).split("?");
views[path]?.preload?.();
let isRead = false;
const games = readGames().then(() => (isRead = true));
Promise.all([loadMessages("shell"), needsGames() && games]).then(() => {
  router.show();
  onLanguage(() => showWhenRead(() => router.show()));
  addEventListener("hashchange", () => showWhenRead(showNext));
  afterPaint(WATCHED.includes(path) ? () => setTimeout(startLater, WATCHED_ALONE) : startLater);
  if (!savedGames.isRead) games.then(() => savedGames.addEventListener("read", showAgain, { once: true }));
});

/** @param {() => void} show shows the view of the present hash */
function showWhenRead(show) {
  if (isRead || !needsGames()) return show();
  const { hash } = location;
  games.then(() => location.hash === hash && show());
}

function showNext() {
  router.show();
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

// A view that a slow disk left without its game has it when the disk answers.
function showAgain() {
  const [path] = location.hash.slice(1).split("?");
  if (OF_GAME.includes(path)) router.show();
}

// The other views are shown although the disk may not answer.
function needsGames() {
  const [path, query] = location.hash.slice(1).split("?");
  return !views[path] || WITH_GAMES.includes(path) || new URLSearchParams(query).has("table");
}

// Without the outbox Home shows the games as the service sent them.
async function readGames() {
  try {
    await savedGames.load();
    if (savedGames.hasTaps) await readTaps();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

// A view must not show a game before its unsent taps are read from the disk.
async function readTaps() {
  const { tapsRead } = await import("./game/outbox.js");
  await tapsRead;
}

// Loads the modules that the first paint does not need, to send waiting changes and to work without a network. The engine comes last.
async function startLater() {
  const hasLeagueGame = savedGames.list().some(({ night }) => night);
  try {
    const [{ openOffline }, { fetchPresets }] = await Promise.all([
      import("./lib/device.js"),
      import("./game/begin.js"),
      import("./game/outbox.js"),
      import("./start/start.js"),
      import("./table/table-view.js"),
      import("./result/history.js"),
      import("./start/my-games.js"),
      import("./result/result.js"),
      loadMessages("game", "rules", "table", ...(hasLeagueGame ? ["night"] : [])),
      savedCredentials() && import("./club/commands.js"),
      hasLeagueGame && import("./night/league-game.js"),
    ]);
    fetchPresets();
    openOffline();
    import("./game/engine-game.js");
    views["/count"].preload?.();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    setTimeout(startLater, SECOND_TRY);
  }
}
