import { element } from "../app/element.js";
import { t } from "../app/i18n.js";
import { Form } from "./form.js";
import { PlayerFields } from "./player-fields.js";
import { session } from "./session.js";
import { sheet } from "./sheet.js";

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
