/** @import { JoinedPhone, Phones as PhonesAnswer } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
import { session, signedIn } from "../club/session.js";
import { KeyedList, element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest, poll } from "../lib/retry.js";
import { dayOnPaper } from "../lib/text.js";
import { printHead } from "../night/standings.js";
import { printKey } from "../ui/controls.js";
import { sheet } from "../ui/form.js";
import { NightPage } from "./night-page.js";

// Milliseconds between two looks at the joined phones, which the night's stream does not send.
const INTERVAL = 5000;

class Phones {
  #page;
  #poll;
  #codeRequest;
  /** @type {JoinedPhone[]|null} */
  #phones = null;
  #isClosed = false;
  #printHead = element("div", {});
  #help = element("p", {});
  #letters = element("p", { class: "code-letters" });
  #link = element("p", { class: "help join-link" });
  #picture = element("div", { class: "join-picture" });
  #count = element("p", {});
  #without = element("p", { class: "help" });
  #list;
  #revokeAllButton = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#revokeAll() },
    t("phones.revoke.all"),
  );

  /** @param {Place} place */
  constructor(place) {
    this.#page = new NightPage(place, "phones", () => this.#show());
    const path = `/api/v1/nights/${this.#page.id}`;
    const node = element("ul", { class: "phones" });
    /** @type {KeyedList<JoinedPhone>} */
    this.#list = new KeyedList(
      node,
      ({ id }) => id,
      (phone) => new PhoneRow(phone, (joined) => this.#revoke(joined)),
    );
    this.#page.body.append(
      element(
        "section",
        { class: "join-part", "aria-labelledby": "join-title" },
        this.#printHead,
        element("h2", { id: "join-title" }, t("phones.join")),
        this.#help,
        this.#letters,
        this.#picture,
        this.#link,
        printKey(),
      ),
      element(
        "section",
        { class: "joined-part", "aria-labelledby": "joined-title" },
        element("h2", { id: "joined-title" }, t("phones.joined")),
        this.#count,
        node,
        this.#revokeAllButton,
        this.#without,
      ),
    );
    this.#codeRequest = new LatestRequest((_, signal) => session.ask("GET", `${path}/join.svg`, { signal }), {
      onAnswer: (/** @type {string} */ svg) => this.#showCode(svg),
    });
    this.#codeRequest.request(null);
    this.#poll = poll((signal) => session.ask("GET", `${path}/phones`, { signal }), {
      interval: INTERVAL,
      onAnswer: (/** @type {PhonesAnswer} */ { phones }) => this.#receive(phones),
      whileVisible: true,
    });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isClosed = true;
    this.#poll.close();
    this.#codeRequest.close();
    this.#page.close();
  }

  #show() {
    const { night } = this.#page;
    if (!this.#printHead.firstChild) this.#printHead.append(printHead(dayOnPaper(night.date)));
    this.#letters.textContent = night.join_code ?? "";
    const phones = this.#phones;
    if (!phones) return;
    const joined = new Set(phones.map(({ player_id }) => player_id));
    const without = night.entries.filter(({ player_id, left }) => !left && !joined.has(player_id));
    const isListed = without.length > 0 && phones.length > 0;
    this.#count.textContent = t("phones.count", { n: phones.length });
    this.#without.textContent = isListed ? t("phones.without", { names: list(without.map(({ name }) => name)) }) : "";
    this.#list.show(phones);
    this.#revokeAllButton.hidden = phones.length === 0;
  }

  /** @param {string} svg */
  #showCode(svg) {
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    // At localhost, the service's link still has an address that phones can open.
    const link = picture.querySelector("title")?.textContent ?? "";
    this.#help.textContent = t("phones.how", { address: new URL(link).host });
    this.#link.textContent = t("phones.link", { link });
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", t("phones.code"));
    this.#picture.replaceChildren(document.importNode(picture, true));
  }

  /** @param {JoinedPhone[]} phones */
  #receive(phones) {
    this.#phones = phones;
    if (this.#page.isLoaded) this.#show();
  }

  /** @param {JoinedPhone} phone */
  async #revoke(phone) {
    const name = phoneName(phone);
    if (!(await sheet(t("phones.revoke.title", { name }), [t("phones.revoke.words")], t("phones.revoke")))) return;
    await this.#sendRevocation(`/phones/${phone.id}`, t("phones.revoked", { name }));
  }

  async #revokeAll() {
    const title = t("phones.revoke.all.title", { n: this.#phones?.length ?? 0 });
    if (!(await sheet(title, [t("phones.revoke.words")], t("phones.revoke.all")))) return;
    await this.#sendRevocation("/phones", t("phones.revoked.all"));
  }

  /** @param {string} path @param {string} text */
  async #sendRevocation(path, text) {
    /** @type {PhonesAnswer|null} */
    const answer = await this.#page.change("DELETE", path);
    if (!answer || this.#isClosed) return;
    // A read that is under way may still have the revoked phones.
    this.#poll.restart();
    this.#receive(answer.phones);
    this.#page.statusBar.show(text);
  }
}

/** A phone that has joined, with the button that revokes it. */
class PhoneRow {
  #phone;
  #name = element("span", {});
  #button;

  /** @param {JoinedPhone} phone @param {(phone: JoinedPhone) => void} onRevoke */
  constructor(phone, onRevoke) {
    this.#phone = phone;
    const onclick = () => onRevoke(this.#phone);
    this.#button = element("button", { type: "button", class: "quiet", onclick }, t("phones.revoke"));
    this.node = element("li", {}, this.#name, this.#button);
  }

  /** Shows the phone. @param {JoinedPhone} phone */
  show(phone) {
    this.#phone = phone;
    const name = phoneName(phone);
    this.#name.textContent = name;
    this.#button.setAttribute("aria-label", t("phones.revoke.of", { name }));
  }
}

/** @param {JoinedPhone} phone */
function phoneName({ name, table }) {
  return name ?? t("phones.table", { n: table });
}

/** The code of a night, the phones that have joined, and their revocation. State in the hash: `id`. */
export default signedIn({
  /** @param {Place} place */
  mount(place) {
    const view = new Phones(place);
    return () => view.close();
  },
});
