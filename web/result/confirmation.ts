import { hasPendingResult, judgeResult, scoresOf, type Verdict } from "../game/changes.ts";
import type { GameStore } from "../game/game-store.ts";
import type { LocalGame } from "../game/local-game.ts";
import { sideNames } from "../game/names.ts";
import { outbox } from "../game/outbox.ts";
import { savedGames } from "../game/saved-games.ts";
import { phoneName } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";

const DASH = "\u2060–\u2060";

/**
 * A result in words, with the winner: “121–109 for Ann and Bob”; of three sides “Ann 121, Bob 109, Cy 90”.
 * @param scores by side @param names by side @param winners sides
 */
export function claimText(scores: number[], names: string[], winners: number[]): string {
  if (scores.length > 2 || winners.length === 0)
    return scores.map((score, side) => `${names[side]} ${score}`).join(", ");
  const sorted = [...scores].sort((one, other) => other - one);
  return t("result.claim", { scores: sorted.join(DASH), winner: list(winners.map((side) => names[side])) });
}

/** As {@link claimText}, for the sides of a game. @param own this phone’s side */
function claimIn(game: LocalGame, scores: number[], own: number | null | undefined): string {
  const isStanding = game.sides.every(({ score }, side) => score === scores[side]);
  const winners = isStanding ? game.winners : savedGames.endingOf(game.rules, scores)?.winners;
  return claimText(scores, sideNames(game.sides, own), winners ?? []);
}

/** Returns how far an entered result is confirmed, in a sentence; empty if nobody has entered it at the table. */
export function resultStatus({ id, saved: { game, side: own }, since }: GameStore): string {
  const { result, sides } = game;
  if (hasPendingResult(id)) return t(since ? "result.kept" : "result.sending");
  if (!result) return "";
  const names = sideNames(game.sides, own);
  // Nobody says “Us has” or “Them has”.
  const nameOf = (side: number) =>
    sides.length === 2 && side !== own && sides[side].named === false ? t("result.other") : names[side];
  const [contest] = result.contested;
  if (contest?.scores)
    return t("result.contested.scores", { name: nameOf(contest.side), scores: claimIn(game, contest.scores, own) });
  if (contest) return t("result.contested", { name: nameOf(contest.side) });
  const confirmed = result.confirmed.find((side) => side !== own);
  if (confirmed !== undefined) return t("result.confirmed", { name: nameOf(confirmed) });
  if (result.by !== phoneName()) return t("result.by", { by: result.by ?? t("confirm.somebody") });
  const other = sides.length === 2 && typeof own === "number" ? 1 - own : null;
  const isKnown = other !== null && sides[other].named !== false;
  return isKnown ? t("result.confirms", { name: names[other] }) : t("result.confirms.other");
}

/**
 * The question to the other side of a table: is the result right that a phone entered? Without a question
 * it says how far the result is confirmed, or is hidden.
 */
export class ConfirmationCard {
  #store;
  #text = element("p", { role: "status" });
  #keys = element("div", { class: "confirmation-keys" });
  #shown = "";
  #tells;
  declare node;

  /** @param options `tells` if the view says nothing of the result itself */
  constructor(store: GameStore, { tells = false }: { tells?: boolean } = {}) {
    this.#store = store;
    this.#tells = tells;
    this.node = element(
      "section",
      { class: "confirmation", "aria-label": t("confirm.title"), hidden: true },
      this.#text,
      this.#keys,
    );
    store.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const isTold = this.#tells && this.#store.game.result?.role !== "coordinator";
    const { text, keys } = this.#question() ?? { text: isTold ? resultStatus(this.#store) : "", keys: [] };
    this.node.hidden = text === "";
    this.node.classList.toggle("told", keys.length === 0);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#text.textContent = text;
    this.#keys.replaceChildren(...keys);
  }

  #question(): { text: string; keys: HTMLElement[] } | null {
    const { saved, rejected, canScore, pending } = this.#store;
    const { game, side } = saved;
    const { result, sides, status } = game;
    if (!canScore || status !== "finished" || !result || result.role === "coordinator") return null;
    if (pending.some(({ kind }) => kind === "verdict")) return null;
    const claimed = (all: number[]) => claimIn(game, all, side);
    const scores = claimed(sides.map(({ score }) => score));
    const by = result.by ?? t("confirm.somebody");
    const refused = rejected.find(({ kind }) => kind === "result");
    if (refused) {
      const own = scoresOf(game, refused.body);
      return this.#clash({ scores, by, own, claim: claimed(own) });
    }
    if (side === null || side === undefined || result.by === phoneName() || result.confirmed.includes(side))
      return null;
    const own = result.contested.find((contest) => contest.side === side);
    if (own?.scores) return null;
    if (own) return { text: t("confirm.contested", { by, scores }), keys: [this.#scoreKey(), this.#agreeKey(side)] };
    const no = key("quiet", t("confirm.no"), () => this.#judge({ side, agrees: false }));
    return { text: t("confirm.right", { by, scores }), keys: [this.#agreeKey(side), no] };
  }

  // Another phone had entered a result before this one.
  /** @param clash `claim` is this phone’s in words */
  #clash({ scores, by, own, claim }: { scores: string; by: string; own: number[]; claim: string }) {
    const { side } = this.#store.saved;
    const text = t("confirm.clash", { by, scores, own: claim });
    if (side === null || side === undefined)
      return { text, keys: [key("quiet", t("ask.all_right"), () => this.#dismiss())] };
    const contest = key("quiet", t("confirm.contest"), () => this.#judge({ side, agrees: false, scores: own }));
    return { text, keys: [this.#agreeKey(side), contest] };
  }

  #agreeKey(side: number) {
    return key("primary", t("confirm.yes"), () => this.#judge({ side, agrees: true }));
  }

  #scoreKey() {
    return element("a", { class: "quiet", href: `#/result?id=${this.#store.id}&contest=1` }, t("confirm.score"));
  }

  #judge(verdict: Verdict) {
    this.#dismiss();
    judgeResult(this.#store.id, verdict);
  }

  #dismiss() {
    for (const tap of this.#store.rejected) if (tap.kind === "result") outbox.dismiss(tap);
  }
}

function key(look: "primary" | "quiet", label: string, onTap: () => void) {
  return element("button", { type: "button", class: look, onclick: onTap }, label);
}
