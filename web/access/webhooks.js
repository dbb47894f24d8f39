/** @import { Deliveries as DeliveriesAnswer, Delivery, NewWebhook, Webhook, Webhooks as WebhooksAnswer } from "pegout-api" */
/** @import { Asking } from "./backups.js" */
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { clock, dateOf, day, today } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { copyFrom } from "../ui/controls.js";
import { Form, field, sheet } from "../ui/form.js";
import { Loading } from "../ui/notice.js";

// The newest messages that are shown; the service keeps more.
const SHOWN = 20;
// Milliseconds in which a message that is sent again has usually arrived.
const SENDING = 2000;

/** The newest messages to a webhook, which are asked for when somebody looks. */
class Deliveries {
  #session;
  #path;
  #isOn;
  #isClosed = false;
  #list = element("ul", { class: "deliveries", tabindex: "-1" });
  /** @type {Loading<DeliveriesAnswer>|null} */
  #loading = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #later;

  /**
   * @param {Asking} session @param {string} id the webhook's @param {string} url its address
   * @param {() => boolean} isOn returns false while nothing is sent to it
   */
  constructor(session, id, url, isOn) {
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

  /** Asks for them anew, unless they are folded. */
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

  /** @param {DeliveriesAnswer} answer */
  #show({ deliveries }) {
    const none = element("li", { class: "help" }, t("deliveries.none"));
    const lines = deliveries.slice(0, SHOWN).map((delivery) => this.#line(delivery));
    this.#list.replaceChildren(...(lines.length > 0 ? lines : [none]));
  }

  /** @param {Delivery} delivery */
  #line(delivery) {
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

/** @param {Delivery} delivery */
function stateText({ status, attempts, next_attempt_at: next }) {
  if (status !== "waiting") return t(`deliveries.status.${status}`);
  return next && attempts > 0 ? t("deliveries.next", { at: momentText(next) }) : t("deliveries.status.waiting");
}

/** @param {Delivery} delivery */
function attemptText({ attempts, http_status: httpStatus, failure }) {
  if (attempts === 0) return "";
  const tries = t("deliveries.attempts", { n: attempts });
  if (httpStatus !== null) return `${tries} ${t("deliveries.http", { status: httpStatus })}`;
  return failure ? `${tries} ${t(`deliveries.failure.${failure}`)}` : tries;
}

/** A moment as people say it: with the day unless it is today. @param {string} moment @returns {string} */
function momentText(moment) {
  const at = new Date(moment);
  const date = dateOf(at);
  // A line does not break within “1 h 33”.
  const time = clock(at).replaceAll(" ", "\u00a0");
  return date === today() ? time : t("webhooks.moment", { day: day(date), time });
}

const WEBHOOKS = "/api/v1/webhooks";
const MAX_ADDRESS = 500;

/** The addresses of other programs that hear of the nights, for the coordinator; hidden where the service sends them nothing. */
export class Webhooks {
  #session;
  #list = element("ul", { class: "people", tabindex: "-1" });
  #secret = element("div", { class: "webhook-secret", tabindex: "-1" });
  /** The webhook whose secret is shown: it is told once. */
  #secretOf = "";
  /** @type {Webhook[]} */
  #webhooks = [];
  /** The lines by the id of their webhook. @type {Map<string, Line>} */
  #lines = new Map();
  #loading;

  /** @param {Asking} session */
  constructor(session) {
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
      (/** @type {WebhooksAnswer} */ { sending, webhooks }) => {
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

  /** @param {Webhook[]} webhooks */
  #show(webhooks) {
    this.#webhooks = webhooks;
    const lineOf = (/** @type {Webhook} */ webhook) =>
      this.#lines.get(webhook.id) ?? new Line(this.#session, webhook, () => this.#removed(webhook.id));
    const lines = new Map(webhooks.map((webhook) => [webhook.id, lineOf(webhook)]));
    this.#lines = lines;
    this.#list.replaceChildren(...[...lines.values()].map(({ node }) => node));
  }

  /** @param {string} id */
  #removed(id) {
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
        /** @type {Webhook & Partial<NewWebhook>} */
        const { secret, ...added } = await this.#session.ask("POST", WEBHOOKS, { body: { id, url } });
        address.value = "";
        tried = "";
        this.#show([...this.#webhooks.filter((webhook) => webhook.id !== added.id), added]);
        this.#showSecret(added, secret);
      },
    });
    return form.node;
  }

  // The answer to a repeat has no secret.
  /** @param {Webhook} webhook @param {string} [secret] */
  #showSecret({ id, url }, secret) {
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

  /** @param {Asking} session @param {Webhook} webhook @param {() => void} onRemoved */
  constructor(session, webhook, onRemoved) {
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

  /** Ends it, when it or the view goes. */
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
