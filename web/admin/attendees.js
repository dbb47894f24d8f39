import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { choice } from "../ui/controls.js";
import { amount } from "../lib/text.js";

/** A player in the list of the check-in: tapped in and out by name, with a tick for the fee. */
export class AttendeeRow {
  #acts;
  #item;
  #name = element("span", { class: "player-name" });
  #state = element("span", { class: "player-state" });
  #paid = element("input", { type: "checkbox", onchange: () => this.#acts.pay(this.#item, this.#paid.checked) });
  #fee = element("label", { class: "fee" }, this.#paid);

  /** @param {{tap: (item: object) => void, pay: (item: object, paid: boolean) => void}} acts what its keys do */
  constructor(acts) {
    this.#acts = acts;
    const words = element("span", { class: "player-words" }, this.#name, this.#state);
    this.button = element("button", { type: "button", class: "presence", onclick: () => acts.tap(this.#item) }, words);
    this.words = element("span", {}, t("check_in.paid"));
    this.#fee.append(this.words);
    this.node = element("li", { class: "attendee" }, this.button, this.#fee);
  }

  /** Shows a player. @param {{id: string, name: string, entry: object|null, state: string, closed: boolean, fee: number|null}} item `closed` when nobody comes or goes any more */
  show(item) {
    this.#item = item;
    const { name, entry, state, closed, fee } = item;
    const here = entry !== null && !entry.left;
    this.#name.textContent = name;
    this.#state.textContent = state;
    this.button.setAttribute("aria-pressed", here);
    this.button.disabled = closed;
    this.#fee.hidden = entry === null;
    this.#paid.checked = Boolean(entry?.paid);
    this.#paid.setAttribute("aria-label", t("check_in.paid.of", { name }));
    const key = this.#paid.checked ? "check_in.paid.fee" : "check_in.owes.fee";
    this.words.textContent = fee === null ? t("check_in.paid") : t(key, { fee: amount(fee) });
  }
}

/** Who sits at a round's tables. @param {object|null} round @returns {Set<string>} ids of players */
export function seated(round) {
  const sides = (round?.tables ?? []).flatMap(({ sides }) => sides);
  return new Set(sides.flatMap(({ players }) => players.map(({ id }) => id)));
}

/**
 * The entries of a night as they will be when what waits is done: a tap shows at once.
 * @param {object} night @param {object[]} waiting errands, of which those with a `player` check in or out
 * @returns {{player_id: string, name: string, paid: boolean, guest: boolean, left: boolean, waits: boolean}[]}
 */
export function entriesOf(night, waiting) {
  const played = new Set(night.rounds.flatMap((round) => [...seated(round)]));
  const entries = new Map(night.entries.map((entry) => [entry.player_id, { ...entry, waits: false }]));
  for (const { method, body, player } of waiting) {
    if (!player) continue;
    const old = entries.get(player.id) ?? { player_id: player.id, name: player.name, paid: false, guest: false };
    const returns = !("paid" in (body ?? {}) || "guest" in (body ?? {}));
    const left = method === "DELETE" || (Boolean(old.left) && !returns);
    if (method === "DELETE" && !played.has(player.id)) entries.delete(player.id);
    else entries.set(player.id, { ...old, ...body, left, waits: true });
  }
  return [...entries.values()];
}

const NAME_LENGTH = 100;

/** Where somebody who is not on the club's list yet is added and checked in. */
export class NewPlayer {
  #name = element("input", {
    id: "new-name",
    maxlength: NAME_LENGTH,
    required: true,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #member = "guest";

  /** @param {(name: string, member: boolean) => void} add adds and checks in */
  constructor(add) {
    const send = (event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (!name) return;
      add(name, this.#member === "member");
      this.#name.value = "";
    };
    const kinds = ["guest", "member"].map((value) => ({ value, label: t(`check_in.as.${value}`) }));
    this.node = element(
      "form",
      { class: "new-player", onsubmit: send },
      element("div", { class: "field" }, element("label", { for: "new-name" }, t("check_in.new")), this.#name),
      choice(t("check_in.as"), kinds, this.#member, (value) => {
        this.#member = value;
      }),
      element("button", { class: "quiet" }, t("check_in.add")),
    );
  }
}
