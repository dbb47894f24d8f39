import { element } from "../app/element.js";

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
