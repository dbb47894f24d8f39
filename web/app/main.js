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
const late = (place, ...names) => names.map((name) => `/${place}/style/${name}.css`);
const HALL = late("hall", "hall", "views", "joining", "card", "night", "scorecards");
const OFFICE = [
  HALL[0],
  ...late("office", "club", "running", "sheet", "check-in", "tables", "money", "large-text", "phones"),
];

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
  "/join-night": lazy("join_night.title", () => import("../hall/join-night.js"), HALL, ["hall"]),
  "/night": lazy("night.title", () => import("../hall/night.js"), HALL, ["hall"]),
  "/card": lazy("card.title", () => import("../hall/card.js"), HALL, ["hall"]),
  "/standings": lazy("standings.title", () => import("../hall/standings.js"), HALL, ["hall"]),
  "/blank-cards": lazy("blank_cards.title", () => import("../hall/blank-cards.js"), HALL, ["hall"]),
  "/coordinator": lazy("coordinator.title", () => import("../office/coordinator.js"), OFFICE, ["hall", "club"]),
  "/players": lazy("players.title", () => import("../office/players.js"), OFFICE, ["hall", "club"]),
  "/seasons": lazy("seasons.title", () => import("../office/seasons.js"), OFFICE, ["hall", "club"]),
  "/league": lazy("league.title", () => import("../office/league.js"), OFFICE, ["hall", "club"]),
  "/cancel": lazy("cancel.title", () => import("../office/cancel.js"), OFFICE, ["hall", "club"]),
  "/check-in": lazy("check_in.title", () => import("../office/check-in.js"), OFFICE, ["hall", "running"]),
  "/tables": lazy("tables.title", () => import("../office/tables.js"), OFFICE, ["hall", "running"]),
  "/money": lazy("money.title", () => import("../office/money.js"), OFFICE, ["hall", "running"]),
  "/phones": lazy("phones.title", () => import("../office/phones.js"), OFFICE, ["hall", "running"]),
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

// Where the browser forbids storage there are no tables, and all else works.
try {
  await Promise.all([tables.load(), outbox.load()]);
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
