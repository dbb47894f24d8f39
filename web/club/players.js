import { Refusal } from "../lib/api.js";
import { element } from "../lib/dom.js";
import { language, list, t } from "../lib/i18n.js";
import { Form, field } from "../ui/form.js";
import { Loading } from "../ui/loading.js";
import { Notice } from "../ui/notice.js";
import { Creation } from "./nights.js";
import { PlayerFields, PlayerRow, openPlayer } from "./player-form.js";
import { session, signedIn } from "./session.js";
import { nameKey } from "../lib/text.js";

// By what a sentence of the service about a line is known; `{given}` of ours is what that sentence quotes.
const KINDS = [
  [/telephone number/, "phone"],
  [/e-mail address/, "email"],
  [/active member/, "member"],
  [/name is missing/, "name"],
  [/no column that/, "stray"],
  [/no column/, "column"],
  [/more than once/, "twice"],
  [/titles of the columns/, "titles"],
];

/**
 * What is wrong with a line of an imported list, in the user's language where the page knows it.
 * @param {string} detail the service's sentence, such as “Line 3: The name is missing.”
 * @returns {string} a sentence
 */
function lineText(detail) {
  const [, line, sentence] = /^Line (\d+): (.*)$/s.exec(detail) ?? [];
  const kind = KINDS.find(([known]) => known.test(sentence ?? ""))?.[1];
  if (!kind) return detail;
  const given = /“(.*?)”/s.exec(sentence)?.[1] ?? "";
  return t("players.import.line", { line, why: t(`players.wrong.${kind}`, { given }) });
}

/** Takes players from a list that was saved by a spreadsheet, or pasted. */
class Import {
  #text = element("textarea", { name: "csv", rows: 6, required: true, spellcheck: "false", autocomplete: "off" });
  #wrong = element("ul", { class: "wrong-lines" });

  /** @param {(added: object[]) => void} come called with the players that were added */
  constructor(come) {
    const file = element("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
    file.addEventListener("change", () => this.#read(file));
    const form = new Form({
      key: t("players.import.key"),
      fields: [
        field(t("players.import.file"), file),
        field(t("players.import.paste"), this.#text, t("players.import.columns")),
        this.#wrong,
      ],
      send: () => this.#send(come),
    });
    this.node = element(
      "details",
      { class: "import" },
      element("summary", {}, t("players.import")),
      element("p", { class: "help" }, t("players.import.words")),
      form.node,
    );
  }

  // What was read stands in the text, so that a wrong line can be mended there.
  async #read(input) {
    const [file] = input.files;
    if (file) this.#text.value = decoded(await file.arrayBuffer());
    // The same file, mended, can then be chosen again.
    input.value = "";
  }

  async #send(come) {
    this.#wrong.replaceChildren();
    try {
      const { added, known } = await session.ask("POST", "/api/v1/players/import", { body: { csv: this.#text.value } });
      come(added);
      this.#text.value = "";
      const there = known.length > 0 ? t("players.import.known", { n: known.length, names: list(known) }) : "";
      return `${t("players.import.added", { n: added.length })} ${there}`.trim();
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.errors)) throw error;
      const lines = error.problem.errors.map(({ detail }) => element("li", {}, lineText(detail)));
      this.#wrong.replaceChildren(...lines);
      return t("players.import.none");
    }
  }
}

// Spreadsheets save UTF-8, UTF-16 with its mark, or what Windows wrote before either.
function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const PLAYERS = "/api/v1/players";

class Players {
  players = [];
  rows = new Map();
  creation = new Creation("players", (there, wanted) => there.name === wanted.name && there.phone === wanted.phone);
  count = element("p", { class: "help", role: "status" });
  list = element("ul", { class: "roll", "data-skip": true, tabindex: "-1" });
  resend = () => this.rows.forEach((row) => row.again());
  notice = new Notice(this.resend);

  constructor(root) {
    this.place = element("div", { class: "club" });
    this.arrival = new Loading(
      () => session.ask("GET", PLAYERS),
      ({ players }) => this.build(players),
    );
    this.place.append(this.arrival.node);
    addEventListener("online", this.resend);
    root.append(this.place);
  }

  close() {
    this.arrival.close();
    removeEventListener("online", this.resend);
  }

  build(players) {
    this.search = element("input", {
      type: "search",
      "aria-label": t("players.search"),
      placeholder: t("players.search"),
      autocomplete: "off",
      oninput: () => this.filter(),
    });
    this.place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      element(
        "div",
        { class: "columns tools-first" },
        element(
          "section",
          {},
          this.addition(players.length === 0),
          new Import((added) => this.put(added)).node,
          this.export(),
        ),
        element(
          "section",
          {},
          this.search,
          this.count,
          element("p", { class: "help" }, t("players.how")),
          this.notice.node,
          this.list,
        ),
      ),
    );
    this.put(players);
  }

  addition(open) {
    const fields = new PlayerFields();
    const form = new Form({
      key: t("players.add.key"),
      fields: fields.nodes,
      check: () => fields.warning(this.players),
      send: async () => {
        const player = await this.creation.make(fields.written, this.players);
        this.put([player]);
        fields.fill({ name: "", phone: null, email: null, active_member: true });
        fields.focus();
        return t("players.added", { name: player.name });
      },
    });
    return element("details", { open }, element("summary", {}, t("players.add")), form.node);
  }

  export() {
    const form = new Form({
      key: t("players.export"),
      look: "quiet",
      send: async () => save(await session.ask("GET", `${PLAYERS}.csv`)),
    });
    return form.node;
  }

  put(players) {
    const ids = new Set(players.map(({ id }) => id));
    this.players = [...this.players.filter(({ id }) => !ids.has(id)), ...players];
    this.show();
  }

  show() {
    this.players.sort((a, b) => a.name.localeCompare(b.name, language()));
    const keys = this.players.map(({ name }) => nameKey(name));
    const nodes = this.players.map((player, at) => {
      const row = this.row(player);
      row.show(player, keys.indexOf(keys[at]) !== keys.lastIndexOf(keys[at]));
      return row.node;
    });
    // Nodes that stay where they are keep the focus.
    nodes.forEach(
      (node, at) => this.list.children[at] !== node && this.list.insertBefore(node, this.list.children[at]),
    );
    while (this.list.children.length > nodes.length) this.list.lastElementChild.remove();
    this.filter();
  }

  row(player) {
    if (!this.rows.has(player.id)) {
      const heard = {
        open: (one) => this.open(one),
        changed: (one) => {
          this.notice.show("");
          this.put([one]);
        },
        refused: (words) => this.notice.flash(words),
        away: () => this.notice.showOffline(new Date(), t("players.away")),
      };
      this.rows.set(player.id, new PlayerRow(player, heard));
    }
    return this.rows.get(player.id);
  }

  open(player) {
    const others = this.players.filter(({ id }) => id !== player.id);
    openPlayer(this.place, player, others, {
      changed: (changed) => this.put([changed]),
      forgotten: () => {
        this.players = others;
        this.rows.delete(player.id);
        this.show();
        this.notice.flash(t("players.forgotten", { name: player.name }), "plain");
        this.list.focus();
      },
    });
  }

  filter() {
    const wanted = nameKey(this.search.value);
    const fits = ({ name }) => nameKey(name).includes(wanted);
    for (const player of this.players) this.rows.get(player.id).node.hidden = !fits(player);
    const shown = this.players.filter(fits);
    const members = shown.filter((player) => player.active_member).length;
    this.count.textContent = this.words(shown.length, members);
  }

  words(n, members) {
    if (this.players.length === 0) return t("players.none");
    return n === 0 ? t("players.no_such") : t("players.count", { n, members });
  }
}

// The mark at the front tells a spreadsheet that accents are UTF-8.
function save(csv) {
  const address = URL.createObjectURL(new Blob(["\ufeff", csv], { type: "text/csv" }));
  element("a", { href: address, download: t("players.file") }).click();
  URL.revokeObjectURL(address);
  return t("players.exported");
}

/** Who plays, and how to reach them: for the coordinator alone. */
export default signedIn({
  mount({ root }) {
    const players = new Players(root);
    return () => players.close();
  },
});
