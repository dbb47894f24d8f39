import type { Sessions } from "pegout-api";
import { Refusal, Unreachable, send } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { clock } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import type { View } from "../lib/router.ts";
import { Notice } from "../ui/notice.ts";
import {
  type Credentials,
  deviceSecret,
  onCredentials,
  saveCredentials,
  saveDeviceSecret,
  savedCredentials,
} from "./credentials.ts";
import { lackedRights, maySee, type Role } from "./rights.ts";

const MINUTE = 60_000;

/** The session that somebody signs in to; `expired` if the service ended the last one. */
type Signing = { expired: boolean; signIn: (password: string, name?: string) => Promise<void> };

/** The sign-in form: for the coordinator, or with a name for a representative. */
class SignIn {
  #session;
  // A password manager recognises the form by the order and the names of its fields.
  #name = element("input", {
    id: "who",
    name: "username",
    autocomplete: "username",
    maxlength: 100,
    "aria-describedby": "who-help",
  });
  #password = element("input", {
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    "aria-describedby": "password-help",
  });
  #notice = new Notice(() => this.#send());
  #isSending = false;
  declare node;

  constructor(session: Signing) {
    this.#session = session;
    const onsubmit = (event: SubmitEvent) => {
      event.preventDefault();
      this.#send();
    };
    this.node = element(
      "form",
      { class: "sign-in", onsubmit, "data-skip": true, tabindex: "-1" },
      element("p", {}, t(session.expired ? "sign_in.expired" : "sign_in.why")),
      signInField(this.#name, t("sign_in.name"), t("sign_in.representative")),
      signInField(this.#password, t("sign_in.password"), t("sign_in.found")),
      element("button", { class: "primary" }, t("sign_in.key")),
      this.#notice.node,
      element("p", { class: "way-back" }, element("a", { href: "docs/" }, t("sign_in.docs"))),
    );
  }

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#notice.show(t("sign_in.sending"));
    const name = this.#name.value.trim();
    try {
      await this.#session.signIn(this.#password.value, name);
    } catch (error) {
      if (error instanceof Unreachable) this.#showOffline(error.wait);
      else if (error instanceof Refusal) this.#notice.show(signInRefusalText(error, name), "refusal");
      else throw error;
      this.#password.select();
    } finally {
      this.#isSending = false;
    }
  }

  // A clock shows no seconds, so the minute after the wait is named.
  /** @param wait seconds that the service asks to wait */
  #showOffline(wait: number) {
    const time = clock(new Date(Math.ceil((Date.now() + wait * 1000) / MINUTE) * MINUTE));
    if (wait > 0) this.#notice.show(t("sign_in.later", { time }), "refusal");
    else this.#notice.showOffline(new Date(), t("sign_in.away"));
  }
}

function signInField(input: HTMLInputElement, label: string, help: string) {
  return element(
    "div",
    { class: "field" },
    element("label", { for: input.id }, label),
    input,
    element("p", { class: "help", id: `${input.id}-help` }, help),
  );
}

function signInRefusalText({ slug, message }: Refusal, name: string) {
  if (slug !== "wrong-password") return message;
  return name ? t("sign_in.wrong.named", { name }) : t("sign_in.wrong");
}

const SIGN_IN = "/api/v1/session";
const SESSIONS = "/api/v1/sessions";

/**
 * The sign-in of the coordinator, or of a representative, on this device. Fires `change` when somebody signs in or out.
 */
class Session extends EventTarget {
  #credentials = savedCredentials();

  /** True if the service ended the last sign-in on this device, and nobody here did. */
  expired = false;

  /** True if the password of the last sign-in is a short one, which should be changed. */
  hasShortPassword = false;

  constructor() {
    super();
    if (this.#credentials && !this.#credentials.role) this.#learnRole(this.#credentials);
    // Another tab may sign in or out.
    onCredentials((credentials) => this.#change(credentials));
  }

  /** True if somebody is signed in, as far as this device knows. */
  get open(): boolean {
    return this.#credentials !== null;
  }

  /** The token that goes with its requests; null while nobody is signed in. */
  get token(): string | null {
    return this.#credentials?.token ?? null;
  }

  /** The name of the representative; empty for the coordinator. */
  get name(): string {
    return this.#credentials?.name ?? "";
  }

  /** The role of the signed-in user. */
  get role(): Role {
    return this.#credentials?.role ?? "representative";
  }

  /** Signs in. @param name a representative's; the coordinator has none */
  async signIn(password: string, name: string = "") {
    const device = deviceSecret();
    const body = { password, ...(name && { name }), ...(device && { device_secret: device }) };
    const { token, device_secret, warning } = await send("POST", SIGN_IN, { body });
    saveDeviceSecret(device_secret);
    const role = await roleOf(token);
    this.hasShortPassword = warning !== null;
    this.#save({ token, name, role });
  }

  /** Signs out, here and at the service; without a network it stays signed in. */
  async signOut() {
    await this.ask("DELETE", SIGN_IN);
    this.#save(null);
  }

  /** Sends a request as the signed-in user, like {@link send}. A sign-in that has expired ends here too. */
  async ask(
    method: string,
    path: string,
    options: { body?: unknown; signal?: AbortSignal; file?: boolean } = {},
  ): Promise<any> {
    const token = this.#credentials?.token;
    try {
      return await send(method, path, { ...options, token });
    } catch (error) {
      // A password that was asked again and is wrong ends nothing.
      const expired = error instanceof Refusal && error.problem.status === 401 && error.slug !== "wrong-password";
      if (expired && token === this.#credentials?.token) this.#save(null, expired);
      throw error;
    }
  }

  // A page before the roles saved none.
  async #learnRole(credentials: Credentials) {
    try {
      const role = await roleOf(credentials.token);
      if (credentials === this.#credentials) this.#save({ ...credentials, role });
    } catch (error) {
      // The next request ends a sign-in that has expired; without an answer the next page asks again.
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    }
  }

  #save(credentials: Credentials | null, expired = false) {
    this.expired = expired;
    saveCredentials(credentials);
    this.#change(credentials);
  }

  #change(credentials: Credentials | null) {
    this.#credentials = credentials;
    this.dispatchEvent(new Event("change"));
  }
}

async function roleOf(token: string): Promise<Role> {
  const { sessions }: Sessions = await send("GET", SESSIONS, { token });
  return sessions.find(({ current }) => current)?.role ?? "representative";
}

/** The session of this device. */
export const session = new Session();

/**
 * Adds to a list of the service. Until the service has it, the same thing is sent with the same id, so that it is
 * added once.
 */
export class Addition {
  #path;
  #ids: Map<string, string> = new Map();

  /** @param path the list's, such as `/api/v1/players` */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Sends a new thing; rejects as {@link session} does.
   * @param thing without an id @returns the thing, as the service has it
   */
  async send(thing: object): Promise<any> {
    const content = JSON.stringify(thing);
    const id = this.#ids.get(content) ?? newId();
    this.#ids.set(content, id);
    const added = await session.ask("POST", this.#path, { body: { id, ...thing } });
    this.#ids.delete(content);
    return added;
  }
}

/**
 * Returns a view for a signed-in user. A user who is not signed in sees the sign-in form first. The view hides the
 * elements that need a right outside the user's role. If the role may not use the view, a sentence says so.
 */
export function signedIn(view: View): View {
  return {
    mount(place) {
      let end: (() => void) | null | void = null;
      let shown: string | null = null;
      const [path] = location.hash.replace(/^#\/?/, "").split("?");
      const show = () => {
        const who = session.open ? session.role : "";
        if (shown === who) return;
        shown = who;
        end?.();
        end = null;
        place.root.replaceChildren();
        place.root.dataset.lacks = session.open ? lackedRights(session.role) : "";
        if (!session.open) place.root.append(new SignIn(session).node);
        else if (maySee(session.role, path)) end = view.mount(place);
        else place.root.append(notForRole());
      };
      session.addEventListener("change", show);
      show();
      return () => {
        session.removeEventListener("change", show);
        delete place.root.dataset.lacks;
        end?.();
      };
    },
  };
}

function notForRole() {
  return element(
    "div",
    { class: "club", "data-skip": true, tabindex: "-1" },
    element("p", {}, t("role.not_this", { role: t(`role.${session.role}`) })),
    element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
  );
}
