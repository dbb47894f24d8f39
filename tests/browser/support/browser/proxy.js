import { createServer, request } from "node:http";

/** A proxy between browsers and a service. */
export class Proxy {
  #server = createServer((asked, answer) => (this.#isCut ? answer.destroy() : this.serve(asked, answer)));
  #behind;
  #isCut = false;

  /** @param {string} behind the service's address */
  constructor(behind) {
    this.#behind = behind;
  }

  /** Its address, without a slash at the end. */
  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** Begins to listen. */
  async start() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Stops, and closes the open connections. */
  async close() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Breaks every connection, like a lost network, until {@link mend}. */
  cut() {
    this.#isCut = true;
    this.#server.closeAllConnections();
  }

  /** Passes on again. */
  mend() {
    this.#isCut = false;
  }

  /** Returns the path that is asked for. @param {import("node:http").IncomingMessage} asked @returns {string} */
  pathOf(asked) {
    return new URL(asked.url, this.#behind).pathname;
  }

  /** Answers a request. @param {import("node:http").IncomingMessage} asked @param {import("node:http").ServerResponse} answer */
  serve(asked, answer) {
    this.pass(asked, answer);
  }

  /** Passes a request on. @param {import("node:http").IncomingMessage} asked @param {import("node:http").ServerResponse} answer @param {{headers?: object, alter?: (text: string) => string, behind?: string}} [changes] headers to add, a function that changes the text, and another service */
  pass(asked, answer, { headers: more = {}, alter, behind = this.#behind } = {}) {
    const { method } = asked;
    const headers = alter ? { ...asked.headers, "accept-encoding": "identity" } : asked.headers;
    const passed = request(behind + asked.url, { method, headers }, (told) => {
      told.on("error", () => answer.destroy());
      if (alter) delete told.headers["content-length"];
      answer.writeHead(told.statusCode, { ...told.headers, ...more });
      if (alter) alterWhole(told, answer, alter).catch(() => answer.destroy());
      else told.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    // When the browser closes a live stream, the proxy closes its own.
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }
}

async function alterWhole(told, answer, alter) {
  const parts = [];
  for await (const part of told) parts.push(part);
  answer.end(alter(Buffer.concat(parts).toString()));
}
