import { element } from "../app/element.js";

// Radio buttons of one name are one choice, so each choice has its own.
let made = 0;

/**
 * A few answers side by side, of which one holds.
 * @param {string} legend what is chosen, for screen readers
 * @param {{value: string, label: string, name?: string}[]} answers `name` is read instead of `label`
 * @param {string} value the one that holds
 * @param {(value: string) => void} chosen called when another is tapped
 * @returns {HTMLFieldSetElement}
 */
export function choice(legend, answers, value, chosen) {
  made += 1;
  const group = `choice-${made}`;
  return element(
    "fieldset",
    { class: "choice" },
    element("legend", { class: "unseen" }, legend),
    answers.map((answer) =>
      element(
        "label",
        {},
        element("input", {
          type: "radio",
          name: group,
          value: answer.value,
          checked: answer.value === value,
          "aria-label": answer.name,
          onchange: () => chosen(answer.value),
        }),
        element("span", {}, answer.label),
      ),
    ),
  );
}
