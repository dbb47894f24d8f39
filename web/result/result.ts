import type { NightCard } from "pegout-api";
import { enterResult, hasPendingResult, judgeResult, type Result, scoresOf } from "../game/changes.ts";
import { GameStore } from "../game/game-store.ts";
import { refusalText } from "../game/labels.ts";
import { hasResult } from "../game/local-game.ts";
import { sideNames } from "../game/names.ts";
import { savedGames } from "../game/saved-games.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import type { Place, TitledView } from "../lib/router.ts";
import { mark } from "../ui/controls.ts";
import { Notice } from "../ui/notice.ts";
import { Strip } from "../ui/strip.ts";
import { ConfirmationCard, resultStatus } from "./confirmation.ts";
import { ResultForm } from "./result-form.ts";

/** The part of the view: the form, the result that was entered, or why there is no form. */
type Part = "form" | "entered" | "pegged" | "void" | "watching" | "contest";

class ResultView {
  #store;
  #isContest;
  #form: ResultForm | null = null;
  #card: NightCard | undefined;
  #confirmation;
  #notice = new Notice(() => {});
  #content = element("div", { class: "result-part", "data-skip": true, tabindex: "-1" });
  #shown = "";

  /** @param isContest whether this side's score is asked for, besides the entered score */
  constructor(root: HTMLElement, id: string, isContest: boolean) {
    this.#store = new GameStore(id);
    this.#isContest = isContest;
    this.#confirmation = new ConfirmationCard(this.#store);
    if (!isContest) root.append(this.#confirmation.node);
    root.append(this.#content, this.#notice.node);
    this.#store.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#form?.close();
    this.#store.close();
  }

  /** Shows the lines of the scorecards as a night's card has them. */
  useCard(card: NightCard) {
    this.#card = card;
    this.#form?.useCard(card);
  }

  get #part(): Part {
    const { id, canScore, saved } = this.#store;
    const { game, side } = saved;
    if (!canScore) return "watching";
    if (game.status === "void") return "void";
    if (hasPendingResult(id)) return "entered";
    if (game.status === "playing") return "form";
    if (!hasResult(game)) return "pegged";
    return this.#isContest && side !== null && side !== undefined ? "contest" : "entered";
  }

  get #names() {
    const { game, side } = this.#store.saved;
    return sideNames(game.sides, side);
  }

  #show() {
    const part = this.#part;
    const { game, saved } = this.#store;
    const status = part === "entered" ? resultStatus(this.#store) : "";
    const scores = part === "entered" ? game.sides.map(({ score }) => score).join() : "";
    const key = [part, status, scores].join();
    if (key === this.#shown) return;
    const isFirst = this.#shown === "";
    this.#shown = key;
    this.#form?.close();
    this.#form = null;
    if (part === "form" || part === "contest") {
      const onEnter = (result: Result) => (part === "form" ? this.#enter(result) : this.#contest(result));
      // The form needs the sides and the rules alone: pegs of other phones do not touch what is typed.
      this.#form = new ResultForm(saved.game, this.#names, {
        isLeague: Boolean(saved.night),
        card: this.#card,
        onEnter,
      });
      this.#content.replaceChildren(this.#form.node);
    } else if (part === "entered") this.#showEntered(status);
    else this.#content.replaceChildren(element("p", {}, t(`result.${part}`)), this.#tableLink());
    if (!isFirst) this.#content.focus({ preventScroll: true });
  }

  #tableLink() {
    return element("a", { class: "primary", href: `#/table?id=${this.#store.id}` }, t("app.table"));
  }

  #enter(result: Result) {
    this.#notice.show("");
    enterResult(this.#store.id, result);
  }

  #contest(result: Result) {
    const { id, saved } = this.#store;
    const scores = scoresOf(saved.game, result);
    judgeResult(id, { side: Number(saved.side), agrees: false, scores });
    this.#isContest = false;
    this.#show();
  }

  #showEntered(status: string) {
    const { game } = this.#store;
    const names = this.#names;
    const strip = new Strip(game.rules, names.length);
    strip.show(game.sides.map(({ score }) => score));
    const rows = game.sides.map(({ score }, side) =>
      element(
        "li",
        { class: side === game.winner ? "winner" : null },
        element("span", { class: "side-name" }, mark(side), element("bdi", {}, names[side])),
        " ",
        element("span", { class: "final" }, String(score)),
      ),
    );
    this.#content.replaceChildren(
      element("h2", {}, t("result.entered")),
      element("ul", { class: "finals" }, rows),
      strip.node,
      element("p", { role: "status" }, status),
      element(
        "div",
        { class: "result-keys" },
        this.#tableLink(),
        element("button", { type: "button", class: "quiet", onclick: () => this.#undo() }, t("result.undo")),
      ),
    );
  }

  async #undo() {
    try {
      await this.#store.takeResultBack();
      this.#show();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
      this.#notice.flash(error instanceof Refusal ? refusalText(error.problem) : t("table.no.answer"));
    }
  }
}

/** Mounts the view of a result. @returns null if this phone does not have the game */
export function mountResult({ root, query }: Place): ResultView | null {
  const id = query.get("id") ?? "";
  if (savedGames.get(id)) return new ResultView(root, id, query.has("contest"));
  root.append(element("p", { class: "help" }, t("table.missing")));
  return null;
}

/**
 * The result of a game that was kept on a board. State in the hash: `id`; `contest` if a side enters its own result
 * besides another side's result.
 */
export default {
  title: "result.title",
  mount(place) {
    const view = mountResult(place);
    return () => view?.close();
  },
} satisfies TitledView;
