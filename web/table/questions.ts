import type { Hint } from "pegout-api";
import type { PegChange, Uncounted } from "../game/changes.ts";
import type { GameStore } from "../game/game-store.ts";
import type { LocalPeg } from "../game/local-game.ts";
import { dealerAnswers } from "../game/seats.ts";
import { phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";

/** A key of a question; `side` gives it the colour of a side. */
export type Answer = { label: string; onTap: () => void; side?: number };

// Milliseconds after its appearance in which a tap was meant for something else.
const DEAF = 350;
// Milliseconds until a question closes that need not be answered.
const PASSES = 10_000;

/** A question on the board, with a key an answer; the likelier answer is the first. The focus stays where it was. */
export class Question {
  #text = element("p", { id: "question" });
  #keys = element("div", { class: "answers" });
  #shown = 0;
  #asked: string | null = null;
  /** The text and the words of the keys. */
  #words = "";
  #onAnswer;
  #mayPass = false;
  #closed = -DEAF;
  #passing: ReturnType<typeof setTimeout> | undefined;

  node = element(
    "div",
    { class: "question", role: "alertdialog", "aria-labelledby": "question", hidden: true },
    this.#text,
    this.#keys,
  );

  /** @param onAnswer called after an answer, and when a question has passed */
  constructor(onAnswer: () => void = () => {}) {
    this.#onAnswer = onAnswer;
  }

  /** True while it waits for an answer. */
  get isOpen() {
    return !this.node.hidden;
  }

  /** True while it waits for an answer, and does not close itself. */
  get needsAnswer() {
    return this.isOpen && !this.#mayPass;
  }

  /** True for a moment after it has closed: a tap on its place was an answer. */
  get hasJustClosed() {
    return performance.now() - this.#closed < DEAF;
  }

  /** Returns true while it asks this. */
  asks(text: string | null): boolean {
    return text !== null && text === this.#asked;
  }

  /**
   * Asks; once while the words are the same.
   * @param onPass called instead of an answer after ten seconds: the question then closes itself
   */
  ask(text: string, answers: Answer[], onPass?: () => void) {
    const words = [text, ...answers.map(({ label }) => label)].join();
    if (this.#asked !== null && words === this.#words) return;
    this.#words = words;
    clearTimeout(this.#passing);
    this.#mayPass = Boolean(onPass);
    if (onPass) this.#passing = setTimeout(() => this.#end(onPass), PASSES);
    this.#asked = text;
    this.#shown = performance.now();
    this.#text.textContent = text;
    // If there are more than two answers, all are equally likely.
    this.#keys.classList.toggle("many", answers.length > 2);
    this.#keys.replaceChildren(...answers.map((answer) => this.#key(answer)));
    this.node.hidden = false;
    // With large text the page scrolls, and the board may be above the visible part.
    this.node.scrollIntoView({ block: "nearest" });
  }

  /** Closes the question if it asks this. */
  withdraw(text: string | null) {
    if (this.asks(text)) this.close();
  }

  /** Closes it. */
  close() {
    if (this.isOpen) this.#closed = performance.now();
    clearTimeout(this.#passing);
    this.#asked = null;
    this.node.hidden = true;
  }

  #end(then: () => void) {
    this.close();
    then();
    this.#onAnswer();
  }

  #key({ label, onTap, side }: Answer) {
    const tap = () => {
      if (performance.now() - this.#shown >= DEAF) this.#end(onTap);
    };
    return element(
      "button",
      { type: "button", class: side === undefined ? "answer" : `answer of-${side}`, onclick: tap },
      label,
    );
  }
}

/** A question with its answers, the likelier answer first. */
type Asked = { text: string; answers: Answer[] };

/**
 * Returns the question about a change that would end the game too early.
 * @param uncounted the side that counts before it, null if it has counted
 * @param names of the sides
 * @param acts `toPlay` makes the counted hand the play and withdraws the change; `makePlay` makes both the play, null
 *   if the change cannot be
 */
export function orderQuestion(
  { peg: { side, points: n } }: PegChange,
  uncounted: Uncounted | null,
  names: string[],
  {
    make,
    withdraw,
    toPlay,
    makePlay,
  }: { make: () => void; withdraw: () => void; toPlay: () => void; makePlay: (() => void) | null },
): Asked {
  const values = { n, side: names[side], likely: names[uncounted?.side ?? side] };
  const give = { label: t("ask.give", { likely: names[side], n }), onTap: make };
  if (uncounted === null)
    return { text: t("ask.first.now", values), answers: [{ label: t("ask.no"), onTap: withdraw }, give] };
  if (uncounted.show === null) {
    const first = { label: t("ask.first.wait", values), onTap: withdraw, side: uncounted.side };
    return { text: t("ask.first", values), answers: [first, give] };
  }
  const { hand } = uncounted.show;
  const read = (kind: "hand" | "play", what: string) => t("ask.read", { kind: t(`table.kind.${kind}`), what });
  const answers = [
    { label: read("hand", give.label), onTap: make },
    ...(makePlay ? [{ label: read("play", give.label), onTap: makePlay }] : []),
    { label: read("play", t("ask.first.wait", values)), onTap: toPlay },
  ];
  return { text: `${showText(hand, names)} ${t("ask.order")}`, answers };
}

function showText({ side, points }: LocalPeg, names: string[]) {
  return t("ask.show", { side: names[side], n: points });
}

/**
 * Returns the question about a hand that nobody chose, after a tap that speaks for the play.
 * @param names of the sides
 */
export function showQuestion(
  hand: LocalPeg,
  names: string[],
  { toPlay, toHand }: { toPlay: () => void; toHand: () => void },
): Asked {
  const answers = [
    { label: t("table.kind.play"), onTap: toPlay },
    { label: t("table.kind.hand"), onTap: toHand },
  ];
  return { text: showText(hand, names), answers };
}

const MINUTE = 60_000;
// Hints for the phone that made the peg: it may be one too many, or for the wrong side.
const TWICE = ["hand_twice", "crib_twice", "heels_twice", "heels_late"];
const OF_OTHER = ["crib_of_other", "heels_of_pone"];

/** A question about a peg that stands. */
type AfterQuestion = { text: string; answers: Answer[] };

/** The hints about pegs, as questions. The pegs stand whatever the answer, so a question may pass. */
export class Hints {
  #store;
  #question;
  #names;
  // The pegs and kinds of the hints that were answered here, or have passed.
  #answered: Set<string> = new Set();
  #hasAskedDealer = false;
  /** The question that is open. */
  #asked: string | null = null;

  /** @param names returns the names for questions */
  constructor(store: GameStore, question: Question, names: () => string[]) {
    this.#store = store;
    this.#question = question;
    this.#names = names;
  }

  /**
   * Asks who deals first if the table cuts for it, else about the newest open hint. A question of the tap itself goes
   * before.
   */
  ask() {
    queueMicrotask(() => this.#ask());
  }

  #ask() {
    const { game, canScore } = this.#store;
    const isOn = canScore && game.status === "playing";
    const isOwn = this.#question.asks(this.#asked);
    const found = isOn ? this.#find() : null;
    if (isOwn && !found) this.#question.withdraw(this.#asked);
    if (!isOn || (this.#question.isOpen && !isOwn)) return;
    if (game.first_dealer_known === false && game.deal === 1 && !this.#hasAskedDealer) return this.#askDealer();
    if (!found) return;
    this.#asked = found.text;
    this.#question.ask(found.text, found.answers, () => this.#answered.add(found.key));
  }

  #find(): (AfterQuestion & { key: string }) | null {
    const { hints = [], pegs } = this.#store.game;
    for (const hint of [...hints].reverse()) {
      const peg = pegs.find(({ id }) => id === hint.pegs.at(-1));
      const key = `${hint.kind} ${peg?.id}`;
      const isNews = peg && Date.now() - Date.parse(peg.at) < MINUTE && !this.#answered.has(key);
      const question = isNews && this.#about(hint, peg, () => this.#answered.add(key));
      if (question) return { ...question, key };
    }
    return null;
  }

  // Once while the table is open: pegs are taken without an answer too.
  #askDealer() {
    this.#hasAskedDealer = true;
    const answers = dealerAnswers(this.#store.game.sides, this.#names());
    this.#question.ask(
      t("ask.cut"),
      answers.map(({ value, label }) => ({
        label,
        onTap: () => this.#store.correct({ first_dealer: Number(value) }),
      })),
    );
  }

  /** @param peg its newest @param accept notes that the peg is right @returns null if there is no question about it */
  #about({ kind, pegs, owner, points }: Hint, peg: LocalPeg, accept: () => void): AfterQuestion | null {
    const names = this.#names();
    const values = { n: peg.points, side: names[peg.side], by: this.#otherPhone(pegs) };
    const takeBack = () => {
      accept();
      if (this.#store.changes.mayChange(peg.id)) this.#store.changes.takeBack(peg);
    };
    if (kind === "same_points_two_phones" || (kind === "hand_twice" && typeof points === "number")) {
      const answers = [
        { label: t("ask.once"), onTap: takeBack },
        { label: t("ask.two_times"), onTap: accept },
      ];
      return { text: t("ask.crossed", values), answers };
    }
    if (peg.by !== phoneName()) return null;
    const due = kind === "hand_twice" ? this.#store.game.expects : null;
    const likely = due?.for === "hand" && due.side !== peg.side ? due.side : owner;
    if ((due && likely === due.side) || OF_OTHER.includes(kind)) return this.#aboutSide(peg, Number(likely), accept);
    if (TWICE.includes(kind)) {
      const answers = [
        { label: t("ask.take_back"), onTap: takeBack },
        { label: t("ask.both"), onTap: accept },
      ];
      return { text: t(`ask.${kind}`, values), answers };
    }
    if (kind !== "hand_before_pone" || typeof owner !== "number") return null;
    const first = { ...values, likely: names[owner] };
    const answers = [
      { label: t("ask.first.wait", first), onTap: takeBack, side: owner },
      { label: t("ask.stay", first), onTap: accept },
    ];
    return { text: t("ask.first.pegged", first), answers };
  }

  /** @param likely the side that it was probably meant for */
  #aboutSide(peg: LocalPeg, likely: number, accept: () => void): AfterQuestion {
    const names = this.#names();
    const values = { n: peg.points, side: names[peg.side], likely: names[likely], kind: t(`for.${peg.for}`) };
    const toLikely = () => {
      accept();
      if (this.#store.changes.mayChange(peg.id)) this.#store.changes.amend(peg, { side: likely });
    };
    const answers = [
      { label: names[likely], onTap: toLikely, side: likely },
      { label: t("ask.stay", values), onTap: accept },
    ];
    return { text: t("ask.side", values), answers };
  }

  #otherPhone(pegs: string[]) {
    const others = this.#store.game.pegs.filter(({ id, by }) => pegs.includes(id) && by !== phoneName());
    return others[0]?.by ?? t("table.by.other");
  }
}
