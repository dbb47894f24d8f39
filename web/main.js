/** @import { TitledView, View } from "./lib/router.js" */
import { savedGames } from "./game/saved-games.js";
import home from "./home.js";
import { element } from "./lib/dom.js";
import { addMessages, language, loadMessages, onLanguage, otherLanguage, setLanguage, t } from "./lib/i18n.js";
import { loadView, Router } from "./lib/router.js";
import { icon } from "./ui/controls.js";

addMessages("shell", { en: () => import("./messages/en.js"), fr: () => import("./messages/fr.js") });
addMessages("game", { en: () => import("./game/messages/en.js"), fr: () => import("./game/messages/fr.js") });
addMessages("scoring", { en: () => import("./scoring/messages/en.js"), fr: () => import("./scoring/messages/fr.js") });
addMessages("night", { en: () => import("./night/messages/en.js"), fr: () => import("./night/messages/fr.js") });
addMessages("club", { en: () => import("./club/messages/en.js"), fr: () => import("./club/messages/fr.js") });
addMessages("admin", { en: () => import("./admin/messages/en.js"), fr: () => import("./admin/messages/fr.js") });

// The style sheets and messages of the views, by feature.
const GAME = {
  styles: ["/ui/form.css", "/ui/cards.css", "/game/scorer.css", "/game/keypad.css", "/game/views.css"],
  messages: ["game"],
};
const SCORING = {
  styles: [
    "/ui/form.css",
    "/ui/cards.css",
    "/game/scorer.css",
    "/game/keypad.css",
    "/scoring/hands.css",
    "/scoring/answers.css",
  ],
  messages: ["game", "scoring"],
};
const NIGHT = { styles: ["/ui/form.css", "/night/night.css", "/night/card.css"], messages: ["game", "night"] };
const CLUB = {
  styles: ["/ui/form.css", "/night/night.css", "/club/club.css", "/admin/admin.css", "/admin/tables.css"],
  messages: ["game", "night", "club"],
};
const ADMIN = { ...CLUB, messages: [...CLUB.messages, "admin"] };

// All that the modules of a view import, but for what this page has. Whoever opens the link to a view gets them at once and
// not one import after the other.
const TAP_MODULES = [
  "/game/opening.js",
  "/game/outbox.js",
  "/game/rules.js",
  "/lib/api.js",
  "/lib/command-queue.js",
  "/lib/device.js",
  "/lib/journal.js",
  "/lib/retry.js",
  "/lib/text.js",
  "/ui/notice.js",
];
const START_MODULES = ["/game/start.js", "/game/labels.js", ...TAP_MODULES];
const TABLE_MODULES = [
  "/game/scorer.js",
  "/game/end-sheet.js",
  "/game/game-store.js",
  "/game/keypad.js",
  "/game/labels.js",
  "/game/scores.js",
  "/lib/live.js",
  ...TAP_MODULES,
];
const COUNT_MODULES = [
  "/scoring/count.js",
  "/scoring/deal.js",
  "/scoring/explanation.js",
  "/ui/card-grid.js",
  "/ui/cards.js",
  "/game/game-store.js",
  "/game/keypad.js",
  "/game/labels.js",
  "/lib/live.js",
  ...TAP_MODULES,
];
const NIGHT_MODULES = [
  "/night/night.js",
  "/night/joined.js",
  "/night/night-notice.js",
  "/night/night-store.js",
  "/night/seats.js",
  "/night/standings.js",
  "/lib/live.js",
  ...TAP_MODULES,
];

// Milliseconds until what the first paint does not need is loaded again.
const SECOND_TRY = 15_000;

const main = byId("main");
const bar = byId("bar");
const skip = byId("skip");

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** A view that is loaded when somebody goes there; `preload` fetches it before it is shown. @typedef {TitledView & {preload: () => void}} LazyView */

/**
 * Returns a view that is loaded when somebody goes there.
 * @param {string} title its message key @param {() => Promise<{default: View}>} load imports its module
 * @param {{styles: string[], messages: string[]}} feature its style sheets and messages
 * @param {string[]} [modules] its modules
 * @returns {LazyView}
 */
function lazyView(title, load, { styles, messages }, modules = []) {
  const fetchView = () => loadView(load, styles, messages);
  return {
    title,
    preload() {
      for (const href of modules) document.head.append(element("link", { rel: "modulepreload", href }));
      fetchView().catch(() => {});
    },
    mount(place) {
      /** @type {(() => void)|null|void} */
      let end = null;
      let isGone = false;
      const show = (/** @type {View} */ view) => {
        if (isGone) return;
        place.root.replaceChildren();
        end = view.mount(place);
      };
      fetchView().then(show, async () => {
        const { Loading } = await import("./ui/notice.js");
        if (isGone) return;
        const loading = new Loading(fetchView, show, { loading: "", offline: () => t("network.view") });
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

const scorer = lazyView("table.title", () => import("./game/scorer.js"), GAME, TABLE_MODULES);
const leagueScorer = lazyView("table.title", () => import("./night/league-game.js"), GAME);

/** @type {Record<string, TitledView & {preload?: () => void}>} */
const views = {
  "/": home,
  "/start": lazyView("start.title", () => import("./game/start.js"), GAME, START_MODULES),
  "/table": {
    title: "table.title",
    preload: scorer.preload,
    mount: (place) => (savedGames.get(place.query.get("id"))?.night ? leagueScorer : scorer).mount(place),
  },
  "/history": lazyView("history.title", () => import("./game/history.js"), GAME),
  "/join": lazyView("join.title", () => import("./game/share.js"), GAME),
  "/count": lazyView("count.title", () => import("./scoring/count.js"), SCORING, COUNT_MODULES),
  "/play": lazyView("play.title", () => import("./scoring/play.js"), SCORING),
  "/throw": lazyView("throw.title", () => import("./scoring/throw.js"), SCORING),
  "/join-night": lazyView("join_night.title", () => import("./night/join.js"), NIGHT),
  "/night": lazyView("night.title", () => import("./night/night.js"), NIGHT, NIGHT_MODULES),
  "/card": lazyView("card.title", () => import("./night/card.js"), NIGHT),
  "/standings": lazyView("standings.title", () => import("./club/season.js"), NIGHT),
  "/blank-cards": lazyView("blank_cards.title", () => import("./club/blank-cards.js"), NIGHT),
  "/coordinator": lazyView("coordinator.title", () => import("./club/coordinator.js"), CLUB),
  "/players": lazyView("players.title", () => import("./club/players.js"), CLUB),
  "/seasons": lazyView("seasons.title", () => import("./club/seasons.js"), CLUB),
  "/league": lazyView("league.title", () => import("./club/league.js"), CLUB),
  "/cancel": lazyView("cancel.title", () => import("./club/cancel.js"), CLUB),
  "/check-in": lazyView("check_in.title", () => import("./admin/check-in.js"), ADMIN),
  "/tables": lazyView("tables.title", () => import("./admin/tables.js"), ADMIN),
  "/money": lazyView("money.title", () => import("./admin/money.js"), ADMIN),
  "/phones": lazyView("phones.title", () => import("./admin/phones.js"), ADMIN),
};

const heading = element("h1", { tabindex: "-1" });
const back = element("a", { class: "back", href: "#/" }, icon("home"));
const languageButton = element("button", {
  class: "tongue",
  type: "button",
  onclick: () => setLanguage(otherLanguage()),
});
bar.append(back, heading, languageButton);

const router = new Router(views, main, (path, view) => {
  const isHome = path === "/";
  document.documentElement.lang = language();
  document.title = isHome ? t("app.title") : t("app.title.of", { view: t(view.title) });
  document.querySelector("meta[name=description]")?.setAttribute("content", t("app.line"));
  heading.textContent = t(view.title);
  back.hidden = isHome;
  bar.classList.toggle("at-home", isHome);
  back.setAttribute("aria-label", t("app.home"));
  skip.textContent = t("app.skip");
  languageButton.lang = otherLanguage();
  languageButton.textContent = t("app.other");
});

// The hash is the address of a view, so the skip link must not change it.
skip.addEventListener("click", (event) => {
  event.preventDefault();
  /** @type {HTMLElement} */ (main.querySelector("[data-skip]") ?? main).focus();
});
views[location.hash.slice(1).split("?")[0]]?.preload?.();
await Promise.all([loadMessages("shell"), readGames()]);
router.show();
onLanguage(() => router.show());
addEventListener("hashchange", () => {
  router.show();
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
});
// A page that nobody sees is not painted.
if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(startLater));
else startLater();

// Where the browser forbids storage there are no games, and without the outbox Home shows them as the service sent them.
async function readGames() {
  try {
    await savedGames.load();
    if (savedGames.hasTaps) await import("./game/outbox.js");
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
  }
}

function isSignedIn() {
  try {
    return localStorage.getItem("pegout.session") !== null;
  } catch {
    return false;
  }
}

// The first paint does not need these: the taps and changes that wait are sent, the table's views are there when the
// network is not, and the page is kept on the phone.
async function startLater() {
  const hasLeagueGame = savedGames.list().some(({ night }) => night);
  try {
    const [{ openOffline }, { fetchPresets }] = await Promise.all([
      import("./lib/device.js"),
      import("./game/opening.js"),
      import("./game/outbox.js"),
      import("./game/start.js"),
      import("./game/scorer.js"),
      import("./game/history.js"),
      loadMessages("game", ...(hasLeagueGame ? ["night"] : [])),
      isSignedIn() && import("./club/commands.js"),
      hasLeagueGame && import("./night/league-game.js"),
    ]);
    fetchPresets();
    openOffline();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    setTimeout(startLater, SECOND_TRY);
  }
}
