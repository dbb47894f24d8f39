import type { Night, RoundPreview, RoundView } from "pegout-api";
import type { NightCommand, NightPage } from "../coordinator/night-page.ts";
import { newId } from "../lib/device.ts";
import { element } from "../lib/dom.ts";
import { day, today } from "../lib/format.ts";
import { list, t } from "../lib/i18n.ts";
import { hasFixedPairs, isRotation, newestRound, pairNames, turnsOf } from "../night/seats.ts";
import { choice } from "../ui/controls.ts";
import { sheet } from "../ui/form.ts";
import { contestText, isContested } from "./contest.ts";
import { makeUpText, namesOf, pairingOf, pendingEntries, seatedPlayers, seatingText, waitingText } from "./entries.ts";
import { Preview } from "./preview.ts";

type Way = "movement" | "afresh";

/** Asks whether a round is to be drawn, and draws it. @param number the round's */
export async function drawRound(page: NightPage, number: number) {
  let way: Way = "movement";
  const textsOf = (answer: RoundPreview) =>
    isRotation(page.night) ? rotationTexts(answer, page.night, number) : previewTexts(answer, number, way);
  const preview = new Preview(page, textsOf) as Preview<RoundPreview>;
  const bodyOf = () => ({ number, ...(number > 1 && { way }) });
  const ask = () => preview.ask("POST", "/rounds", { ...bodyOf(), dry_run: true });
  const choose = (value: string) => {
    way = value as Way;
    ask();
  };
  const ways = ["movement", "afresh"].map((value) => {
    return {
      value,
      label: t(isRotation(page.night) && value === "movement" ? "draw.way.rotation" : `draw.way.${value}`),
    };
  });
  const before = element("div", { class: "draw-texts" });
  const after = element("div", { class: "draw-texts" });
  const content = [
    before,
    number > 1 && turnsOf(page.night) < page.night.games_per_night ? choice(t("draw.way"), ways, way, choose) : null,
    preview.node,
    after,
    element("p", { class: "help" }, number > 1 ? t("draw.closes", { n: number - 1 }) : t("draw.stands")),
  ];
  // Somebody may come or go while the sheet is open.
  let shown = "";
  const show = () => {
    const texts = drawTexts(page.night, page.pending);
    const state = JSON.stringify([page.night.version, texts]);
    if (state === shown) return;
    shown = state;
    before.replaceChildren(...sentences(texts[0]));
    after.replaceChildren(...sentences(texts[1]));
    ask();
  };
  show();
  page.addEventListener("change", show);
  const isMeant = await sheet(t("tables.draw.title", { n: number }), content, t("tables.draw.yes", { n: number }));
  page.removeEventListener("change", show);
  preview.close();
  if (!isMeant) return;
  const answer = await page.change("POST", "/rounds", { ...bodyOf(), id: newId() }, { drawing: true });
  if (answer) page.statusBar.show(t("tables.drawn", { n: number }));
}

// The sentences before and after those of the service.
function drawTexts(night: Night, pending: NightCommand[]): [(string | null)[], (string | null)[]] {
  const round = newestRound(night);
  const entries = pendingEntries(night, pending);
  const here = entries.filter(({ left }) => !left);
  const seated = seatedPlayers(round?.tables ?? []);
  // Only players with a partner are drawn. A player who sat out was here before.
  const waiting = hasFixedPairs(night) ? pairingOf(night, pending).waiting.map(({ player_id: id }) => id) : [];
  const known = new Set([...seated, ...waiting, ...(round?.byes ?? []).map(({ id }) => id)]);
  const arrived = round ? here.filter(({ player_id: id }) => !known.has(id)) : [];
  const gone = entries.filter(({ player_id: id, left }) => left && seated.has(id));
  const unpaid = here.filter(({ paid }) => !paid);
  const contested = (round?.tables ?? []).filter(isContested);
  const isOtherDay = !round && night.date !== today();
  const named = (key: string, people: { name: string }[]) =>
    people.length > 0 ? t(key, { names: namesOf(people) }) : null;
  return [
    [
      isOtherDay ? t("tables.draw.other_day", { day: day(night.date) }) : null,
      contested.length > 0 ? contestText(contested) : null,
      night.to_make_up > 0 ? null : seatingText(night, pending),
      waitingText(night, pending) || null,
      named("tables.draw.came", arrived),
      named("tables.draw.gone", gone),
    ],
    [named("tables.draw.unpaid", unpaid)],
  ];
}

function sentences(texts: (string | null)[]) {
  return texts.filter((text) => text !== null).map((text) => element("p", {}, text));
}

/** @param number the round's */
function previewTexts(
  { sizes, touched, moves, repeats_forced: repeats }: RoundPreview,
  number: number,
  way: Way,
): string[] {
  const tables = list(touched.map(String));
  const isTouched = way === "movement" && touched.length > 0;
  const texts = number === 1 || way === "afresh" ? [t("draw.lots")] : [];
  if (number > 1 && way === "movement" && !isTouched) texts.push(t("draw.exact"));
  // Where every table is touched, the winners move nowhere.
  if (isTouched && touched.length === sizes.length) texts.push(t("draw.touched.all"));
  else if (isTouched) texts.push(t("draw.touched", { n: touched.length, tables }));
  if (isTouched && moves.length > 0) texts.push(t("draw.moves", { names: list(moves) }));
  if (repeats > 0) texts.push(t("draw.repeats", { n: repeats }));
  else if (number > 1) texts.push(t("draw.repeats.none"));
  return texts;
}

/** @param number the round's */
function rotationTexts(
  { sizes, byes, helper, repeats_forced: repeats, rounds_to_come: rounds }: RoundPreview,
  night: Night,
  number: number,
): string[] {
  const { games_per_night: games, to_make_up: lacking } = night;
  const of = hasFixedPairs(night) ? "pairs" : "singles";
  const texts = lacking > 0 ? [makeUpText(night), t(`draw.opponents.${of}`, { n: sizes.length })] : [];
  if (helper) texts.push(t(`draw.helper.${of}`, { name: helper }));
  const names = list(hasFixedPairs(night) ? pairNames(byes) : byes);
  if (byes.length > 0) texts.push(t(lacking > 0 ? "draw.waits" : "draw.byes", { names, n: byes.length }));
  if (number === 1 && rounds > games) texts.push(t(`draw.rounds.${of}`, { games, rounds }));
  if (repeats > 0) texts.push(t(`draw.met.${of}`, { n: repeats }));
  else if (number > 1) texts.push(t("draw.met.none"));
  return texts;
}

/** Returns true for a round whose draw can be taken back, as far as the page sees it. @param round the newest */
export function canTakeBack(round: RoundView | null): boolean {
  return (
    round !== null &&
    round.tables.every(({ status, sides, result }) => {
      const isUntouched = status === "playing" && !result;
      return isUntouched && sides.every(({ score }) => score === 0);
    })
  );
}

/** Asks whether the draw of the newest round is to be taken back, and takes it back. */
export async function takeBack(page: NightPage, round: RoundView) {
  const n = round.number;
  if (n === 1 && page.night.fifty_fifty) return page.statusBar.showError(t("draw.back.fifty_fifty"));
  const players = seatedPlayers(round.tables).size;
  const content = [
    t("draw.back.words", { n: players }),
    t(n === 1 ? "draw.back.first" : "draw.back.before", { n: n - 1 }),
    element("p", { class: "help" }, t("draw.back.phones")),
  ];
  if (!(await sheet(t("draw.back.title", { n }), content, t("draw.back.yes")))) return;
  const path = `/rounds/${n}${round.id ? `?id=${round.id}` : ""}`;
  const details = { drawing: true, about: t("tables.round", { n }) };
  // Without the id of its draw, it would take a later one back if it were sent later.
  const answer = await page.change("DELETE", path, undefined, details, { isVolatile: !round.id });
  if (answer) page.statusBar.show(t("draw.back.done", { n }));
}
