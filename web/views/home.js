import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { icon } from "../parts/icon.js";
import { pegboard } from "../parts/pegboard.js";

function entry(path, key) {
  return element(
    "li",
    {},
    element(
      "a",
      { class: "entry", href: `#${path}` },
      element("span", { class: "entry-words" }, element("strong", {}, t(key)), element("span", {}, t(`${key}.line`))),
      icon("onward"),
    ),
  );
}

/** The first view: what Pegout is and where to go. */
export default {
  title: "home.title",
  mount({ root }) {
    root.append(
      pegboard(),
      element("p", { class: "lead" }, t("app.line")),
      element(
        "nav",
        { "aria-label": t("home.views") },
        element(
          "ul",
          { class: "entries" },
          entry("/count", "home.count"),
          entry("/play", "home.play"),
          entry("/throw", "home.throw"),
        ),
      ),
      element("p", { class: "docs" }, element("a", { href: "/docs/" }, t("home.docs"))),
    );
  },
};
