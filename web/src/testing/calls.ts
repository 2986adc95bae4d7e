import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/**
 * KRAPAO_LATE=120 delays each call for a random time of up to 120 ms, and its answer for another. A test that asserts
 * before an answer has come would fail once in a hundred runs; so it fails within three (`make test-late`).
 */
const LATE_MS = Number(process.env.KRAPAO_LATE ?? 0);

let over = new AbortController();

/** From here on, a test's pending calls end with it. The server already listens. */
export function watchCalls(): void {
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const { signal } = over;
    await late(signal);
    const answer = await ask(input, { ...init, signal: AbortSignal.any([signal, init.signal].filter(isThere)) });
    await late(signal);
    return answer;
  };
}

/** After each test, before its handlers are removed: the next test's handlers would answer its pending calls. */
export async function endCalls(): Promise<void> {
  over.abort();
  over = new AbortController();
  await turn();
}

async function late(signal: AbortSignal): Promise<void> {
  if (!LATE_MS) return;
  await wait(Math.random() * LATE_MS);
  signal.throwIfAborted();
}

const isThere = (signal: AbortSignal | null | undefined) => signal != null;
