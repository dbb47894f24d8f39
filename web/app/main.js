import { icon } from "../parts/icon.js";
import count from "../views/count.js";
import home from "../views/home.js";
import play from "../views/play.js";
import toThrow from "../views/throw.js";
import { element } from "./element.js";
import { language, onLanguage, otherLanguage, setLanguage, t } from "./i18n.js";
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

const router = new Router({ "/": home, "/count": count, "/play": play, "/throw": toThrow }, main, (path, view) => {
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
router.show();
