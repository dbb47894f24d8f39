import type { Representative } from "pegout-api";
import { HELPERS } from "../access/rights.ts";
import { session } from "../access/session.ts";
import { Refusal, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { nameKey } from "../lib/format.ts";
import { t } from "../lib/i18n.ts";
import { Form, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";

const REPRESENTATIVES = "/api/v1/representatives";

/** The people who can sign in besides the coordinator. */
export class Representatives {
  #node = element("ul", { class: "people", tabindex: "-1" });
  #list: Representative[] = [];
  #unanswered: string | null = null;
  #loading = new Loading(
    () => session.ask("GET", REPRESENTATIVES),
    ({ representatives }) => this.#show(representatives),
  );
  declare node;

  constructor() {
    this.node = element(
      "section",
      {},
      element("h2", {}, t("league.representatives")),
      element("p", { class: "help" }, t("league.representatives.why")),
      this.#loading.node,
      this.#node,
      this.#form(),
      element("p", { class: "help" }, t("league.forgotten")),
    );
  }

  /** Ends it, when the view goes. */
  close() {
    this.#loading.close();
  }

  #show(representatives: Representative[]) {
    this.#list = representatives;
    this.#node.replaceChildren(...representatives.map((one) => this.#line(one)));
  }

  #line({ id, name, role }: Representative) {
    const remove = new Form({
      key: t("league.remove"),
      look: "quiet",
      sure: () =>
        sheet(t("league.remove.sure", { name }), [t("league.remove.words")], t("league.remove"), undefined, "grave"),
      send: async () => {
        await session.ask("DELETE", `${REPRESENTATIVES}/${id}`);
        this.#show(this.#list.filter((one) => one.id !== id));
        this.#node.focus();
      },
    });
    remove.key.setAttribute("aria-label", t("league.remove.of", { name }));
    const who = element(
      "span",
      { class: "who-may" },
      element("strong", {}, name),
      element("span", {}, t(`role.${role}`)),
    );
    return element("li", {}, who, remove.node);
  }

  #form() {
    const name = element("input", { name: "name", required: true, maxlength: 100, autocomplete: "off" });
    // Shown in plain text: it is another person's password, and a password manager must not save it.
    const password = element("input", {
      name: "password",
      required: true,
      minlength: 8,
      maxlength: 1000,
      autocomplete: "off",
    });
    const roles = new RoleChoice();
    const form = new Form({
      key: t("league.name_representative"),
      look: "quiet",
      fields: [
        field(t("league.representative.name"), name),
        field(t("league.representative.password"), password, t("league.representative.password.why")),
        roles.node,
      ],
      send: async () => {
        const added = await this.#add({ name: name.value.trim(), password: password.value, role: roles.chosen });
        name.value = "";
        password.value = "";
        return t("league.representative.added", { name: added.name });
      },
    });
    return element("details", {}, element("summary", {}, t("league.representative.add")), form.node);
  }

  // The page makes no id for a representative: after a try without an answer, the refusal of the same name and
  // password means that the try arrived.
  async #add(body: { name: string; password: string; role: string }): Promise<Representative> {
    const { name } = body;
    const content = JSON.stringify(body);
    const isRepeated = this.#unanswered === content;
    try {
      const added = await session.ask("POST", REPRESENTATIVES, { body });
      this.#unanswered = null;
      this.#show([...this.#list, added]);
      return added;
    } catch (error) {
      if (error instanceof Unreachable) this.#unanswered = content;
      const isTaken = error instanceof Refusal && error.slug === "name-taken";
      if (!isTaken || !isRepeated || this.#find(name)) throw error;
      const { representatives } = await session.ask("GET", REPRESENTATIVES);
      this.#show(representatives);
      this.#unanswered = null;
      const added = this.#find(name);
      if (!added) throw error;
      return added;
    }
  }

  #find(name: string) {
    return this.#list.find((one) => nameKey(one.name) === nameKey(name));
  }
}

/** The choice of what a new helper may do. */
class RoleChoice {
  #inputs = HELPERS.map((role) =>
    element("input", { type: "radio", name: "role", value: role, checked: role === "representative" }),
  );

  node = element(
    "fieldset",
    { class: "field roles" },
    element("legend", {}, t("league.role")),
    this.#inputs.map((input) =>
      element(
        "label",
        { class: "tick" },
        input,
        element(
          "span",
          {},
          element("strong", {}, t(`role.${input.value}`)),
          " ",
          element("span", { class: "help" }, t(`role.does.${input.value}`)),
        ),
      ),
    ),
  );

  /** The role. */
  get chosen(): string {
    return this.#inputs.find(({ checked }) => checked)?.value ?? "representative";
  }
}
