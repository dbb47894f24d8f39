import { element } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { LatestWrite } from "../lib/retry.js";
import { Form, field, problemText, sheet, tick } from "../ui/form.js";
import { session } from "./session.js";
import { nameKey } from "../lib/text.js";

/** What there is to write of a player. */
export class PlayerFields {
  #name = element("input", {
    name: "name",
    required: true,
    maxlength: 100,
    autocomplete: "off",
    autocapitalize: "words",
  });
  #phone = element("input", { name: "phone", type: "tel", autocomplete: "off" });
  #email = element("input", { name: "email", type: "email", autocomplete: "off" });
  #member = element("input", { type: "checkbox" });
  #warned = null;

  constructor() {
    this.nodes = [
      field(t("players.name"), this.#name),
      field(t("players.phone"), this.#phone),
      field(t("players.email"), this.#email),
      tick(t("players.member"), this.#member),
    ];
    this.fill({ name: "", phone: null, email: null, active_member: true });
  }

  /** Writes a player into them. @param {object} player a Player */
  fill({ name, phone, email, active_member: member }) {
    this.#name.value = name;
    this.#phone.value = phone ?? "";
    this.#email.value = email ?? "";
    this.#member.checked = member;
    this.#warned = null;
  }

  /** Where the name is written. */
  focus() {
    this.#name.focus();
  }

  /** What stands in them, as the service takes it. */
  get written() {
    return {
      name: this.#name.value.trim(),
      phone: this.#phone.value.trim() || null,
      email: this.#email.value.trim() || null,
      active_member: this.#member.checked,
    };
  }

  /**
   * Warns, once, when somebody else has the name.
   * @param {object[]} others the other players @returns {string|null} a sentence
   */
  warning(others) {
    const { name } = this.written;
    const twin = others.find((other) => nameKey(other.name) === nameKey(name));
    if (!twin || this.#warned === name) return null;
    this.#warned = name;
    return t("players.twin", { name: twin.name });
  }
}

/** A player on the list, with the tick of an active member. */
export class PlayerRow {
  #player;
  #tick = element("input", { type: "checkbox", onchange: () => this.#write.set(this.#tick.checked) });
  #name = element("strong");
  #contact = element("span");
  #doing = element("span", { class: "doing" });
  #heard;
  #write = new LatestWrite(
    (active_member) => session.ask("PATCH", `/api/v1/players/${this.#player.id}`, { body: { active_member } }),
    { onState: (state, result) => this.#told(state, result) },
  );

  /**
   * @param {object} player a Player
   * @param {{open: (player: object) => void, changed: (player: object) => void, refused: (words: string) => void, away: () => void}} heard
   *   `open` when the name is tapped, `changed` when the service has a tick, `refused` and `away` when it has not
   */
  constructor(player, heard) {
    this.#heard = heard;
    const open = () => heard.open(this.#player);
    this.node = element(
      "li",
      {},
      element("label", { class: "tick" }, this.#tick),
      element("button", { type: "button", class: "person", onclick: open }, this.#name, this.#contact, this.#doing),
    );
    this.show(player, false);
  }

  /** Shows the player as they are now. @param {object} player @param {boolean} twin whether another has the name */
  show(player, twin) {
    this.#player = player;
    if (!this.#doing.textContent) this.#tick.checked = player.active_member;
    this.#tick.setAttribute("aria-label", t("players.member.of", { name: player.name }));
    this.#name.textContent = player.name;
    this.#contact.textContent = [twin ? t("players.twins") : null, player.phone, player.email]
      .filter(Boolean)
      .join(" · ");
  }

  /** Sends once more what had no answer. */
  again() {
    this.#write.retry();
  }

  #told(state, what) {
    this.#doing.textContent = { sending: t("club.sending"), offline: t("club.waiting") }[state] ?? "";
    if (state === "offline") this.#heard.away();
    if (state === "done") this.#heard.changed(what);
    if (state === "refused") {
      this.#tick.checked = this.#player.active_member;
      this.#heard.refused(problemText(what));
    }
  }
}

/**
 * Opens a sheet to change a player, or to forget them.
 * @param {HTMLElement} place where it stands
 * @param {object} player the Player
 * @param {object[]} others the other players
 * @param {{changed: (player: object) => void, forgotten: () => void}} heard what to do then
 */
export function openPlayer(place, player, others, { changed, forgotten }) {
  const path = `/api/v1/players/${player.id}`;
  const fields = new PlayerFields();
  const heading = element("h2", { id: "player-sheet", tabindex: "-1" }, player.name);
  const leave = element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("club.leave"));
  const save = new Form({
    key: t("club.save"),
    fields: fields.nodes,
    beside: [leave],
    check: () => fields.warning(others),
    send: async () => {
      changed(await session.ask("PATCH", path, { body: fields.written }));
      dialog.close();
    },
  });
  const forget = new Form({
    key: t("players.forget"),
    look: "quiet",
    sure: () =>
      sheet(t("players.forget.sure", { name: player.name }), [t("players.forget.words")], t("players.forget.key")),
    send: async () => {
      await session.ask("DELETE", path);
      dialog.close();
      forgotten();
    },
  });
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": heading.id, onclose: () => dialog.remove() },
    heading,
    save.node,
    forget.node,
  );
  fields.fill(player);
  place.append(dialog);
  dialog.showModal();
  heading.focus();
}
