import type { Crash } from "pegout-api";
import { element } from "../lib/dom.ts";
import { isolated, list, t } from "../lib/i18n.ts";
import { icon, mark } from "../ui/controls.ts";
import type { LocalGame } from "./local-game.ts";

/** The directions of the sides on the track of crash cribbage: a key a side, of which a tap turns it round. */
export class Directions {
  #ways: (1 | -1)[];
  #names = "";

  node = element("div", { class: "directions", role: "group", "aria-label": t("crash.ways") });

  /** @param ways by side: 1 clockwise, -1 the other way; a missing way is clockwise */
  constructor(ways: number[] = []) {
    this.#ways = ways.map((way) => (way === -1 ? -1 : 1));
  }

  /** The direction of each side that has a key. */
  get value() {
    return Array.from(this.node.children, (_, side) => this.#ways[side] ?? 1);
  }

  /** Shows a key a side. @param names by side */
  show(names: string[]) {
    if (this.#names === JSON.stringify(names)) return;
    this.#names = JSON.stringify(names);
    this.node.replaceChildren(...names.map((name, side) => this.#makeKey(name, side)));
  }

  #makeKey(words: string, side: number) {
    const way = element("span", { class: "way" });
    const name = element("span", { class: "side-name" });
    const write = () => {
      const isClockwise = this.#ways[side] !== -1;
      name.replaceChildren(mark(side), element("bdi", {}, words), icon(isClockwise ? "clockwise" : "counter"));
      way.textContent = wayText(isClockwise ? 1 : -1);
    };
    const turn = () => {
      this.#ways = this.value.map((way, at) => (at === side ? (-way as 1 | -1) : way));
      write();
    };
    write();
    return element("button", { type: "button", class: `way-key of-${side}`, onclick: turn }, name, " ", way);
  }
}

function wayText(way: number) {
  return t(way > 0 ? "crash.clockwise" : "crash.counter");
}

/**
 * Returns the directions of a game's sides in a sentence; empty if each side has its own track.
 * @param names of the sides
 */
export function directionsText(
  { crash_directions: ways }: Pick<LocalGame, "crash_directions">,
  names: string[],
): string[] {
  if (!ways) return [];
  const each = ways.map((way, side) => t("crash.way", { side: isolated(names[side]), way: wayText(way) }));
  return [t("crash.way.all", { each: list(each) })];
}

/**
 * Returns the places of the front pegs on the one track in sentences; empty if each side has its own track.
 * @param names of the sides
 */
export function trackTexts({ crash_directions: ways, sides, rules: { target } }: LocalGame, names: string[]): string[] {
  return (ways ?? []).map((way, side) => {
    const { score } = sides[side];
    // The start is 0 and the game 121 to all, though they are one hole.
    const n = way > 0 || score % target === 0 ? score : target - score;
    return t("crash.hole", { side: names[side], way: wayText(way), n });
  });
}

/** Returns the pegs that a peg threw, in words: “Crash! Them −4”; empty if the peg threw none. @param names of the sides */
export function crashText(crashes: Crash[] | undefined, names: string[]): string {
  const thrown = (crashes ?? []).map(({ side, peg, by }) => t(`crash.${peg}`, { side: names[side], n: by }));
  return thrown.length > 0 ? t("crash.said", { thrown: thrown.join(", ") }) : "";
}
