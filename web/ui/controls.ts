import { drawing, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";

const LINES = {
  back: "M15 5l-7 7 7 7",
  onward: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  clockwise: "M19.500 12a7.500 7.500 0 1 1-2.300-5.400M17.500 2.500v4.300h-4.300",
  counter: "M4.500 12a7.500 7.500 0 1 0 2.300-5.400M6.500 2.500v4.300h4.300",
  undo: "M9 14 4.500 9.500 9 5M5 9.500h9.500a5 5 0 0 1 0 10H11",
  crib: "M8 9V6a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v3M4.500 9h15v10h-15z",
  cards: "M9.500 7.500l7-1.500 2.500 11.500-7 1.500zM9.200 9 5 10l2.200 9 5-.700",
  count: "M4 8.500l5.500-1.500 3 11.500-5.500 1.500zM12.500 5H20v12.500h-4.500",
  play: "M4.500 12.500l5 5L19.500 7",
  throw: "M12 3.500v9.500M8 9l4 4 4-4M4.500 15v4.500h15V15",
};

/** Makes a line icon, without a name: the link around it has a name. */
export function icon(name: keyof typeof LINES): SVGElement {
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

/** Makes the mark of a side, without a name. @param side from 0 */
export function mark(side: number): SVGElement {
  return drawing("svg", { class: `mark side-${side}`, viewBox: "0 0 12 12", "aria-hidden": "true" }, SHAPES[side]());
}

// Radio buttons of one name are one choice, so each choice has its own.
let choices = 0;

/**
 * Makes a choice of a few answers side by side.
 * @param legend the question, for screen readers
 * @param answers `name` is read instead of `label`
 * @param value the answer that is chosen; null for none
 * @param onChoice called when another answer is tapped
 */
export function choice(
  legend: string,
  answers: { value: string; label: string; name?: string }[],
  value: string | null,
  onChoice: (value: string) => void,
): HTMLFieldSetElement {
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

/**
 * Makes the one number that everybody looks at. `show` changes it, and `name` is read aloud, politely; `asking` says
 * that a newer one was requested.
 */
export function bigNumber(): {
  node: HTMLElement;
  show: (number: string, name: string) => void;
  asking: (asking: boolean) => void;
} {
  const digits = element("span", { class: "digits", "aria-hidden": "true" });
  const spoken = element("span", { class: "unseen", role: "status" });
  const node = element("div", { class: "big-number" }, digits, spoken);
  return {
    node,
    show(number, name) {
      digits.textContent = number;
      if (spoken.textContent !== name) spoken.textContent = name;
    },
    asking(asking) {
      node.classList.toggle("asking", asking);
    },
  };
}

/**
 * Makes the key that prints the view, or a part of it alone.
 * @param part a class for the document: its style sheet hides the rest
 */
export function printKey(words: string = t("print.key"), ...part: string[]): HTMLElement {
  const onclick = () => {
    const { classList } = document.documentElement;
    classList.add(...part);
    addEventListener("afterprint", () => classList.remove(...part), { once: true });
    print();
  };
  return element("button", { type: "button", class: "quiet", onclick }, words);
}

/** Copies the text of an input; rejects if the browser does not copy it. */
export async function copyFrom(input: HTMLInputElement) {
  input.select();
  if (navigator.clipboard) return navigator.clipboard.writeText(input.value);
  // Over plain http there is no clipboard. In some browsers, the older command copies only with the focus. If a
  // browser refuses the command, it returns false and does not throw.
  input.focus();
  if (!document.execCommand("copy")) throw new Error("The browser did not copy.");
}

/**
 * Reads a QR code as the service draws it.
 * @param name the picture's, for people who do not see it
 * @returns the picture, and the text that it holds
 */
export function qrPicture(svg: string, name: string): { picture: Node; link: string } {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const link = drawn.querySelector("title")?.textContent ?? "";
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return { picture: document.importNode(drawn, true), link };
}
