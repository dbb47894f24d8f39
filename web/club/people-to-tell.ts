import type { Cancellation, NightAnswer, PhoneNumber, Player } from "pegout-api";
import { session } from "../access/session.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { list, t } from "../lib/i18n.ts";
import type { Command } from "../lib/journal.ts";
import { Live } from "../lib/live.ts";
import { LatestRequest } from "../lib/retry.ts";
import { seenOf } from "../night/night-store.ts";
import { FreshChanges, commands, pendingCommands } from "./commands.ts";
import { dayAndHour } from "./nights.ts";

/**
 * The people to notify of a cancelled night: numbers to call, ticked off by several helpers at once, and one e-mail to
 * everybody.
 */
export class PeopleToTell {
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
    // It waits on this device without a network; the list shows it as it will be.
    commands.enqueue(command).catch(() => this.#request.request(""));
  }

  // Nobody is named where a tick was taken back.
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

/** A person to tell: a box to tick, the name, the number, and who told them. */
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

function telLink(phone: string) {
  const [number, extension] = phone.split("x");
  return `tel:${number.replaceAll(/[^+\d]/g, "")}${extension ? `;ext=${extension.trim()}` : ""}`;
}
