import type { NightAnswer, ShownCode } from "pegout-api";
import { Refusal, send } from "../lib/api.ts";
import { isSecret, newSecret } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { poll } from "../lib/retry.ts";
import { ownName, readable } from "../lib/root.ts";
import type { Send } from "../night/night-store.ts";
import { mark } from "../ui/controls.ts";
import { fit, listForms } from "./names.ts";

/** The means to join a night: its code, the address of the service, and the picture that a camera reads. */
export type Joining = { letters: string; address: string; picture: Element };

// Milliseconds between two looks: the code may be changed in the course of a night.
const INTERVAL = 60_000;

/** The code that phones join a night with, kept up to date. */
export class JoinCode {
  #poll;

  /** The current code; null before it is loaded, or if the service does not show it to this screen. */
  joining: Joining | null = null;

  /** @param id the night's @param send sends the requests @param onChange called when `joining` changes */
  constructor(id: string, send: Send, onChange: () => void) {
    const path = `/api/v1/nights/${id}`;
    const read = (signal: AbortSignal) =>
      Promise.all([send("GET", path, { signal }), send("GET", `${path}/join.svg`, { signal })]);
    this.#poll = poll(read, {
      interval: INTERVAL,
      onAnswer: ([{ join_code: letters }, svg]: [NightAnswer, string]) => {
        this.joining = letters ? { letters, ...pictured(svg) } : null;
        onChange();
      },
    });
  }

  /** Ends it, when another night is shown. */
  close() {
    this.#poll.close();
  }
}

/** Returns a code as people read it, in two halves. @param letters six */
function spaced(letters: string) {
  return `${letters.slice(0, 3)} ${letters.slice(3)}`;
}

/** Returns a picture to be put on the screen. @param name its name for a screen reader */
function codePicture(picture: Element, name: string) {
  const code = document.importNode(picture, true);
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", name);
  return code;
}

/**
 * Reads a QR code of the service's. Its title is the link in it, which at localhost has an address that phones can
 * open.
 */
function pictured(svg: string) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const link = picture.querySelector("title")?.textContent ?? "";
  return { address: readable(link), picture };
}

const KEY = ownName("pegout.television");
const CONFLICT = 409;

/** The token of the screen. While the token opens nothing, the screen has a code for the coordinator. */
export class Admission {
  /** The token; null for a stranger. */
  token: string | null;

  /** The code; null while the screen needs no code, or while the code is not loaded. */
  code: Joining | null = null;

  /** @param linked the token that the address has */
  constructor(linked: string | null) {
    this.token = isSecret(linked) ? linked : ownToken();
  }

  /**
   * Asks for the code, after each refusal, since a code lives for minutes only.
   * @returns true if the token was void: the screen has a new token now, or no token
   */
  async ask(signal: AbortSignal): Promise<boolean> {
    const isNew = !this.token;
    this.token ??= keepToken(newSecret());
    try {
      const { code: letters, link }: ShownCode = await send("POST", "/api/v1/displays/codes", {
        body: { token: this.token },
        signal,
      });
      if (letters === this.code?.letters) return false;
      const svg = await send("POST", "/api/v1/qr", { body: { text: link }, signal });
      this.code = { letters, ...pictured(svg) };
      return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.code = null;
      // Then the screen was let in just now.
      if (error.problem.status === CONFLICT) return false;
      this.#forget();
      return !isNew;
    }
  }

  // A token that was taken back never opens anything again. The screen's own token replaces a link's token.
  #forget() {
    const own = ownToken();
    this.token = own === this.token ? null : own;
    if (!this.token) keepToken("");
  }
}

// Reading localStorage throws if the browser forbids storage.
function ownToken() {
  try {
    return localStorage.getItem(KEY) || null;
  } catch {
    return null;
  }
}

function keepToken(token: string) {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // The screen then needs a new code after each reload.
  }
  return token;
}

/** The code that lets the screen in, on the whole screen. */
export class Waiting {
  #picture = element("div", { class: "tv-code" });
  #letters = element("p", { class: "tv-letters" });
  node = element(
    "section",
    { class: "tv-waiting" },
    element(
      "div",
      {},
      element("p", {}, t("tv.let_in.how", { page: t("displays.title") })),
      this.#letters,
      element("p", { class: "tv-how" }, t("tv.let_in.once")),
    ),
    this.#picture,
  );

  /** Shows a code. */
  show({ letters, picture }: Joining) {
    const text = spaced(letters);
    if (this.#letters.textContent === text) return;
    this.#letters.textContent = text;
    this.#picture.replaceChildren(codePicture(picture, t("tv.let_in.code")));
  }
}

/**
 * Somebody in the list, with their seat. `table` is null for a player who waits for a seat. It is left out before the
 * draw.
 */
type Listed = { name: string; side?: number; table?: number | null };

// The layouts of the list, each for at most `people` people.
const LAYOUTS = [
  { people: 12, columns: 2, look: "largest" },
  { people: 24, columns: 2, look: "large" },
  { people: 39, columns: 3, look: "" },
  { people: 60, columns: 4, look: "dense" },
];

/** The most people on a page. */
export const PEOPLE = LAYOUTS[LAYOUTS.length - 1].people;

/** The list of the players here or of all seats, column by column, next to the code that phones join with. */
export class Roll {
  #list = element("ul", { class: "tv-list" });
  #join = element("aside", { class: "tv-join" });
  #shown = "";
  node = element("section", { class: "tv-roll" }, this.#list, this.#join);

  /** Shows people. @param shown `everybody` counts the people of all pages */
  show({ people, everybody, joining }: { people: Listed[]; everybody: number; joining: Joining | null }) {
    // A list that stays the same is not measured again.
    const key = JSON.stringify([people, everybody, joining?.letters, joining?.address]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#showCode(joining);
    const layout = LAYOUTS.find((fitting) => everybody <= fitting.people) ?? LAYOUTS[LAYOUTS.length - 1];
    const rows = Math.ceil(people.length / layout.columns);
    this.#list.className = `tv-list ${layout.look}`;
    this.#list.style.setProperty("--rows", String(rows));
    this.#list.style.setProperty("--columns", String(layout.columns));
    const names = people.map(() => element("bdi", { class: "tv-name" }));
    this.#list.replaceChildren(...people.map((person, at) => line(person, names[at])));
    const forms = listForms(
      people.map(({ name }) => name),
      layout.look === "dense" && people.some(({ table }) => table !== undefined),
    );
    names.forEach((node, at) => fit(node, forms[at]));
  }

  #showCode(joining: Joining | null) {
    this.#join.hidden = !joining;
    if (!joining) return;
    const { letters, address, picture } = joining;
    this.#join.replaceChildren(
      element("div", { class: "tv-code" }, codePicture(picture, t("tv.code"))),
      element("p", { class: "tv-letters" }, spaced(letters)),
      element("p", { class: "tv-how" }, t("tv.scan")),
      element("p", { class: "tv-address" }, address),
    );
  }
}

function line({ side, table }: Listed, name: HTMLElement) {
  if (table === undefined) return element("li", {}, name);
  const number = element("span", { class: "tv-number" }, table === null ? "–" : String(table));
  return element("li", {}, name, side === undefined ? null : mark(side), number);
}
