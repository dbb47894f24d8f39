/** @import { Place } from "../lib/router.js" */
import { element } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { printKey } from "../ui/controls.js";
import { fifteensChart, scoringAid } from "./aid.js";
import { RulesHere } from "./rules-here.js";
import { Variants } from "./variants.js";

// The chapters of the game, in the order that a newcomer meets them.
const CHAPTERS = ["aim", "cards", "deal", "starter", "play", "show", "board", "skunk", "manners"];
const WORDS = ["pone", "starter", "crib", "go", "heels", "nobs", "muggins", "renege", "skunk", "stink_hole"];

/** Returns the paragraphs of a chapter: its messages end with 1, 2 and so on. @param {string} chapter @returns {HTMLElement[]} */
function paragraphs(chapter) {
  const found = [];
  for (let n = 1; has(`book.${chapter}.${n}`); n += 1) found.push(element("p", {}, t(`book.${chapter}.${n}`)));
  return found;
}

/** @param {string} name of the part, and of its heading's message @param {...(Node|Node[])} children */
function part(name, ...children) {
  const heading = element("h2", { id: `part-${name}`, tabindex: "-1" }, t(`book.part.${name}`));
  return element("section", { class: `book-part of-${name}`, "aria-labelledby": heading.id }, heading, ...children);
}

function game() {
  const chapters = CHAPTERS.map((chapter) =>
    element("section", { class: "chapter" }, element("h3", {}, t(`book.${chapter}`)), ...paragraphs(chapter)),
  );
  const words = WORDS.flatMap((word) => [
    element("dt", {}, t(`book.word.${word}`)),
    element("dd", {}, t(`book.word.${word}.is`)),
  ]);
  return [
    ...chapters,
    element("section", { class: "chapter" }, element("h3", {}, t("book.words")), element("dl", {}, words)),
  ];
}

// The hash names the view, so the keys of the contents move the page themselves.
/** @param {HTMLElement[]} parts */
function contents(parts) {
  const keys = parts.map((each) => {
    const heading = /** @type {HTMLElement} */ (each.querySelector("h2"));
    const onclick = () => {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    };
    return element("li", {}, element("button", { type: "button", class: "again", onclick }, heading.textContent));
  });
  return element("nav", { class: "book-contents", "aria-label": t("book.contents") }, element("ul", {}, keys));
}

/** The rules: those in force here, the game, a scoring aid, and every variant. State in the hash: `table`, a game's whose rules are told. */
export default {
  /** @param {Place} place */
  mount({ root, query }) {
    const here = new RulesHere(query.get("table"));
    const variants = new Variants();
    const parts = [
      part("force", here.node),
      part("game", ...game()),
      part("aid", ...scoringAid()),
      part("fifteens", ...fifteensChart()),
      part("variants", variants.node),
    ];
    root.append(contents(parts), ...parts, element("div", { class: "book-keys" }, printKey()));
    return () => {
      here.close();
      variants.close();
    };
  },
};
