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
  "/join": lazy("join.title", () => import("../views/join.js")),
  "/count": lazy("count.title", () => import("../views/count.js")),
  "/play": lazy("play.title", () => import("../views/play.js")),
  "/throw": lazy("throw.title", () => import("../views/throw.js")),
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
