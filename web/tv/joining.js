/** @import { NightAnswer } from "pegout-api" */
/** @import { Send } from "../night/seen.js" */
import { poll } from "../lib/retry.js";
import { readable } from "../lib/root.js";

/** The means to join a night: its code, the address of the service, and the picture that a camera reads. @typedef {{letters: string, address: string, picture: Element}} Joining */

// Milliseconds between two looks: the code may be changed in the course of a night.
const INTERVAL = 60_000;

/** The code that phones join a night with, kept up to date. */
export class JoinCode {
  #poll;

  /** The code as it is now; null before it is loaded, and where it is not told. @type {Joining|null} */
  joining = null;

  /** @param {string} id the night's @param {Send} send sends the requests @param {() => void} onChange called when `joining` changes */
  constructor(id, send, onChange) {
    const path = `/api/v1/nights/${id}`;
    const read = (/** @type {AbortSignal} */ signal) =>
      Promise.all([send("GET", path, { signal }), send("GET", `${path}/join.svg`, { signal })]);
    this.#poll = poll(read, {
      interval: INTERVAL,
      onAnswer: (/** @type {[NightAnswer, string]} */ [{ join_code: letters }, svg]) => {
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

/** Returns a code as people read it, in two halves. @param {string} letters six */
export function spaced(letters) {
  return `${letters.slice(0, 3)} ${letters.slice(3)}`;
}

/** Returns a picture to be put on the screen. @param {Element} picture @param {string} name its name for a screen reader */
export function codePicture(picture, name) {
  const code = document.importNode(picture, true);
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", name);
  return code;
}

/** Reads a QR code of the service's. Its title is the link in it, which at localhost has an address that phones can open. @param {string} svg */
export function pictured(svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const link = picture.querySelector("title")?.textContent ?? "";
  return { address: readable(link), picture };
}
