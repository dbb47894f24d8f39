import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { field, tick } from "./field.js";
import { nameKey } from "./name-key.js";

/** What there is to write of a player. */
export class PlayerFields {
  #name = element("input", {
    name: "name",
    required: true,
    maxlength: 100,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #phone = element("input", { name: "phone", type: "tel", autocomplete: "off" });
  #email = element("input", { name: "email", type: "email", autocomplete: "off" });
  #member = element("input", { type: "checkbox" });
  #warned = null;

  constructor() {
    this.nodes = [
      field(t("players.name"), this.#name),
      field(t("players.phone"), this.#phone),
      field(t("players.email"), this.#email),
      tick(t("players.member"), this.#member),
    ];
    this.fill({ name: "", phone: null, email: null, active_member: true });
  }

  /** Writes a player into them. @param {object} player a Player */
  fill({ name, phone, email, active_member: member }) {
    this.#name.value = name;
    this.#phone.value = phone ?? "";
    this.#email.value = email ?? "";
    this.#member.checked = member;
    this.#warned = null;
  }

  /** Where the name is written. */
  focus() {
    this.#name.focus();
  }

  /** What stands in them, as the service takes it. */
  get written() {
    return {
      name: this.#name.value.trim(),
      phone: this.#phone.value.trim() || null,
      email: this.#email.value.trim() || null,
      active_member: this.#member.checked,
    };
  }

  /**
   * Warns, once, when somebody else has the name.
   * @param {object[]} others the other players @returns {string|null} a sentence
   */
  warning(others) {
    const { name } = this.written;
    const twin = others.find((other) => nameKey(other.name) === nameKey(name));
    if (!twin || this.#warned === name) return null;
    this.#warned = name;
    return t("players.twin", { name: twin.name });
  }
}
