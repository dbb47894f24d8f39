import type { Night } from "pegout-api";
import { GameStore } from "../game/game-store.ts";
import { savedGames } from "../game/saved-games.ts";
import { handRefusalText, shortNames } from "../hands/hand-words.ts";
import { type Claim, ClaimSender } from "../hands/own-hands.ts";
import { type Typed, TypedHand } from "../hands/typed-hand.ts";
import { Refusal, send, Unreachable } from "../lib/api.ts";
import { element } from "../lib/dom.ts";
import { t } from "../lib/i18n.ts";
import { LatestRequest } from "../lib/retry.ts";
import { leaveFor, type Place } from "../lib/router.ts";
import { Loading } from "../ui/notice.ts";
import { type JoinedNight, joinedNight, keepScore } from "./membership.ts";
import { readNight, type Send } from "./night-store.ts";
import { newestRound, type Seat, seatOf } from "./seats.ts";

/** A night that this phone joined, and the seat whose table held the hand. */
type Held = { joined: JoinedNight; seat: Seat };

/** Claims a hand that was held at a wooden board. */
class ClaimView {
  #typed;
  #request;
  #game;

  constructor(place: Place, { joined, seat }: Held) {
    const { table, side } = seat;
    this.#game = table.game_id;
    const sender = new ClaimSender(joined.id, (method, path, options) =>
      send(method, path, { ...options, token: joined.token }),
    );
    this.#request = new LatestRequest((claim: Claim, signal) => sender.send(claim, signal), {
      onAnswer: () => leaveFor(`#/card?id=${joined.id}`),
      onRefusal: (refusal) => this.#typed.refuse(handRefusalText(refusal)),
      onOffline: (since) => this.#typed.showAway(since, () => this.#request.retry()),
    });
    const sides = table.sides.map(({ players }) => players);
    const players = [...(side === null ? [] : sides[side]), ...sides.filter((_, at) => at !== side).flat()];
    const own = players.findIndex(({ id }) => id === joined.player_id);
    const people = own > 0 ? [players[own], ...players.filter((_, at) => at !== own)] : players;
    const labels = shortNames(people.map(({ name }) => name));
    this.#typed = new TypedHand(
      place,
      {
        rules: savedGames.get(table.game_id)?.game.rules ?? null,
        table: table.game_id,
        people: people.map(({ id, name }, at) => ({ value: id, label: labels[at], name })),
        player: own < 0 ? null : (joined.player_id ?? null),
        isCrib: null,
        kept: { card: joined.id, game: table.game_id },
        help: t("hand.help"),
      },
      (typed) => this.#send(typed),
      () => this.#request.cancel(),
    );
  }

  close() {
    this.#typed.close();
    this.#request.close();
  }

  #send({ cards, starter, isCrib, player, points }: Typed) {
    if (!player) return this.#typed.refuse(t("hand.whose_first"));
    // The usual rules may count other points than the night's.
    const isKnown = Boolean(savedGames.get(this.#game));
    const claim = { player_id: player, game_id: this.#game, cards, starter, crib: isCrib };
    this.#typed.showSending();
    this.#request.request(isKnown ? { ...claim, points } : claim);
  }
}

/** Adds the cards to a hand that was pegged without them. Works without a network, as each amendment. */
function pegView(place: Place, id: string, peg: string) {
  const store = new GameStore(id);
  const pegged = store.game.pegs.find((one) => one.id === peg);
  const back = `#/table?id=${id}`;
  if (!pegged || !store.changes.mayChange(peg)) {
    store.close();
    queueMicrotask(() => leaveFor(back));
    return () => {};
  }
  const names = store.game.sides[pegged.side].players;
  const labels = shortNames(names);
  const view: TypedHand = new TypedHand(
    place,
    {
      rules: store.game.rules,
      table: id,
      people: names.map((name, at) => ({ value: String(at), label: labels[at], name })),
      player: typeof pegged.player === "number" ? String(pegged.player) : null,
      isCrib: pegged.for === "crib",
      kept: { table: id, peg },
      help: t("hand.help.peg", { n: pegged.points }),
    },
    ({ cards, starter, player, points }) => {
      const now = store.game.pegs.find((one) => one.id === peg);
      if (!now || !store.changes.mayChange(peg)) return leaveFor(back);
      if (points !== now.points) return view.refuse(t("hand.no.pegged", { n: points, pegged: now.points }));
      store.changes.amend(now, { cards, starter, ...(player !== null && { player: Number(player) }) });
      leaveFor(back);
    },
    () => {},
  );
  return () => {
    view.close();
    store.close();
  };
}

// The table of the hand: the table that the hash names, else the newest seat of this phone.
async function findSeat(card: string | null, game: string | null): Promise<Held | null> {
  const joined = await joinedNight(card);
  if (!joined) return null;
  const request: Send = (method, path, options) => send(method, path, { ...options, token: joined.token });
  const { night } = await readNight(joined.id, request);
  const seat = seatIn(night, joined, game);
  if (!seat) return null;
  try {
    await keepScore(seat, joined);
  } catch (error) {
    // The service then counts by the night's rules.
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
  return { joined, seat };
}

function seatIn(night: Night, joined: JoinedNight, game: string | null): Seat | null {
  const round = night.rounds.find(({ tables }) => tables.some((table) => table.game_id === game));
  return seatOf(round ?? newestRound(night), joined);
}

/**
 * The cards of a special hand. State in the hash of a claim: `card`, the night's id, and `game`. State of a pegged hand:
 * `table` and `peg`. Both have `cards`, `starter`, `crib=1`, and `who`.
 */
export default {
  mount(place: Place) {
    const { root, query } = place;
    const [table, peg, card] = ["table", "peg", "card"].map((name) => query.get(name));
    if (table && peg && savedGames.get(table)) return pegView(place, table, peg);
    let view: { close: () => void } = new Loading(
      () => findSeat(card, query.get("game")),
      (held) => {
        root.replaceChildren();
        if (held) view = new ClaimView(place, held);
        else root.append(element("p", { class: "help" }, t("hand.no_seat")));
      },
      { loading: t("night.coming"), offline: () => t("night.away"), refused: handRefusalText },
    );
    root.append(element("div", { class: "arrival" }, (view as Loading<Held | null>).node));
    return () => view.close();
  },
};
