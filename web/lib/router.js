import { Notice } from "../ui/notice.js";
import { Unreachable } from "./api.js";
import { element } from "./dom.js";
import { loadMessages, t } from "./i18n.js";
import { LatestRequest } from "./retry.js";

/**
 * Shows the view that the hash names: `#/count?cards=5H` is the view at `/count` with that query.
 * A view is `{title, mount({root, query, keep})}`; `title` is a message key, `mount` fills `root` and returns what ends the view.
 */
export class Router {
  #views;
  #root;
  #shown;
  #hash;
  #kept = {};
  #end = null;

  /**
   * @param {Record<string, {title: string, mount: Function}>} views the views by path; `/` is there
   * @param {HTMLElement} root where a view goes
   * @param {(path: string, view: {title: string}) => void} shown called after a view was shown
   */
  constructor(views, root, shown) {
    this.#views = views;
    this.#root = root;
    this.#shown = shown;
  }

  /** Shows the view of the present hash; again, when it is there already. */
  show() {
    const { path, query, known } = this.#place();
    if (!known && location.hash) history.replaceState(null, "", "#/");
    this.#hash = location.hash;
    const view = this.#views[path];
    // Whoever comes back from another view finds what they left.
    const left = new URLSearchParams(this.#kept[path]?.split("?")[1]);
    this.#end?.();
    this.#root.replaceChildren();
    this.#root.className = `view-${path.slice(1) || "home"}`;
    const keep = (values) => {
      // Whoever has left, though the browser has not said so yet, keeps their way.
      if (location.hash !== this.#hash) return;
      this.#kept[path] = hashOf(path, values);
      history.replaceState(null, "", this.#kept[path]);
      this.#hash = location.hash;
    };
    this.#end = view.mount({ root: this.#root, query: String(query) ? query : left, keep }) ?? null;
    this.#shown(path, view);
  }

  #place() {
    const [path, query] = location.hash.replace(/^#/, "").split("?");
    const known = Object.hasOwn(this.#views, path);
    return { path: known ? path : "/", query: new URLSearchParams(known ? query : ""), known };
  }
}

// Cards and commas need no escaping, and a link that people read aloud is better without.
function hashOf(path, values) {
  const kept = Object.entries(values).filter(([, value]) => value !== "" && value !== null);
  const query = kept.map(([name, value]) => `${name}=${value}`).join("&");
  return `#${path}${query && `?${query}`}`;
}

const styles = new Map();

function loadStyles(href) {
  if (styles.has(href)) return styles.get(href);
  const link = element("link", { rel: "stylesheet", href });
  const come = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      styles.delete(href);
      reject(new TypeError(`${href} did not come.`));
    });
  });
  styles.set(href, come);
  document.head.append(link);
  return come;
}

async function fetchView(load, styles, words) {
  try {
    const [{ default: view }] = await Promise.all([load(), loadMessages(...words), ...styles.map(loadStyles)]);
    return view;
  } catch (error) {
    // A view of a newer page than this one cannot be read by it: a syntax error.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    throw new Unreachable(error.message);
  }
}

/**
 * A view that is fetched when somebody goes there: one that is of no use without the service anyway.
 * @param {string} title its message key @param {() => Promise<{default: {mount: Function}}>} load fetches its module
 * @param {string[]} styles what only such views wear @param {string[]} [words] the groups of messages that it speaks with
 * @returns {{title: string, mount: Function}} a view as the router's others are
 */
export function lazyView(title, load, styles, words = []) {
  return {
    title,
    mount(place) {
      let end = null;
      const notice = new Notice(() => question.retry());
      const question = new LatestRequest(() => fetchView(load, styles, words), {
        onAnswer: (view) => {
          place.root.replaceChildren();
          end = view.mount(place);
        },
        onOffline: (since) => notice.away(since, t("network.view")),
      });
      place.root.append(element("div", { class: "arrival" }, notice.node));
      question.request(title);
      return () => {
        question.close();
        end?.();
      };
    },
  };
}
