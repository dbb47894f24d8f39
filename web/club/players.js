/** @import { Player } from "pegout-api" */
import { Refusal } from "../lib/api.js";
import { KeyedList, element } from "../lib/dom.js";
import { language, list, t } from "../lib/i18n.js";
import { nameKey } from "../lib/text.js";
import { Form, field } from "../ui/form.js";
import { Loading, Notice } from "../ui/notice.js";
import { PlayerFields, PlayerRow, openPlayer } from "./player-form.js";
import { Addition, session, signedIn } from "./session.js";

const PLAYERS = "/api/v1/players";

// The service's sentences about a line of an imported list, and the keys of ours.
/** @type {[RegExp, string][]} */
const LINE_PROBLEMS = [
  [/telephone number/, "phone"],
  [/e-mail address/, "email"],
  [/active member/, "member"],
  [/name is missing/, "name"],
  [/no column that/, "stray"],
  [/no column/, "column"],
  [/more than once/, "twice"],
  [/titles of the columns/, "titles"],
];

class Players {
  /** @type {Player[]} */
  #players = [];
  /** @type {Set<PlayerRow>} */
  #rows = new Set();
  #addition = new Addition(PLAYERS);
  #place = element("div", { class: "club" });
  #search = element("input", {
    type: "search",
    "aria-label": t("players.search"),
    placeholder: t("players.search"),
    autocomplete: "off",
    oninput: () => this.#show(),
  });
  #count = element("p", { class: "help", role: "status" });
  #notice = new Notice(() => this.#rows.forEach((row) => row.retry()));
  #node = element("ul", { class: "roll", "data-skip": true, tabindex: "-1" });
  /** @type {KeyedList<{player: Player, isTwin: boolean, isHidden: boolean}>} */
  #list = new KeyedList(
    this.#node,
    ({ player }) => player.id,
    ({ player }) => this.#row(player),
  );
  #loading = new Loading(
    () => session.ask("GET", PLAYERS),
    ({ players }) => this.#build(players),
  );

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#place.append(this.#loading.node);
    root.append(this.#place);
  }

  close() {
    this.#loading.close();
    for (const row of this.#rows) row.close();
  }

  /** @param {Player[]} players */
  #build(players) {
    this.#place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      element(
        "div",
        { class: "columns tools-first" },
        element(
          "section",
          {},
          this.#form(players.length === 0),
          new Import((added) => this.#put(added)).node,
          exportForm(),
        ),
        element(
          "section",
          {},
          this.#search,
          this.#count,
          element("p", { class: "help" }, t("players.how")),
          this.#notice.node,
          this.#node,
        ),
      ),
    );
    this.#put(players);
  }

  /** @param {boolean} open */
  #form(open) {
    const fields = new PlayerFields();
    const form = new Form({
      key: t("players.add.key"),
      fields: fields.nodes,
      check: () => fields.warning(this.#players),
      send: async () => {
        const player = await this.#addition.send(fields.player);
        this.#put([player]);
        fields.fill();
        fields.focus();
        return t("players.added", { name: player.name });
      },
    });
    return element("details", { open }, element("summary", {}, t("players.add")), form.node);
  }

  /** @param {Player[]} players */
  #put(players) {
    const ids = new Set(players.map(({ id }) => id));
    this.#players = [...this.#players.filter(({ id }) => !ids.has(id)), ...players];
    this.#players.sort((a, b) => a.name.localeCompare(b.name, language()));
    this.#show();
  }

  #show() {
    const query = nameKey(this.#search.value);
    const keys = this.#players.map(({ name }) => nameKey(name));
    const isFound = (/** @type {number} */ at) => keys[at].includes(query);
    this.#list.show(
      this.#players.map((player, at) => ({
        player,
        isTwin: keys.indexOf(keys[at]) !== keys.lastIndexOf(keys[at]),
        isHidden: !isFound(at),
      })),
    );
    this.#count.textContent = this.#countText(this.#players.filter((_, at) => isFound(at)));
  }

  /** @param {Player[]} found */
  #countText(found) {
    if (this.#players.length === 0) return t("players.none");
    const members = found.filter((player) => player.active_member).length;
    return found.length === 0 ? t("players.no_such") : t("players.count", { n: found.length, members });
  }

  /** @param {Player} player */
  #row(player) {
    const row = new PlayerRow(player, {
      onOpen: (current) => this.#open(current),
      onChange: (changed) => {
        this.#notice.show("");
        this.#put([changed]);
      },
      onRefusal: (text) => this.#notice.flash(text),
      onOffline: () => this.#notice.showOffline(new Date(), t("players.away")),
    });
    this.#rows.add(row);
    return row;
  }

  /** @param {Player} player */
  #open(player) {
    const others = this.#players.filter(({ id }) => id !== player.id);
    openPlayer(this.#place, player, others, {
      onChange: (changed) => this.#put([changed]),
      onForget: () => {
        this.#players = others;
        this.#show();
        this.#notice.flash(t("players.forgotten", { name: player.name }), "plain");
        this.#node.focus();
      },
    });
  }
}

/** The form that adds players from a list that a spreadsheet saved, or that is pasted. */
class Import {
  #text = element("textarea", { name: "csv", rows: 6, required: true, spellcheck: "false", autocomplete: "off" });
  #file = element("input", {
    type: "file",
    accept: ".csv,.tsv,.txt,text/csv,text/plain",
    onchange: () => this.#read(),
  });
  #problems = element("ul", { class: "wrong-lines" });
  #onAdded;

  /** @param {(players: Player[]) => void} onAdded */
  constructor(onAdded) {
    this.#onAdded = onAdded;
    const form = new Form({
      key: t("players.import.key"),
      fields: [
        field(t("players.import.file"), this.#file),
        field(t("players.import.paste"), this.#text, t("players.import.columns")),
        this.#problems,
      ],
      send: () => this.#send(),
    });
    this.node = element(
      "details",
      { class: "import" },
      element("summary", {}, t("players.import")),
      element("p", { class: "help" }, t("players.import.words")),
      form.node,
    );
  }

  // The file's text goes to the text field, so that a wrong line can be corrected there.
  async #read() {
    const [file] = this.#file.files ?? [];
    if (file) this.#text.value = decoded(await file.arrayBuffer());
    // The same file, corrected, can then be chosen again.
    this.#file.value = "";
  }

  async #send() {
    this.#problems.replaceChildren();
    try {
      const { added, known } = await session.ask("POST", `${PLAYERS}/import`, { body: { csv: this.#text.value } });
      this.#onAdded(added);
      this.#text.value = "";
      const knownText = known.length > 0 ? t("players.import.known", { n: known.length, names: list(known) }) : "";
      return `${t("players.import.added", { n: added.length })} ${knownText}`.trim();
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.errors)) throw error;
      const lines = error.problem.errors.map(({ detail }) => element("li", {}, lineText(detail)));
      this.#problems.replaceChildren(...lines);
      return t("players.import.none");
    }
  }
}

/** @param {string} detail the service's sentence, such as “Line 3: The name is missing.” */
function lineText(detail) {
  const [, line, sentence = ""] = /^Line (\d+): (.*)$/s.exec(detail) ?? [];
  const [, key] = LINE_PROBLEMS.find(([pattern]) => pattern.test(sentence)) ?? [];
  if (!key) return detail;
  const given = /“(.*?)”/s.exec(sentence)?.[1] ?? "";
  return t("players.import.line", { line, why: t(`players.wrong.${key}`, { given }) });
}

// Spreadsheets save UTF-8, UTF-16 with its mark, or the older code page of Windows.
/** @param {ArrayBuffer} bytes */
function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function exportForm() {
  const form = new Form({
    key: t("players.export"),
    look: "quiet",
    send: async () => {
      download(await session.ask("GET", `${PLAYERS}.csv`));
      return t("players.exported");
    },
  });
  return form.node;
}

// The mark at the front tells a spreadsheet that accents are UTF-8.
/** @param {string} csv */
function download(csv) {
  const address = URL.createObjectURL(new Blob(["\ufeff", csv], { type: "text/csv" }));
  element("a", { href: address, download: t("players.file") }).click();
  URL.revokeObjectURL(address);
}

/** The players, and how to reach them: for the coordinator alone. */
export default signedIn({
  mount({ root }) {
    const players = new Players(root);
    return () => players.close();
  },
});
