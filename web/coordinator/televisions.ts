import type { Display, Displays as DisplaysAnswer, NewDisplay, NightSummary } from "pegout-api";
import { session, signedIn } from "../access/session.ts";
import { send } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { language, otherLanguage, t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { ROOT, readable } from "../lib/root.ts";
import { qrPicture } from "../ui/controls.ts";
import { Form, field, sheet } from "../ui/form.ts";
import { Loading } from "../ui/notice.ts";

const DISPLAYS = "/api/v1/displays";
// Both languages take turns, this page's first.
const LANGUAGES = ["en", "fr", "both"];
const THEMES = ["dark", "light"];

/** The televisions that show the league's nights. A code or a link lets a television in, and it can be sent away. */
export class Displays {
  #root;
  #how = element("p", { class: "help" });
  #list = element("ul", { class: "phones", tabindex: "-1" });
  #made = element("div", { class: "made-link", tabindex: "-1" });
  #displays: Display[] = [];
  #request = new LatestRequest((_, signal) => session.ask("GET", DISPLAYS, { signal }), {
    onAnswer: ({ displays }: DisplaysAnswer) => this.#show(displays),
  });
  declare node;

  /**
   * @param root returns the address of the service that a television can open
   * @param shown the code of a television, which was scanned
   */
  constructor(root: () => string, shown: string = "") {
    this.#root = root;
    const code = element("input", {
      name: "code",
      required: true,
      maxlength: 20,
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      value: shown,
    });
    const name = element("input", { name: "name", required: true, maxlength: 100, autocomplete: "off" });
    name.value = t("displays.usual");
    const letIn = new Form({
      key: t("displays.let_in"),
      fields: [field(t("displays.shown"), code), field(t("displays.name"), name)],
      send: () => this.#letIn(code, name.value.trim()),
    });
    const languages = select(LANGUAGES, (value) => t(`displays.language.${value}`));
    languages.value = language();
    const theme = select(THEMES, (value) => t(`displays.theme.${value}`));
    const link = new Form({
      key: t("displays.add"),
      look: "quiet",
      fields: [field(t("displays.language"), languages), field(t("displays.theme"), theme)],
      send: () => this.#add(name.value.trim() || t("displays.usual"), boardOf(languages.value, theme.value)),
    });
    this.node = element(
      "section",
      { class: "joined-part", "aria-labelledby": "displays-title", "data-needs": "run_nights" },
      element("h2", { id: "displays-title" }, t("displays.title")),
      this.#how,
      letIn.node,
      this.#list,
      // A code needs a private league, and a screen near the coordinator. All other screens have a link.
      element(
        "details",
        {},
        element("summary", {}, t("displays.link")),
        element("p", { class: "help" }, t("displays.link.why")),
        link.node,
        this.#made,
      ),
    );
    this.showAddress();
    this.#request.request(null);
  }

  /** Shows the address to open on a television, once it is known. */
  showAddress() {
    this.#how.textContent = t("displays.how", { address: readable(new URL("tv", this.#root() || ROOT).href) });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }

  async #letIn(code: HTMLInputElement, name: string): Promise<string> {
    const { id }: NewDisplay = await session.ask("POST", DISPLAYS, { body: { name, code: code.value.trim() } });
    code.value = "";
    const others = this.#displays.filter((one) => one.id !== id);
    this.#show([...others, { id, name, added_at: new Date().toISOString() }]);
    return t("displays.let_in.done", { name });
  }

  /** @param address the board's below the service's, with its language and theme */
  async #add(name: string, address: string) {
    const { id, token }: NewDisplay = await session.ask("POST", DISPLAYS, { body: { name } });
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

  #show(displays: Display[]) {
    this.#displays = displays;
    this.#list.replaceChildren(...displays.map((display) => this.#row(display)));
  }

  #row({ id, name }: Display) {
    const remove = new Form({
      key: t("displays.remove"),
      look: "quiet",
      sure: () =>
        sheet(
          t("displays.remove.title", { name }),
          [t("displays.remove.words")],
          t("displays.remove"),
          undefined,
          "grave",
        ),
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

function select(values: string[], textOf: (value: string) => string) {
  return element(
    "select",
    {},
    values.map((value) => element("option", { value }, textOf(value))),
  );
}

/** @param chosen one of LANGUAGES @param theme one of THEMES */
function boardOf(chosen: string, theme: string) {
  const languages = chosen === "both" ? `${language()},${otherLanguage()}` : chosen;
  // The board is dark unless it is told otherwise.
  return `tv?lang=${languages}${theme === "light" ? "&theme=light" : ""}`;
}

/** @returns the address that a television can open; empty while there is no night */
async function readRoot(signal: AbortSignal): Promise<string> {
  const { nights }: { nights: NightSummary[] } = await session.ask("GET", "/api/v1/nights", { signal });
  const night = nights.at(-1);
  if (!night) return "";
  // At localhost, the service's link to a night has this machine's address in the network.
  const svg = await session.ask("GET", `/api/v1/nights/${night.id}/join.svg`, { signal });
  return new URL(".", qrPicture(svg, "").link).href;
}

/** The televisions of a private league. State in the hash: `code`, which a television shows as a picture. */
export default signedIn({
  mount({ root, query }) {
    let displays: Displays | null = null;
    const place = element("div", { class: "club", "data-skip": true, tabindex: "-1" });
    const loading = new Loading(readRoot, (address) => {
      displays = new Displays(() => address, query.get("code") ?? "");
      place.append(displays.node);
    });
    place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      loading.node,
    );
    root.append(place);
    return () => {
      loading.close();
      displays?.close();
    };
  },
});
