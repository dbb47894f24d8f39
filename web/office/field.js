import { element } from "../app/element.js";

// A label names its input by an id, which nothing else on the page may have.
let made = 0;

/**
 * An input with its label, and help where it needs some.
 * @param {string} label what is asked for @param {HTMLElement} input an input, select or textarea @param {string} [help] a sentence
 * @returns {HTMLElement}
 */
export function field(label, input, help) {
  made += 1;
  input.id = `field-${made}`;
  const words = help && element("p", { class: "help", id: `${input.id}-help` }, help);
  if (words) input.setAttribute("aria-describedby", words.id);
  return element("div", { class: "field" }, element("label", { for: input.id }, label), input, words);
}

/**
 * A tick with its label.
 * @param {string} label what it says when it is set @param {HTMLInputElement} input a checkbox
 * @returns {HTMLElement}
 */
export function tick(label, input) {
  return element("label", { class: "tick" }, input, element("span", {}, label));
}
