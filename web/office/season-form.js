import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { field } from "./field.js";
import { Form } from "./form.js";

/**
 * The form of a season.
 * @param {object|null} season the Season; null for a new one
 * @param {(written: object) => Promise<string|void>} send sends what stands in it, and resolves with what there is to say
 * @returns {HTMLElement}
 */
export function seasonForm(season, send) {
  const input = (name, attributes) => element("input", { name, value: season?.[name] ?? "", ...attributes });
  const whole = { type: "number", inputmode: "numeric", min: 1, max: 1000, step: 1 };
  const name = input("name", { required: true, maxlength: 100, autocomplete: "off" });
  const starts = input("starts", { type: "date", required: true });
  const ends = input("ends", { type: "date", required: true });
  const bestOf = input("best_of", whole);
  const minimum = input("minimum_nights", { ...whole, required: true, value: season?.minimum_nights ?? 1 });
  const form = new Form({
    key: t(season ? "club.save" : "seasons.add.key"),
    fields: [
      field(t("seasons.name"), name, t("seasons.name.example")),
      element("div", { class: "pair" }, field(t("seasons.starts"), starts), field(t("seasons.ends"), ends)),
      field(t("seasons.best_of"), bestOf, t("seasons.best_of.why")),
      field(t("seasons.minimum"), minimum, t("seasons.minimum.why")),
    ],
    check: () => (ends.value < starts.value ? t("club.wrong.ends") : null),
    send: () =>
      send({
        name: name.value.trim(),
        starts: starts.value,
        ends: ends.value,
        best_of: bestOf.value ? Number(bestOf.value) : null,
        minimum_nights: Number(minimum.value),
      }),
  });
  return form.node;
}
