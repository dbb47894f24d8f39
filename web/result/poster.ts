import type { LocalGame } from "../game/local-game.ts";
import { cleanName } from "../lib/device.ts";
import { drawing, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { field, sheet } from "../ui/form.ts";
import { Pegboard } from "../ui/pegboard.ts";
import type { EndStory } from "./end-sheet.ts";

// The picture that is sent, in pixels.
const SENT = { width: 1080, height: 1350 };
const SCALE = 3;
const TITLE = [28, 24, 20, 17, 14];
const TITLE_HEIGHT = 84;
const SCORE = 76;
const WORDS = 15;
const FOOT = 13;
const LEADING = 1.25;
const SIDE = 18;
const EDGE = 10;
const RADIUS = 18;
// The height of the board by its width.
const LEAST = 0.46;
const MOST = 0.64;
const SENT_MOST = 0.75;
const WEIGHTS = { "end-title": 800, "end-score": 800, "end-sentence": 400, "end-foot": 400 };
// All that a drawing without its style sheet needs.
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
  "text-anchor",
];

/**
 * Draws the end of a game.
 * @param size in pixels. Without a height, the words get the height that they need, and the board the rest of `room`.
 *   `text` is the size of the words; 1 is the usual size
 */
export function drawPicture(
  story: EndStory,
  { width, height, room = 0, text = 1 }: { width: number; height?: number; room?: number; text?: number },
): SVGSVGElement {
  const pen = new Pen(width);
  const { winner, losers, scores, sentence, date, club } = story;
  const heads = TITLE.map((size) => [winner, losers].flatMap((words) => pen.split(words, "end-title", size * text)));
  const fitting = heads.findIndex((lines, at) => lines.length * TITLE[at] <= TITLE_HEIGHT);
  const head = fitting < 0 ? TITLE.length - 1 : fitting;
  pen.skip(SIDE - 6);
  pen.write(heads[head], "end-title", TITLE[head] * text);
  pen.writeScore(scores, SCORE * text);
  pen.write(pen.split(sentence, "end-sentence", WORDS * text), "end-sentence", WORDS * text);
  pen.skip(EDGE);
  const foot = pen.foot([date, club].filter(Boolean), FOOT * text);
  const wide = width - 2 * EDGE;
  const left = (height ?? room) - pen.y - foot.height;
  const high =
    height === undefined ? Math.max(LEAST * wide, Math.min(MOST * wide, left)) : Math.min(SENT_MOST * wide, left);
  const free = height === undefined ? high : left;
  pen.draw(boardIn(story, { width: wide, height: high }, EDGE, pen.y + (free - high) / 2));
  pen.skip(free);
  foot.write();
  const full = height ?? pen.y;
  return drawing(
    "svg",
    { role: "img", "aria-label": pictureText(story), viewBox: `0 0 ${width} ${full}` },
    drawing("rect", { class: "end-card", width, height: full, rx: height === undefined ? RADIUS : 0 }),
    ...pen.nodes,
  );
}

/** Returns the sentences of a picture, for anyone who does not see it. */
export function pictureText({ beat, sentence, date, club }: EndStory): string {
  return `${beat} ${sentence} ${[date, club].filter(Boolean).join(", ")}.`;
}

/** Makes the file of a picture, to be sent. */
export async function pictureFile(story: EndStory): Promise<File> {
  const svg = drawPicture(story, { width: SENT.width / SCALE, height: SENT.height / SCALE });
  const stage = element("div", { class: "walnut unseen", "aria-hidden": "true" }, svg);
  document.body.append(stage);
  const url = URL.createObjectURL(new Blob([styled(svg)], { type: "image/svg+xml" }));
  stage.remove();
  try {
    const image = new Image(SENT.width, SENT.height);
    image.src = url;
    await image.decode();
    const canvas = element("canvas", SENT);
    canvas.getContext("2d")?.drawImage(image, 0, 0, SENT.width, SENT.height);
    const blob: Blob | null = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The browser drew no picture.");
    return new File([blob], "pegout.png", { type: blob.type });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The words of a picture, one line under the other. */
class Pen {
  #width;
  #measure = element("canvas").getContext("2d");
  #family = getComputedStyle(document.documentElement).fontFamily;
  nodes: SVGElement[] = [];
  y = 0;

  /** @param width of the picture */
  constructor(width: number) {
    this.#width = width;
  }

  /** Leaves some pixels free. */
  skip(height: number) {
    this.y += height;
  }

  draw(node: SVGElement) {
    this.nodes.push(node);
  }

  /** Returns the lines that some words need. */
  split(words: string, look: keyof typeof WEIGHTS, size: number): string[] {
    const room = this.#width - 2 * SIDE;
    const lines = [""];
    for (const word of words.split(" ")) {
      const line = lines[lines.length - 1];
      const longer = line ? `${line} ${word}` : word;
      if (this.#long(longer, look, size) <= room) lines[lines.length - 1] = longer;
      else if (this.#long(word, look, size) <= room) lines.push(word);
      else lines.push(...this.#broken(word, look, size, room));
    }
    return lines.filter(Boolean);
  }

  write(lines: string[], look: keyof typeof WEIGHTS, size: number) {
    for (const line of lines) {
      this.skip(size * LEADING);
      this.draw(words(line, look, size, SIDE, this.y - size * 0.2));
    }
  }

  /** @param wanted its size */
  writeScore([won, ...lost]: number[], wanted: number) {
    const others = lost.map((score) => `–${score}`).join("");
    const long = this.#long(`${won}${others}`, "end-score", wanted);
    const size = Math.min(wanted, (wanted * (this.#width - 2 * SIDE)) / long);
    this.skip(size);
    const node = words(String(won), "end-score", size, SIDE - 2, this.y - size * 0.1);
    node.append(drawing("tspan", { class: "end-lost" }, new Text(others)));
    this.draw(node);
  }

  /** Returns the line below the board: the first part at the left, the second part at the right or below. */
  foot(parts: string[], size: number) {
    const lines = parts.flatMap((part) => this.split(part, "end-foot", size));
    const long = parts.reduce((sum, part) => sum + this.#long(part, "end-foot", size) + SIDE, SIDE);
    const isOne = parts.length === 2 && long <= this.#width;
    const height = EDGE + size * LEADING * (isOne ? 1 : lines.length);
    const write = () => {
      if (!isOne) return (this.write(lines, "end-foot", size), this.skip(EDGE));
      this.write([parts[0]], "end-foot", size);
      const right = words(parts[1], "end-foot", size, this.#width - SIDE, this.y - size * 0.2);
      right.setAttribute("text-anchor", "end");
      this.draw(right);
      this.skip(EDGE);
    };
    return { height, write };
  }

  // A word that is longer than a line.
  #broken(word: string, look: keyof typeof WEIGHTS, size: number, room: number) {
    const lines = [""];
    for (const letter of word) {
      const longer = lines[lines.length - 1] + letter;
      if (this.#long(longer, look, size) > room) lines.push(letter);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  }

  #long(line: string, look: keyof typeof WEIGHTS, size: number) {
    if (!this.#measure) return 0;
    this.#measure.font = `${WEIGHTS[look]} ${size}px ${this.#family}`;
    return this.#measure.measureText(line).width;
  }
}

function words(line: string, look: keyof typeof WEIGHTS, size: number, x: number, y: number) {
  return drawing("text", { class: look, x, y: y.toFixed(1), "font-size": size.toFixed(1) }, new Text(line));
}

function boardIn(
  { game: { id, rules, sides, crash_directions: directions } }: EndStory,
  room: { width: number; height: number },
  x: number,
  y: number,
) {
  const board = new Pegboard(rules, sides, "", { seed: id, isLast: false, directions });
  board.fit(room);
  return drawing("g", { class: "pegboard", transform: `translate(${x} ${y.toFixed(1)})` }, ...board.node.childNodes);
}

/** Returns the source of a drawing that needs no style sheet. @param svg one that is in the page */
function styled(svg: SVGSVGElement) {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((node, at) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) copies[at].setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("width", String(SENT.width));
  copy.setAttribute("height", String(SENT.height));
  return new XMLSerializer().serializeToString(copy);
}

const NAME_LENGTH = 100;
const PARTNERS = " + ";

/**
 * Asks for names of the sides without a name, before a picture leaves the phone. The game itself keeps its sides
 * without names.
 * @param game as the picture names it @param typed the names that were typed before, by side
 * @returns the typed names by side, empty for a side without one; null if the user changed their mind
 */
export async function askPictureNames({ sides }: LocalGame, typed: string[]): Promise<string[] | null> {
  const inputs = sides.map(({ name, named }, side) =>
    named === false
      ? element("input", {
          value: typed[side] ?? "",
          placeholder: name,
          maxlength: NAME_LENGTH,
          autocomplete: "off",
          autocapitalize: "words",
        })
      : null,
  );
  if (inputs.every((input) => input === null)) return [];
  const fields = inputs.flatMap((input, side) => (input ? [field(sides[side].name, input)] : []));
  const isMeant = await sheet(t("end.names"), fields, t("end.share"));
  return isMeant ? inputs.map((input) => (input ? cleanName(input.value) : "")) : null;
}

/**
 * Returns a game with these names, as the picture shows it.
 * @param names by side, empty for a side that keeps its name
 */
export function withPictureNames(game: LocalGame, names: string[]): LocalGame {
  const sides = game.sides.map((side, at) => {
    const name = names[at];
    return name ? { ...side, name, players: name.split(PARTNERS) } : side;
  });
  return { ...game, sides };
}
