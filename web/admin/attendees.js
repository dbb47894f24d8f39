/** @import { EntryView, Night, TableView } from "pegout-api" */
/** @import { NightCommand } from "./night-page.js" */
import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { amount } from "../lib/text.js";
import { choice } from "../ui/controls.js";

const MAX_NAME_LENGTH = 100;

/** An entry as it will be after the pending commands, of which one may be its own. @typedef {EntryView & {isPending: boolean}} PendingEntry */
/**
 * A row of the check-in; `isClosed` when the list does not change any more.
 * @typedef {{id: string, name: string, isMember: boolean, entry: PendingEntry|null, state: string, isClosed: boolean,
 *   fee: number|null}} Attendee
 */

/** A player in the list of the check-in: tapped in and out by name, with a tick for the fee. */
export class AttendeeRow {
  /** @type {Attendee|null} */
  #attendee = null;
  #name = element("span", { class: "player-name" });
  #state = element("span", { class: "player-state" });
  #button;
  #paid;
  #paidText = element("span", {}, t("check_in.paid"));
  #fee;

  /** @param {{onTap: (attendee: Attendee) => void, onPaid: (attendee: Attendee, paid: boolean) => void}} listeners */
  constructor({ onTap, onPaid }) {
    const onclick = () => this.#attendee && onTap(this.#attendee);
    const onchange = () => this.#attendee && onPaid(this.#attendee, this.#paid.checked);
    const text = element("span", { class: "player-words" }, this.#name, this.#state);
    this.#button = element("button", { type: "button", class: "presence", onclick }, text);
    this.#paid = element("input", { type: "checkbox", onchange });
    this.#fee = element("label", { class: "fee" }, this.#paid, this.#paidText);
    this.node = element("li", { class: "attendee" }, this.#button, this.#fee);
  }

  /** Shows a player. @param {Attendee} attendee */
  show(attendee) {
    this.#attendee = attendee;
    const { name, entry, state, isClosed, fee } = attendee;
    const isHere = entry !== null && !entry.left;
    this.#name.textContent = name;
    this.#state.textContent = state;
    this.#button.setAttribute("aria-pressed", String(isHere));
    this.#button.disabled = isClosed;
    this.#fee.hidden = entry === null;
    this.#paid.checked = Boolean(entry?.paid);
    this.#paid.setAttribute("aria-label", t("check_in.paid.of", { name }));
    const key = this.#paid.checked ? "check_in.paid.fee" : "check_in.owes.fee";
    this.#paidText.textContent = fee === null ? t("check_in.paid") : t(key, { fee: amount(fee) });
  }
}

/** The form for somebody who is not on the club's list yet: adds the player and checks them in. */
export class NewPlayer {
  #name = element("input", {
    id: "new-name",
    maxlength: MAX_NAME_LENGTH,
    required: true,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #kind = "guest";

  /** @param {(name: string, isMember: boolean) => void} onAdd */
  constructor(onAdd) {
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (!name) return;
      onAdd(name, this.#kind === "member");
      this.#name.value = "";
    };
    const kinds = ["guest", "member"].map((value) => ({ value, label: t(`check_in.as.${value}`) }));
    this.node = element(
      "form",
      { class: "new-player", onsubmit },
      element("div", { class: "field" }, element("label", { for: "new-name" }, t("check_in.new")), this.#name),
      choice(t("check_in.as"), kinds, this.#kind, (value) => {
        this.#kind = value;
      }),
      element("button", { class: "quiet" }, t("check_in.add")),
    );
  }
}

/** The players who sit at tables. @param {TableView[]} tables @returns {Set<string>} their ids */
export function seatedPlayers(tables) {
  const sides = tables.flatMap((table) => table.sides);
  return new Set(sides.flatMap(({ players }) => players.map(({ id }) => id)));
}

/**
 * The entries of a night as they will be after the pending commands: a tap shows at once.
 * @param {Night} night @param {NightCommand[]} pending @returns {PendingEntry[]}
 */
export function pendingEntries(night, pending) {
  const played = seatedPlayers(night.rounds.flatMap(({ tables }) => tables));
  // A new player is not shown before the service has them.
  const added = new Set(pending.filter((command) => command.added).map(({ body }) => body.id));
  /** @type {Map<string, PendingEntry>} */
  const entries = new Map(night.entries.map((entry) => [entry.player_id, { ...entry, isPending: false }]));
  for (const { method, body = {}, player } of pending) {
    if (!player || added.has(player.id)) continue;
    const unknown = { player_id: player.id, name: player.name, paid: false, guest: false, left: false };
    const old = entries.get(player.id) ?? unknown;
    const returns = !("paid" in body || "guest" in body);
    const left = method === "DELETE" || (old.left && !returns);
    if (method === "DELETE" && !played.has(player.id)) entries.delete(player.id);
    else entries.set(player.id, { ...old, ...body, left, isPending: true });
  }
  return [...entries.values()];
}
