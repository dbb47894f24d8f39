import type { GameStore } from "../game/game-store.ts";
import { refusalText, tapText } from "../game/labels.ts";
import { outbox, type RejectedTap } from "../game/outbox.ts";
import { database } from "../game/saved-games.ts";
import { clock, dateOf, day, today } from "../lib/format.ts";
import { loadMessages, t } from "../lib/i18n.ts";
import type { LostOffer } from "../lost/offer.ts";
import type { Answer, Question } from "./questions.ts";

// Milliseconds after which a tap on its way is remarked.
const SLOW = 2000;

/** The state of the connection: in one word for the dot, in a sentence, and short for the second line of the bar. */
export type Connection = { dot: "live" | "sending" | "away"; text: string; short: string };

/** The freshness of a table: the connection, which changes are on this phone only, and which the service refused. */
export class TableState {
  #store;
  #question;
  #listeners;
  #sendingSince: number | null = null;
  /** The time when somebody tried at once, and how many changes waited. */
  #tried: { at: Date; n: number } | null = null;
  /** The question about a refusal. */
  #asked: string | null = null;
  #lost: LostOffer | null = null;

  /**
   * @param question asks about changes that were refused
   * @param listeners `onFollow` is called to go to a rematch that another phone had begun, `onChange` to show the
   *   connection again
   */
  constructor(
    store: GameStore,
    question: Question,
    listeners: { names: () => string[]; onFollow: (game: string) => void; onChange: () => void },
  ) {
    this.#store = store;
    this.#question = question;
    this.#listeners = listeners;
  }

  /** Tries at once, and says so until there is an answer or another tap. */
  retry() {
    this.#tried = { at: new Date(), n: this.#store.pending.length };
    this.#store.retry();
    this.#listeners.onChange();
  }

  /** The state of the connection. */
  get connection(): Connection {
    const { pending, since, canScore } = this.#store;
    const n = pending.length;
    const { removed, line } = this.#store.saved;
    if (removed) return { dot: "away", text: t("state.removed"), short: t("state.short.removed") };
    const until = n > 0 ? outbox.postponed.until(line) : null;
    if (until) {
      // Of damage the service alone knows what is to be done.
      const text = outbox.postponed.damage.get(line) ?? t("state.postponed", { time: momentText(until) });
      return { dot: "away", text, short: t("state.short.postponed") };
    }
    if (!database.isSaved && canScore) return unsaved(n, since);
    if (since) {
      const key = n > 0 ? "state.away.saved" : canScore ? "state.away" : "state.stale";
      const tried = this.#tried?.n === n ? this.#tried : null;
      const text = tried ? t("state.tried", { time: clock(tried.at) }) : t(key, { n, time: clock(since) });
      return { dot: "away", text, short: t(n > 0 ? "state.short.saved" : "state.short.away", { n }) };
    }
    this.#tried = null;
    if (n > 0) return { dot: this.#isSlow() ? "sending" : "live", text: t("state.saved", { n }), short: "" };
    this.#sendingSince = null;
    return { dot: "live", text: t(canScore ? "state.live" : "state.watching"), short: "" };
  }

  #isSlow() {
    if (this.#sendingSince === null) {
      this.#sendingSince = Date.now();
      setTimeout(() => this.#listeners.onChange(), SLOW + 100);
    }
    return Date.now() - this.#sendingSince > SLOW;
  }

  /** Asks about the first change that was refused. */
  askRefused() {
    const { rejected } = this.#store;
    const next = rejected.find(({ refused }) => refused.rematch)?.refused.rematch;
    if (next) {
      const lost = rejected.filter(({ kind }) => kind === "peg").length;
      const text = lost ? `${t("state.rematch")} ${t("state.rematch.lost", { n: lost })}` : t("state.rematch");
      return this.#ask(text, [{ label: t("end.open"), onTap: () => this.#listeners.onFollow(next) }]);
    }
    if (rejected.length > 0) return this.#askAbout(rejected);
    // It may have been read in another tab, or was none.
    this.#question.withdraw(this.#asked);
    this.#asked = null;
    this.#askLost();
  }

  // Few phones ever need this module.
  async #askLost() {
    if (!this.#lost && !(this.#store.saved.lost && this.#store.canScore)) return;
    const [{ LostOffer }] = await Promise.all([import("../lost/offer.ts"), loadMessages("lost")]);
    this.#lost ??= new LostOffer(this.#store, this.#question, this.#listeners.names);
    this.#lost.ask();
  }

  #ask(text: string, answers: Answer[]) {
    this.#asked = text;
    this.#question.ask(text, answers);
  }

  /** Dismisses deals that were refused because another phone had begun them: they are there all the same. */
  dismissLateDeals() {
    const { rejected, saved } = this.#store;
    for (const entry of rejected) {
      const isLate = entry.refused.type.endsWith("/not-the-next-deal");
      if (isLate && Number(entry.number) <= saved.game.deal) outbox.dismiss(entry);
    }
  }

  #askAbout([first, ...rest]: RejectedTap[]) {
    // A peg and what was added to it are one tap to a person: the newest amendment says what it was in all.
    const isSame = ({ subject }: RejectedTap) => subject !== undefined && subject === first.subject;
    const all = [first, ...rest.filter(isSame)];
    const others = rest.filter((tap) => !isSame(tap));
    const what = tapText(all[all.length - 1], this.#listeners.names());
    const more = others.length > 0 ? ` ${t("state.refused.more", { n: others.length })}` : "";
    const history = `#/history?id=${this.#store.id}`;
    const key = first.kind === "amend" ? "state.refused.amend" : "state.refused";
    this.#ask(t(key, { what, why: refusalText(first.refused) }) + more, [
      { label: t("ask.all_right"), onTap: () => all.forEach((tap) => void outbox.dismiss(tap)) },
      { label: t("ask.history"), onTap: () => (location.hash = history) },
    ]);
  }
}

/** @param n changes that wait @param since when the service does not answer */
function unsaved(n: number, since: Date | null): Connection {
  const text = since ? t("state.unsaved.away", { n, time: clock(since) }) : t("state.unsaved");
  // The bar shows the short text for this dot alone.
  return { dot: "away", text, short: t("state.short.unsaved") };
}

function momentText(moment: Date) {
  const date = dateOf(moment);
  return date === today() ? clock(moment) : `${day(date)}, ${clock(moment)}`;
}
