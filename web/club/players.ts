import type { MergedPlayer, Player, Players as Roll } from "pegout-api";
import { Addition, session, signedIn } from "../access/session.ts";
import { alikeKey } from "../lib/alike-key.ts";
import { KeyedList, element } from "../lib/dom.ts";
import { language, t } from "../lib/i18n.ts";
import { Form, csvKey } from "../ui/form.ts";
import { Loading, Notice } from "../ui/notice.ts";
import { type Merge, PlayerFields, PlayerRow, openPlayer } from "./player-form.ts";
import { PlayerImport } from "./player-import.ts";

const PLAYERS = "/api/v1/players";

class Players {
  #players: Player[] = [];
  #merges: MergedPlayer[] = [];
  #rows: Set<PlayerRow> = new Set();
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
  #merged = element("div", { class: "keys-row", role: "status" });
  #notice = new Notice(() => this.#rows.forEach((row) => row.retry()));
  #node = element("ul", { class: "roll", "data-skip": true, tabindex: "-1" });
  #list: KeyedList<{ player: Player; isTwin: boolean; isHidden: boolean }> = new KeyedList(
    this.#node,
    ({ player }) => player.id,
    ({ player }) => this.#row(player),
  );
  #loading = new Loading(
    () => session.ask("GET", PLAYERS),
    (roll) => this.#build(roll),
  );

  constructor(root: HTMLElement) {
    this.#place.append(this.#loading.node);
    root.append(this.#place);
  }

  close() {
    this.#loading.close();
    for (const row of this.#rows) row.close();
  }

  #build({ players, merges }: Roll) {
    this.#merges = merges ?? [];
    this.#place.append(
      element("p", { class: "way-back" }, element("a", { href: "#/coordinator" }, t("coordinator.title"))),
      element(
        "div",
        { class: "columns tools-first" },
        element(
          "section",
          {},
          this.#form(players.length === 0),
          new PlayerImport(() => this.#reload()).node,
          exportKey(),
        ),
        element(
          "section",
          {},
          this.#search,
          this.#count,
          element("p", { class: "help" }, t("players.how")),
          this.#notice.node,
          this.#merged,
          this.#node,
        ),
      ),
    );
    this.#put(players);
  }

  #form(open: boolean) {
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

  async #reload() {
    const { players, merges }: Roll = await session.ask("GET", PLAYERS);
    this.#merges = merges ?? [];
    this.#put(players);
  }

  #put(players: Player[]) {
    const ids = new Set(players.map(({ id }) => id));
    this.#players = [...this.#players.filter(({ id }) => !ids.has(id)), ...players];
    this.#players.sort((a, b) => a.name.localeCompare(b.name, language()));
    this.#show();
  }

  #show() {
    const query = alikeKey(this.#search.value);
    const keys = this.#players.map(({ name }) => alikeKey(name));
    const isFound = (at: number) => keys[at].includes(query);
    this.#list.show(
      this.#players.map((player, at) => ({
        player,
        isTwin: keys.indexOf(keys[at]) !== keys.lastIndexOf(keys[at]),
        isHidden: !isFound(at),
      })),
    );
    this.#count.textContent = this.#countText(this.#players.filter((_, at) => isFound(at)));
  }

  #countText(found: Player[]) {
    if (this.#players.length === 0) return t("players.none");
    const members = found.filter((player) => player.active_member).length;
    return found.length === 0 ? t("players.no_such") : t("players.count", { n: found.length, members });
  }

  #row(player: Player) {
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

  #open(player: Player) {
    const others = this.#players.filter(({ id }) => id !== player.id);
    const merged = this.#merges.filter(({ into }) => into === player.id);
    openPlayer(this.#place, player, others, merged, {
      onChange: (changed) => this.#put([changed]),
      onMerge: (merge) => {
        const { id, name } = merge.player;
        this.#players = others;
        // Whoever counted as this player counts as the other one now.
        const moved = this.#merges.map((one) => (one.into === id ? { ...one, into: merge.into.id } : one));
        this.#merges = [...moved, { id, name, into: merge.into.id }];
        this.#put([merge.into]);
        this.#showMerge(merge);
      },
      onUnmerge: (back) => this.#unmerged(back),
      onForget: () => {
        this.#players = others;
        this.#show();
        this.#notice.flash(t("players.forgotten", { name: player.name }), "plain");
        this.#node.focus();
      },
    });
  }

  // Those who counted as this player before may count as them again.
  async #unmerged(back: Player) {
    this.#merged.replaceChildren(element("p", {}, t("players.merge.undone", { name: back.name })));
    this.#put([back]);
    this.#node.focus();
    await this.#reload().catch(() => {
      this.#merges = this.#merges.filter(({ id }) => id !== back.id);
    });
  }

  #showMerge({ id, player, into }: Merge) {
    const { name } = player;
    const undo = new Form({
      key: t("players.merge.undo"),
      look: "quiet",
      send: async () => {
        this.#unmerged(await session.ask("DELETE", `${PLAYERS}/${player.id}/merge?id=${id}`));
      },
    });
    this.#merged.replaceChildren(element("p", {}, t("players.merge.done", { from: name, into: into.name })), undo.node);
    this.#node.focus();
  }
}

function exportKey() {
  return csvKey({
    key: t("players.export"),
    file: t("players.file"),
    done: t("players.exported"),
    read: () => session.ask("GET", `${PLAYERS}.csv`),
  });
}

/** The players, and how to reach them: for the coordinator alone. */
export default signedIn({
  mount({ root }) {
    const players = new Players(root);
    return () => players.close();
  },
});
