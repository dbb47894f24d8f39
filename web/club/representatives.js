import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Form, field, sheet } from "../ui/form.js";
import { Loading } from "../ui/loading.js";
import { Creation } from "./nights.js";
import { session } from "./session.js";
import { nameKey } from "../lib/text.js";

const REPRESENTATIVES = "/api/v1/representatives";

/** Who may sign in besides the coordinator. */
export class Representatives {
  #list = element("ul", { class: "people", tabindex: "-1" });
  #there = [];

  constructor() {
    this.arrival = new Loading(
      () => session.ask("GET", REPRESENTATIVES),
      ({ representatives }) => this.#show(representatives),
    );
    this.node = element(
      "section",
      {},
      element("h2", {}, t("league.representatives")),
      element("p", { class: "help" }, t("league.representatives.why")),
      this.arrival.node,
      this.#list,
      this.#addition(),
      element("p", { class: "help" }, t("league.forgotten")),
    );
  }

  #show(representatives) {
    this.#there = representatives;
    this.#list.replaceChildren(...representatives.map((one) => this.#line(one)));
  }

  #line({ id, name }) {
    const remove = new Form({
      key: t("league.remove"),
      look: "quiet",
      sure: () => sheet(t("league.remove.sure", { name }), [t("league.remove.words")], t("league.remove")),
      send: async () => {
        await session.ask("DELETE", `${REPRESENTATIVES}/${id}`);
        this.#show(this.#there.filter((one) => one.id !== id));
        this.#list.focus();
      },
    });
    remove.key.setAttribute("aria-label", t("league.remove.of", { name }));
    return element("li", {}, element("strong", {}, name), remove.node);
  }

  #addition() {
    const creation = new Creation("representatives", (there, wanted) => nameKey(there.name) === nameKey(wanted.name));
    const name = element("input", { name: "name", required: true, maxlength: 100, autocomplete: "off" });
    // Shown as it is written: it is told to somebody else, and no password manager is to keep it as one's own.
    const password = element("input", { name: "password", required: true, maxlength: 1000, autocomplete: "off" });
    const form = new Form({
      key: t("league.name_representative"),
      look: "quiet",
      fields: [
        field(t("league.representative.name"), name),
        field(t("league.representative.password"), password, t("league.representative.password.why")),
      ],
      send: async () => {
        const wanted = { name: name.value.trim(), password: password.value };
        const made = await creation.make(wanted, this.#there);
        this.#show([...this.#there.filter(({ id }) => id !== made.id), made]);
        name.value = "";
        password.value = "";
        return t("league.representative.added", { name: made.name });
      },
    });
    return element("details", {}, element("summary", {}, t("league.representative.add")), form.node);
  }
}
