import type { JoinedPhone, NightAnswer, Phones as PhonesAnswer } from "pegout-api";
import { hasRight } from "../access/rights.ts";
import { session, signedIn } from "../access/session.ts";
import { newId } from "../lib/device.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { dayOnPaper } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { LatestRequest, poll } from "../lib/retry.ts";
import { readable } from "../lib/root.ts";
import type { Place } from "../lib/router.ts";
import { printHead } from "../night/standings.ts";
import { printKey, qrPicture } from "../ui/controls.ts";
import { sheet } from "../ui/form.ts";
import { NightPage } from "./night-page.ts";
import { Displays } from "./televisions.ts";

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
  declare node;

  /** @param onShow called when `root` is known */
  constructor(page: NightPage, onShow: () => void) {
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
    const read = (_: null, signal: AbortSignal) =>
      Promise.all([session.ask("GET", path, { signal }), session.ask("GET", `${path}/join.svg`, { signal })]);
    this.#request = new LatestRequest(read, {
      onAnswer: ([night, svg]: [NightAnswer, string]) => this.#show(night, svg),
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

  #show(night: NightAnswer, svg: string) {
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
  #poll: ReturnType<typeof poll> | null = null;
  #code;
  #displays;
  #phones: JoinedPhone[] | null = null;
  #isClosed = false;
  #count = element("p", {});
  #without = element("p", { class: "help" });
  #list: KeyedList<JoinedPhone>;
  #revokeAllButton = element(
    "button",
    { type: "button", class: "quiet", onclick: () => this.#revokeAll() },
    t("phones.revoke.all"),
  );

  constructor(place: Place) {
    this.#page = new NightPage(place, "phones", () => this.#show());
    const node = element("ul", { class: "phones" });
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
      onAnswer: ({ phones }: PhonesAnswer) => this.#receive(phones),
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

  #receive(phones: JoinedPhone[]) {
    this.#phones = phones;
    if (this.#page.isLoaded) this.#show();
  }

  async #revoke(phone: JoinedPhone) {
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
    // A later request would also revoke the phones that have joined since then.
    await this.#sendRevocation("/phones", t("phones.revoked.all"), true);
  }

  async #sendRevocation(path: string, text: string, isVolatile: boolean) {
    const answer: PhonesAnswer | null = await this.#page.change("DELETE", path, undefined, {}, { isVolatile });
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
  declare node;

  constructor(phone: JoinedPhone, onRevoke: (phone: JoinedPhone) => void) {
    this.#phone = phone;
    const onclick = () => onRevoke(this.#phone);
    this.#button = element("button", { type: "button", class: "quiet", onclick }, t("phones.revoke"));
    this.node = element("li", {}, this.#name, this.#button);
  }

  /** Shows the phone. */
  show(phone: JoinedPhone) {
    this.#phone = phone;
    const name = phoneName(phone);
    this.#name.textContent = name;
    this.#button.setAttribute("aria-label", t("phones.revoke.of", { name }));
  }
}

function phoneName({ name, table }: JoinedPhone) {
  return name ?? t("phones.table", { n: table });
}

/** The code of a night, the phones that have joined, and their revocation. State in the hash: `id`. */
export default signedIn({
  mount(place: Place) {
    const view = new Phones(place);
    return () => view.close();
  },
});
