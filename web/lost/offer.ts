import { byQuery, gamePath } from "../game/begin.ts";
import { keptHistory } from "../game/game-log.ts";
import type { GameStore } from "../game/game-store.ts";
import { pegText } from "../game/labels.ts";
import { pendingTaps } from "../game/outbox.ts";
import { savedGames } from "../game/saved-games.ts";
import { Refusal, send, Unreachable } from "../lib/api.ts";
import { newId, phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { isolated, t } from "../lib/i18n.ts";
import type { Question } from "../table/questions.ts";
import { type KnownPeg, type LostChanges, lostChanges } from "./changes.ts";

/** The offer to send the changes that the service lost and this phone still has. It comes back until the user answers. */
export class LostOffer {
  #store;
  #question;
  #names;
  #lost: LostChanges | null = null;
  // The version of the game that it was compared with.
  #version = -1;
  #reading: Promise<boolean> | null = null;
  #isSending = false;
  #asked: string | null = null;
  #list = element("dialog", { class: "sheet", "aria-labelledby": "lost-title" });

  /** Takes the function that returns the names for questions. */
  constructor(store: GameStore, question: Question, names: () => string[]) {
    this.#store = store;
    this.#question = question;
    this.#names = names;
    question.node.after(this.#list);
  }

  /** Asks about lost changes, as soon as the service answers. */
  async ask() {
    const { saved } = this.#store;
    if (saved.lost && this.#version !== saved.game.version && !(await this.#read())) return;
    if (!this.#store.saved.lost) return this.#withdraw();
    if (this.#lost) this.#show(this.#lost);
  }

  // Returns false if the service does not answer.
  #read() {
    this.#reading ??= this.#compare().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #compare() {
    const { id } = this.#store;
    try {
      while (this.#store.saved.lost && this.#version !== this.#store.saved.game.version) {
        const { game, lost: before } = this.#store.saved;
        const [{ events }, kept] = await Promise.all([send("GET", gamePath(id, "/history")), keptHistory(id)]);
        const lost = lostChanges({ before, kept: kept ?? [] }, { game, events });
        const waiting = new Set(pendingTaps(id).map(({ subject }) => subject));
        this.#lost = { ...lost, pegs: lost.pegs.filter((peg) => !waiting.has(peg.id)) };
        this.#version = game.version;
        if (countOf(this.#lost) === 0) await this.#settle();
      }
      return true;
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      return false;
    }
  }

  #show(lost: LostChanges) {
    if (this.#isSending) return;
    if (this.#question.needsAnswer && !this.#question.asks(this.#asked)) return;
    const n = countOf(lost);
    const what = lost.pegs.length === n ? "pegs" : "changes";
    const leave = { label: t("lost.leave", { n }), onTap: () => void this.#settle() };
    const act = lost.isClashing
      ? { label: t("lost.see", { n }), onTap: () => this.#open(lost) }
      : { label: t(`lost.send.${what}`, { n }), onTap: () => void this.#send() };
    const text = `${t(`lost.${what}`, { n })} ${t(lost.isClashing ? "lost.clash" : "lost.here", { n })}`;
    this.#asked = text;
    this.#question.ask(text, [act, leave]);
  }

  #withdraw() {
    this.#question.withdraw(this.#asked);
    this.#asked = null;
  }

  // Another phone may have pegged since the question was asked.
  async #send() {
    this.#version = -1;
    if (!(await this.#read()) || !this.#lost || this.#lost.isClashing) return this.ask();
    this.#isSending = true;
    await Promise.all(this.#changes(this.#lost).map((change) => this.#store.add(change).stored));
    await this.#settle();
    this.#isSending = false;
  }

  #changes({ pegs, amended, back, deal: last }: LostChanges) {
    const { id } = this.#store;
    let { deal } = this.#store.game;
    const dealsUntil = (end: number) => Array.from({ length: Math.max(0, end - deal) }, () => dealChange(id, ++deal));
    return [
      ...back.map((peg) => backChange(id, peg.id)),
      ...amended.map((peg) => amendment(id, peg)),
      ...pegs.flatMap((peg) => [...dealsUntil(peg.deal ?? deal), pegChange(id, peg)]),
      ...dealsUntil(last),
    ];
  }

  // The kept history is older than the loss: a new one replaces it.
  async #settle() {
    await savedGames.save({ id: this.#store.id, lost: null, past: 0 });
  }

  #open({ pegs, amended, back }: LostChanges) {
    const names = this.#names();
    const sums = names.map((name, at) => {
      const own = pegs.filter(({ side }) => side === at);
      return t("tap.peg", { side: isolated(name), n: own.reduce((sum, { points }) => sum + points, 0) });
    });
    const lines = [
      ...pegs.map((peg) => pegText(peg, names)),
      ...amended.map((peg) => t("lost.amended", { peg: pegText(peg, names) })),
      ...back.map((peg) => t("lost.back", { peg: pegText(peg, names) })),
    ];
    this.#list.replaceChildren(
      element("h2", { id: "lost-title" }, t("lost.title")),
      element("p", {}, t("lost.why")),
      element("p", {}, t("lost.sum", { sums: sums.join(", ") })),
      element("ul", { class: "menu-list" }, ...lines.map((line) => element("li", { class: "fact" }, line))),
      element("button", { type: "button", class: "primary", onclick: () => this.#list.close() }, t("app.table")),
    );
    this.#list.showModal();
    // The browser scrolls to the key, which has the focus.
    this.#list.scrollTop = 0;
  }
}

function countOf({ pegs, amended, back }: LostChanges) {
  return pegs.length + amended.length + back.length;
}

function pegChange(game: string, peg: KnownPeg) {
  const { id, side, points, for: kind, player, cards, starter, by, deal } = peg;
  const at = ("tapped_at" in peg && peg.tapped_at) || peg.at;
  const given = Object.entries({ player, cards, starter, by, deal }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const body = { side, points, for: kind, at, ...Object.fromEntries(given) };
  const path = gamePath(game, `/pegs/${id}`);
  const shown = { side, points, for: kind };
  return { kind: "peg" as const, subject: id, method: "PUT", path, body, at, peg: shown, again: true };
}

function amendment(game: string, { id, side, points, for: kind }: KnownPeg) {
  const values = { side, points, for: kind };
  const at = new Date().toISOString();
  const body = { id: newId(), ...values, by: phoneName(), at };
  const path = gamePath(game, `/pegs/${id}`);
  return { kind: "amend" as const, subject: id, method: "PATCH", path, body, at, peg: values };
}

function backChange(game: string, id: string) {
  const path = gamePath(game, `/pegs/${id}${byQuery()}`);
  return { kind: "peg_back" as const, subject: id, method: "DELETE", path };
}

function dealChange(game: string, number: number) {
  const path = gamePath(game, `/deals/${number}`);
  const body = { id: newId(), by: phoneName() };
  return { kind: "deal" as const, number, method: "PUT", path, body, again: true };
}
