import { Proxy } from "./proxy.js";
import { expect, test as base } from "./test.js";
import { Screen, Window } from "./webdriver.js";

export { expect };
export { MISSING } from "./webdriver.js";

// Without a graphics card this engine draws slowly: Swagger UI takes seven seconds on an idle machine.
const patient = expect.configure({ timeout: 90_000 });

const SCRIPT = "/complaints.js";
const DOCUMENTS = /^\/(docs\/|tv|embed\/.+)?$/;

// Runs before every script of a page, since WebDriver has no log of the page.
function listen() {
  let isLeft = false;
  // The browser cancels the requests of a page when the test leaves the page.
  addEventListener("beforeunload", () => (isLeft = true));
  addEventListener("pageshow", () => (isLeft = false));
  const send = async (words) => {
    const response = fetch("/complaints", { method: "POST", body: words, keepalive: true });
    // A test may have cut the network.
    if (!(await response.then(({ ok }) => ok).catch(() => false))) setTimeout(send, 500, words);
  };
  const tell = (words) => isLeft || void send(words);
  const { warn, error } = console;
  Object.assign(console, {
    warn: (...words) => (tell(words.join(" ")), warn(...words)),
    error: (...words) => (tell(words.join(" ")), error(...words)),
  });
  const told = ({ message, target }) => tell(message || `${target.src ?? target.href ?? target} did not load`);
  addEventListener("error", told, true);
  addEventListener("unhandledrejection", ({ reason }) => tell(`unhandled: ${reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    tell(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** A proxy that collects the errors and warnings of the pages. */
export class Listener extends Proxy {
  /** The errors and warnings, oldest first. @type {string[]} */
  complaints = [];

  /** Functions that change scripts, by the end of their path. @type {Record<string, (text: string) => string>} */
  altered = {};

  serve(asked, answer) {
    const path = this.pathOf(asked);
    if (path === SCRIPT) answer.setHeader("Content-Type", "text/javascript").end(`(${listen})();`);
    else if (path === "/complaints") this.#hear(asked, answer).catch(() => answer.destroy());
    else if (DOCUMENTS.test(path)) this.pass(asked, answer, { alter: withScript });
    else this.pass(asked, answer, { alter: this.#alterationOf(path) });
  }

  async #hear(asked, answer) {
    let words = "";
    for await (const part of asked) words += part;
    this.complaints.push(words);
    answer.end();
  }

  #alterationOf(path) {
    return Object.entries(this.altered).find(([end]) => path.endsWith(end))?.[1];
  }
}

function withScript(html) {
  return html.replace("<head>", `<head><script src="${SCRIPT}"></script>`);
}

/**
 * A test in WebKit with its own service behind the proxy `front`. `phone` opens a window with its own profile. An error or
 * a warning of a page fails the test, unless `tolerated` matches it.
 */
export const test = base.extend({
  display: [
    async ({}, use) => {
      const screen = await Screen.open();
      await use(screen);
      screen.close();
    },
    { scope: "worker" },
  ],
  front: async ({ ownService, tolerated }, use) => {
    const front = new Listener(ownService.url);
    await front.start();
    await use(front);
    await front.close();
    const complaints = front.complaints.filter((words) => !tolerated.test(words));
    expect(complaints, "what WebKit complained of").toEqual([]);
  },
  phone: async ({ display, front }, use) => {
    const windows = [];
    await use(async (path = "/") => {
      const window = await Window.open(display);
      windows.push(window);
      await window.goto(front.url + path);
      return window;
    });
    await Promise.all(windows.map((window) => window.close()));
  },
});

/** The texts of the matching elements. @param {Window} window @param {string} selector @returns {Promise<string[]>} */
export function text(window, selector) {
  return window.evaluate(
    (wanted) => [...document.querySelectorAll(wanted)].map((node) => node.textContent.replace(/\s+/g, " ").trim()),
    selector,
  );
}

/** Expects that the matching elements soon have these texts. @param {Window} window @param {string} selector @param {string[]} texts */
export async function expectText(window, selector, texts) {
  await patient.poll(() => text(window, selector)).toEqual(texts);
}

/** Expects that a matching element is soon visible. @param {Window} window @param {string} selector */
export async function expectSeen(window, selector) {
  const isSeen = (wanted) => [...document.querySelectorAll(wanted)].some((node) => node.getClientRects().length > 0);
  await patient.poll(() => window.evaluate(isSeen, selector), selector).toBe(true);
}
