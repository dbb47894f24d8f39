import { read } from "./i18n.js";

// The service sends a sign of life every 15 seconds; without any for so long the line is dead, whatever it looks like.
const SILENCE = 40_000;
// Milliseconds after which a page that nobody sees lets its line go: over plain http all pages share a browser's six.
const UNSEEN = 60_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/**
 * A game or a night as it changes, from the service's event stream. Not EventSource, which hides the signs of life: on a line
 * that has silently died it would show an old score as a live one.
 */
export class Live {
  #path;
  #heard;
  #state;
  #last = null;
  #anew = true;
  #failed = 0;
  #running = null;
  #timer;
  #watch;
  #leave;
  #wake = () => {
    clearTimeout(this.#leave);
    if (document.visibilityState === "hidden") this.#leave = setTimeout(() => this.#rest(), UNSEEN);
    else this.again();
  };
  #back = () => {
    // The network comes back in steps: what fails now need not wait as long as what failed before.
    this.#failed = 0;
    this.#wake();
  };
  #lost = () => this.#running?.abort();

  /** Whether the newest state is shown; null until the first try has ended. */
  open = null;

  /** @param {string} path the stream's @param {(state: object, anew: boolean) => void} heard called with each event, and whether it is the first since the line was opened @param {(open: boolean) => void} state called when the line opens or breaks */
  constructor(path, heard, state) {
    this.#path = path;
    this.#heard = heard;
    this.#state = state;
    addEventListener("online", this.#back);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#wake);
    this.#wake();
  }

  /** Tries at once to open a line that is broken. */
  again() {
    if (!this.open) this.#connect();
  }

  /** Ends it, when the view goes. */
  close() {
    removeEventListener("online", this.#back);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#leave);
    this.#hangUp();
  }

  #rest() {
    this.#hangUp();
    this.#become(false);
  }

  #hangUp() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    const running = this.#running;
    this.#running = null;
    running?.abort();
  }

  async #connect() {
    this.#running?.abort();
    clearTimeout(this.#timer);
    const running = new AbortController();
    this.#running = running;
    this.#alive();
    this.#anew = true;
    try {
      const headers = { Accept: "text/event-stream", ...(this.#last !== null && { "Last-Event-ID": this.#last }) };
      const response = await fetch(this.#path, { headers, cache: "no-store", signal: running.signal });
      if (!response.ok) throw new Error(String(response.status));
      this.#become(true);
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch {
      // Whatever it was, the line is opened again below.
    }
    if (this.#running !== running) return;
    clearTimeout(this.#watch);
    this.#become(false);
    this.#timer = setTimeout(() => this.#connect(), Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failed));
    this.#failed += 1;
  }

  async #read(reader) {
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      this.#alive();
      this.#failed = 0;
      text = (text + part.value).replaceAll("\r\n", "\n");
      const events = text.split("\n\n");
      text = events.pop();
      events.forEach((event) => this.#take(event));
    }
  }

  #take(event) {
    const fields = event.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
    const values = (wanted) => fields.filter(([, name]) => name === wanted).map(([, , value]) => value);
    this.#last = values("id").at(-1) ?? this.#last;
    const data = values("data").join("\n");
    if (!data) return;
    this.#heard(read(data), this.#anew);
    this.#anew = false;
  }

  #alive() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#running?.abort(), SILENCE);
  }

  #become(open) {
    if (this.open === open) return;
    this.open = open;
    this.#state(open);
  }
}
