/** @import { League, Rules } from "pegout-api" */
/** @import { GameRules } from "../game/rules.js" */
/** @import { SavedGame } from "../game/saved-games.js" */
/** @import { Place } from "../lib/router.js" */
import { fetchPresets, gamePath, presets } from "../game/begin.js";
import { directionsText } from "../game/directions.js";
import { sideNames } from "../game/names.js";
import { savedGames } from "../game/saved-games.js";
import { send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { dayOfYear, today } from "../lib/format.js";
import { has, t } from "../lib/i18n.js";
import { RULE_FIELDS, clubSince, presetName, ruleSentence, rulesInForce, sinceText } from "../rules/rules-in-force.js";
import { printKey } from "../ui/controls.js";
import { Loading, Notice } from "../ui/notice.js";
import { fifteensChart, scoringAid } from "./scoring-aid.js";

/** Every variant that has a name: how it is played, and the rules in which it differs from the usual ones. */
class Variants {
  #list = element("div", { class: "variants" });
  #notice = new Notice(() => this.#load());
  #isGone = false;

  node = element("div", {}, element("p", {}, t("book.variants")), this.#list, this.#notice.node);

  constructor() {
    this.#show();
    this.#load();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isGone = true;
  }

  async #load() {
    const isKnown = await fetchPresets();
    if (this.#isGone) return;
    if (isKnown) this.#notice.show("");
    else this.#notice.showOffline(new Date(), t("book.variants.away"));
    this.#show();
  }

  #show() {
    const known = presets() ?? {};
    const [usual] = Object.values(known);
    this.#list.replaceChildren(...Object.entries(known).map(([preset, rules]) => variant(preset, rules, usual)));
  }
}

/** @param {string} preset @param {GameRules} rules @param {GameRules} usual */
function variant(preset, rules, usual) {
  const differs = RULE_FIELDS.filter((field) => JSON.stringify(rules[field]) !== JSON.stringify(usual[field]));
  const text = `book.variant.${preset}`;
  return element(
    "section",
    { class: "variant" },
    element("h3", {}, presetName(preset)),
    has(text) ? element("p", {}, t(text)) : null,
    element(
      "ul",
      {},
      differs.map((field) => element("li", {}, ruleSentence(field, rules))),
    ),
  );
}

/** The rules in force: those of a table, or else the club's. */
class RulesHere {
  /** @type {{node: HTMLElement, close: () => void}|null} */
  #loading = null;

  node = element("div", { class: "rules-here" });

  /** @param {string|null} table the id of a game on this phone */
  constructor(table) {
    const saved = savedGames.get(table ?? "");
    if (saved) this.#showTable(saved);
    else if (table && isId(table)) this.#ask(table);
    else this.#askClub();
  }

  // A game that this phone does not keep is one of a night.
  /** @param {string} table */
  #ask(table) {
    this.#load(
      (signal) => send("GET", gamePath(table), { signal }),
      (game) => this.#showTable({ game, night: "" }),
    );
  }

  // Since when the club has played by the rules is not in the game.
  /** @param {Pick<SavedGame, "game"|"side"|"night">} saved `night` is missing outside a league */
  async #showTable({ game, side, night }) {
    const directions = directionsText(game, sideNames(game.sides, side));
    this.#show(t("book.force.table"), game.rules, null, directions);
    const since = night === undefined ? null : await clubSince(game.rules);
    if (since) this.#show(t("book.force.table"), game.rules, since, directions);
  }

  #askClub() {
    /** @param {League} league */
    const show = ({ name, rules, rules_since: since }) =>
      this.#show(name ? t("book.force.club", { name }) : t("book.force.nobody"), rules, since);
    this.#load((signal) => send("GET", "/api/v1/league", { signal }), show);
  }

  /** @template Told @param {(signal: AbortSignal) => Promise<Told>} ask @param {(told: Told) => void} show */
  #load(ask, show) {
    this.#loading = new Loading(ask, show, { offline: () => t("book.force.away") });
    this.node.append(this.#loading.node);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading?.close();
  }

  // On paper the day says how old they are.
  /** @param {string} whose @param {Rules} rules @param {string|null} [since] @param {string[]} [more] sentences about the table */
  #show(whose, rules, since, more) {
    const date = since ? sinceText(since) : t("book.force.day", { day: dayOfYear(today()) });
    this.node.replaceChildren(element("p", { class: "whose-rules" }, whose, " ", date), rulesInForce(rules, more));
  }
}

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
