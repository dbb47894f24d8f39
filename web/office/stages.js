import { t } from "../app/i18n.js";
import { today } from "../hall/date.js";

// The views of a night, and which one it needs next.
const VIEWS = { "check-in": "check_in.title", tables: "tables.title", money: "money.title", phones: "phones.title" };
const NEXT = { scheduled: "check-in", open: "check-in", playing: "tables", finished: "money" };

/** A link to one of the coordinator's views of a night. */
function link(id, view) {
  return { href: `#/${view}?id=${id}`, words: t(VIEWS[view]) };
}

/** The view that a night needs next. @param {object} night @returns {{href: string, words: string}} */
export function nextStage({ id, status }) {
  if (status === "cancelled") return { href: `#/cancel?id=${id}`, words: t("club.cancelled.tell") };
  return link(id, NEXT[status]);
}

/** The other views of a night. @param {object} night @returns {{href: string, words: string}[]} */
export function otherStages({ id, status }) {
  if (status === "cancelled") return [];
  const others = Object.keys(VIEWS).filter((view) => view !== NEXT[status]);
  return others.map((view) => link(id, view));
}

/** How a night stands: “Being played · 23 players”. @param {object} night @returns {string} */
export function statusWords({ status, date, players }) {
  const missed = status === "scheduled" && date < today();
  const words = missed ? t("club.status.missed") : t(`club.status.${status}`);
  return players > 0 ? `${words} · ${t("club.players", { n: players })}` : words;
}

/** Whether the day, the hour and that it takes place may still change. @param {object} night @returns {boolean} */
export function mayChange({ status }) {
  return ["scheduled", "open", "cancelled"].includes(status);
}
