import type {
  Deliveries as DeliveriesAnswer,
  Delivery,
  NewWebhook,
  Webhook,
  Webhooks as WebhooksAnswer,
} from "pegout-api";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { clock, dateOf, day, today } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { copyFrom } from "../ui/controls.ts";
import { Form, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";
import type { Asking } from "./account.ts";

// The newest messages that are shown; the service keeps more.
const SHOWN = 20;
// Milliseconds until a resent message has usually arrived.
const SENDING = 2000;

/** The newest messages to a webhook, which are asked for when somebody looks. */
class Deliveries {
  #session;
  #path;
  #isOn;
  #isClosed = false;
  #list = element("ul", { class: "deliveries", tabindex: "-1" });
  #loading: Loading<DeliveriesAnswer> | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;
  declare node;

  /** @param id the webhook's @param url its address @param isOn returns false while nothing is sent to it */
  constructor(session: Asking, id: string, url: string, isOn: () => boolean) {
    this.#session = session;
    this.#isOn = isOn;
    this.#path = `/api/v1/webhooks/${id}/deliveries`;
    const summary = element("summary", { "aria-label": t("deliveries.of", { url }) }, t("deliveries.title"));
    this.node = element("details", { ontoggle: () => this.reload() }, summary, this.#list);
  }

  /** Ends it, when its webhook or the view goes. */
  close() {
    this.#isClosed = true;
    this.#stop();
  }

  /** Requests the messages again if the list is open. */
  reload() {
    this.#stop();
    this.#loading?.node.remove();
    if (!this.node.open || this.#isClosed) return;
    this.#loading = new Loading(
      () => this.#session.ask("GET", this.#path),
      (answer) => this.#show(answer),
    );
    this.#list.before(this.#loading.node);
  }

  #stop() {
    clearTimeout(this.#later);
    this.#loading?.close();
  }

  #show({ deliveries }: DeliveriesAnswer) {
    const none = element("li", { class: "help" }, t("deliveries.none"));
    const lines = deliveries.slice(0, SHOWN).map((delivery) => this.#line(delivery));
    this.#list.replaceChildren(...(lines.length > 0 ? lines : [none]));
  }

  #line(delivery: Delivery) {
    const { id, type, at } = delivery;
    const again = new Form({
      key: t("deliveries.again"),
      look: "quiet",
      send: async () => {
        this.#show(await this.#session.ask("POST", `${this.#path}/${id}/resend`));
        this.#list.focus();
        clearTimeout(this.#later);
        this.#later = setTimeout(() => this.reload(), SENDING);
      },
    });
    const name = t("deliveries.message", { type: t(`deliveries.type.${type}`), at: momentText(at) });
    again.key.setAttribute("aria-label", t("deliveries.again.of", { name }));
    return element(
      "li",
      {},
      element(
        "span",
        { class: "who-may" },
        element("strong", {}, name),
        element("span", {}, stateText(delivery)),
        element("span", {}, attemptText(delivery)),
      ),
      this.#isOn() ? again.node : null,
    );
  }
}

function stateText({ status, attempts, next_attempt_at: next }: Delivery) {
  if (status !== "waiting") return t(`deliveries.status.${status}`);
  return next && attempts > 0 ? t("deliveries.next", { at: momentText(next) }) : t("deliveries.status.waiting");
}

function attemptText({ attempts, http_status: httpStatus, failure }: Delivery) {
  if (attempts === 0) return "";
  const tries = t("deliveries.attempts", { n: attempts });
  if (httpStatus !== null) return `${tries} ${t("deliveries.http", { status: httpStatus })}`;
  return failure ? `${tries} ${t(`deliveries.failure.${failure}`)}` : tries;
}

/** A moment as people say it: with the day unless it is today. */
function momentText(moment: string): string {
  const at = new Date(moment);
  const date = dateOf(at);
  // A line does not break within “1 h 33”.
  const time = clock(at).replaceAll(" ", "\u00a0");
  return date === today() ? time : t("webhooks.moment", { day: day(date), time });
}

const WEBHOOKS = "/api/v1/webhooks";
const MAX_ADDRESS = 500;

/**
 * The addresses of other programs that get messages about the nights, for the coordinator. The section is hidden if
 * the service sends no messages.
 */
export class Webhooks {
  #session;
  #list = element("ul", { class: "people", tabindex: "-1" });
  #secret = element("div", { class: "webhook-secret", tabindex: "-1" });
  /** The webhook whose secret is shown. The service sends a secret only once. */
  #secretOf = "";
  #webhooks: Webhook[] = [];
  /** The lines by the id of their webhook. */
  #lines: Map<string, Line> = new Map();
  #loading;
  declare node;

  constructor(session: Asking) {
    this.#session = session;
    this.node = element(
      "section",
      { "aria-labelledby": "webhooks-title", hidden: true },
      element("h2", { id: "webhooks-title" }, t("webhooks.title")),
      element("p", { class: "help" }, t("webhooks.why")),
      this.#list,
      this.#secret,
      element("details", {}, element("summary", {}, t("webhooks.add")), this.#form()),
    );
    this.#loading = new Loading(
      () => session.ask("GET", WEBHOOKS),
      ({ sending, webhooks }: WebhooksAnswer) => {
        this.node.hidden = !sending;
        this.#show(webhooks);
      },
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
    this.#lines.forEach((line) => line.close());
  }

  #show(webhooks: Webhook[]) {
    this.#webhooks = webhooks;
    const lineOf = (webhook: Webhook) =>
      this.#lines.get(webhook.id) ?? new Line(this.#session, webhook, () => this.#removed(webhook.id));
    const lines = new Map(webhooks.map((webhook) => [webhook.id, lineOf(webhook)]));
    this.#lines = lines;
    this.#list.replaceChildren(...[...lines.values()].map(({ node }) => node));
  }

  #removed(id: string) {
    this.#lines.get(id)?.close();
    if (id === this.#secretOf) this.#secret.replaceChildren();
    this.#show(this.#webhooks.filter((webhook) => webhook.id !== id));
    this.#list.focus();
  }

  #form() {
    const address = element("input", {
      name: "url",
      type: "url",
      required: true,
      maxlength: MAX_ADDRESS,
      autocomplete: "off",
      placeholder: "https://",
    });
    // A try without an answer is sent again with the same id, so that the address is added once.
    let [id, tried] = [newId(), ""];
    const form = new Form({
      key: t("webhooks.key"),
      look: "quiet",
      fields: [field(t("webhooks.address"), address, t("webhooks.address.why"))],
      send: async () => {
        const url = address.value.trim();
        if (url !== tried) [id, tried] = [newId(), url];
        const { secret, ...added }: Webhook & Partial<NewWebhook> = await this.#session.ask("POST", WEBHOOKS, {
          body: { id, url },
        });
        address.value = "";
        tried = "";
        this.#show([...this.#webhooks.filter((webhook) => webhook.id !== added.id), added]);
        this.#showSecret(added, secret);
      },
    });
    return form.node;
  }

  // The answer to a repeat has no secret.
  #showSecret({ id, url }: Webhook, secret?: string) {
    this.#secretOf = id;
    if (secret === undefined) {
      this.#secret.replaceChildren(element("p", {}, t("webhooks.secret.lost")));
    } else {
      const input = element("input", { readonly: true, value: secret, onfocus: () => input.select() });
      const form = new Form({
        key: t("webhooks.secret.copy"),
        fields: [field(t("webhooks.secret", { url }), input, t("webhooks.secret.why"))],
        send: () =>
          copyFrom(input).then(
            () => t("webhooks.secret.copied"),
            () => t("webhooks.secret.copy.yourself"),
          ),
      });
      this.#secret.replaceChildren(form.node);
    }
    this.#secret.focus();
  }
}

/** A webhook: its address and state, its newest messages, and the keys to switch and to remove it. */
class Line {
  #session;
  #webhook;
  #state = element("span", {});
  #deliveries;
  #switch;
  declare node;

  constructor(session: Asking, webhook: Webhook, onRemoved: () => void) {
    this.#session = session;
    this.#webhook = webhook;
    const { id, url } = webhook;
    this.#deliveries = new Deliveries(session, id, url, () => this.#webhook.status === "active");
    this.#switch = new Form({ key: "", look: "quiet", send: () => this.#change() });
    const remove = new Form({
      key: t("webhooks.remove"),
      look: "quiet",
      sure: () =>
        sheet(t("webhooks.remove.sure"), [url, t("webhooks.remove.words")], t("webhooks.remove"), undefined, "grave"),
      send: async () => {
        await session.ask("DELETE", `${WEBHOOKS}/${id}`);
        onRemoved();
      },
    });
    remove.key.setAttribute("aria-label", t("webhooks.remove.of", { url }));
    const keys = element("div", { class: "webhook-keys" }, this.#switch.node, remove.node);
    const who = element("span", { class: "who-may" }, element("strong", {}, element("bdi", {}, url)), this.#state);
    this.node = element("li", {}, element("div", { class: "webhook" }, who, keys, this.#deliveries.node));
    this.#show();
  }

  /** Ends the line, when its webhook or the view goes. */
  close() {
    this.#deliveries.close();
  }

  async #change() {
    const active = this.#webhook.status !== "active";
    this.#webhook = await this.#session.ask("PATCH", `${WEBHOOKS}/${this.#webhook.id}`, { body: { active } });
    this.#show();
    this.#deliveries.reload();
  }

  #show() {
    const { url, status, waiting, failing_since: since } = this.#webhook;
    const isOn = status === "active";
    const parts = [
      t(`webhooks.status.${status}`),
      isOn && since ? t("webhooks.failing", { since: momentText(since) }) : "",
      isOn && waiting > 0 ? t("webhooks.waiting", { n: waiting }) : "",
    ];
    this.#state.textContent = parts.filter(Boolean).join(" ");
    this.#switch.key.textContent = t(isOn ? "webhooks.off" : "webhooks.on");
    this.#switch.key.setAttribute("aria-label", t(isOn ? "webhooks.off.of" : "webhooks.on.of", { url }));
  }
}
