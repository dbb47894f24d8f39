/** @import { Cancellation, NightAnswer, PhoneNumber, Player } from "pegout-api" */
import { send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { Form, field } from "../ui/form.js";
import { Loading } from "../ui/notice.js";
import { canChange, dayAndHour, nextView } from "./nights.js";
import { session, signedIn } from "./session.js";

class Cancel {
  #path;
  #place = element("div", { class: "club" });
  #league = "";
  /** @type {Player[]} */
  #players = [];
  #loading;

  /** @param {HTMLElement} root @param {string} id the night's */
  constructor(root, id) {
    this.#path = `/api/v1/nights/${id}`;
    this.#loading = new Loading(
      () =>
        Promise.all([
          session.ask("GET", this.#path),
          send("GET", "/api/v1/league"),
          session.ask("GET", "/api/v1/players"),
        ]),
      ([night, league, { players }]) => {
        this.#league = league.name;
        this.#players = players;
        this.#show(night);
      },
    );
    this.#place.append(this.#loading.node);
    root.append(this.#place);
  }

  close() {
    this.#loading.close();
  }

  /** @param {NightAnswer|Cancellation} night @returns {HTMLElement} the heading */
  #show(night) {
    const heading = element("h2", { "data-skip": true, tabindex: "-1" }, dayAndHour(night));
    this.#place.replaceChildren(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      heading,
      element("p", { role: "status" }, statusText(night)),
      ...this.#actions(night),
    );
    return heading;
  }

  /** @param {NightAnswer|Cancellation} night */
  #actions(night) {
    if (!canChange(night)) return tooLate(night);
    if (night.status !== "cancelled") return [this.#move(night), this.#cancel("", "cancel.key", "cancel.key")];
    if ("phones" in night) return [contactList(night, this.#league, this.#players), this.#reinstate()];
    return [this.#cancel(night.cancelled ?? "", "club.cancelled.tell", "cancel.tell"), this.#reinstate()];
  }

  /** @param {NightAnswer} night */
  #move(night) {
    const day = element("input", { name: "date", type: "date", required: true, value: night.date });
    const hour = element("input", { name: "starts_at", type: "time", required: true, value: night.starts_at });
    const form = new Form({
      key: t("club.save"),
      look: "quiet",
      fields: [element("div", { class: "pair" }, field(t("club.day"), day), field(t("club.hour"), hour))],
      send: async () => {
        const body = { date: day.value, starts_at: hour.value.slice(0, 5) };
        this.#onAnswer(await session.ask("PATCH", this.#path, { body }));
      },
    });
    return element("section", {}, element("h2", {}, t("cancel.move")), form.node);
  }

  // Cancelling again for the same reason changes nothing, and the answer holds the people to tell.
  /** @param {string} given the reason so far @param {string} title @param {string} key */
  #cancel(given, title, key) {
    const reason = element("input", {
      name: "reason",
      required: true,
      maxlength: 1000,
      autocomplete: "off",
      value: given,
    });
    const form = new Form({
      key: t(key),
      fields: [field(t("cancel.reason"), reason, t("cancel.reason.why"))],
      send: async () => {
        const body = { reason: reason.value.trim() };
        this.#onAnswer(await session.ask("PUT", `${this.#path}/cancellation`, { body }));
      },
    });
    return element("section", {}, element("h2", {}, t(title)), form.node);
  }

  #reinstate() {
    const form = new Form({
      key: t("cancel.reinstate"),
      look: "quiet",
      send: async () => this.#onAnswer(await session.ask("DELETE", `${this.#path}/cancellation`)),
    });
    return form.node;
  }

  /** @param {NightAnswer|Cancellation} night */
  #onAnswer(night) {
    this.#show(night).focus();
  }
}

/** @param {NightAnswer} night */
function statusText({ status, cancelled }) {
  return status === "cancelled" ? t("cancel.is", { reason: cancelled }) : t(`club.status.${status}`);
}

/** @param {NightAnswer} night */
function tooLate(night) {
  const { href, text } = nextView(night);
  return [element("p", {}, t("cancel.too_late")), element("p", {}, element("a", { class: "primary", href }, text))];
}

/**
 * The people to tell that a night is cancelled: numbers to call, and one e-mail to all.
 * @param {Cancellation} night @param {string} league its name @param {Player[]} players
 */
function contactList(night, league, players) {
  const { phones, mailto } = night;
  const unreachable = players.filter(({ active_member: member, phone, email }) => member && !phone && !email);
  const names = list(unreachable.map(({ name }) => name));
  return element(
    "section",
    { class: "telling" },
    element("h2", {}, t("cancel.email")),
    mailto ? email(mailto, night, league) : element("p", {}, t("cancel.email.none")),
    element("h2", {}, t("cancel.phones")),
    element("p", { class: "help" }, t(phones.length > 0 ? "cancel.phones.who" : "cancel.phones.none")),
    element("ul", { class: "people" }, phones.map(phoneLine)),
    unreachable.length > 0 ? element("p", {}, t("cancel.silent", { names })) : null,
  );
}

/** @param {PhoneNumber} person */
function phoneLine({ name, phone }) {
  return element("li", {}, element("strong", {}, name), element("a", { class: "link", href: telLink(phone) }, phone));
}

// The service knows the addresses; the text is in the language of the sender.
/** @param {string} mailto @param {Cancellation} night @param {string} league */
function email(mailto, night, league) {
  const [to] = mailto.split("&subject=");
  const addresses = new URL(to).searchParams.get("bcc")?.split(",").join(", ") ?? "";
  const values = { league, when: dayAndHour(night), reason: night.cancelled };
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

/** @param {string} phone */
function telLink(phone) {
  const [number, extension] = phone.split("x");
  return `tel:${number.replaceAll(/[^+\d]/g, "")}${extension ? `;ext=${extension.trim()}` : ""}`;
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
