import { spawn } from "node:child_process";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The program that is tested. */
export const BINARY =
  process.env.PEGOUT_BINARY ?? new URL("../../../../target/release/pegout", import.meta.url).pathname;

const DATABASE = "pegout.db";

/** The complaints of a browser while the service is killed and away: how a line broke is chance. */
export const AWAY =
  "net::ERR_(CONNECTION_|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)|fetching the script";

/** The real binary with a database of its own. */
export class Service {
  #binary;
  #original;
  #env;
  #folder;
  #child;
  #port = 0;

  /** @param {{binary?: string, database?: string, env?: object}} [options] the program, a database to begin with a copy of, and variables */
  constructor({ binary = BINARY, database, env = {} } = {}) {
    this.#env = env;
    this.#binary = binary;
    this.#original = database;
  }

  /** The address at which it answers, without a slash at the end. */
  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, the second time on the port it had; resolves when it listens. @param {object} [given] variables in place of the earlier variables */
  async start(given = this.#env) {
    this.#env = given;
    this.#folder ??= await this.#furnished();
    const options = ["--listen", `127.0.0.1:${this.#port}`, "--database", join(this.#folder, DATABASE)];
    // No page depends on how full the disk is.
    const env = {
      ...process.env,
      PEGOUT_PASSWORD: "wednesday",
      PEGOUT_LOW_DISK: "0",
      PEGOUT_FREE_GAMES: "0",
      PEGOUT_PASSWORD_MEMORY: "8",
      ...given,
    };
    this.#child = spawn(this.#binary, options, { env, stdio: ["ignore", "pipe", "ignore"] });
    this.#port = await this.#announced();
  }

  /** Kills it at once, as a power cut would. */
  async kill() {
    await this.#end("SIGKILL");
  }

  /** Stops it as an operator would, and saves its database. @param {string} file */
  async save(file) {
    await this.#end("SIGTERM");
    await cp(join(this.#folder, DATABASE), file);
  }

  /** Copies its database, as a backup would; not while it runs. */
  async copy() {
    await cp(this.#folder, `${this.#folder}.copy`, { recursive: true });
  }

  /** Puts the copy in the place of its database; not while it runs. */
  async putBack() {
    await rm(this.#folder, { recursive: true });
    await rename(`${this.#folder}.copy`, this.#folder);
  }

  /** Ends it and removes its database. */
  async close() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill();
    await rm(this.#folder, { recursive: true });
  }

  async #furnished() {
    const folder = await mkdtemp(join(tmpdir(), "pegout-"));
    if (this.#original) await cp(this.#original, join(folder, DATABASE));
    return folder;
  }

  async #end(signal) {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill(signal);
    await ended;
  }

  #announced() {
    return new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("exit", (code) => reject(new Error(`${this.#binary} ended with ${code} before it listened`)));
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port) resolve(Number(port));
      });
    });
  }
}
