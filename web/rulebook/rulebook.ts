import type { League, Rules } from "pegout-api";
import { fetchPresets, gamePath, presets } from "../game/begin.ts";
import { directionsText } from "../game/directions.ts";
import type { GameRules } from "../game/local-game.ts";
import { sideNames } from "../game/names.ts";
import { type SavedGame, savedGames } from "../game/saved-games.ts";
import { send } from "../lib/api.ts";
import { isId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { dayOfYear, today } from "../lib/format.ts";
import { has, t } from "../lib/i18n.ts";
import type { Place } from "../lib/router.ts";
import { RULE_FIELDS, clubSince, presetName, ruleSentence, rulesInForce, sinceText } from "../rules/rules-in-force.ts";
import { printKey } from "../ui/controls.ts";
import { Loading, Notice } from "../ui/notice.ts";
import { fifteensChart, ScoringAid } from "./scoring-aid.ts";

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

function variant(preset: string, rules: GameRules, usual: GameRules) {
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

/** The rules in force: a table's rules, or else the club's. */
class RulesHere {
  #loading: { node: HTMLElement; close: () => void } | null = null;

  node = element("div", { class: "rules-here" });

  /** @param table the id of a game on this phone */
  constructor(table: string | null) {
    const saved = savedGames.get(table ?? "");
    if (saved) this.#showTable(saved);
    else if (table && isId(table)) this.#ask(table);
    else this.#askClub();
  }

  // A game that this phone does not keep is one of a night.
  #ask(table: string) {
    this.#load(
      (signal) => send("GET", gamePath(table), { signal }),
      (game) => this.#showTable({ game, night: "" }),
    );
  }

  // Since when the club has played by the rules is not in the game.
  /** @param saved `night` is missing outside a league */
  async #showTable({ game, side, night }: Pick<SavedGame, "game" | "side" | "night">) {
    const directions = directionsText(game, sideNames(game.sides, side));
    this.#show(t("book.force.table"), game.rules, null, directions);
    const since = night === undefined ? null : await clubSince(game.rules);
    if (since) this.#show(t("book.force.table"), game.rules, since, directions);
  }

  #askClub() {
    const show = ({ name, rules, rules_since: since }: League) =>
      this.#show(name ? t("book.force.club", { name }) : t("book.force.nobody"), rules, since);
    this.#load((signal) => send("GET", "/api/v1/league", { signal }), show);
  }

  #load<Told>(ask: (signal: AbortSignal) => Promise<Told>, show: (told: Told) => void) {
    this.#loading = new Loading(ask, show, { offline: () => t("book.force.away") });
    this.node.append(this.#loading.node);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading?.close();
  }

  // On paper the day says how old they are.
  /** @param more sentences about the table */
  #show(whose: string, rules: Rules, since?: string | null, more?: string[]) {
    const date = since ? sinceText(since) : t("book.force.day", { day: dayOfYear(today()) });
    this.node.replaceChildren(element("p", { class: "whose-rules" }, whose, " ", date), rulesInForce(rules, more));
  }
}

// The chapters of the game, in the order that a newcomer meets them.
const CHAPTERS = ["aim", "cards", "deal", "starter", "play", "show", "board", "skunk", "manners"];
const WORDS = ["pone", "starter", "crib", "go", "heels", "nobs", "muggins", "renege", "skunk", "stink_hole"];

/** Returns the paragraphs of a chapter: its messages end with 1, 2 and so on. */
function paragraphs(chapter: string): HTMLElement[] {
  const found = [];
  for (let n = 1; has(`book.${chapter}.${n}`); n += 1) found.push(element("p", {}, t(`book.${chapter}.${n}`)));
  return found;
}

/** @param name of the part, and of its heading's message */
function part(name: string, ...children: (Node | Node[])[]) {
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
function contents(parts: HTMLElement[]) {
  const keys = parts.map((each) => {
    const heading = each.querySelector("h2") as HTMLElement;
    const onclick = () => {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    };
    return element("li", {}, element("button", { type: "button", class: "again", onclick }, heading.textContent));
  });
  return element("nav", { class: "book-contents", "aria-label": t("book.contents") }, element("ul", {}, keys));
}

/**
 * The rules: the rules in force here, the game, a scoring aid, and every variant. State in the hash: `table`, the id of
 * a game whose rules are shown.
 */
export default {
  mount({ root, query }: Place) {
    const here = new RulesHere(query.get("table"));
    const variants = new Variants();
    const aid = new ScoringAid();
    const parts = [
      part("force", here.node),
      part("game", ...game()),
      part("aid", ...aid.nodes),
      part("fifteens", ...fifteensChart()),
      part("variants", variants.node),
    ];
    root.append(contents(parts), ...parts, element("div", { class: "book-keys" }, printKey()));
    return () => {
      here.close();
      aid.close();
      variants.close();
    };
  },
};
