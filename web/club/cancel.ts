import type { Cancellation, NightAnswer, Player } from "pegout-api";
import { session, signedIn } from "../access/session.ts";
import { problemText, type Refusal, send } from "../lib/api.ts";
import { isId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import type { Command } from "../lib/journal.ts";
import { readNight } from "../night/night-store.ts";
import { Form, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import { commands, pendingCommands, takeRefusals } from "./commands.ts";
import { canChange, dayAndHour, nextView } from "./nights.ts";
import { PeopleToTell } from "./people-to-tell.ts";

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
    const form = new Form({
      key: given ? t("club.save") : title,
      look: given ? "quiet" : undefined,
      fields: [field(t("cancel.reason"), reason, t("cancel.reason.why"))],
      send: async () => {
        this.#change("PUT", `${this.#path}/cancellation`, { reason: reason.value.trim() });
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
