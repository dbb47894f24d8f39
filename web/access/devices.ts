import type { OpenSession, Sessions } from "pegout-api";
import { element } from "../lib/dom.ts";
import { clock, dateOf, day, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { Form } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";

const SESSIONS = "/api/v1/sessions";

/** Sends requests as the signed-in user. */
type Asking = { ask: (method: string, path: string) => Promise<any> };

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

function beganText(began: string | null) {
  if (!began) return t("devices.since_long");
  const at = new Date(began);
  const date = dateOf(at);
  return date === today() ? t("devices.today", { time: clock(at) }) : t("devices.since", { day: day(date) });
}
