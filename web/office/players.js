import { element } from "../app/element.js";
import { language, t } from "../app/i18n.js";
import { Notice } from "../parts/notice.js";
import { Arrival } from "./arrival.js";
import { Creation } from "./creation.js";
import { Form } from "./form.js";
import { Import } from "./import.js";
import { nameKey } from "./name-key.js";
import { PlayerFields } from "./player-fields.js";
import { PlayerRow } from "./player-row.js";
import { openPlayer } from "./player-sheet.js";
import { session } from "./session.js";
import { signedIn } from "./signed-in.js";

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
    this.arrival = new Arrival(
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
          this.notice.say("");
          this.put([one]);
        },
        refused: (words) => this.notice.remark(words),
        away: () => this.notice.away(new Date(), t("players.away")),
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
        this.notice.remark(t("players.forgotten", { name: player.name }), "plain");
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
