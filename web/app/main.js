import { icon } from "../parts/icon.js";
import { outbox } from "../table/outbox.js";
import { learnPresets } from "../table/presets.js";
import { sender } from "../table/sender.js";
import { tables } from "../table/tables.js";
import history from "../views/history.js";
import home from "../views/home.js";
import start from "../views/start.js";
import table from "../views/table.js";
import { element } from "./element.js";
import { language, onLanguage, otherLanguage, setLanguage, t } from "./i18n.js";
import { lazy } from "./lazy.js";
import { openOffline } from "./phone.js";
import { Router } from "./router.js";

const HANDS = ["/style/hands.css", "/style/answers.css", "/style/throw.css", "/style/join.css"];
const HALL = ["/style/hall.css", "/style/night.css"];
const OFFICE = ["/style/hall.css", "/style/join.css", "/style/office.css", "/style/running.css"];

const main = document.getElementById("main");
const bar = document.getElementById("bar");
const skip = document.getElementById("skip");

const heading = element("h1", { tabindex: "-1" });
const back = element("a", { class: "back", href: "#/" }, icon("home"));
const tongue = element("button", {
  class: "tongue",
  type: "button",
  onclick: () => setLanguage(otherLanguage()),
});
bar.append(back, heading, tongue);

const views = {
  "/": home,
  "/start": start,
  "/table": table,
  "/history": history,
  "/join": lazy("join.title", () => import("../views/join.js"), HANDS),
  "/count": lazy("count.title", () => import("../views/count.js"), HANDS),
  "/play": lazy("play.title", () => import("../views/play.js"), HANDS),
  "/throw": lazy("throw.title", () => import("../views/throw.js"), HANDS),
  "/join-night": lazy("join_night.title", () => import("../views/join-night.js"), HALL, ["night"]),
  "/night": lazy("night.title", () => import("../views/night.js"), HALL, ["night"]),
  "/card": lazy("card.title", () => import("../views/card.js"), HALL, ["night"]),
  "/standings": lazy("standings.title", () => import("../views/standings.js"), HALL, ["night"]),
  "/blank-cards": lazy("blank_cards.title", () => import("../views/blank-cards.js"), HALL, ["night"]),
  "/coordinator": lazy("coordinator.title", () => import("../views/coordinator.js"), OFFICE, ["night", "club"]),
  "/players": lazy("players.title", () => import("../views/players.js"), OFFICE, ["night", "club"]),
  "/seasons": lazy("seasons.title", () => import("../views/seasons.js"), OFFICE, ["night", "club"]),
  "/league": lazy("league.title", () => import("../views/league.js"), OFFICE, ["night", "club"]),
  "/cancel": lazy("cancel.title", () => import("../views/cancel.js"), OFFICE, ["night", "club"]),
  "/check-in": lazy("check_in.title", () => import("../views/check-in.js"), OFFICE, ["night", "running"]),
  "/tables": lazy("tables.title", () => import("../views/tables.js"), OFFICE, ["night", "running"]),
  "/money": lazy("money.title", () => import("../views/money.js"), OFFICE, ["night", "running"]),
  "/phones": lazy("phones.title", () => import("../views/phones.js"), OFFICE, ["night", "running"]),
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
  tongue.lang = otherLanguage();
  tongue.textContent = t("app.other");
});

// The hash is the address of a view, so the skip link must not change it.
skip.addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector("[data-skip]") ?? main).focus();
});
onLanguage(() => router.show());
addEventListener("hashchange", () => {
  router.show();
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
});

// Where the browser forbids storage there are no tables, and all else works.
try {
  await Promise.all([tables.load(), outbox.load()]);
  sender.start();
} catch (error) {
  if (!(error instanceof DOMException)) throw error;
}
router.show();
learnPresets();
if (document.readyState === "complete") openOffline();
else addEventListener("load", openOffline);
