import { drawing, element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { mark } from "../ui/controls.ts";
import { sidesOfSeats } from "./last-setup.ts";

/** A seat as it is drawn. */
type SeatKey = { node: HTMLButtonElement; who: HTMLElement; deals: HTMLElement };

const SIX = ["bottom", "lower-left", "upper-left", "top", "upper-right", "lower-right"];
// The places of the seats, clockwise from this phone's, so that partners face each other.
const PLACES: Record<string, string[]> = {
  "1-1": ["bottom", "top"],
  "1-1-1": ["bottom", "upper-left", "upper-right"],
  "2-2": ["bottom", "left", "top", "right"],
  "3-3": SIX,
  "2-2-2": SIX,
  "2-3": SIX.filter((place) => place !== "top"),
};
// Pixels that a finger moves before it drags.
const STILL = 8;
const EIGHT = ["M30 83c-26 0-26-18 0-36s26-36 0-36-26 18 0 36 26 36 0 36"];
// The lanes of the small board on the table: a way up, down and up again each.
const LANES = ["M9 82V22a13 13 0 0 1 26 0v46a5 5 0 0 0 10 0V14", "M15 82V22a7 7 0 0 1 14 0v46a11 11 0 0 0 22 0V14"];

/** The table from above: a seat for each player, and the disc of the one who deals first. Fires `change`. */
export class Seats extends EventTarget {
  #seating = "";
  #names: string[];
  #dealer = 0;
  #isDealerChosen = false;
  #selected: number | null = null;
  #isWritten = false;
  #isDiscPicked = false;
  #seats: SeatKey[] = [];
  #discWords = element("span", { class: "unseen" });
  #disc = element(
    "button",
    { type: "button", class: "deal-disc", "aria-pressed": "false" },
    t("start.deals"),
    " ",
    this.#discWords,
  );
  #drag: { x: number; y: number; isMoved: boolean } | null = null;
  #board = littleBoard(LANES);

  node = element("div", { class: "seats", role: "group", "aria-label": t("start.table") });

  /** @param seating one of SEATINGS @param names by seat, empty for a seat without a name */
  constructor(seating: string, names: string[]) {
    super();
    this.#names = [...names];
    this.#disc.addEventListener("click", () => this.#tapDisc());
    this.#disc.addEventListener("pointerdown", (event) => this.#lift(event));
    this.#disc.addEventListener("pointermove", (event) => this.#carry(event));
    this.#disc.addEventListener("pointerup", (event) => this.#drop(event));
    this.#disc.addEventListener("pointercancel", () => this.#letGo());
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.select(null));
    this.sit(seating);
  }

  /** The names by seat, empty for a seat without a name. */
  get names() {
    return this.#seats.map((_, seat) => this.#names[seat] ?? "");
  }

  /** The seat that deals first. */
  get dealer() {
    return this.#dealer;
  }

  /** True once somebody has moved the disc. */
  get isDealerChosen() {
    return this.#isDealerChosen;
  }

  /** The seat that gets the next name; null if none was tapped. */
  get selected() {
    return this.#selected;
  }

  /** True while the disc waits for the tap on its seat. */
  get isDiscPicked() {
    return this.#isDiscPicked;
  }

  /** Returns the place of a seat in words. */
  placeText(seat: number): string {
    return t(`start.places.${this.#seating}`).split(",")[seat];
  }

  /** Returns the name at a seat, else its place. */
  nameText(seat: number): string {
    return this.#names[seat] || this.placeText(seat);
  }

  /** Sets the table for other sides; the names stay at their seats. @param seating one of SEATINGS */
  sit(seating: string) {
    this.#seating = seating;
    this.#selected = null;
    this.#isDiscPicked = false;
    if (this.#dealer >= PLACES[seating].length) {
      this.#dealer = 0;
      this.#isDealerChosen = false;
    }
    const sides = sidesOfSeats(seating);
    this.#seats = PLACES[seating].map((place, seat) => this.#makeSeat(seat, place, sides[seat]));
    this.node.className = `seats seats-${PLACES[seating].length}`;
    const keys = this.#seats.map(({ node }) => node);
    this.node.replaceChildren(this.#board, ...keys, this.#disc);
    this.#changed();
  }

  /** Lays the board on the table: with a lane a side, or with the one track of crash. */
  showTrack(isCrash: boolean) {
    const board = littleBoard(isCrash ? EIGHT : LANES);
    this.#board.replaceWith(board);
    this.#board = board;
  }

  /** Selects a seat. @param seat null for none */
  select(seat: number | null) {
    this.#selected = seat;
    this.#isWritten = false;
    this.#isDiscPicked = false;
    this.#changed();
  }

  /** Selects the first seat without a name; none if all have one. */
  selectNext() {
    this.select(this.#free);
  }

  get #free() {
    const free = this.names.indexOf("");
    return free < 0 ? null : free;
  }

  /** Names the player at the selected seat, else at the first seat without a name. */
  fill(name: string) {
    this.write(name);
    this.select(null);
  }

  /** Writes the name at the selected seat, else at the first seat without a name. The seat stays selected. */
  write(name: string) {
    this.#selected ??= this.#free;
    if (this.#selected === null) return;
    this.#names[this.#selected] = name;
    this.#isWritten = true;
    this.#changed();
  }

  #makeSeat(seat: number, place: string, side: number): SeatKey {
    const who = element("bdi", { class: "seat-name" });
    const deals = element("span", { class: "seat-deals" });
    const node = element(
      "button",
      { type: "button", class: `seat of-${side} at-${place}`, onclick: () => this.#tap(seat) },
      element("span", { class: "seat-place" }, mark(side), element("span", {}, this.placeText(seat))),
      " ",
      who,
      deals,
    );
    return { node, who, deals };
  }

  // Whoever has just typed a name goes on to the next seat, and does not swap.
  #tap(seat: number) {
    const first = this.#selected;
    if (this.#isDiscPicked) this.#deal(seat);
    else if (first === seat) this.select(null);
    else if (first !== null && this.#names[first] && !this.#isWritten) this.#swap(first, seat);
    else this.#name(seat);
  }

  #name(seat: number) {
    this.select(seat);
    if (!this.#names[seat]) this.dispatchEvent(new Event("name"));
  }

  // Whoever was said to deal still deals at the other seat.
  #swap(one: number, other: number) {
    const [name, otherName] = [this.#names[one], this.#names[other] ?? ""];
    this.#names[one] = otherName;
    this.#names[other] = name;
    if (this.#isDealerChosen && this.#dealer === one) this.#dealer = other;
    else if (this.#isDealerChosen && this.#dealer === other) this.#dealer = one;
    this.select(null);
  }

  #deal(seat: number) {
    this.#dealer = seat;
    this.#isDealerChosen = true;
    this.select(null);
  }

  #tapDisc() {
    const wasDragged = this.#drag?.isMoved;
    this.#drag = null;
    if (wasDragged) return;
    const isPicked = !this.#isDiscPicked;
    this.select(null);
    this.#isDiscPicked = isPicked;
    this.#changed();
  }

  #lift({ button, clientX, clientY, pointerId }: PointerEvent) {
    if (button !== 0) return;
    this.#drag = { x: clientX, y: clientY, isMoved: false };
    this.#disc.setPointerCapture(pointerId);
  }

  #carry({ clientX, clientY }: PointerEvent) {
    if (!this.#drag) return;
    const [x, y] = [clientX - this.#drag.x, clientY - this.#drag.y];
    if (Math.hypot(x, y) > STILL) this.#drag.isMoved = true;
    if (this.#drag.isMoved) this.#disc.style.setProperty("translate", `${x}px ${y}px`);
  }

  // The browser clicks the disc after this, which forgets the drag.
  #drop({ clientX, clientY }: PointerEvent) {
    this.#disc.style.removeProperty("translate");
    if (!this.#drag?.isMoved) return;
    const distances = this.#seats.map(({ node }) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
    });
    this.#deal(distances.indexOf(Math.min(...distances)));
  }

  #letGo() {
    this.#disc.style.removeProperty("translate");
    this.#drag = null;
  }

  #changed() {
    this.#seats.forEach(({ node, who, deals }, seat) => {
      const name = this.#names[seat] ?? "";
      node.setAttribute("aria-pressed", String(seat === this.#selected));
      node.classList.toggle("empty", name === "");
      who.textContent = name || t("start.add");
      deals.textContent = seat === this.#dealer ? t("start.deals") : "";
    });
    this.#disc.className = `deal-disc by-${PLACES[this.#seating][this.#dealer]}`;
    this.#disc.setAttribute("aria-pressed", String(this.#isDiscPicked));
    this.#discWords.textContent = `${this.nameText(this.#dealer)}. ${t("start.deals.how")}`;
    this.dispatchEvent(new Event("change"));
  }
}

function littleBoard(ways: string[]) {
  const lanes = ways.map((d, lane) => [
    drawing("path", { class: `little-lane lane-${lane}`, d }),
    drawing("path", { class: "little-holes", d }),
  ]);
  return drawing(
    "svg",
    { class: "little-board", viewBox: "0 0 60 96", "aria-hidden": "true" },
    drawing("rect", { class: "little-foot", y: 3, width: 60, height: 93, rx: 5 }),
    drawing("rect", { class: "little-wood", width: 60, height: 93, rx: 5 }),
    ...lanes.flat(),
  );
}
