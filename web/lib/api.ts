import type { Problem } from "pegout-api";
import { has, list, read, t } from "./i18n.ts";
import { addressOf } from "./root.ts";

// Milliseconds that an answer may take.
const TIMEOUT = 10_000;
// Milliseconds that a file may take, of any size.
const FILE_TIMEOUT = 600_000;
// Seconds.
const MAX_WAIT = 60;

/**
 * A request that the service refused, with an RFC 9457 problem. `problem` holds all its members, `slug` the end of its
 * type.
 */
export class Refusal extends Error {
  declare problem;
  declare slug;

  constructor(problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? "");
    this.problem = problem;
    this.slug = (problem.type ?? "").split("/").pop();
  }

  /** The place in a list that is at fault, or -1. @param name the list's name, such as `plays` */
  indexIn(name: string): number {
    for (const { pointer } of this.problem.errors ?? []) {
      const [, field, index] = pointer.split("/");
      if (field === name && /^\d+$/.test(index ?? "")) return Number(index);
    }
    return -1;
  }

  /** The field of the request that is wrong; empty if the service names none. */
  get field(): string {
    return this.problem.errors?.[0]?.pointer.split("/")[1] ?? "";
  }
}

/** The version of a game that the service has made of a change. */
export class Version {
  declare number;

  constructor(headers: Headers) {
    this.number = Number(headers.get("X-Version"));
  }
}

/** No answer that can be used: no network, no service, or a service that is too slow or fails. */
export class Unreachable extends Error {
  declare wait;
  declare kind;

  /** @param message why @param wait seconds that the service asks to wait @param kind the problem's type */
  constructor(message?: string, wait: number = 0, kind?: string) {
    super(message);
    this.wait = wait;
    this.kind = kind;
  }
}

/**
 * The parts of a request. `body` goes as JSON, `token` as the bearer's. `signal` gives the request up, and the promise
 * then rejects with the signal's reason. `file` is true for a download. With `minimal` the answer may be only a
 * version. `onSeen` gets the state for a later read, and `onTag` gets the ETag.
 */
type Sent = {
  body?: unknown;
  token?: string | null;
  signal?: AbortSignal;
  file?: boolean;
  minimal?: boolean;
  onSeen?: (seen: string) => void;
  onTag?: (tag: string | null) => void;
};

/**
 * Sends one request to the service.
 * @param method such as `PUT`
 * @param path such as `/api/v1/play`
 * @param sent the body, the token and the rest
 * @returns the answer, read as JSON or else text, a Blob of a file, or a {@link Version} alone; rejects with {@link
 *   Refusal} or {@link Unreachable}
 */
export async function send(
  method: string,
  path: string,
  { body, token, signal, file = false, minimal = false, onSeen, onTag }: Sent = {},
): Promise<any> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), file ? FILE_TIMEOUT : TIMEOUT);
  signal?.addEventListener("abort", () => limit.abort(), { once: true });
  const headers: Record<string, string> = { Accept: "application/json, image/svg+xml" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (minimal) headers.Prefer = "return=minimal";
  let response;
  let type;
  let answer;
  try {
    response = await fetch(addressOf(path), { method, headers, body: JSON.stringify(body), signal: limit.signal });
    type = response.headers.get("Content-Type") ?? "";
    const content = file && response.ok ? await response.blob() : await response.text();
    answer = typeof content === "string" && /json/.test(type) ? read(content) : content;
  } catch (error) {
    signal?.throwIfAborted();
    throw new Unreachable(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
  if (response.ok && response.headers.has("Preference-Applied")) return new Version(response.headers);
  const isOurs = response.ok ? /json|svg|csv|sqlite/.test(type) : Boolean(answer?.type);
  if (response.ok && isOurs) {
    onSeen?.(response.headers.get("X-Seen") ?? "");
    onTag?.(response.headers.get("ETag"));
    return answer;
  }
  if (response.status >= 500 || [408, 429].includes(response.status)) {
    const wait = Number(response.headers.get("Retry-After")) || 0;
    // Only the service's own bound means hours: another answer, a proxy's for one, may be gone in a moment.
    const isBound = answer?.type === "/problems/too-many-requests";
    throw new Unreachable(answer?.detail, isBound ? wait : Math.min(wait, MAX_WAIT), answer?.type);
  }
  // A public Wi-Fi may answer instead of the service, with a page to sign in.
  if (!isOurs) throw new Unreachable(`An answer ${response.status} that is not the service's.`);
  throw new Refusal(answer);
}

/** Returns the path of a read whose answer must not be older than `seen`. @param seen null if nothing was seen */
export function atLeast(path: string, seen: string | number | null): string {
  return seen ? `${path}${path.includes("?") ? "&" : "?"}seen=${seen}` : path;
}

/**
 * Posts JSON to the service; as {@link send}.
 * @param path such as `/api/v1/play` @param body what to send @param signal gives the request up
 */
export function post(path: string, body: unknown, signal: AbortSignal): Promise<any> {
  return send("POST", path, { body, signal });
}

/**
 * Returns the reason of a refusal: in the user's language if the page has a text for it, else in the service's.
 * @returns a sentence
 */
export function refusalText({ slug, problem, message }: Refusal): string {
  const { roles } = problem as { roles?: string[] };
  if (roles) return t("role.only", { roles: list(roles.map((role) => t(`role.only.${role}`))) });
  const key = `problem.${slug}`;
  return has(key) ? t(key) : message;
}

/**
 * Returns the reason why a form's request was refused: in the user's language if the page has a text for it, else in the
 * service's.
 * @returns a sentence
 */
export function problemText(refusal: Refusal): string {
  const { slug, problem, field } = refusal;
  const wrong = `club.wrong.${field}`;
  if (has(wrong) && !has(`problem.${slug}`)) return t(wrong);
  return problem.status === 404 ? t("club.gone") : refusalText(refusal);
}
