/** @import { NightAnswer } from "pegout-api" */
/** @import { NightPage } from "../admin/night-page.js" */
import { session } from "../club/session.js";
import { newId } from "../lib/device.js";
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { readable } from "../lib/root.js";
import { dayOnPaper } from "../lib/text.js";
import { printHead } from "../night/standings.js";
import { printKey } from "../ui/controls.js";
import { sheet } from "../ui/form.js";
import { qrPicture } from "../ui/qr.js";

/** The code, the picture and the link that phones join a night by, to be shown or printed, and the key for new ones. */
export class JoinCode {
  #page;
  #onShow;
  #request;
  #printHead = element("div", {});
  #help = element("p", {});
  #letters = element("p", { class: "code-letters" });
  #link = element("p", { class: "help join-link" });
  #plain = element("p", { class: "help limits", hidden: true }, t("device.plain"));
  #picture = element("div", { class: "join-picture" });

  /** The address of the service that phones can open; empty before it is loaded. */
  root = "";

  /** @param {NightPage} page @param {() => void} onShow called when `root` is known */
  constructor(page, onShow) {
    this.#page = page;
    this.#onShow = onShow;
    const path = `/api/v1/nights/${page.id}`;
    const renew = element(
      "button",
      { type: "button", class: "quiet", "data-needs": "run_nights", onclick: () => this.#renew() },
      t("phones.new_code"),
    );
    this.node = element(
      "section",
      { class: "join-part", "aria-labelledby": "join-title" },
      this.#printHead,
      element("h2", { id: "join-title" }, t("phones.join")),
      this.#help,
      this.#letters,
      this.#picture,
      this.#link,
      this.#plain,
      element("div", { class: "keys-row" }, printKey(), renew),
    );
    const read = (/** @type {null} */ _, /** @type {AbortSignal} */ signal) =>
      Promise.all([session.ask("GET", path, { signal }), session.ask("GET", `${path}/join.svg`, { signal })]);
    this.#request = new LatestRequest(read, {
      onAnswer: (/** @type {[NightAnswer, string]} */ [night, svg]) => this.#show(night, svg),
    });
    this.refresh();
  }

  /** Reads the code once more. */
  refresh() {
    this.#request.request(null);
  }

  /** Ends it, when the view goes. */
  close() {
    this.#request.close();
  }

  /** @param {NightAnswer} night @param {string} svg */
  #show(night, svg) {
    // At localhost, the service's link still has an address that phones can open.
    const { picture, link } = qrPicture(svg, t("phones.code"));
    this.root = new URL(".", link).href;
    if (!this.#printHead.firstChild) this.#printHead.append(printHead(dayOnPaper(night.date)));
    this.#letters.textContent = night.join_code ?? "";
    this.#help.textContent = t("phones.how", { address: readable(link) });
    this.#link.textContent = t("phones.link", { link });
    this.#plain.hidden = !link.startsWith("http:");
    this.#picture.replaceChildren(picture);
    this.#onShow();
  }

  async #renew() {
    if (
      !(await sheet(t("phones.new_code.title"), [t("phones.new_code.words")], t("phones.new_code"), undefined, "grave"))
    )
      return;
    const answer = await this.#page.change("POST", "/join-code", { id: newId() });
    if (!answer) return;
    this.refresh();
    this.#page.statusBar.show(t("phones.new_code.done"));
  }
}
