import { Proxy } from "./proxy.js";

/** A proxy that serves services below paths of one host, and cuts the paths off. Everything else on the host is not found. */
export class Host extends Proxy {
  #services;

  /** The addresses outside of these paths that were asked for: nothing of Pegout may be there. @type {string[]} */
  strays = [];

  /** @param {Record<string, string>} services the addresses of the services by their paths, such as `/crib` */
  constructor(services) {
    super("");
    this.#services = services;
  }

  serve(asked, answer) {
    const [path, behind] = Object.entries(this.#services).find(([path]) => asked.url.startsWith(`${path}/`)) ?? [];
    if (!behind) {
      this.strays.push(asked.url);
      answer.writeHead(404, { "content-type": "text/plain" }).end("Another site of this host.");
      return;
    }
    asked.url = asked.url.slice(path.length);
    this.pass(asked, answer, { behind });
  }
}
