/** @import { Deliveries as DeliveriesAnswer, Delivery } from "pegout-api" */
/** @import { Asking } from "./backups.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clock, dateOf, day, today } from "../lib/text.js";
import { Form } from "../ui/form.js";
import { Loading } from "../ui/notice.js";

// The newest messages that are shown; the service keeps more.
const SHOWN = 20;
// Milliseconds in which a message that is sent again has usually arrived.
const SENDING = 2000;

/** The newest messages to a webhook, which are asked for when somebody looks. */
export class Deliveries {
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
export function momentText(moment) {
  const at = new Date(moment);
  const date = dateOf(at);
  // A line does not break within “1 h 33”.
  const time = clock(at).replaceAll(" ", "\u00a0");
  return date === today() ? time : t("webhooks.moment", { day: day(date), time });
}
