import { drawing, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const LINES = {
  home: "M3.5 11.5 12 4l8.5 7.500M6 10v9.500h4.500V14h3v5.500H18V10",
  onward: "M9 5l7 7-7 7",
};

/**
 * Makes a line icon, without a name: the link around it has one.
 * @param {"home"|"onward"} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return drawing(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: LINES[name] }),
  );
}

// A side is known by its shape as well as by its colour.
const SHAPES = [
  () => drawing("circle", { cx: 6, cy: 6, r: 5 }),
  () => drawing("rect", { x: 1.5, y: 1.5, width: 9, height: 9 }),
  () => drawing("path", { d: "M6 0.8 11.5 10.800H0.500z" }),
];

/** Makes the shape of a side on 12 by 12. @param {number} side from 0 @returns {SVGElement} */
export function markShape(side) {
  return SHAPES[side]();
}

/** Makes the mark of a side, without a name. @param {number} side from 0 @returns {SVGElement} */
export function mark(side) {
  return drawing("svg", { class: `mark side-${side}`, viewBox: "0 0 12 12", "aria-hidden": "true" }, markShape(side));
}

// Radio buttons of one name are one choice, so each choice has its own.
let choices = 0;

/**
 * Makes a choice of a few answers side by side.
 * @param {string} legend the question, for screen readers
 * @param {{value: string, label: string, name?: string}[]} answers `name` is read instead of `label`
 * @param {string|null} value the answer that is chosen; null for none
 * @param {(value: string) => void} onChoice called when another is tapped
 * @returns {HTMLFieldSetElement}
 */
export function choice(legend, answers, value, onChoice) {
  choices += 1;
  const group = `choice-${choices}`;
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
          onchange: () => onChoice(answer.value),
        }),
        element("span", {}, answer.label),
      ),
    ),
  );
}

// A key that was just tapped rests, in milliseconds: a second tap so soon was not meant.
const REST = 600;

/**
 * Makes a key that changes more than a peg, and names it: Undo and Next deal.
 * @param {string} look its classes @param {() => void} onTap
 * @returns {{node: HTMLElement, show: (label: string, object: string) => void}} `object` is the thing that it changes
 */
export function turnKey(look, onTap) {
  const first = element("span", {});
  const second = element("span", { class: "what" });
  const node = element("button", { type: "button", class: look, onclick: () => tap() }, first, " ", second);
  const tap = () => {
    if (node.ariaDisabled === "true") return;
    node.ariaDisabled = "true";
    setTimeout(() => (node.ariaDisabled = null), REST);
    onTap();
  };
  /** @param {string} label @param {string} object */
  const show = (label, object) => {
    first.textContent = label;
    second.textContent = object;
  };
  return { node, show };
}

/**
 * Makes the one number that everybody looks at. `show` changes it, and `name` is read aloud, politely; `asking` says that
 * a newer one was requested.
 * @returns {{node: HTMLElement, show: (number: string, name: string) => void, asking: (asking: boolean) => void}}
 */
export function bigNumber() {
  const digits = element("span", { class: "digits", "aria-hidden": "true" }, "–");
  const spoken = element("span", { class: "unseen", role: "status" });
  const node = element("div", { class: "big-number blank" }, digits, spoken);
  return {
    node,
    show(number, name) {
      digits.textContent = number;
      node.classList.toggle("blank", number === "–");
      if (spoken.textContent !== name) spoken.textContent = name;
    },
    asking(asking) {
      node.classList.toggle("asking", asking);
    },
  };
}

/** Makes the key that prints the view. @returns {HTMLElement} */
export function printKey() {
  return element("button", { type: "button", class: "quiet print-key", onclick: () => print() }, t("print.key"));
}
