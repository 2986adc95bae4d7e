import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/**
 * KRAPAO_LATE=120 holds each call back for a random moment of up to 120 ms, and its answer for another: a test that asserts
 * what has not come yet, and would fail once in a hundred runs, fails in the first three (`make test-late`).
 */
const LATE_MS = Number(process.env.KRAPAO_LATE ?? 0);

let over = new AbortController();

/** From here on, what a test leaves under way ends with it. The server listens already. */
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

/** After each test, before its handlers go: those of the next one would answer what it left under way. */
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
