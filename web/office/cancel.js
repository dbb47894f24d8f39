import { send } from "../app/api.js";
import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { isId } from "../app/ids.js";
import { Arrival } from "./arrival.js";
import { dayAndHour } from "./calendar.js";
import { field } from "./field.js";
import { Form } from "./form.js";
import { session } from "./session.js";
import { signedIn } from "./signed-in.js";
import { mayChange, nextStage } from "./stages.js";
import { telling } from "./telling.js";

class Cancel {
  constructor(root, id) {
    this.path = `/api/v1/nights/${id}`;
    this.place = element("div", { class: "club" });
    this.arrival = new Arrival(
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
    if (night.phones) return [telling(night, this.league, this.players), this.reinstating()];
    return [this.cancelling(night.cancelled, "club.cancelled.tell", "cancel.tell"), this.reinstating()];
  }

  leaving(night) {
    const { href, words } = nextStage(night);
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
