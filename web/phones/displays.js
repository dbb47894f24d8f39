/** @import { Display, Displays as DisplaysAnswer, NewDisplay } from "pegout-api" */
import { session } from "../club/session.js";
import { send } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { language, otherLanguage, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { ROOT } from "../lib/root.js";
import { Form, field, sheet } from "../ui/form.js";
import { qrPicture } from "../ui/qr.js";

const DISPLAYS = "/api/v1/displays";
// Both languages take turns, this page's first.
const LANGUAGES = ["en", "fr", "both"];
const THEMES = ["dark", "light"];

/** The televisions that show the league's nights, each by a link of its own, which can be taken back. */
export class Displays {
  #root;
  #list = element("ul", { class: "phones", tabindex: "-1" });
  #made = element("div", { class: "made-link", tabindex: "-1" });
  /** @type {Display[]} */
  #displays = [];
  #request = new LatestRequest((_, signal) => session.ask("GET", DISPLAYS, { signal }), {
    onAnswer: (/** @type {DisplaysAnswer} */ { displays }) => this.#show(displays),
  });

  /** @param {() => string} root returns the address of the service that a television can open */
  constructor(root) {
    this.#root = root;
    const name = element("input", { name: "name", required: true, maxlength: 100, autocomplete: "off" });
    name.value = t("displays.usual");
    const languages = select(LANGUAGES, (value) => t(`displays.language.${value}`));
    languages.value = language();
    const theme = select(THEMES, (value) => t(`displays.theme.${value}`));
    const form = new Form({
      key: t("displays.add"),
      look: "quiet",
      fields: [
        field(t("displays.name"), name),
        field(t("displays.language"), languages),
        field(t("displays.theme"), theme),
      ],
      send: () => this.#add(name.value.trim(), boardOf(languages.value, theme.value)),
    });
    this.node = element(
      "section",
      { class: "joined-part", "aria-labelledby": "displays-title", "data-needs": "run_nights" },
      element("h2", { id: "displays-title" }, t("displays.title")),
      element("p", { class: "help" }, t("displays.why")),
      form.node,
      this.#made,
      this.#list,
    );
    this.#request.request(null);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }

  /** @param {string} name @param {string} address the board's below the service's, with its language and theme */
  async #add(name, address) {
    /** @type {NewDisplay} */
    const { id, token } = await session.ask("POST", DISPLAYS, { body: { name } });
    const href = `${address}#token=${token}`;
    const link = new URL(href, this.#root() || ROOT).href;
    this.#made.replaceChildren(
      element("p", {}, t("displays.made", { name })),
      element("p", {}, element("a", { href, target: "_blank" }, link)),
    );
    this.#show([...this.#displays, { id, name, added_at: new Date().toISOString() }]);
    this.#made.focus();
    const svg = await send("POST", "/api/v1/qr", { body: { text: link } });
    const { picture } = qrPicture(svg, t("displays.code"));
    this.#made.append(element("div", { class: "join-picture" }, picture));
  }

  /** @param {Display[]} displays */
  #show(displays) {
    this.#displays = displays;
    this.#list.replaceChildren(...displays.map((display) => this.#row(display)));
  }

  /** @param {Display} display */
  #row({ id, name }) {
    const remove = new Form({
      key: t("displays.remove"),
      look: "quiet",
      sure: () => sheet(t("displays.remove.title", { name }), [t("displays.remove.words")], t("displays.remove")),
      send: async () => {
        await session.ask("DELETE", `${DISPLAYS}/${id}`);
        this.#made.replaceChildren();
        this.#show(this.#displays.filter((one) => one.id !== id));
        this.#list.focus();
      },
    });
    remove.key.setAttribute("aria-label", t("displays.remove.of", { name }));
    return element("li", {}, element("bdi", {}, name), remove.node);
  }
}

/** @param {string[]} values @param {(value: string) => string} textOf */
function select(values, textOf) {
  return element(
    "select",
    {},
    values.map((value) => element("option", { value }, textOf(value))),
  );
}

/** @param {string} chosen one of LANGUAGES @param {string} theme one of THEMES */
function boardOf(chosen, theme) {
  const languages = chosen === "both" ? `${language()},${otherLanguage()}` : chosen;
  // The board is dark unless it is told otherwise.
  return `tv?lang=${languages}${theme === "light" ? "&theme=light" : ""}`;
}
