import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const DRIVER = "/usr/bin/WebKitWebDriver";
const LIBRARIES = "/usr/lib";
const DISPLAY = "/usr/bin/Xvfb";
// Milliseconds between two looks, and until the wait fails.
const LOOK = 50;
const PATIENCE = 30_000;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** The browser of Debian's package for WebKitGTK, below the folder of the machine's kind. */
const BROWSER = existsSync(LIBRARIES)
  ? readdirSync(LIBRARIES)
      .flatMap((machine) => ["4.1", "4.0"].map((api) => `${LIBRARIES}/${machine}/webkit2gtk-${api}/MiniBrowser`))
      .find(existsSync)
  : undefined;

/** The reason to skip the tests in WebKit; empty if WebKit is installed. */
export const MISSING =
  BROWSER && existsSync(DRIVER) && existsSync(DISPLAY)
    ? ""
    : "There is no WebKit here: Debian’s packages are webkit2gtk-driver and xvfb.";

/** Asks for something repeatedly. @template Found @param {() => Promise<Found>} ask @param {string} its name, for the error @returns {Promise<NonNullable<Found>>} the first found value */
export async function until(ask, what) {
  const late = Date.now() + PATIENCE;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > late) throw new Error(`Still missing after ${PATIENCE / 1000} s: ${what}`);
    await wait(LOOK);
  }
}

// Starts a program that ends with this process, too.
function started(program, options, more) {
  const child = spawn(program, options, more);
  const end = () => child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

/** A virtual screen for the windows of {@link Window}. */
export class Screen {
  #server;
  /** The name that programs find it by, such as `:1`. */
  name;

  /** Starts it. @returns {Promise<Screen>} */
  static async open() {
    const screen = new Screen();
    screen.#server = started(DISPLAY, ["-displayfd", "1", "-screen", "0", "1400x1200x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const number = await new Promise((resolve, reject) => {
      screen.#server.stdout.once("data", resolve);
      screen.#server.once("exit", () => reject(new Error(`${DISPLAY} ended before it had a screen`)));
    });
    screen.name = `:${String(number).trim()}`;
    return screen;
  }

  /** Ends it. */
  close() {
    this.#server.kill();
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A window of WebKit with its own profile, driven by WebDriver. It is 447 by 664 pixels: WebKitGTK has no narrower window. */
export class Window {
  #driver;
  #address;
  #session;

  /** Opens one. @param {Screen} screen @returns {Promise<Window>} */
  static async open(screen) {
    const window = new Window();
    const port = await freePort();
    window.#address = `http://127.0.0.1:${port}`;
    window.#driver = started(DRIVER, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: screen.name },
      stdio: "ignore",
    });
    try {
      await window.#begin();
      return window;
    } catch (error) {
      window.#driver.kill();
      throw error;
    }
  }

  async #begin() {
    const isReady = () =>
      fetch(`${this.#address}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(isReady, DRIVER);
    // Another program may have taken the port, and answers instead.
    if (this.#driver.exitCode !== null) throw new Error(`${DRIVER} ended with ${this.#driver.exitCode}`);
    const options = { "webkitgtk:browserOptions": { binary: BROWSER, args: ["--automation"] } };
    const { sessionId } = await this.#ask("POST", "/session", { capabilities: { alwaysMatch: options } });
    this.#session = `/session/${sessionId}`;
    await this.resize(390, 664);
  }

  /** Closes it, and ends its driver. */
  async close() {
    await this.#ask("DELETE", this.#session).catch(() => {});
    this.#driver.kill();
  }

  /** Sets the size of the viewport. @param {number} width @param {number} height both in CSS pixels */
  async resize(width, height) {
    const frame = await this.evaluate(() => ({ width: outerWidth - innerWidth, height: outerHeight - innerHeight }));
    await this.#command("POST", "/window/rect", { width: width + frame.width, height: height + frame.height });
  }

  /** Loads an address, even if only its hash is new. @param {string} url */
  async goto(url) {
    await this.#command("POST", "/url", { url: "about:blank" });
    await this.#command("POST", "/url", { url });
  }

  /** Loads the page again. */
  async reload() {
    await this.#command("POST", "/refresh", {});
  }

  /** Goes back to the address before, and waits for its page: a script of a page that goes away may never answer. */
  async back() {
    await this.#command("POST", "/back", {});
  }

  /** Runs a function in the page. @template Result @param {(...given: any[]) => Result} act @param {...any} given what JSON can hold @returns {Promise<Awaited<Result>>} */
  async evaluate(act, ...given) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${act})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.#command("POST", "/execute/async", { script, args: [given] });
    if (error) throw new Error(error);
    return value;
  }

  /** Taps the first visible element, as soon as there is one. @param {string} selector @param {string} [words] that its text begins with */
  async tap(selector, words = "") {
    await until(async () => {
      const found = await this.#seen(selector, words);
      if (!found) return false;
      // The driver would leave the element below the fixed foot of a view.
      const script = "arguments[0].scrollIntoView({ block: 'center' });";
      const click = async () => {
        await this.#command("POST", "/execute/sync", { script, args: [found] });
        await this.#command("POST", `/element/${found[ELEMENT]}/click`, {});
        return true;
      };
      // While a view changes, the element may go away or be covered: tap again then.
      return click().catch(() => false);
    }, `a tap on ${selector} ${words}`);
  }

  /** Types into a field. @param {string} selector @param {string} text */
  async fill(selector, text) {
    const found = await until(() => this.#seen(selector, ""), selector);
    await this.#command("POST", `/element/${found[ELEMENT]}/clear`, {});
    await this.#command("POST", `/element/${found[ELEMENT]}/value`, { text });
  }

  /** Returns a picture of the window, a PNG file. @returns {Promise<Buffer>} */
  async screenshot() {
    return Buffer.from(await this.#command("GET", "/screenshot"), "base64");
  }

  #seen(selector, words) {
    const script = `const [selector, words] = arguments;
      return [...document.querySelectorAll(selector)].find((node) => node.getClientRects().length > 0
        && node.textContent.replace(/\\s+/g, " ").trim().startsWith(words)) ?? null;`;
    return this.#command("POST", "/execute/sync", { script, args: [selector, words] });
  }

  #command(method, path, body) {
    return this.#ask(method, this.#session + path, body);
  }

  async #ask(method, path, body) {
    const signal = AbortSignal.timeout(PATIENCE * 2);
    const response = await fetch(this.#address + path, { method, signal, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }
}
