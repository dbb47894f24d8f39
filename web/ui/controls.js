import { Refusal, Unreachable, send } from "../lib/api.js";
import { drawing, element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const LINES = {
  home: "M3.5 11.5 12 4l8.5 7.500M6 10v9.500h4.500V14h3v5.500H18V10",
  onward: "M9 5l7 7-7 7",
};

/**
 * A line icon, without a name: what it stands in has one.
 * @param {"home"|"onward"} name which
 * @returns {SVGElement}
 */
export function icon(name) {
  return drawing(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: LINES[name] }),
  );
}

// A side is told by its shape as well as by its colour.
const SHAPES = [
  () => drawing("circle", { cx: 6, cy: 6, r: 5 }),
  () => drawing("rect", { x: 1.5, y: 1.5, width: 9, height: 9 }),
  () => drawing("path", { d: "M6 0.8 11.5 10.800H0.500z" }),
];

/** The shape of a side on 12 by 12. @param {number} side from 0 @returns {SVGElement} */
export function markShape(side) {
  return SHAPES[side]();
}

/** The mark of a side, without a name. @param {number} side from 0 @returns {SVGElement} */
export function mark(side) {
  return drawing("svg", { class: `mark side-${side}`, viewBox: "0 0 12 12", "aria-hidden": "true" }, markShape(side));
}

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

// A key that was just tapped rests, in milliseconds: a second tap so soon was not meant.
const REST = 600;

/**
 * A key that changes more than a peg, and tells what: Undo and Next deal.
 * @param {string} look its classes @param {() => void} tapped
 * @returns {{node: HTMLElement, show: (words: string, more: string) => void}} `show` gives it its words, and what they are about
 */
export function turnKey(look, tapped) {
  const first = element("span", {});
  const second = element("span", { class: "what" });
  const node = element("button", { type: "button", class: look, onclick: () => tap() }, first, " ", second);
  const tap = () => {
    if (node.ariaDisabled === "true") return;
    node.ariaDisabled = "true";
    setTimeout(() => (node.ariaDisabled = null), REST);
    tapped();
  };
  const show = (words, more) => {
    first.textContent = words;
    second.textContent = more;
  };
  return { node, show };
}

/**
 * The one number that everybody looks at. `show(number, name)` changes it; `name` is what is read aloud, politely.
 * @returns {{node: HTMLElement, show: (number: string, name: string) => void, asking: (asking: boolean) => void}}
 */
export function bigNumber() {
  const seen = element("span", { class: "digits", "aria-hidden": "true" }, "–");
  const heard = element("span", { class: "unseen", role: "status" });
  const node = element("div", { class: "big-number blank" }, seen, heard);
  return {
    node,
    show(number, name) {
      seen.textContent = number;
      node.classList.toggle("blank", number === "–");
      if (heard.textContent !== name) heard.textContent = name;
    },
    asking(asking) {
      node.classList.toggle("asking", asking);
    },
  };
}

/** What stands above a page on paper: the league's name, and what it is. @param {string} words what it is @returns {HTMLElement} */
export function printHead(words) {
  const name = element("strong");
  nameLeague(name);
  return element("p", { class: "print-head" }, name, " ", words);
}

async function nameLeague(node) {
  try {
    node.textContent = (await send("GET", "/api/v1/league")).name;
  } catch (error) {
    // The page says what it is without the name too.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

/** The key that prints what the view shows. @returns {HTMLElement} */
export function printKey() {
  return element("button", { type: "button", class: "quiet print-key", onclick: () => print() }, t("print.key"));
}
