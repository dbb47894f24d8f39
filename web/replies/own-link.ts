import type { Me, NightToReply } from "pegout-api";
import { Refusal, send } from "../lib/api.ts";
import { newId } from "../lib/device.ts";
import { LatestRequest, Retry } from "../lib/retry.ts";
import { ownName } from "../lib/root.ts";

// Home looks for it too.
const KEY = ownName("pegout.me");

/** A reply that has no answer of the service yet. Each try has the same id. */
type UnsentReply = { coming: boolean; id: string };

/**
 * A personal link as this device keeps it. `me` is the last answer. `unsent` has the replies by the night's id. `before` is
 * the former link of this device, until the service has accepted this link.
 */
type KeptLink = { token: string; me: Me | null; unsent: Record<string, UnsentReply>; before: KeptLink | null };

/** A night with the newest reply of this device. `isUnsent` is true until the service has the reply. */
export type OwnNight = { night: NightToReply; coming: boolean | null; isUnsent: boolean };

/** A reply that the service refused. */
export type RefusedReply = { night: NightToReply; refusal: Refusal };

function savedLink(): KeptLink | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/**
 * The personal link of this device: the player's nights and money, and the replies on their way. A reply is kept on the disk
 * until the service has answered it. Fires `change`.
 */
class OwnLink extends EventTarget {
  #kept = savedLink();
  #read = new LatestRequest((token: string, signal: AbortSignal) => send("GET", "/api/v1/me", { token, signal }), {
    onAnswer: (me: Me, token) => this.#receive(me, token),
    onRefusal: (refusal, token) => this.#reject(refusal, token),
    onOffline: (since) => this.#miss(since),
  });
  #sender = new Retry(() => this.#sendAll(), { onOffline: (since) => this.#miss(since) });

  /** The time when the first try without an answer failed; null while the service answers. */
  since: Date | null = null;

  /** True if the service did not know the link that was opened last. */
  isReplaced = false;

  /** The nights whose replies were not sent, because the link was replaced. */
  lost: NightToReply[] = [];

  /** The replies that the service refused since the view was opened. */
  refused: RefusedReply[] = [];

  /** The reason why the service did not answer with the player; null without one. */
  refusal: Refusal | null = null;

  constructor() {
    super();
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      this.#kept = savedLink();
      this.#changed();
    });
  }

  /** The token; null without a link. */
  get token(): string | null {
    return this.#kept?.token ?? null;
  }

  /** The player, as the service answered last; null before its first answer. */
  get me(): Me | null {
    return this.#kept?.me ?? null;
  }

  /** The next nights with the replies of this device. */
  get nights(): OwnNight[] {
    const kept = this.#kept;
    return (kept?.me?.nights ?? []).map((night) => {
      const reply = kept?.unsent[night.night_id];
      return { night, coming: reply?.coming ?? night.coming, isUnsent: reply !== undefined };
    });
  }

  /** Takes a link that was opened on this device. */
  open(token: string) {
    this.isReplaced = false;
    [this.lost, this.refused] = [[], []];
    if (token === this.token) return;
    const before = this.#kept?.me ? { ...this.#kept, before: null } : (this.#kept?.before ?? null);
    this.#keep({ token, me: null, unsent: {}, before });
  }

  /** Asks the service again, and sends the unsent replies. */
  refresh() {
    if (!this.token) return;
    this.#read.request(this.token);
    if (this.#next()) this.#sender.start();
  }

  /** Tries again at once. */
  retry() {
    this.#read.retry();
    this.#sender.wake();
  }

  /** Ends the reading, when the view goes. Replies are sent as long as the page is open. */
  rest() {
    this.#read.cancel();
  }

  /** Replies for a night. */
  reply(night: string, coming: boolean) {
    if (!this.#kept) return;
    this.refused = this.refused.filter((one) => one.night.night_id !== night);
    this.#keep({ ...this.#kept, unsent: { ...this.#kept.unsent, [night]: { coming, id: newId() } } });
    this.#sender.start();
  }

  /** Removes the link from this device. */
  remove() {
    this.#read.cancel();
    this.#sender.stop();
    this.#keep(null);
  }

  #next(): [string, UnsentReply] | undefined {
    return this.#kept?.me ? Object.entries(this.#kept.unsent)[0] : undefined;
  }

  async #sendAll() {
    let hasSent = false;
    for (let next = this.#next(); next; next = this.#next()) {
      const [night, reply] = next;
      const { token, me } = this.#kept as KeptLink;
      const path = `/api/v1/nights/${night}/replies/${me?.player_id}`;
      let refusal = null;
      try {
        await send("PUT", path, { body: reply, token });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusal = error;
      }
      if (refusal?.problem.status === 401) return this.#reject(refusal, token);
      this.since = null;
      this.#settle(night, reply, refusal);
      hasSent = true;
    }
    // A player that was read meanwhile may be older than the replies.
    if (hasSent) this.refresh();
  }

  #settle(night: string, { id, coming }: UnsentReply, refusal: Refusal | null) {
    const kept = this.#kept;
    // A later reply is on its way.
    if (kept?.unsent[night]?.id !== id) return;
    const { [night]: _, ...unsent } = kept.unsent;
    const refused = kept.me?.nights.find((one) => one.night_id === night);
    if (refusal && refused) this.refused.push({ night: refused, refusal });
    const noted = (one: NightToReply) => (one.night_id === night && !refusal ? { ...one, coming } : one);
    const me = kept.me && { ...kept.me, nights: kept.me.nights.map(noted) };
    this.#keep({ ...kept, me, unsent });
  }

  #receive(me: Me, token: string) {
    this.since = null;
    this.refusal = null;
    const kept = this.#kept;
    if (kept?.token !== token) return;
    // A new link of the same player takes over the unsent replies.
    const former = kept.before?.me?.player_id === me.player_id ? kept.before.unsent : {};
    this.#keep({ ...kept, me, unsent: { ...former, ...kept.unsent }, before: null });
    if (this.#next()) this.#sender.start();
  }

  #reject(refusal: Refusal, token: string) {
    this.since = null;
    const kept = this.#kept;
    if (kept?.token !== token) return;
    if (refusal.problem.status !== 401) {
      this.refusal = refusal;
      return this.#changed();
    }
    this.isReplaced = true;
    this.lost = this.nights.filter(({ isUnsent }) => isUnsent).map(({ night }) => night);
    this.#keep(kept.before);
    this.refresh();
  }

  #miss(since: Date) {
    this.since = since;
    this.#changed();
  }

  #keep(kept: KeptLink | null) {
    this.#kept = kept;
    try {
      if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
    } catch {
      // The link then lasts as long as the page.
    }
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** The personal link of this device. */
export const ownLink = new OwnLink();
