import { element } from "../../app/element.js";
import { t } from "../../app/i18n.js";
import { choice } from "../../parts/choice.js";

const NAME_LENGTH = 100;

/** Where somebody who is not on the club's list yet is added and checked in. */
export class NewPlayer {
  #name = element("input", {
    id: "new-name",
    maxlength: NAME_LENGTH,
    required: true,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #member = "guest";

  /** @param {(name: string, member: boolean) => void} add adds and checks in */
  constructor(add) {
    const send = (event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (!name) return;
      add(name, this.#member === "member");
      this.#name.value = "";
    };
    const kinds = ["guest", "member"].map((value) => ({ value, label: t(`check_in.as.${value}`) }));
    this.node = element(
      "form",
      { class: "new-player", onsubmit: send },
      element("div", { class: "field" }, element("label", { for: "new-name" }, t("check_in.new")), this.#name),
      choice(t("check_in.as"), kinds, this.#member, (value) => {
        this.#member = value;
      }),
      element("button", { class: "quiet" }, t("check_in.add")),
    );
  }
}
