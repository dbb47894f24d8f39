import { element } from "../lib/dom.ts";
import { mark } from "./controls.ts";

/** Thin lanes, one a side, with the skunk lines and the front pegs: they show the scores of a game at a glance. */
export class Strip {
  #lanes;
  #target;
  declare node;

  /** @param sides how many there are */
  constructor(
    {
      target,
      skunk_below: skunk,
      double_skunk_below: double,
    }: { target: number; skunk_below: number | null; double_skunk_below: number | null },
    sides: number,
  ) {
    this.#target = target;
    const lines = [skunk, double].filter((hole) => hole !== null && hole > 1);
    this.#lanes = Array.from({ length: sides }, (_, side) =>
      element(
        "div",
        { class: `lane of-${side}` },
        element("span", { class: "lane-passed" }),
        element("span", { class: "lane-peg" }, mark(side)),
      ),
    );
    this.node = element("div", { class: "strip", "aria-hidden": "true" }, this.#lanes);
    for (const hole of lines) {
      const line = element("span", { class: "strip-line" });
      line.style.setProperty("--at", String(Number(hole) / target));
      this.node.append(line);
    }
  }

  /** Shows the scores. @param scores by side; null if the score is not known */
  show(scores: (number | null)[]) {
    scores.forEach((score, side) => {
      const lane = this.#lanes[side];
      lane.classList.toggle("blank", score === null);
      lane.style.setProperty("--at", String((score ?? 0) / this.#target));
    });
  }
}
