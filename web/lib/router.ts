import { element } from "./dom.ts";
import { loadMessages } from "./i18n.ts";
import { addressOf } from "./root.ts";

/**
 * The place that a view is shown at: `root` is its element, `query` the parameters of the hash, and `keep` writes
 * parameters into the hash, so that a reload shows the same.
 */
export type Place = {
  root: HTMLElement;
  query: URLSearchParams;
  keep: (values: Record<string, string | number | null>) => void;
};
/** A view fills `root`, and returns a function that ends it. */
export type View = { mount: (place: Place) => (() => void) | null | void };
/**
 * A view with the message key of its title. A bare view is shown without the bar at the top. An unlisted view is not for
 * search engines.
 */
export type TitledView = View & { title: string; isBare?: boolean; isUnlisted?: boolean };

/** Shows the view that the hash names: `#/count?cards=5H` is the view at `/count` with that query. */
export class Router {
  #views;
  #root;
  #onView;
  #hash: string | null = null;
  #hashes: Record<string, string> = {};
  #end: (() => void) | null | void = null;
  #robots = element("meta", { name: "robots", content: "noindex" });

  /**
   * @param views the views by path; `/` is there
   * @param root the parent of the views
   * @param onView called after a view is shown
   */
  constructor(
    views: Record<string, TitledView>,
    root: HTMLElement,
    onView: (path: string, view: TitledView, query: URLSearchParams) => void,
  ) {
    this.#views = views;
    this.#root = root;
    this.#onView = onView;
  }

  /** Shows the view of the present hash; again, when it is there already. */
  show() {
    const { path, query, isKnown } = this.#location();
    if (!isKnown && location.hash) history.replaceState(null, "", "#/");
    if (this.#hash !== location.hash) shown += 1;
    this.#hash = location.hash;
    const view = this.#views[path];
    // A view that is opened again shows its last state.
    const previous = new URLSearchParams(this.#hashes[path]?.split("?")[1]);
    this.#end?.();
    this.#root.replaceChildren();
    this.#root.className = `view-${path.slice(1) || "home"}`;
    const keep = (values: Record<string, string | number | null>) => {
      // The hash may name another view already, before the browser fires `hashchange`.
      if (location.hash !== this.#hash) return;
      this.#hashes[path] = hashOf(path, values);
      // Browsers allow few changes of the address in a minute.
      if (this.#hashes[path] === location.hash) return;
      history.replaceState(null, "", this.#hashes[path]);
      this.#hash = location.hash;
    };
    if (view.isUnlisted) document.head.append(this.#robots);
    else this.#robots.remove();
    const state = String(query) ? query : previous;
    this.#end = view.mount({ root: this.#root, query: state, keep });
    this.#onView(path, view, state);
  }

  #location() {
    // A personal link holds its token in the path.
    const [path, query] = location.hash
      .replace(/^#(\/me)\//, "$1?link=")
      .replace(/^#/, "")
      .split("?");
    const isKnown = Object.hasOwn(this.#views, path);
    return { path: isKnown ? path : "/", query: new URLSearchParams(isKnown ? query : ""), isKnown };
  }
}

// The number of views that this page has shown.
let shown = 0;

/**
 * Goes to another view and removes this view from the browser's history. “Back” then leads to the view before, or to
 * Home if this view was the first.
 */
export function leaveFor(hash: string) {
  if (shown > 1) return location.replace(hash);
  history.replaceState(null, "", "#/");
  location.hash = hash;
}

/** Puts Home before this view in the browser's history, if this view was the first. */
export function putHomeBefore() {
  if (shown > 1) return;
  const { hash } = location;
  history.replaceState(null, "", "#/");
  history.pushState(null, "", hash);
}

// Cards and commas need no escaping, and a link that people read aloud is better without.
function hashOf(path: string, values: Record<string, string | number | null>) {
  const written = Object.entries(values).filter(([, value]) => value !== "" && value !== null);
  const query = written.map(([name, value]) => `${name}=${value}`).join("&");
  return `#${path}${query && `?${query}`}`;
}

// A script of the service, and the name under which it notes when it has reloaded the page; then the page's own.
const RELOAD = addressOf("/reload.js");
const RELOADED_BY_SERVICE = "pegout.reloaded";
const RELOADED = "pegout.reloaded.view";
// Milliseconds in which the page is not reloaded again.
const INTERVAL = 30_000;
const styles: Map<string, Promise<void>> = new Map();

/** Loads a style sheet once; rejects with a `TypeError` without a network. */
export function loadStyles({ href }: URL) {
  const loading = styles.get(href) ?? fetchStyles(href);
  styles.set(href, loading);
  return loading;
}

function fetchStyles(href: string): Promise<void> {
  const link = element("link", { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      styles.delete(href);
      reject(new TypeError(`${href} was not loaded.`));
    });
  });
}

/**
 * Loads a view with its style sheets and messages; rejects with Unreachable without a network.
 * @param load imports its module
 * @param sheets its style sheets @param messages its groups of messages
 */
export async function loadView(
  load: () => Promise<{ default: View }>,
  sheets: URL[],
  messages: string[],
): Promise<View> {
  try {
    const [{ default: view }] = await Promise.all([load(), loadMessages(...messages), ...sheets.map(loadStyles)]);
    return view;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    // A view of a newer page may import what this one lacks: the service's script reloads the page, once.
    if (error instanceof SyntaxError) await import(RELOAD).catch(() => {});
    const { Unreachable } = await import("./api.ts");
    throw new Unreachable(error.message);
  }
}

/** Reloads the page, unless that was done a moment ago. */
export function reload() {
  try {
    const times = [RELOADED, RELOADED_BY_SERVICE].map((name) => Number(sessionStorage.getItem(name)));
    if (Math.abs(Date.now() - Math.max(...times)) < INTERVAL) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  } catch {
    // Where the browser forbids storage nothing would keep it from being reloaded for ever.
  }
}
