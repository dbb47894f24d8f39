import { session, signedIn } from "../club/session.js";
import { KeyedList, element } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { LatestRequest } from "../lib/retry.js";
import { printHead, printKey } from "../ui/controls.js";
import { sheet } from "../ui/form.js";
import { NightPage } from "./night-page.js";
import { dayOnPaper } from "../lib/text.js";

// Milliseconds between two looks at who has joined: the night's line does not tell it.
const LOOK = 5000;

class Phones {
  #asked;
  #code;
  #look;
  #path;
  #phones = null;
  #gone = false;

  constructor(place) {
    this.page = new NightPage(place, "phones", () => this.show());
    const path = `/api/v1/nights/${this.page.id}`;
    this.#path = path;
    this.#asked = new LatestRequest((_, signal) => session.ask("GET", `${path}/phones`, { signal }), {
      onAnswer: ({ phones }) => {
        this.#take(phones);
        this.#lookLater();
      },
    });
    this.#code = new LatestRequest((_, signal) => session.ask("GET", `${path}/join.svg`, { signal }), {
      onAnswer: (svg) => this.#draw(svg),
    });
    this.heading = element("div", {});
    this.how = element("p", {});
    this.letters = element("p", { class: "code-letters" });
    this.link = element("p", { class: "help join-link" });
    this.picture = element("div", { class: "join-picture" });
    this.said = element("p", {});
    this.without = element("p", { class: "help" });
    this.list = element("ul", { class: "phones" });
    this.rows = new KeyedList(
      this.list,
      ({ id }) => id,
      () => new Phone((phone) => this.#revoke(phone)),
    );
    this.all = element(
      "button",
      { type: "button", class: "quiet", onclick: () => this.#revokeAll() },
      t("phones.revoke.all"),
    );
    this.page.body.append(
      element(
        "section",
        { class: "join-part", "aria-labelledby": "join-title" },
        this.heading,
        element("h2", { id: "join-title" }, t("phones.join")),
        this.how,
        this.letters,
        this.picture,
        this.link,
        printKey(),
      ),
      element(
        "section",
        { class: "joined-part", "aria-labelledby": "joined-title" },
        element("h2", { id: "joined-title" }, t("phones.joined")),
        this.said,
        this.list,
        this.all,
        this.without,
      ),
    );
    this.#code.request(path);
    this.#asked.request(path);
  }

  // After the answer, as a look that is put before it would give it up: on a slow line none would ever come.
  #lookLater() {
    this.#look = setTimeout(() => {
      if (document.visibilityState === "visible") this.#asked.request(this.#path);
      else this.#lookLater();
    }, LOOK);
  }

  show() {
    const { night } = this.page;
    if (!this.heading.firstChild) this.heading.append(printHead(dayOnPaper(night.date)));
    this.letters.textContent = night.join_code ?? "";
    if (!this.#phones) return;
    const phones = this.#phones;
    const theirs = new Set(phones.map(({ player_id }) => player_id));
    const without = night.entries.filter(({ player_id, left }) => !left && !theirs.has(player_id));
    this.said.textContent = t("phones.count", { n: phones.length });
    this.without.textContent =
      without.length > 0 && phones.length > 0
        ? t("phones.without", { names: list(without.map(({ name }) => name)) })
        : "";
    this.rows.show(phones);
    this.all.hidden = phones.length === 0;
  }

  #take(phones) {
    this.#phones = phones;
    if (this.page.night) this.show();
  }

  // A look that is under way may still tell of those who were sent away.
  #left(phones) {
    if (this.#gone) return;
    clearTimeout(this.#look);
    this.#asked.cancel();
    this.#take(phones);
    this.#lookLater();
  }

  #draw(svg) {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    // At localhost the service knows an address that leads phones here.
    const link = drawn.querySelector("title").textContent;
    this.how.textContent = t("phones.how", { address: new URL(link).host });
    this.link.textContent = t("phones.link", { link });
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", t("phones.code"));
    this.picture.replaceChildren(document.importNode(drawn, true));
  }

  async #revoke(phone) {
    const name = phoneName(phone);
    if (!(await sheet(t("phones.revoke.title", { name }), [t("phones.revoke.words")], t("phones.revoke")))) return;
    const left = await this.page.change("DELETE", `/phones/${phone.id}`);
    if (!left) return;
    this.#left(left.phones);
    this.page.statusBar.show(t("phones.revoked", { name }));
  }

  async #revokeAll() {
    const title = t("phones.revoke.all.title", { n: this.#phones.length });
    if (!(await sheet(title, [t("phones.revoke.words")], t("phones.revoke.all")))) return;
    const left = await this.page.change("DELETE", "/phones");
    if (!left) return;
    this.#left(left.phones);
    this.page.statusBar.show(t("phones.revoked.all"));
  }

  /** Ends it, when the view goes. */
  end() {
    this.#gone = true;
    clearTimeout(this.#look);
    this.#asked.close();
    this.#code.close();
    this.page.end();
  }
}

/** A phone that has joined, with the key that sends it away. */
class Phone {
  #phone;
  #name = element("span", {});
  #key = element("button", { type: "button", class: "quiet" }, t("phones.revoke"));

  constructor(revoke) {
    this.#key.addEventListener("click", () => revoke(this.#phone));
    this.node = element("li", {}, this.#name, this.#key);
  }

  show(phone) {
    this.#phone = phone;
    this.#name.textContent = phoneName(phone);
    this.#key.setAttribute("aria-label", t("phones.revoke.of", { name: phoneName(phone) }));
  }
}

function phoneName({ name, table }) {
  return name ?? t("phones.table", { n: table });
}

/** How phones join a night, which have, and sending them away. State in the hash: `id`. */
export default signedIn({
  mount(place) {
    const view = new Phones(place);
    return () => view.end();
  },
});
