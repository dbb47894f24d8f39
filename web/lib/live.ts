import { Unreachable, atLeast } from "./api.ts";
import { read } from "./i18n.ts";
import { Retry } from "./retry.ts";
import { addressOf } from "./root.ts";

// The service sends a heartbeat every 15 seconds; after so long without one the stream is broken, though it looks open.
const HEARTBEAT_TIMEOUT = 40_000;
// Milliseconds after which a page that nobody sees closes its stream: over plain http a browser has six for all pages.
const HIDDEN_TIMEOUT = 60_000;

/**
 * The state of a game or a night, from the service's event stream. Not EventSource, which hides the heartbeats: on a
 * stream that has silently died it would show an old score as a live one.
 */
export class Live<State> {
  #path;
  #onEvent;
  #onState;
  #onGone;
  #onDenied;
  #token;
  #seen;
  #lastId: string | null = null;
  #isClosed = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;
  #retry = new Retry((signal) => this.#connect(signal));
  #restart = () => this.#retry.start({ restart: true });
  // The stream of a page that nobody sees stays closed.
  #onOffline = () => {
    if (this.#retry.isActive) this.#restart();
  };
  #onVisibility = () => {
    clearTimeout(this.#hidden);
    if (document.visibilityState === "visible") this.retry();
    else this.#hidden = setTimeout(() => this.#pause(), HIDDEN_TIMEOUT);
  };

  /** True while the newest state is shown; null until the first try has ended. */
  isOpen: boolean | null = null;

  /**
   * @param path the stream's
   * @param onEvent called with each state; `isFirst` of the first one since the stream was opened
   * @param onState called when the stream opens or breaks
   * @param options `token` and `seen` are called each time that the stream is opened. `token` returns the bearer's
   *   token. `seen` returns the newest version that the page has seen: no server then shows less, unless a backup was
   *   restored. `onGone` is called when the service has removed the stream's resource: the stream is not opened again.
   *   `onDenied` is called when the token has no right to it: the next try asks `token` again
   */
  constructor(
    path: string,
    onEvent: (state: State, isFirst: boolean) => void,
    onState: (isOpen: boolean) => void,
    {
      token = () => null,
      seen = () => null,
      onGone = () => {},
      onDenied = () => {},
    }: { token?: () => string | null; seen?: () => string | null; onGone?: () => void; onDenied?: () => void } = {},
  ) {
    this.#token = token;
    this.#seen = seen;
    this.#onGone = onGone;
    this.#onDenied = onDenied;
    this.#path = path;
    this.#onEvent = onEvent;
    this.#onState = onState;
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onVisibility);
    if (document.visibilityState === "visible") this.retry();
    else this.#onVisibility();
  }

  /** Tries at once to open a stream that is broken. */
  retry() {
    if (!this.isOpen && !this.#isClosed) this.#restart();
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isClosed = true;
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    clearTimeout(this.#hidden);
    this.#stop();
  }

  #end() {
    this.close();
    this.#onGone();
  }

  #pause() {
    this.#stop();
    this.#setOpen(false);
  }

  #stop() {
    clearTimeout(this.#silence);
    this.#retry.stop();
  }

  // Never succeeds: a stream that ends is opened again.
  async #connect(signal: AbortSignal) {
    const limit = new AbortController();
    signal.addEventListener("abort", () => limit.abort(), { once: true });
    this.#expectHeartbeat(limit);
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    const token = this.#token();
    if (token) headers.Authorization = `Bearer ${token}`;
    if (this.#lastId !== null) headers["Last-Event-ID"] = this.#lastId;
    try {
      const response = await fetch(addressOf(atLeast(this.#path, this.#seen())), {
        headers,
        cache: "no-store",
        signal: limit.signal,
      });
      if (response.status === 410) return this.#end();
      if (response.status === 401) this.#onDenied();
      if (!response.ok || !response.body) throw new Error(String(response.status));
      this.#setOpen(true);
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader(), limit);
    } catch {
      // After any error the stream is opened again.
    }
    if (signal.aborted) throw signal.reason;
    clearTimeout(this.#silence);
    this.#setOpen(false);
    throw new Unreachable("The stream broke.");
  }

  async #read(reader: ReadableStreamDefaultReader<string>, limit: AbortController) {
    let text = "";
    let isFirst = true;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      this.#expectHeartbeat(limit);
      this.#retry.reset();
      const events = (text + part.value).replaceAll("\r\n", "\n").split("\n\n");
      text = events.pop() ?? "";
      for (const data of events.map((event) => this.#dataOf(event)).filter(Boolean)) {
        this.#onEvent(read(data), isFirst);
        isFirst = false;
      }
    }
  }

  /** @param event its lines */
  #dataOf(event: string) {
    const fields = event.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
    const valuesOf = (wanted: string) => fields.filter(([, name]) => name === wanted).map(([, , value]) => value);
    this.#lastId = valuesOf("id").at(-1) ?? this.#lastId;
    return valuesOf("data").join("\n");
  }

  #expectHeartbeat(limit: AbortController) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => limit.abort(), HEARTBEAT_TIMEOUT);
  }

  #setOpen(isOpen: boolean) {
    if (this.isOpen === isOpen) return;
    this.isOpen = isOpen;
    this.#onState(isOpen);
  }
}
