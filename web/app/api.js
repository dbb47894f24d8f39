// Milliseconds that an answer may take.
const PATIENCE = 10_000;

/** The service understood and said no: an RFC 9457 problem. `problem` holds all its members, `slug` the end of its type. */
export class Refusal extends Error {
  /** @param {{type?: string, title?: string, detail?: string, errors?: {pointer: string, detail: string}[]}} problem */
  constructor(problem) {
    super(problem.detail ?? problem.title ?? "");
    this.problem = problem;
    this.slug = (problem.type ?? "").split("/").pop();
  }

  /** The place in a list that is at fault, or -1. @param {string} name the list's name, such as `plays` @returns {number} */
  indexIn(name) {
    for (const { pointer } of this.problem.errors ?? []) {
      const [, field, index] = pointer.split("/");
      if (field === name && /^\d+$/.test(index ?? "")) return Number(index);
    }
    return -1;
  }
}

/** No answer, or none that helps: no network, no service, too slow, or in trouble itself. */
export class Unreachable extends Error {}

/**
 * Posts JSON to the service.
 * @param {string} path such as `/api/v1/play`
 * @param {unknown} body what to send
 * @param {AbortSignal} signal gives the request up; the promise then rejects with the signal's reason
 * @returns {Promise<any>} the answer; rejects with {@link Refusal} or {@link Unreachable}
 */
export async function post(path, body, signal) {
  signal.throwIfAborted();
  const limit = new AbortController();
  const patience = setTimeout(() => limit.abort(), PATIENCE);
  signal.addEventListener("abort", () => limit.abort(), { once: true });
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: limit.signal,
    });
    answer = await response.json();
  } catch (error) {
    signal.throwIfAborted();
    throw new Unreachable(error.message);
  } finally {
    clearTimeout(patience);
  }
  if (response.ok) return answer;
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new Unreachable(answer.detail);
  throw new Refusal(answer);
}
