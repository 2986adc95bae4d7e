/** SPEC.md §9: an answer that takes longer counts as lost. Uploads get five minutes. */
export const TIMEOUT_MS = 60_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * The one place that calls `fetch`. It is looked up at each call, because tests replace it.
 * A timeout looks like a lost connection: the caller can't know whether the request arrived.
 */
export async function request(input: Request, timeout = TIMEOUT_MS): Promise<Response> {
  const abort = new AbortController();
  const giveUp = () => abort.abort(input.signal.reason);
  if (input.signal.aborted) giveUp();
  input.signal.addEventListener('abort', giveUp);
  const timer = setTimeout(() => abort.abort(new DOMException('timeout', 'TimeoutError')), timeout);
  try {
    return await globalThis.fetch(input, { signal: abort.signal });
  } finally {
    clearTimeout(timer);
    input.signal.removeEventListener('abort', giveUp);
  }
}
