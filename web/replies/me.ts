import type { Me, NightToReply, Statement } from "pegout-api";
import { signedAmount, sumOf } from "../ledger/accounts.ts";
import { linesTable } from "../ledger/statement.ts";
import { refusalText, send } from "../lib/api.ts";
import { isSecret } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { amount, clock, day, hour } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { Place, View } from "../lib/router.ts";
import { sheet } from "../ui/form.ts";
import { Loading, Notice } from "../ui/notice.ts";
import { type OwnNight, type RefusedReply, ownLink } from "./own-link.ts";

/** The part of the view: the nights, or the statement. */
type Part = "nights" | "statement";

/** A night with its question, or with the reply. */
class NightCard {
  #id = "";
  #coming: boolean | null = null;
  #asksAgain = false;
  #title = element("h3");
  #text = element("p", { role: "status" });
  #yes = this.#key("primary", "me.yes", true);
  #no = this.#key("quiet", "me.no", false);
  #change = element(
    "button",
    { type: "button", class: "quiet", onclick: (event: MouseEvent) => this.#ask(event) },
    t("me.change"),
  );
  #note = element("p", { class: "own-note", role: "status" });
  #shown: OwnNight | null = null;

  node = element(
    "li",
    { class: "own-night" },
    this.#title,
    element("div", { class: "own-reply" }, this.#text, this.#yes, this.#no, this.#change),
    this.#note,
  );

  /** Shows the night. */
  show(shown: OwnNight) {
    const { night, coming, isUnsent } = shown;
    this.#shown = shown;
    this.#id = night.night_id;
    if (coming !== this.#coming) this.#asksAgain = false;
    this.#coming = coming;
    const isCancelled = night.cancelled !== null;
    const asks = !isCancelled && (coming === null || this.#asksAgain);
    const when = whenText(night);
    this.#title.textContent = when;
    const said = coming ? "me.said.yes" : "me.said.no";
    const text = isCancelled ? cancelledText(night) : t(asks ? "me.question" : said);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    const focused = [this.#yes, this.#no, this.#change].find((key) => key === document.activeElement);
    for (const key of [this.#yes, this.#no]) key.hidden = !asks;
    this.#change.hidden = asks || isCancelled;
    // A hidden key would lose the focus.
    if (focused?.hidden) (asks ? this.#yes : this.#change).focus();
    this.#yes.setAttribute("aria-label", t("me.yes.of", { when }));
    this.#no.setAttribute("aria-label", t("me.no.of", { when }));
    this.#change.setAttribute("aria-label", t("me.change.of", { when }));
    this.#note.textContent = isUnsent ? t(ownLink.since ? "me.unsent" : "club.sending") : "";
  }

  #key(look: string, words: string, coming: boolean) {
    const onclick = () => {
      this.#asksAgain = false;
      ownLink.reply(this.#id, coming);
    };
    return element("button", { type: "button", class: look, onclick }, t(words));
  }

  // The second tap of a double one is meant for the key that was there.
  #ask({ detail }: MouseEvent) {
    if (detail > 1 || !this.#shown) return;
    this.#asksAgain = true;
    this.show(this.#shown);
  }
}

function refusedText({ night, refusal }: RefusedReply) {
  const why = refusal.slug === "night-playing" ? t("me.closed") : refusalText(refusal);
  return t("me.refused", { when: whenText(night), why });
}

function whenText({ date, starts_at: starts }: NightToReply) {
  return t("me.when", { day: day(date), starts: hour(starts) });
}

function cancelledText({ cancelled }: NightToReply) {
  return cancelled ? t("me.cancelled.why", { reason: cancelled }) : t("me.cancelled");
}

/** Names the money of the player in sentences. */
function moneyTexts({ credit, owes, to_get: toGet }: Me): string[] {
  const [first] = owes;
  return [
    credit > 0 ? t("me.ahead", { amount: amount(credit) }) : "",
    credit < 0 ? t("me.behind", { amount: amount(-credit) }) : "",
    first ? t("me.owes", { n: owes.length, amount: amount(sumOf(owes)), day: day(first.date) }) : "",
    toGet ? t("me.to_get", { amount: signedAmount(toGet) }) : "",
  ].filter(Boolean);
}

/** The nights of the player, and the money. */
class OwnPage {
  #notice = new Notice(() => ownLink.retry());
  #failures = element("div", { class: "own-failures", role: "status" });
  #place = element("div", { class: "own-page" });
  #name = element("h2", { tabindex: "-1", "data-skip": true });
  #none = element("p", { class: "help" }, t("me.none"));
  #list = element("ul", { class: "own-nights" });
  #nights = new KeyedList<OwnNight>(
    this.#list,
    ({ night }) => night.night_id,
    () => new NightCard(),
  );
  #money = element("ul", { class: "own-money" });
  #show = () => this.#render();
  #look = () => document.visibilityState === "visible" && ownLink.refresh();
  #figures = element("a", { class: "link" }, t("me.figures"));
  #page = [
    this.#name,
    this.#list,
    this.#none,
    element(
      "section",
      {},
      this.#money,
      element("p", {}, element("a", { class: "link", href: "#/me?part=statement" }, t("me.statement"))),
      element("p", {}, this.#figures),
    ),
    element("p", {}, element("button", { type: "button", class: "quiet", onclick: remove }, t("me.remove"))),
  ];

  constructor(root: HTMLElement) {
    root.append(element("div", { class: "club own" }, this.#failures, this.#place, this.#notice.node));
    ownLink.addEventListener("change", this.#show);
    document.addEventListener("visibilitychange", this.#look);
    this.#render();
    ownLink.refresh();
  }

  /** Ends it, when the view goes. */
  close() {
    ownLink.removeEventListener("change", this.#show);
    document.removeEventListener("visibilitychange", this.#look);
    ownLink.rest();
  }

  #render() {
    const { me, token, nights, since, isReplaced, lost, refused, refusal } = ownLink;
    const texts = [
      ...(isReplaced ? [t("me.replaced")] : []),
      ...lost.map((night) => t("me.lost", { when: whenText(night) })),
      ...refused.map(refusedText),
    ];
    const shown = [...this.#failures.children].map((node) => node.textContent);
    if (String(shown) !== String(texts)) this.#failures.replaceChildren(...texts.map((text) => element("p", {}, text)));
    const nodes = me ? this.#page : token || isReplaced ? [] : [explanation()];
    if (me === null || this.#name.parentNode !== this.#place) this.#place.replaceChildren(...nodes);
    this.#showNotice(since, token !== null && me === null, nights, refusal && refusalText(refusal));
    if (!me) return;
    this.#name.textContent = me.name;
    this.#figures.href = `#/player?id=${me.player_id}`;
    this.#nights.show(nights);
    this.#none.hidden = nights.length > 0;
    this.#money.replaceChildren(...moneyTexts(me).map((text) => element("li", {}, text)));
    this.#money.hidden = this.#money.childElementCount === 0;
  }

  #showNotice(since: Date | null, isComing: boolean, nights: OwnNight[], refused: string | null) {
    const n = nights.filter(({ isUnsent }) => isUnsent).length;
    if (since) this.#notice.showOffline(since, t(n > 0 ? "me.away.unsent" : "me.away", { n, time: clock(since) }));
    else if (refused) this.#notice.show(refused, "refusal");
    else this.#notice.show(isComing ? t("club.coming") : "");
  }
}

function explanation() {
  return element(
    "div",
    { class: "own-why", "data-skip": true, tabindex: "-1" },
    element("p", {}, t("me.why")),
    element("p", {}, t("me.how")),
  );
}

async function remove() {
  if (await sheet(t("me.remove.sure"), [t("me.remove.words")], t("me.remove.key"))) ownLink.remove();
}

/** The statement of the player. */
class OwnStatement {
  #place = element("div", { class: "club own ledger", "data-skip": true, tabindex: "-1" });
  #loading: Loading<Statement>;

  constructor(root: HTMLElement) {
    this.#loading = new Loading(readStatement, (statement) => this.#show(statement), {
      refused: (refusal) => (refusal.problem.status === 401 ? t("me.replaced") : refusalText(refusal)),
    });
    const back = element("a", { href: "#/me?part=nights" }, t("me.title"));
    this.#place.append(element("p", { class: "way-back" }, back), this.#loading.node);
    root.append(this.#place);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  #show(statement: Statement) {
    const { name, lines } = statement;
    // A personal link does not open the pots of the league.
    const pots = new Map<string, string>();
    this.#place.append(
      element(
        "section",
        { class: "statement" },
        element("h2", {}, name),
        lines.length > 0 ? linesTable(lines, pots) : element("p", { class: "help" }, t("ledger.statement.none")),
      ),
    );
  }
}

async function readStatement(signal: AbortSignal): Promise<Statement> {
  const { token } = ownLink;
  const { player_id: id } = ownLink.me ?? (await send("GET", "/api/v1/me", { token, signal }));
  return send("GET", `/api/v1/players/${id}/statement`, { token, signal });
}

/**
 * The page of a player with a personal link: the next nights with the replies, and the player's money. The address of the link
 * holds its token: this device keeps it, and the address loses it. State in the hash: `part` is `statement` for the statement.
 */
export default {
  mount({ root, query, keep }: Place) {
    const token = query.get("link");
    if (isSecret(token)) ownLink.open(token ?? "");
    const part: Part = query.get("part") === "statement" && ownLink.token ? "statement" : "nights";
    keep(part === "nights" ? {} : { part });
    const page = part === "nights" ? new OwnPage(root) : new OwnStatement(root);
    return () => page.close();
  },
} satisfies View;
