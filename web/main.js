import history from "./game/history.js";
import { outbox, sender } from "./game/outbox.js";
import { learnPresets } from "./game/rules.js";
import { savedGames } from "./game/saved-games.js";
import table from "./game/scorer.js";
import start from "./game/start.js";
import home from "./home.js";
import { openOffline } from "./lib/device.js";
import { element } from "./lib/dom.js";
import { addMessages, language, loadMessages, onLanguage, otherLanguage, setLanguage, t } from "./lib/i18n.js";
import { Router, loadView } from "./lib/router.js";
import { icon } from "./ui/controls.js";
import { Loading } from "./ui/loading.js";

const HANDS = ["/scoring/hands.css", "/scoring/answers.css"];
const HALL = ["/night/night.css", "/night/card.css"];
const OFFICE = ["/night/night.css", "/club/club.css", "/admin/admin.css", "/admin/tables.css"];

addMessages("shell", { en: () => import("./messages/en.js"), fr: () => import("./messages/fr.js") });
addMessages("game", { en: () => import("./game/messages/en.js"), fr: () => import("./game/messages/fr.js") });
addMessages("scoring", { en: () => import("./scoring/messages/en.js"), fr: () => import("./scoring/messages/fr.js") });
addMessages("night", { en: () => import("./night/messages/en.js"), fr: () => import("./night/messages/fr.js") });
addMessages("club", { en: () => import("./club/messages/en.js"), fr: () => import("./club/messages/fr.js") });
addMessages("admin", { en: () => import("./admin/messages/en.js"), fr: () => import("./admin/messages/fr.js") });

const CLUB = ["night", "club"];
const ADMIN = ["night", "club", "admin"];

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const skip = document.getElementById("skip");

const heading = element("h1", { tabindex: "-1" });
const back = element("a", { class: "back", href: "#/" }, icon("home"));
const languageButton = element("button", {
  class: "tongue",
  type: "button",
  onclick: () => setLanguage(otherLanguage()),
});
bar.append(back, heading, languageButton);

/**
 * A view that is loaded when somebody goes there.
 * @param {string} title its message key @param {() => Promise<{default: import("./lib/router.js").View}>} load imports its module
 * @param {string[]} styles its style sheets @param {string[]} [messages] its groups of messages
 * @returns {import("./lib/router.js").TitledView}
 */
function lazyView(title, load, styles, messages = []) {
  return {
    title,
    mount(place) {
      /** @type {(() => void)|null|void} */
      let end = null;
      const show = (/** @type {import("./lib/router.js").View} */ view) => {
        place.root.replaceChildren();
        end = view.mount(place);
      };
      const loading = new Loading(() => loadView(load, styles, messages), show, {
        loading: "",
        offline: () => t("network.view"),
      });
      place.root.append(element("div", { class: "arrival" }, loading.node));
      return () => {
        loading.close();
        end?.();
      };
    },
  };
}

const views = {
  "/": home,
  "/start": start,
  "/table": table,
  "/history": history,
  "/join": lazyView("join.title", () => import("./game/share.js"), []),
  "/count": lazyView("count.title", () => import("./scoring/count.js"), HANDS, ["scoring"]),
  "/play": lazyView("play.title", () => import("./scoring/play.js"), HANDS, ["scoring"]),
  "/throw": lazyView("throw.title", () => import("./scoring/throw.js"), HANDS, ["scoring"]),
  "/join-night": lazyView("join_night.title", () => import("./night/join.js"), HALL, ["night"]),
  "/night": lazyView("night.title", () => import("./night/night.js"), HALL, ["night"]),
  "/card": lazyView("card.title", () => import("./night/card.js"), HALL, ["night"]),
  "/standings": lazyView("standings.title", () => import("./club/season.js"), HALL, ["night"]),
  "/blank-cards": lazyView("blank_cards.title", () => import("./club/blank-cards.js"), HALL, ["night"]),
  "/coordinator": lazyView("coordinator.title", () => import("./club/coordinator.js"), OFFICE, CLUB),
  "/players": lazyView("players.title", () => import("./club/players.js"), OFFICE, CLUB),
  "/seasons": lazyView("seasons.title", () => import("./club/seasons.js"), OFFICE, CLUB),
  "/league": lazyView("league.title", () => import("./club/league.js"), OFFICE, CLUB),
  "/cancel": lazyView("cancel.title", () => import("./club/cancel.js"), OFFICE, CLUB),
  "/check-in": lazyView("check_in.title", () => import("./admin/check-in.js"), OFFICE, ADMIN),
  "/tables": lazyView("tables.title", () => import("./admin/tables.js"), OFFICE, ADMIN),
  "/money": lazyView("money.title", () => import("./admin/money.js"), OFFICE, ADMIN),
  "/phones": lazyView("phones.title", () => import("./admin/phones.js"), OFFICE, ADMIN),
};
const router = new Router(views, main, (path, view) => {
  const atHome = path === "/";
  document.documentElement.lang = language();
  document.title = atHome ? t("app.title") : t("app.title.of", { view: t(view.title) });
  document.querySelector("meta[name=description]").content = t("app.line");
  heading.textContent = t(view.title);
  back.hidden = atHome;
  bar.classList.toggle("at-home", atHome);
  back.setAttribute("aria-label", t("app.home"));
  skip.textContent = t("app.skip");
  languageButton.lang = otherLanguage();
  languageButton.textContent = t("app.other");
});

// The hash is the address of a view, so the skip link must not change it.
skip.addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector("[data-skip]") ?? main).focus();
});
onLanguage(() => router.show());

await loadMessages("shell", "game");
// Where the browser forbids storage there are no tables, and all else works.
try {
  await Promise.all([savedGames.load(), outbox.load()]);
  sender.start();
} catch (error) {
  if (!(error instanceof DOMException)) throw error;
}
router.show();
addEventListener("hashchange", () => {
  router.show();
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
});
learnPresets();
if (document.readyState === "complete") openOffline();
else addEventListener("load", openOffline);
