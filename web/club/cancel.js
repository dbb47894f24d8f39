import { send } from "../lib/api.js";
import { isId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { Form, field } from "../ui/form.js";
import { Loading } from "../ui/loading.js";
import { dayAndHour, mayChange, nextView } from "./nights.js";
import { session, signedIn } from "./session.js";

/**
 * Whom to tell that a night is cancelled: numbers to call, and one e-mail to all.
 * @param {object} night the Night with `phones` and `mailto` @param {string} league the league's name @param {object[]} players everybody on the list
 * @returns {HTMLElement}
 */
function contactList({ phones, mailto, ...night }, league, players) {
  const silent = players.filter(({ active_member: member, phone, email }) => member && !phone && !email);
  return element(
    "section",
    { class: "telling" },
    element("h2", {}, t("cancel.email")),
    mailto ? email(mailto, night, league) : element("p", {}, t("cancel.email.none")),
    element("h2", {}, t("cancel.phones")),
    element("p", { class: "help" }, t(phones.length > 0 ? "cancel.phones.who" : "cancel.phones.none")),
    element(
      "ul",
      { class: "people" },
      phones.map(({ name, phone }) =>
        element("li", {}, element("strong", {}, name), element("a", { class: "link", href: dial(phone) }, phone)),
      ),
    ),
    silent.length > 0 ? element("p", {}, t("cancel.silent", { names: list(silent.map(({ name }) => name)) })) : null,
  );
}

// The service knows the addresses; the words are in the language of whoever sends them.
function email(mailto, night, league) {
  const [to] = mailto.split("&subject=");
  const addresses = new URL(to).searchParams.get("bcc").split(",").join(", ");
  const words = { league, when: dayAndHour(night), reason: night.cancelled };
  const written = [t("cancel.subject", words), t("cancel.body", words)].map(encodeURIComponent);
  const shown = element("textarea", { readonly: true, rows: 3, "aria-label": t("cancel.addresses") }, addresses);
  shown.addEventListener("focus", () => shown.select());
  return element(
    "div",
    { class: "form" },
    element("p", { class: "help" }, t("cancel.email.how")),
    element(
      "p",
      {},
      element("a", { class: "primary", href: `${to}&subject=${written[0]}&body=${written[1]}` }, t("cancel.email.key")),
    ),
    element("details", {}, element("summary", {}, t("cancel.addresses")), shown),
  );
}

function dial(phone) {
  const [number, extension] = phone.split("x");
  return `tel:${number.replaceAll(/[^+\d]/g, "")}${extension ? `;ext=${extension.trim()}` : ""}`;
}

class Cancel {
  constructor(root, id) {
    this.path = `/api/v1/nights/${id}`;
    this.place = element("div", { class: "club" });
    this.arrival = new Loading(
      () =>
        Promise.all([
          session.ask("GET", this.path),
          send("GET", "/api/v1/league"),
          session.ask("GET", "/api/v1/players"),
        ]),
      ([night, league, { players }]) => {
        this.league = league.name;
        this.players = players;
        this.show(night);
      },
    );
    this.place.append(this.arrival.node);
    root.append(this.place);
  }

  /** @param {object} night the Night; with `phones` and `mailto` where it was cancelled a moment ago */
  show(night) {
    this.place.replaceChildren(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      element("h2", { "data-skip": true, tabindex: "-1" }, dayAndHour(night)),
      element("p", { role: "status" }, this.standing(night)),
      ...this.acts(night),
    );
  }

  standing(night) {
    if (night.status === "cancelled") return t("cancel.is", { reason: night.cancelled });
    return t(`club.status.${night.status}`);
  }

  acts(night) {
    if (!mayChange(night)) return this.leaving(night);
    if (night.status !== "cancelled") return [this.moving(night), this.cancelling("", "cancel.key", "cancel.key")];
    if (night.phones) return [contactList(night, this.league, this.players), this.reinstating()];
    return [this.cancelling(night.cancelled, "club.cancelled.tell", "cancel.tell"), this.reinstating()];
  }

  leaving(night) {
    const { href, words } = nextView(night);
    return [element("p", {}, t("cancel.too_late")), element("p", {}, element("a", { class: "primary", href }, words))];
  }

  moving(night) {
    const day = element("input", { name: "date", type: "date", required: true, value: night.date });
    const hour = element("input", { name: "starts_at", type: "time", required: true, value: night.starts_at });
    const form = new Form({
      key: t("club.save"),
      look: "quiet",
      fields: [element("div", { class: "pair" }, field(t("club.day"), day), field(t("club.hour"), hour))],
      send: async () => {
        const body = { date: day.value, starts_at: hour.value.slice(0, 5) };
        this.come(await session.ask("PATCH", this.path, { body }));
      },
    });
    return element("section", {}, element("h2", {}, t("cancel.move")), form.node);
  }

  // Cancelling once more for the same reason changes nothing, and answers whom to tell.
  cancelling(given, title, key) {
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
        this.come(await session.ask("PUT", `${this.path}/cancellation`, { body: { reason: reason.value.trim() } }));
      },
    });
    return element("section", {}, element("h2", {}, t(title)), form.node);
  }

  reinstating() {
    const form = new Form({
      key: t("cancel.reinstate"),
      look: "quiet",
      send: async () => this.come(await session.ask("DELETE", `${this.path}/cancellation`)),
    });
    return form.node;
  }

  come(night) {
    this.show(night);
    this.place.querySelector("[data-skip]").focus();
  }
}

/** Moves a night to another day or hour, or cancels it and says whom to tell. State in the hash: `id`. */
export default signedIn({
  mount({ root, query }) {
    const id = query.get("id");
    if (!isId(id)) {
      root.append(element("div", { class: "club" }, element("p", {}, t("cancel.which"))));
      return null;
    }
    const cancel = new Cancel(root, id);
    return () => cancel.arrival.close();
  },
});
