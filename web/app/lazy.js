import { Unreachable } from "./api.js";
import { element } from "./element.js";
import { learn, t } from "./i18n.js";
import { Question } from "./question.js";
import { Notice } from "../parts/notice.js";

const worn = new Map();

function wear(href) {
  if (worn.has(href)) return worn.get(href);
  const link = element("link", { rel: "stylesheet", href });
  const come = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      worn.delete(href);
      reject(new TypeError(`${href} did not come.`));
    });
  });
  worn.set(href, come);
  document.head.append(link);
  return come;
}

async function fetchView(load, styles, words) {
  try {
    const [{ default: view }] = await Promise.all([load(), ...styles.map(wear), ...words.map(learn)]);
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
export function lazy(title, load, styles, words = []) {
  return {
    title,
    mount(place) {
      let end = null;
      const notice = new Notice(() => question.again());
      const question = new Question(() => fetchView(load, styles, words), {
        answered: (view) => {
          place.root.replaceChildren();
          end = view.mount(place);
        },
        refused: () => {},
        unreachable: (since) => notice.away(since, t("network.view")),
      });
      place.root.append(element("div", { class: "arrival" }, notice.node));
      question.put(title);
      return () => {
        question.close();
        end?.();
      };
    },
  };
}
