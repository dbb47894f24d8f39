import type { Cancellation, NightAnswer, Payment, PhoneNumber, Player } from "pegout-api";
import { askInSheet } from "../access/questions.ts";
import { session, signedIn } from "../access/session.ts";
import { problemText, type Refusal, send } from "../lib/api.ts";
import { isId } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";
import type { Command } from "../lib/journal.ts";
import { Live } from "../lib/live.ts";
import { LatestRequest } from "../lib/retry.ts";
import { readNight, seenOf } from "../night/night-store.ts";
import { Form, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { FreshChanges, commands, pendingCommands, takeRefusals } from "./commands.ts";
import { telLink } from "./contact.ts";
import { canChange, dayAndHour, nextView } from "./nights.ts";

/**
 * The people to notify of a cancelled night: numbers to call, ticked off by several helpers at once, and one e-mail to
 * everybody.
 */
class PeopleToTell {
  #path;
  #cancellation;
  #left = element("p", { class: "help", role: "status" });
  #crossed = element("p", { class: "said", role: "status" });
  #fresh = new FreshChanges({ told: false });
  #lines: KeyedList<PhoneNumber>;
  #request;
  #live;
  #show = () => this.#render();
  #onAnswer = (event: Event) => {
    const { answer, night } = (event as CustomEvent).detail;
    if (night === this.#cancellation.id && "phones" in answer) this.#receive(answer);
  };
  declare node;

  /** @param league its name @param onReinstated called when somebody took the cancellation back */
  constructor(
    cancellation: Cancellation,
    league: string,
    players: Player[],
    onReinstated: (night: NightAnswer) => void,
  ) {
    this.#cancellation = cancellation;
    const { id, phones, mailto } = cancellation;
    const night = `/api/v1/nights/${id}`;
    this.#path = `${night}/cancellation`;
    const people = element("ul", { class: "people" });
    this.#lines = new KeyedList(
      people,
      ({ player_id }) => player_id,
      (person) => new PersonToTell(person, (told) => this.#tick(person, told)),
    );
    const unreachable = players.filter(({ active_member: member, phone, email }) => member && !phone && !email);
    const names = list(unreachable.map(({ name }) => name));
    this.node = element(
      "section",
      { class: "telling" },
      element("h2", {}, t("cancel.email")),
      mailto ? email(mailto, cancellation, league) : element("p", {}, t("cancel.email.none")),
      element("h2", {}, t("cancel.phones")),
      element("p", { class: "help" }, t(phones.length > 0 ? "cancel.phones.who" : "cancel.phones.none")),
      this.#left,
      this.#crossed,
      people,
      unreachable.length > 0 ? element("p", {}, t("cancel.silent", { names })) : null,
    );
    this.#request = new LatestRequest((_, signal) => session.ask("GET", this.#path, { signal }), {
      onAnswer: (newest: Cancellation) => this.#receive(newest),
    });
    const onEvent = (state: NightAnswer) => {
      seenOf(id).note(state);
      if (state.version <= this.#cancellation.version) return;
      if (state.status === "cancelled") this.#request.request("");
      else onReinstated(state);
    };
    this.#live = new Live(`${night}/live`, onEvent, (isOpen) => isOpen && commands.retry(), {
      seen: () => seenOf(id).value,
    });
    commands.addEventListener("change", this.#show);
    commands.addEventListener("answer", this.#onAnswer);
    this.#render();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#live.close();
    this.#request.close();
    commands.removeEventListener("change", this.#show);
    commands.removeEventListener("answer", this.#onAnswer);
  }

  #receive(cancellation: Cancellation) {
    if (cancellation.version >= this.#cancellation.version) this.#cancellation = cancellation;
    this.#render();
  }

  #render() {
    const waiting = pendingCommands().filter(({ path }) => path.startsWith(`${this.#path}/`));
    const phones = this.#cancellation.phones.map((person) => withTick(person, waiting));
    const told = phones.map(({ player_id: id, notified }) => ({ id, state: { told: notified !== null } }));
    this.#fresh.show(told, new Set(waiting.map(({ player }) => player.id)));
    this.#lines.show(phones);
    const left = phones.filter(({ notified }) => !notified).length;
    this.#left.hidden = phones.length === 0;
    this.#left.textContent = left > 0 ? t("cancel.phones.left", { n: left }) : t("cancel.phones.done");
  }

  #tick({ player_id: id, name }: PhoneNumber, told: boolean) {
    if (this.#fresh.isCrossed(id, { told })) return this.#sayCrossed(id, name);
    this.#crossed.textContent = "";
    const command = {
      method: told ? "PUT" : "DELETE",
      path: `${this.#path}/notified/${id}`,
      night: this.#cancellation.id,
      by: session.name,
      player: { id, name },
    };
    // Without a network the command waits on this device; the list shows the later state.
    commands.enqueue(command).catch(() => this.#request.request(""));
  }

  // If a tick was taken back, the sentence has no author.
  #sayCrossed(id: string, name: string) {
    // The box that the browser has set goes back.
    this.#render();
    const { notified = null } = this.#cancellation.phones.find(({ player_id }) => player_id === id) ?? {};
    const by = notified && (notified.by ?? t("crossed.coordinator"));
    this.#crossed.textContent = by ? t("crossed.by", { name, by }) : t("crossed.other", { name });
  }
}

/** Returns a person with the newest tick that is still on its way. */
function withTick(person: PhoneNumber, waiting: Command[]) {
  const newest = waiting.findLast(({ path }) => path.endsWith(person.player_id));
  if (!newest) return person;
  return { ...person, notified: newest.method === "PUT" ? { at: "", by: null } : null };
}

/** A person on the list: a box to tick, the name, the number, and the author of the tick. */
class PersonToTell {
  #box;
  #by = element("span", { class: "help" });
  declare node;

  constructor({ name, phone }: PhoneNumber, onTick: (told: boolean) => void) {
    this.#box = element("input", { type: "checkbox", onchange: () => onTick(this.#box.checked) });
    this.node = element(
      "li",
      {},
      element(
        "label",
        { class: "tick" },
        this.#box,
        element("span", { class: "told" }, element("strong", {}, element("bdi", {}, name)), this.#by),
      ),
      element("a", { class: "link", href: telLink(phone) }, phone),
    );
  }

  /** Shows the tick. */
  show({ notified }: PhoneNumber) {
    this.#box.checked = notified !== null;
    this.#by.textContent = notified?.by ? t("cancel.told_by", { name: notified.by }) : "";
  }
}

// The service knows the addresses; the text is in the language of the sender.
function email(mailto: string, night: Cancellation, league: string) {
  const [to] = mailto.split("&subject=");
  const addresses = new URL(to).searchParams.get("bcc")?.split(",").join(", ") ?? "";
  const values = { league, when: dayAndHour(night), reason: night.cancelled || "—" };
  const [subject, body] = [t("cancel.subject", values), t("cancel.body", values)].map(encodeURIComponent);
  const shown = element("textarea", { readonly: true, rows: 3, "aria-label": t("cancel.addresses") }, addresses);
  shown.addEventListener("focus", () => shown.select());
  return element(
    "div",
    { class: "form" },
    element("p", { class: "help" }, t("cancel.email.how")),
    element(
      "p",
      {},
      element("a", { class: "primary", href: `${to}&subject=${subject}&body=${body}` }, t("cancel.email.key")),
    ),
    element("details", {}, element("summary", {}, t("cancel.addresses")), shown),
  );
}

class Cancel {
  #id;
  #path;
  #place = element("div", { class: "club" });
  #league = "";
  #players: Player[] = [];
  #people: PeopleToTell | null = null;
  #night: NightAnswer | Cancellation | null = null;
  #waiting = element("div", { role: "status" });
  #refusal = element("p", { class: "said", role: "status" });
  #loading;
  #onChange = () => this.#showCommands();
  #onSent = (event: Event) => {
    const { answer, path } = (event as CustomEvent).detail;
    if (this.#isOwn(path)) this.#show(answer).focus();
  };

  /** @param id the night's */
  constructor(root: HTMLElement, id: string) {
    this.#id = id;
    this.#path = `/api/v1/nights/${id}`;
    this.#loading = new Loading(
      () => Promise.all([this.#fetch(), send("GET", "/api/v1/league"), session.ask("GET", "/api/v1/players")]),
      ([night, league, { players }]) => {
        this.#league = league.name;
        this.#players = players;
        this.#show(night);
      },
    );
    this.#place.append(this.#loading.node);
    root.append(this.#place);
    commands.addEventListener("change", this.#onChange);
    commands.addEventListener("answer", this.#onSent);
  }

  close() {
    commands.removeEventListener("change", this.#onChange);
    commands.removeEventListener("answer", this.#onSent);
    this.#loading.close();
    this.#people?.close();
  }

  // A cancelled night comes with the list of the people to tell.
  async #fetch(): Promise<NightAnswer | Cancellation> {
    const { night } = await readNight(this.#id, (...sent) => session.ask(...sent));
    return night.status === "cancelled" ? session.ask("GET", `${this.#path}/cancellation`) : night;
  }

  /** @returns the heading */
  #show(night: NightAnswer | Cancellation): HTMLElement {
    this.#night = night;
    this.#people?.close();
    const onReinstated = (state: NightAnswer) => void this.#show(state);
    this.#people = "phones" in night ? new PeopleToTell(night, this.#league, this.#players, onReinstated) : null;
    const heading = element("h2", { "data-skip": true, tabindex: "-1" }, dayAndHour(night));
    this.#place.replaceChildren(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      heading,
      element("p", { role: "status" }, statusText(night)),
      this.#refusal,
      this.#waiting,
      ...this.#actions(night),
    );
    this.#showCommands();
    return heading;
  }

  // A change waits on this device without a network, like every other change of a night.
  #change(method: string, path: string, body?: object) {
    this.#refusal.textContent = "";
    commands.add({ method, path, body, night: this.#id, by: session.name });
  }

  // The ticks of who was told are for the list of the people.
  #isOwn(path: string) {
    return path === this.#path || path === `${this.#path}/cancellation`;
  }

  #showCommands() {
    const night = this.#night;
    if (!night) return;
    for (const { refusal, command } of takeRefusals()) {
      if (refusal.slug === "changed-meanwhile" && command.path === this.#path) this.#ask(refusal, command);
      else this.#refusal.textContent = problemText(refusal);
    }
    const waiting = pendingCommands().filter(({ path }) => this.#isOwn(path));
    const texts = commands.since
      ? [...waiting.map((command) => waitingText(night, command)), t("cancel.waits")]
      : [t("club.sending")];
    this.#waiting.replaceChildren(
      ...(waiting.length > 0 ? texts : []).map((text) => element("p", { class: "help" }, text)),
    );
  }

  // Another session has moved the night since the form was opened.
  async #ask(refusal: Refusal, { body }: Command) {
    // The day and the hours as they are, and who has changed them.
    const { current, by } = refusal.problem as any;
    const night = await this.#fetch().catch(() => null);
    this.#refusal.textContent = night ? "" : problemText(refusal);
    if (!night) return;
    this.#show(night);
    const values = {
      by: by ?? t("clash.somebody"),
      theirs: dayAndHour({ ...night, ...current }),
      yours: dayAndHour({ ...night, ...body }),
    };
    const words = [t("cancel.clash", values)];
    if (!(await sheet(t("clash.title"), words, t("cancel.clash.yours"), t("clash.theirs")))) return;
    this.#change("PATCH", this.#path, { ...body, based_on: night.version });
  }

  #actions(night: NightAnswer | Cancellation) {
    if (!canChange(night)) return tooLate(night);
    if (night.status !== "cancelled") return [this.#move(night), this.#cancel("")];
    return [this.#people?.node ?? "", this.#cancel(night.cancelled ?? ""), this.#reinstate()];
  }

  #move(night: NightAnswer) {
    const day = element("input", { name: "date", type: "date", required: true, value: night.date });
    const hour = element("input", { name: "starts_at", type: "time", required: true, value: night.starts_at });
    const ends = element("input", { name: "ends_at", type: "time", value: night.ends_at ?? "" });
    const form = new Form({
      key: t("club.save"),
      look: "quiet",
      fields: [
        field(t("club.day"), day),
        element("div", { class: "pair" }, field(t("club.hour"), hour), field(t("club.ends"), ends)),
      ],
      send: async () => {
        const [starts_at, ends_at] = [hour.value.slice(0, 5), ends.value.slice(0, 5) || null];
        const body = { date: day.value, starts_at, ends_at, based_on: night.version };
        this.#change("PATCH", this.#path, body);
      },
    });
    return element("section", {}, element("h2", {}, t("cancel.move")), form.node);
  }

  /** @param given the reason so far; empty for a night that is not cancelled */
  #cancel(given: string) {
    const reason = element("input", {
      name: "reason",
      required: true,
      maxlength: 1000,
      autocomplete: "off",
      value: given,
    });
    const title = t(given ? "cancel.reason.other" : "cancel.key");
    const paid = given ? 0 : (this.#night?.entries.filter((entry) => entry.paid).length ?? 0);
    let fees: Payment | null = null;
    const form = new Form({
      key: given ? t("club.save") : title,
      look: given ? "quiet" : undefined,
      fields: [field(t("cancel.reason"), reason, t("cancel.reason.why"))],
      sure: async () => paid === 0 || (fees = await askFees(paid)) !== null,
      send: async () => {
        this.#change("PUT", `${this.#path}/cancellation`, { reason: reason.value.trim(), ...(fees && { fees }) });
      },
    });
    return element("section", {}, element("h2", {}, title), form.node);
  }

  #reinstate() {
    const form = new Form({
      key: t("cancel.reinstate"),
      look: "quiet",
      send: async () => this.#change("DELETE", `${this.#path}/cancellation`),
    });
    return form.node;
  }
}

/** Asks where the fees go that were paid. @param n the number of fees @returns null for no answer */
function askFees(n: number): Promise<Payment | null> {
  const answers: [Payment, string][] = [
    ["credit", t("cancel.fees.credit")],
    ["cash", t("cancel.fees.cash")],
  ];
  return askInSheet(t("cancel.fees", { n }), [t("cancel.fees.words")], answers);
}

function statusText({ status, cancelled }: NightAnswer) {
  return status === "cancelled" ? t("cancel.is", { reason: cancelled || "—" }) : t(`club.status.${status}`);
}

function waitingText(night: NightAnswer, { method, body }: Command) {
  if (method === "PATCH") return t("cancel.waits.move", { when: dayAndHour({ ...night, ...body }) });
  return method === "PUT" ? t("cancel.waits.cancel", { reason: body.reason }) : t("cancel.waits.reinstate");
}

function tooLate(night: NightAnswer) {
  const { href, text } = nextView(night);
  return [element("p", {}, t("cancel.too_late")), element("p", {}, element("a", { class: "primary", href }, text))];
}

/** Moves a night to another day or hour, or cancels it and lists the people to tell. State in the hash: `id`. */
export default signedIn({
  mount({ root, query }) {
    const id = query.get("id");
    if (!id || !isId(id)) {
      root.append(element("div", { class: "club" }, element("p", {}, t("cancel.which"))));
      return null;
    }
    const cancel = new Cancel(root, id);
    return () => cancel.close();
  },
});
