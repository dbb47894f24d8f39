import type { League, NightAnswer } from "pegout-api";
import { mailLink, shareText } from "../club/contact.ts";
import { dayAndHour } from "../club/nights.ts";
import { askNewLink, madeLink, makeLink, readLinks } from "../club/player-link.ts";
import type { StatusBar } from "../coordinator/status-bar.ts";
import { Refusal, Unreachable, refusalText, send } from "../lib/api.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { ownName } from "../lib/root.ts";
import { sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import type { Person } from "./replies.ts";

const KEY = ownName("pegout.asked");
// The nights whose ticks this device keeps.
const NIGHTS = 6;

/** The players who were asked about each night, by the night's id: a note of this device alone. */
type Asked = Record<string, string[]>;

let asked = savedAsked();

function savedAsked(): Asked {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function saveAsked(night: string, players: string[]) {
  const { [night]: _, ...others } = asked;
  const newest = Object.entries(others).slice(-NIGHTS + 1);
  asked = Object.fromEntries([...newest, [night, players]]);
  try {
    localStorage.setItem(KEY, JSON.stringify(asked));
  } catch {
    // The ticks then last as long as the page.
  }
}

/** A person to ask. `hasLink` is true for a link that nobody can read any more. */
type Asking = Person & { hasLink: boolean; isAsked: boolean; mail: string | null };

/** A person to ask: the tick, the two ways to send the question, and a new link. */
class AskRow {
  #asking: Asking | null = null;
  #name = element("strong");
  #box = element("input", { type: "checkbox" });
  #input = element("input", { class: "unseen", readonly: true, tabindex: "-1", "aria-hidden": "true" });
  #share;
  #mail;
  #renew;
  declare node;

  constructor({
    onTick,
    onShare,
    onMail,
    onRenew,
  }: {
    onTick: (asking: Asking, isAsked: boolean) => void;
    onShare: (asking: Asking, input: HTMLInputElement) => void;
    onMail: (asking: Asking, event: Event) => void;
    onRenew: (asking: Asking) => void;
  }) {
    const act = (on: (asking: Asking) => void) => () => this.#asking && on(this.#asking);
    const key = (words: string, onclick: () => void) =>
      element("button", { type: "button", class: "deed", onclick }, words);
    this.#box.onchange = act((asking) => onTick(asking, this.#box.checked));
    this.#share = key(
      t(typeof navigator.share === "function" ? "link.share" : "link.copy"),
      act((asking) => onShare(asking, this.#input)),
    );
    const onclick = (event: Event) => this.#asking && onMail(this.#asking, event);
    this.#mail = element("a", { class: "deed", onclick }, t("ask.mail"));
    this.#renew = key(t("link.new"), act(onRenew));
    this.node = element(
      "li",
      { class: "ask-row" },
      element("label", { class: "tick" }, this.#box, element("bdi", {}, this.#name)),
      element("div", { class: "ask-keys" }, this.#share, this.#mail, this.#renew, this.#input),
    );
  }

  /** Shows a person. */
  show(asking: Asking) {
    this.#asking = asking;
    const { name, email, mail, hasLink, isAsked } = asking;
    this.#name.textContent = name;
    this.#box.checked = isAsked;
    this.#box.setAttribute("aria-label", t("ask.sent.of", { name }));
    this.#mail.hidden = !email;
    this.#mail.href = mail ?? "";
    this.#renew.hidden = !hasLink;
    for (const node of [this.#share, this.#mail, this.#renew])
      node.setAttribute("aria-label", t("ask.key.of", { key: node.textContent, name }));
  }
}

/**
 * The players who have not replied, each with the question to send. The question has the personal link of the player: a link
 * is made with the tap if there is none. Nobody can read an older link, so the question then goes without it.
 */
export class AskList {
  #statusBar;
  #night;
  #state: { people: Person[]; night: NightAnswer } | null = null;
  #league = "";
  #links: Map<string, string> | null = null;
  #loading: Loading<[Map<string, string>, League]> | null = null;
  #left = element("p", { class: "help", role: "status" });
  #list = element("ul", { class: "ask-list" });
  #rows = new KeyedList<Asking>(
    this.#list,
    ({ id }) => id,
    () =>
      new AskRow({
        onTick: ({ id }, isAsked) => this.#tick(id, isAsked),
        onShare: (asking, input) => this.#try(() => this.#share(asking, input)),
        onMail: (asking, event) => this.#openMail(asking, event),
        onRenew: (asking) => this.#try(() => this.#renew(asking)),
      }),
  );
  node = element(
    "section",
    { class: "club ask-part", hidden: true },
    element("h2", {}, t("ask.title")),
    element("p", { class: "help" }, t("ask.why")),
    this.#left,
    this.#list,
  );

  /** @param night the id */
  constructor(statusBar: StatusBar, night: string) {
    this.#statusBar = statusBar;
    this.#night = night;
  }

  /** Shows the people who have not replied. */
  show(people: Person[], night: NightAnswer) {
    this.#state = { people, night };
    if (!this.#loading) {
      this.#loading = new Loading(
        (signal) => Promise.all([readLinks(signal), send("GET", "/api/v1/league", { signal })]),
        ([links, { name }]) => {
          this.#links = links;
          this.#league = name;
          this.#render();
        },
      );
      this.#left.before(this.#loading.node);
    }
    this.#render();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading?.close();
  }

  #render() {
    const [links, state] = [this.#links, this.#state];
    if (!links || !state) return;
    const sent = new Set(asked[this.#night]);
    const isOld = (id: string) => links.has(id) && madeLink(id) === null;
    this.#rows.show(
      state.people.map((person) => ({
        ...person,
        hasLink: isOld(person.id),
        isAsked: sent.has(person.id),
        mail: person.email && this.#draft(person),
      })),
    );
    const n = state.people.filter(({ id }) => !sent.has(id)).length;
    this.#left.textContent = n > 0 ? t("ask.left", { n }) : t("ask.all");
  }

  #text({ id, name }: Person) {
    const night = this.#state?.night;
    const link = madeLink(id);
    const when = night ? dayAndHour(night) : "";
    return t(link ? "ask.text" : "ask.text.own", { name, league: this.#league, when, link });
  }

  #draft(person: Person) {
    const night = this.#state?.night;
    const subject = t("ask.subject", { league: this.#league, when: night ? dayAndHour(night) : "" });
    return mailLink(person.email ?? "", subject, this.#text(person));
  }

  #tick(player: string, isAsked: boolean) {
    const others = (asked[this.#night] ?? []).filter((id) => id !== player);
    saveAsked(this.#night, isAsked ? [...others, player] : others);
    this.#render();
  }

  // True if this person needs a link first.
  #lacksLink({ id }: Person) {
    return madeLink(id) === null && !this.#links?.has(id);
  }

  async #make({ id }: Person) {
    await makeLink(id);
    this.#links?.set(id, new Date().toISOString());
    this.#render();
  }

  async #share(asking: Asking, input: HTMLInputElement) {
    const isFirst = this.#lacksLink(asking);
    if (isFirst) await this.#make(asking);
    const text = this.#text(asking);
    const way = await shareText(text, input);
    if (way === "shared" || way === "copied") this.#tick(asking.id, true);
    if (way === "late" && !isFirst) return this.#showText(asking, text);
    const { name } = asking;
    const said = { shared: "", none: "", copied: t("ask.copied", { name }), late: t("link.late") };
    this.#statusBar.show(said[way]);
  }

  // For a browser that neither shares nor copies.
  async #showText({ id }: Person, text: string) {
    const area = element(
      "textarea",
      { class: "ask-text", readonly: true, rows: 5, "aria-label": t("ask.by_hand") },
      text,
    );
    area.addEventListener("focus", () => area.select());
    if (await sheet(t("ask.by_hand"), [area], t("ask.by_hand.done"))) this.#tick(id, true);
  }

  // The draft opens by the link itself, which has its address after this.
  #openMail(asking: Asking, event: Event) {
    if (!this.#lacksLink(asking)) return this.#tick(asking.id, true);
    event.preventDefault();
    const link = event.currentTarget as HTMLElement;
    this.#try(async () => {
      await this.#make(asking);
      link.click();
    });
  }

  async #renew(asking: Asking) {
    const { name } = asking;
    if (!(await askNewLink(name))) return;
    await this.#make(asking);
    this.#statusBar.show(t("ask.renewed", { name }));
  }

  async #try(act: () => Promise<void>) {
    this.#statusBar.clear();
    try {
      await act();
    } catch (error) {
      if (error instanceof Unreachable) this.#statusBar.showError(t("ask.offline"));
      else if (error instanceof Refusal) this.#statusBar.showError(refusalText(error));
      else throw error;
    }
  }
}
