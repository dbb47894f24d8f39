import { Frame } from "../cards/frame.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { cardName, face } from "../ui/cards.ts";
import { bigNumber } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";

/** A key of the foot. */
type FootKey = { label: string; onTap: () => void; isReady?: boolean };
/** The keys of a keyboard while an answer is asked. */
type Typing = { digit: (digit: number) => void; enter: () => void; back: () => void };

/** The screen of an exercise: cards to look at above, then the words, then the keys to answer with. */
export class Stage {
  #top = element("div", { class: "slots shown-cards" });
  #number = bigNumber();
  #notice = new Notice(() => {});
  #details = element("div");
  #pack = element("div", { class: "practice-pack" });
  #foot = [element("button", { type: "button" }), element("button", { type: "button" })];
  #taps: (FootKey | null)[] = [];
  #frame;
  #root;
  #typing: Typing | null = null;
  // True after a digit: Enter then answers, and does not press the key with the focus.
  #isTyping = false;
  #isCounting = false;
  #onKey = (event: KeyboardEvent) => this.#press(event);

  /** @param head the key in the head */
  constructor(root: HTMLElement, head: HTMLElement) {
    this.#root = root;
    this.#foot.forEach((key, at) => key.addEventListener("click", () => this.#taps[at]?.onTap()));
    this.#frame = new Frame(root, {
      labels: { panel: t("practice.panel"), words: t("practice.words"), pack: t("practice.pack") },
      top: this.#top,
      number: this.#number.node,
      words: [this.#notice.node, this.#details],
      grid: this.#pack,
      foot: this.#foot,
      ruled: head,
    });
    document.addEventListener("keydown", this.#onKey);
  }

  /** Ends it, when the exercise goes. */
  close() {
    document.removeEventListener("keydown", this.#onKey);
    this.#frame.close();
  }

  /** Shows cards to look at. @param looks the place of the starter, the cards that stand out, the count at each card */
  look(
    cards: string[],
    { starter, lifted = [], counts }: { starter?: number; lifted?: string[]; counts?: number[] } = {},
  ) {
    this.#top.hidden = cards.length === 0;
    this.#showPanel();
    this.#top.replaceChildren(
      ...cards.map((card, at) => {
        const looks = [at === starter && "starter", lifted.includes(card) && "lifted"].filter(Boolean).join(" ");
        return element(
          "span",
          { class: `slot filled practice-card ${looks}` },
          element("span", { class: "unseen" }, cardName(card)),
          face(card),
          counts ? element("span", { class: "running" }, String(counts[at])) : null,
        );
      }),
    );
  }

  /** Says a sentence, and shows more below it. */
  say(text: string, more: HTMLElement[] = []) {
    this.#frame.fold();
    this.#notice.show(text);
    this.#details.replaceChildren(...more);
  }

  /** Says a sentence for a moment. */
  flash(text: string) {
    this.#notice.flash(text, "plain");
  }

  /** Shows the large number. @param name as it is read aloud */
  count(number: string, name: string) {
    this.#number.show(number, name);
    this.#isCounting = number !== "";
    this.#showPanel();
  }

  // An empty row would take room from the words.
  #showPanel() {
    const panel = this.#top.parentElement;
    if (panel) panel.hidden = this.#top.hidden && !this.#isCounting;
  }

  /** Asks for a number: a tap on its key answers, or digits and Enter. */
  askNumber(most: number, onAnswer: (number: number) => void) {
    let typed = "";
    const show = () => this.count(typed, typed && t("app.points", { n: Number(typed) }));
    const answer = (number: number) => {
      typed = "";
      show();
      onAnswer(number);
    };
    const keys = Array.from({ length: most + 1 }, (_, n) =>
      element(
        "button",
        { type: "button", class: "answer-key", "aria-label": t("app.points", { n }), onclick: () => answer(n) },
        String(n),
      ),
    );
    this.#ask(element("div", { class: `answer-keys of-${most}` }, keys), {
      digit: (digit) => {
        typed = Number(typed + digit) > most ? String(digit) : String(Number(typed + digit));
        show();
      },
      enter: () => typed && answer(Number(typed)),
      back: () => {
        typed = typed.slice(0, -1);
        show();
      },
    });
  }

  /**
   * Asks for cards: a tap chooses a card or takes it back, as the digit of its place does.
   * @param listeners `allows` is asked before one more is chosen
   * @returns `lock` shows the right cards, and takes no taps any more
   */
  askCards(
    cards: string[],
    {
      starter,
      onChange,
      allows = () => true,
    }: { starter?: number; onChange: (chosen: string[]) => void; allows?: (chosen: string[]) => boolean },
  ): { clear: () => void; lock: (right: string[]) => void } {
    const isPressed = (key: HTMLElement) => key.getAttribute("aria-pressed") === "true";
    const chosen = () => cards.filter((_, at) => isPressed(keys[at]));
    const press = (key: HTMLElement, is: boolean) => key.setAttribute("aria-pressed", String(is));
    const tap = (key: HTMLButtonElement | undefined) => {
      if (!key || key.disabled || (!isPressed(key) && !allows(chosen()))) return;
      press(key, !isPressed(key));
      onChange(chosen());
    };
    const keys = cards.map((card, at) => {
      const look = `slot filled practice-card card-key${at === starter ? " starter" : ""}`;
      const label = at === starter ? t("practice.starter", { card: cardName(card) }) : cardName(card);
      const key = element("button", { type: "button", class: look, "aria-label": label, "aria-pressed": "false" });
      key.append(face(card));
      key.addEventListener("click", () => tap(key));
      return key;
    });
    this.#ask(element("div", { class: "card-keys" }, keys), {
      digit: (digit) => tap(keys[digit - 1]),
      enter: () => this.#foot[0].click(),
      back: () => {},
    });
    const clear = () => keys.forEach((key) => press(key, false));
    const lock = (right: string[]) =>
      keys.forEach((key, at) => {
        press(key, right.includes(cards[at]));
        key.disabled = true;
      });
    return { clear, lock };
  }

  /** Shows a list in the place of the keys. */
  list(nodes: HTMLElement[]) {
    this.#ask(element("div", { class: "practice-list", tabindex: "0" }, nodes), null);
  }

  /** Offers keys in the foot: the first one is the main one. */
  offer(main: FootKey | null, other: FootKey | null = null) {
    this.#taps = [main, other];
    this.#taps.forEach((tap, at) => {
      const key = this.#foot[at];
      key.hidden = tap === null;
      key.className = at === 0 ? "primary" : "quiet";
      key.textContent = tap?.label ?? "";
      key.disabled = tap?.isReady === false;
    });
  }

  /** Ends the exercise: one key leads on, and has the focus. */
  end(label: string, onTap: () => void) {
    this.#typing = null;
    this.offer({ label, onTap });
    this.#foot[0].focus({ preventScroll: true });
  }

  // The focus of a key that is removed would move to the top of the page.
  #ask(node: HTMLElement, typing: Typing | null) {
    this.#typing = typing;
    this.#isTyping = false;
    this.#pack.replaceChildren(node);
    this.#root.focus({ preventScroll: true });
  }

  #press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, repeat, target } = event;
    if (!this.#typing || ctrlKey || metaKey || altKey || repeat) return;
    const isOnKey = target instanceof HTMLElement && target.closest("a, button") !== null;
    if (/^\d$/.test(key)) {
      this.#typing.digit(Number(key));
      this.#isTyping = true;
    } else if (key === "Backspace") this.#typing.back();
    else if (key === "Enter" && (this.#isTyping || !isOnKey)) this.#typing.enter();
    else return void (this.#isTyping &&= key === "Enter");
    event.preventDefault();
  }
}
