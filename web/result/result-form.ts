import type { NightCard } from "pegout-api";
import { type Result, scoresOf } from "../game/changes.ts";
import { type LocalGame, scorecardLines } from "../game/local-game.ts";
import { savedGames } from "../game/saved-games.ts";
import { element } from "../lib/dom.ts";
import { lineText } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { mark } from "../ui/controls.ts";
import { Strip } from "../ui/strip.ts";

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The keys of a whole number, with one more key for its user. A keyboard types it, too. */
class NumberPad {
  #text = "";
  #most;
  #onChange;

  /** The key at the lower right. */
  other = element("button", { type: "button", class: "pad-key pad-word" });
  declare node;

  /** @param most the highest number @param listeners `onOther` is called when the other key was tapped */
  constructor(most: number, { onChange, onOther }: { onChange: () => void; onOther: () => void }) {
    this.#most = most;
    this.#onChange = onChange;
    this.other.addEventListener("click", onOther);
    const clear = element(
      "button",
      { type: "button", class: "pad-key pad-word", onclick: () => this.set(null) },
      t("result.clear"),
    );
    const keys = [...DIGITS.map((digit) => this.#key(digit)), clear, this.#key(0), this.other];
    this.node = element("div", { class: "number-pad", role: "group", "aria-label": t("result.pad") }, keys);
  }

  /** The number; null while there is none. */
  get number(): number | null {
    return this.#text === "" ? null : Number(this.#text);
  }

  /** Sets the number. */
  set(number: number | null) {
    this.#text = number === null ? "" : String(number);
    this.#onChange();
  }

  /** Types as a keyboard does. */
  type(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) this.#add(Number(event.key));
    else if (event.key === "Backspace") this.set(this.#text.length > 1 ? Number(this.#text.slice(0, -1)) : null);
  }

  #key(digit: number) {
    return element("button", { type: "button", class: "pad-key", onclick: () => this.#add(digit) }, String(digit));
  }

  // A digit too many begins a new number: the user means the last number that was typed.
  #add(digit: number) {
    const longer = Number(this.#text + String(digit));
    this.set(longer > this.#most ? digit : longer);
  }
}

const SWAP = "\u21c4";
const DASH = "\u2060–\u2060";

/**
 * Two readings of one number: the loser's missing points, and the loser's score. Either is typed, the other follows.
 */
class Readings {
  #first = element("span", { class: "reading" });
  #second = element("span", { class: "reading follows" });
  #swap;

  /** True while the loser's score is typed. */
  isScore = false;
  declare node;

  constructor(onSwap: () => void) {
    this.#swap = element("button", { type: "button", class: "swap-readings", onclick: onSwap }, SWAP);
    this.node = element("div", { class: "readings" }, this.#first, this.#swap, this.#second);
  }

  /** Shows a number. @param short the points that the loser lacks @param loser its name, where it is known */
  show(short: number | null, target: number, loser: string | null) {
    const label = (isScore: boolean) => {
      const key = isScore ? "result.stands" : "result.short";
      return loser === null ? t(key) : t(`${key}.of`, { name: loser });
    };
    const value = (isScore: boolean) => (short === null ? "" : String(isScore ? target - short : short));
    const fill = (node: HTMLElement, isScore: boolean) =>
      node.replaceChildren(
        element("span", { class: "reading-label" }, label(isScore)),
        " ",
        element("output", {}, value(isScore)),
      );
    fill(this.#first, this.isScore);
    fill(this.#second, !this.isScore);
    this.#swap.setAttribute("aria-label", this.otherLabel);
  }

  /** The name of the reading that is not typed. */
  get otherLabel() {
    return t(this.isScore ? "result.short" : "result.score");
  }
}

/**
 * The result of a game by hand. With two sides, a number comes first, then the winner. With three sides, the winner
 * comes first, then a number for each loser.
 */
export class ResultForm {
  #game;
  #names;
  #isLeague;
  #card: NightCard;
  #onEnter;
  /** The points that each side lacks. */
  #short: (number | null)[];
  #winner: number | null = null;
  /** The side whose number is typed, of three. */
  #typed: number | null = null;
  #readings = new Readings(() => this.#swap());
  #pad;
  #strip;
  #skunk = element("p", { class: "skunk-note", role: "status" });
  #ask = element("p", { class: "help", role: "status" });
  #keys;
  #enter = element("button", { type: "button", class: "primary", onclick: () => this.#send() });
  #onKey = (event: KeyboardEvent) => this.#pad.type(event);
  declare node;

  /** @param names of its sides @param options `isLeague` shows the lines of the scorecards, as `card` has them */
  constructor(
    game: LocalGame,
    names: string[],
    {
      isLeague,
      card = "points_short",
      onEnter,
    }: { isLeague: boolean; card?: NightCard; onEnter: (result: Result) => void },
  ) {
    this.#game = game;
    this.#names = names;
    this.#isLeague = isLeague;
    this.#card = card;
    this.#onEnter = onEnter;
    this.#short = names.map(() => null);
    this.#pad = new NumberPad(game.rules.target, { onChange: () => this.#onNumber(), onOther: () => this.#swap() });
    this.#strip = new Strip(game.rules, names.length);
    this.#keys = names.map((name, side) => this.#key(name, side));
    const keys = this.#keys.map(({ node }) => node);
    this.node = element(
      "div",
      { class: `result-form of-${names.length}-sides` },
      element("div", { class: "result-number" }, this.#readings.node, this.#strip.node, this.#skunk),
      this.#pad.node,
      element(
        "div",
        { class: "result-winner" },
        this.#ask,
        element("div", { class: "winner-keys" }, keys),
        this.#isPair ? null : this.#enter,
      ),
    );
    document.addEventListener("keydown", this.#onKey);
    this.#show();
  }

  /** Ends it, when the view goes. */
  close() {
    document.removeEventListener("keydown", this.#onKey);
  }

  /** Shows the lines of another card. */
  useCard(card: NightCard) {
    if (card === this.#card) return;
    this.#card = card;
    this.#show();
  }

  get #isPair() {
    return this.#names.length === 2;
  }

  #key(name: string, side: number) {
    const text = element("span", { class: "key-lines" });
    const node = element(
      "button",
      { type: "button", class: `winner-key of-${side}`, onclick: () => this.#tap(side) },
      element("span", { class: "side-name" }, mark(side), element("bdi", {}, name)),
      " ",
      text,
    );
    return { node, text };
  }

  #swap() {
    const { target } = this.#game.rules;
    const { number: typed } = this.#pad;
    this.#readings.isScore = !this.#readings.isScore;
    this.#pad.set(typed === null ? null : target - typed);
  }

  #onNumber() {
    const { target } = this.#game.rules;
    const typed = this.#pad.number;
    const short = typed === null ? null : this.#readings.isScore ? target - typed : typed;
    // The side without a winner yet is told by the strip as the second.
    this.#short[this.#isPair ? 1 : (this.#typed ?? 0)] = short;
    this.#show();
  }

  #isValid(short: number) {
    return short >= 1 && short <= this.#game.rules.target;
  }

  /** @returns null while a number is missing */
  #result(winner: number): Result | null {
    if (this.#isPair) {
      const short = this.#short[1];
      return short !== null && this.#isValid(short) ? { winner, short_by: short } : null;
    }
    const { target } = this.#game.rules;
    const scores = this.#short.map((short, side) => (side === winner ? target : short === null ? -1 : target - short));
    return scores.every((score, side) => side === winner || (score >= 0 && score < target)) ? { scores } : null;
  }

  #tap(side: number) {
    if (this.#isPair) {
      const result = this.#result(side);
      if (result) this.#onEnter(result);
      else this.#ask.textContent = t("result.number_first");
      return;
    }
    if (this.#winner === null || side === this.#winner) {
      // A second tap on the winner chooses again.
      this.#winner = this.#winner === null ? side : null;
      side = this.#names.findIndex((_, other) => other !== side);
    }
    this.#typed = this.#winner === null ? null : side;
    const short = this.#typed === null ? null : this.#short[this.#typed];
    this.#pad.set(short === null || !this.#readings.isScore ? short : this.#game.rules.target - short);
  }

  #send() {
    const result = this.#winner === null ? null : this.#result(this.#winner);
    if (result) this.#onEnter(result);
  }

  #show() {
    const { target } = this.#game.rules;
    const side = this.#isPair ? 1 : this.#typed;
    const short = side === null ? null : this.#short[side];
    this.#readings.show(short, target, this.#isPair || side === null ? null : this.#names[side]);
    this.#pad.other.textContent = this.#readings.otherLabel;
    this.#pad.node.inert = side === null;
    if (this.#isPair) this.#showPair();
    else this.#showThree();
  }

  #showPair() {
    const { target } = this.#game.rules;
    const [, short] = this.#short;
    const isKnown = this.#result(0) !== null;
    this.#strip.show(isKnown && short !== null ? [target, target - short] : [null, null]);
    this.#skunk.textContent = this.#skunkText(this.#result(0)) || "\u00a0";
    this.#ask.textContent = t(isKnown ? "result.who" : "result.how_short");
    this.#keys.forEach(({ node, text }, side) => {
      node.ariaDisabled = isKnown ? null : "true";
      text.replaceChildren(...this.#keyLines(side));
    });
  }

  #showThree() {
    const { target } = this.#game.rules;
    const result = this.#winner === null ? null : this.#result(this.#winner);
    const standing = this.#short.map((short, side) =>
      side === this.#winner ? target : short === null ? null : target - short,
    );
    this.#strip.show(this.#winner === null ? standing.map(() => null) : standing);
    this.#skunk.textContent = this.#skunkText(result) || "\u00a0";
    this.#ask.textContent = t(this.#winner === null ? "result.who.first" : "result.others");
    this.#keys.forEach(({ node, text }, side) => {
      node.classList.toggle("typed", side === this.#typed);
      node.ariaPressed = String(side === this.#winner);
      text.textContent = this.#winner === null || standing[side] === null ? "" : String(standing[side]);
    });
    const scores = [...standing].sort((one, other) => (other ?? -1) - (one ?? -1));
    this.#enter.textContent = result ? t("result.enter", { scores: scores.join(DASH) }) : t("result.enter.dim");
    this.#enter.disabled = result === null;
  }

  #skunkText(result: Result | null) {
    const { rules } = this.#game;
    const skunk = result && savedGames.endingOf(rules, scoresOf(this.#game, result))?.skunk;
    if (!skunk || skunk === "none") return "";
    return t(`result.${skunk}`, { n: skunk === "skunk" ? rules.skunk_below : rules.double_skunk_below });
  }

  #keyLines(side: number) {
    const result = this.#result(side);
    if (!result) return [];
    const { rules, sides } = this.#game;
    const final = scoresOf(this.#game, result);
    const other = 1 - side;
    const scores = [final[side], final[other]].join(DASH);
    const ending = savedGames.endingOf(rules, final);
    if (!this.#isLeague || !ending) return [scores];
    const lines = scorecardLines(final, ending, rules.target, this.#card).map((line) => lineText(line, this.#card));
    const [own, others] = [side, other].map((at) => sides[at].players.length);
    return [
      element("span", {}, t("result.key", { n: own, scores, line: lines[side] })),
      " ",
      element("span", {}, t("result.key.others", { n: others, line: lines[other] })),
    ];
  }
}
