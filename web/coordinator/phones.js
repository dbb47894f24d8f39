/** @import { JoinedPhone, NightAnswer, Phones as PhonesAnswer } from "pegout-api" */
/** @import { Place } from "../lib/router.js" */
import { hasRight } from "../access/rights.js";
import { session, signedIn } from "../access/session.js";
import { newId } from "../lib/device.js";
import { KeyedList, element } from "../lib/dom.js";
import { dayOnPaper } from "../lib/format.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest, poll } from "../lib/retry.js";
import { readable } from "../lib/root.js";
import { printHead } from "../night/standings.js";
import { printKey, qrPicture } from "../ui/controls.js";
import { sheet } from "../ui/form.js";
import { NightPage } from "./night-page.js";
import { Displays } from "./televisions.js";

/** The code, the picture and the link that phones join a night by, to be shown or printed, and the key for new ones. */
class JoinCode {
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

// Milliseconds between two looks at the joined phones, which the night's stream does not send.
const INTERVAL = 5000;

class Phones {
  #page;
  /** @type {ReturnType<typeof poll>|null} */
  #poll = null;
  #code;
  #displays;
  /** @type {JoinedPhone[]|null} */
  #phones = null;
  #isClosed = false;
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
    const node = element("ul", { class: "phones" });
    /** @type {KeyedList<JoinedPhone>} */
    this.#list = new KeyedList(
      node,
      ({ id }) => id,
      (phone) => new PhoneRow(phone, (joined) => this.#revoke(joined)),
    );
    this.#code = new JoinCode(this.#page, () => this.#displays?.showAddress());
    // Helpers at the door show the code, and nothing else.
    const runs = hasRight(session.role, "run_nights");
    this.#displays = runs ? new Displays(() => this.#code.root) : null;
    this.#page.body.append(
      this.#code.node,
      element(
        "section",
        { class: "joined-part", "aria-labelledby": "joined-title", "data-needs": "run_nights" },
        element("h2", { id: "joined-title" }, t("phones.joined")),
        this.#count,
        node,
        this.#revokeAllButton,
        this.#without,
      ),
      ...(this.#displays ? [this.#displays.node] : []),
    );
    if (!runs) return;
    this.#poll = poll((signal) => session.ask("GET", `/api/v1/nights/${this.#page.id}/phones`, { signal }), {
      interval: INTERVAL,
      onAnswer: (/** @type {PhonesAnswer} */ { phones }) => this.#receive(phones),
      whileVisible: true,
    });
  }

  /** Ends it, when the view goes. */
  close() {
    this.#isClosed = true;
    this.#poll?.close();
    this.#code.close();
    this.#displays?.close();
    this.#page.close();
  }

  #show() {
    const { night } = this.#page;
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

  /** @param {JoinedPhone[]} phones */
  #receive(phones) {
    this.#phones = phones;
    if (this.#page.isLoaded) this.#show();
  }

  /** @param {JoinedPhone} phone */
  async #revoke(phone) {
    const name = phoneName(phone);
    if (
      !(await sheet(
        t("phones.revoke.title", { name }),
        [t("phones.revoke.words", { n: 1 })],
        t("phones.revoke"),
        undefined,
        "grave",
      ))
    )
      return;
    await this.#sendRevocation(`/phones/${phone.id}`, t("phones.revoked", { name }), false);
  }

  async #revokeAll() {
    const n = this.#phones?.length ?? 0;
    const title = t("phones.revoke.all.title", { n });
    if (!(await sheet(title, [t("phones.revoke.words", { n })], t("phones.revoke.all"), undefined, "grave"))) return;
    // Sent later, it would send those away who have joined meanwhile.
    await this.#sendRevocation("/phones", t("phones.revoked.all"), true);
  }

  /** @param {string} path @param {string} text @param {boolean} isVolatile */
  async #sendRevocation(path, text, isVolatile) {
    /** @type {PhonesAnswer|null} */
    const answer = await this.#page.change("DELETE", path, undefined, {}, { isVolatile });
    if (!answer || this.#isClosed) return;
    // A read that is under way may still have the revoked phones.
    this.#poll?.restart();
    this.#code.refresh();
    this.#receive(answer.phones);
    this.#page.statusBar.show(`${text} ${t("phones.new_code.done")}`);
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
