/** @import { ShownCode } from "pegout-api" */
/** @import { Joining } from "./joining.js" */
import { Refusal, send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { isSecret, newSecret } from "../lib/device.js";
import { t } from "../lib/i18n.js";
import { ownName } from "../lib/root.js";
import { codePicture, pictured, spaced } from "./joining.js";

const KEY = ownName("pegout.television");
const CONFLICT = 409;

/** The token of the screen. While the token opens nothing, the screen has a code for the coordinator. */
export class Admission {
  /** The token; null for a stranger. @type {string|null} */
  token;

  /** The code; null while none is needed, or none is known yet. @type {Joining|null} */
  code = null;

  /** @param {string|null} linked the token that the address has */
  constructor(linked) {
    this.token = isSecret(linked) ? linked : ownToken();
  }

  /** Asks for the code, after each refusal, since a code lives for minutes only. @param {AbortSignal} signal @returns {Promise<boolean>} true if the token was void: the screen has another now, or none */
  async ask(signal) {
    const isNew = !this.token;
    this.token ??= keepToken(newSecret());
    try {
      /** @type {ShownCode} */
      const { code: letters, link } = await send("POST", "/api/v1/displays/codes", {
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

  // A token that was taken back opens nothing ever again. That of a link gives way to the screen's own.
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

/** @param {string} token */
function keepToken(token) {
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

  /** Shows a code. @param {Joining} shown */
  show({ letters, picture }) {
    const text = spaced(letters);
    if (this.#letters.textContent === text) return;
    this.#letters.textContent = text;
    this.#picture.replaceChildren(codePicture(picture, t("tv.let_in.code")));
  }
}
