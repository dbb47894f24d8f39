import type { OpenSession, Sessions, Backups as State } from "pegout-api";
import { Refusal, Unreachable } from "../lib/api.ts";
import { saveBlob } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { clock, dateOf, day, today } from "../lib/format.ts";
import { locale, t } from "../lib/i18n.ts";
import { Form, field } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";

const SESSIONS = "/api/v1/sessions";
const BACKUPS = "/api/v1/backups";
const MINUTE = 60;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

/** Sends requests as the signed-in user. */
export type Asking = {
  ask: (method: string, path: string, options?: { body?: unknown; file?: boolean }) => Promise<any>;
};

/** The devices with a signed-in user. The coordinator sees all devices, a representative only their own devices. */
export class Devices {
  #session;
  #list = element("ul", { class: "devices", tabindex: "-1" });
  #loading: Loading<Sessions> | null = null;
  declare node;

  constructor(session: Asking) {
    this.#session = session;
    this.node = element(
      "details",
      { ontoggle: () => this.#load() },
      element("summary", {}, t("devices.title")),
      element("p", { class: "help" }, t("devices.why")),
      this.#list,
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading?.close();
  }

  // The devices are requested when somebody opens the list.
  #load() {
    this.close();
    this.#loading?.node.remove();
    if (!this.node.open) return;
    this.#loading = new Loading(
      () => this.#session.ask("GET", SESSIONS),
      ({ sessions }) => this.#show(sessions),
    );
    this.#list.before(this.#loading.node);
  }

  #show(sessions: OpenSession[]) {
    const [own, others] = [sessions.filter(({ current }) => current), sessions.filter(({ current }) => !current)];
    this.#list.replaceChildren(...[...own, ...others].map((session) => this.#line(session, sessions)));
  }

  #line({ id, name, role, began_at: began, current }: OpenSession, sessions: OpenSession[]) {
    const who = name ? t("devices.who", { name, role: t(`role.${role}`) }) : t(`role.${role}`);
    const words = [
      element("strong", {}, who),
      element("span", { class: "help" }, current ? t("devices.here") : beganText(began)),
    ];
    if (current) return element("li", { "aria-current": "true" }, element("p", {}, ...words));
    const form = new Form({
      key: t("devices.end"),
      look: "quiet",
      send: async () => {
        await this.#session.ask("DELETE", `${SESSIONS}/${id}`);
        this.#show(sessions.filter((one) => one.id !== id));
        this.#list.focus();
      },
    });
    form.key.setAttribute("aria-label", t("devices.end.of", { who, when: beganText(began) }));
    return element("li", {}, element("p", {}, ...words), form.node);
  }
}

/** The age of the last backup, and a form to download a new backup, for the coordinator. */
export class Backups {
  #session;
  #loading;
  declare node;

  constructor(session: Asking) {
    this.#session = session;
    const age = element("p", { class: "help" });
    this.#loading = new Loading(
      () => session.ask("GET", BACKUPS),
      (state) => (age.textContent = stateText(state)),
    );
    this.node = element(
      "section",
      { class: "backups", "aria-labelledby": "backups-title" },
      element("h2", { id: "backups-title" }, t("backups.title")),
      this.#loading.node,
      age,
      element("details", {}, element("summary", {}, t("backups.take")), this.#form()),
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  #form() {
    const password = element("input", {
      name: "password",
      type: "password",
      required: true,
      maxlength: 1000,
      autocomplete: "current-password",
    });
    const form = new Form({
      key: t("backups.key"),
      look: "quiet",
      fields: [element("p", {}, t("backups.why")), field(t("backups.password"), password)],
      send: async () => {
        saveBlob(`pegout-${today()}.db`, await this.#take(password.value));
        password.value = "";
        return t("backups.taken");
      },
    });
    return form.node;
  }

  async #take(password: string): Promise<Blob> {
    try {
      return await this.#session.ask("POST", BACKUPS, { body: { password }, file: true });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      // The answer stays the same until somebody has freed disk space.
      if (error.kind === "/problems/no-room") throw new Refusal({ type: error.kind, detail: error.message });
      // The service has answered, and says when to try again.
      if (error.wait > 0) throw new Refusal({ detail: t("backups.later") });
      throw error;
    }
  }
}

function stateText({ every_seconds: every, last_backup: last, failed }: State) {
  if (every === null) return t("backups.none_by_itself");
  if (last === null) return t(failed ? "backups.failed" : "backups.none_yet");
  const seconds = (Date.now() - Date.parse(last)) / 1000;
  return t(failed ? "backups.age.failed" : "backups.age", { ago: agoText(seconds) });
}

function agoText(seconds: number) {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["minute", MINUTE];
  // The clocks of two machines differ.
  const number = Math.max(1, Math.floor(seconds / length));
  return new Intl.RelativeTimeFormat(locale(), { numeric: "always" }).format(-number, unit);
}

function beganText(began: string | null) {
  if (!began) return t("devices.since_long");
  const at = new Date(began);
  const date = dateOf(at);
  return date === today() ? t("devices.today", { time: clock(at) }) : t("devices.since", { day: day(date) });
}
