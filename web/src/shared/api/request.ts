/** SPEC.md §9: an answer that is not complete by then, to its last byte, counts as lost. Uploads get five minutes. */
const TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * The one place that calls `fetch`. It is looked up at each call, because tests replace it. A timeout looks like a lost
 * connection: the caller can't know whether the request arrived.
 */
export async function request(input: Request, timeout = TIMEOUT_MS): Promise<Response> {
  const abort = new AbortController();
  const giveUp = () => abort.abort(input.signal.reason);
  if (input.signal.aborted) giveUp();
  input.signal.addEventListener('abort', giveUp);
  const timer = setTimeout(() => abort.abort(new DOMException('timeout', 'TimeoutError')), timeout);
  try {
    const answer = await globalThis.fetch(input, { signal: abort.signal });
    // The body, too: one that stalls after its headers would never end, and every later money tap would wait for it.
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, answer);
  } finally {
    clearTimeout(timer);
    input.signal.removeEventListener('abort', giveUp);
  }
}
